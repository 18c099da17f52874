const title = 'Custom Field';

export const texts = {
  tab: 'Custom fields',
  heading: 'Custom fields',
  intro: 'Anything else you want to record here, such as a store number or a region.',
  readOnly: 'Only administrators of the organization can change these.',
  none: {
    title: 'No custom fields',
    text: 'Add one to keep a store number, a region or anything else that belongs here.',
  },
  noneToRead: { title: 'No custom fields', text: 'Nobody has added one yet.' },
  add: 'Add custom field',
  edit: (name: string) => `Edit ${name}`,
  remove: (name: string) => `Delete ${name}`,
  dialog: { add: 'Add custom field', edit: 'Edit custom field' },
  name: 'Name',
  nameHelp: 'Names in use are suggested. A name cannot be changed later.',
  nameFixed: 'The name cannot be changed.',
  value: 'Value',
  columns: { name: 'Name', value: 'Value', actions: 'Actions' },
  question: {
    title: 'Delete Custom Field',
    body: 'You are about to delete this custom field. This cannot be undone. Are you sure?',
    confirm: 'Yes, delete it!',
    danger: true,
  },
  read: { title, fail: 'Unable to retrieve custom fields' },
  created: { title, ok: 'Custom Field created successfully', fail: 'Unable to create custom field' },
  updated: { title, ok: 'Custom Field updated successfully', fail: 'Unable to update custom field' },
  deleted: { title, ok: 'Custom Field deleted successfully', fail: 'Unable to delete custom field' },
  choices: { title, fail: 'Unable to retrieve custom field choices' },
  values: { title, fail: 'Unable to retrieve existing custom field values' },
} as const;
