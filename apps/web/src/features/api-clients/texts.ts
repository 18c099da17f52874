const client = 'Client';

export const texts = {
  page: 'API Clients',
  pageText: 'Let your own programs read the data of your organization. Each client has the rights of one user.',
  docs: 'API documentation',
  list: { title: 'Unable to retrieve clients' },
  organization: { title: 'Unable to retrieve organizations' },
  add: 'Add client',
  edit: 'Edit client',
  none: {
    title: 'No API client yet',
    text: 'Add one to read counts from a script, a spreadsheet or another system.',
  },
  noMatch: { title: 'No API client matches', text: 'Change the search.' },
  off: {
    title: 'API clients are not enabled',
    text: 'Your subscription does not include API clients. Ask your provider to enable them for this organization.',
  },
  columns: {
    name: 'Name',
    user: 'User',
    state: 'State',
    lastUsed: 'Last used',
    requests: 'Requests',
    created: 'Created',
  },
  states: { active: 'Active', inactive: 'User disabled', gone: 'User deleted' },
  stateHelp: {
    inactive: 'Its user cannot sign in, so this client is refused. Enable the user, or choose another one.',
    gone: 'Its user no longer exists, so this client is refused. Choose another user.',
  },
  never: 'Never',
  fields: {
    name: 'Name',
    nameHelp: 'The program that uses it, such as a report or a data warehouse.',
    user: 'User',
    userHelp: 'The client sees what this user sees: the same locations, with the same role.',
  },
  panel: {
    clientId: 'Client ID',
    secret: 'Client secret',
    tokenUrl: 'Token URL',
    text: 'The secret is not stored and cannot be shown again. If it is lost, regenerate it.',
  },
  secret: {
    title: 'Client secret',
    text: 'Copy the secret now. It is shown only this once.',
    done: 'I have copied it',
  },
  regenerate: 'Regenerate secret',
  regenerateQuestion: (name: string) => ({
    title: 'Regenerate secret',
    body: `The current secret of ${name} and all of its access tokens stop working at once. Programs that use them need the new secret.`,
    confirm: 'Yes, regenerate it!',
    danger: true,
  }),
  remove: 'Delete',
  removeQuestion: (name: string) => ({
    title: 'Delete client',
    body: `Programs that use ${name} can no longer read data. This cannot be undone. Are you sure?`,
    confirm: 'Yes, delete it!',
    danger: true,
  }),
  created: { title: client, ok: 'Client saved successfully', fail: 'Unable to save client' },
  updated: { title: client, ok: 'Client saved successfully', fail: 'Unable to update client' },
  regenerated: { title: client, ok: 'Secret regenerated successfully', fail: 'Unable to regenerate secret' },
  deleted: { title: client, ok: 'Client deleted successfully', fail: 'Unable to delete client' },
} as const;
