const license = 'License';

export const texts = {
  tab: 'Licenses',
  heading: 'Licenses',
  intro: 'Licenses bought from the device vendor.',
  add: 'Add license',
  change: 'Edit license',
  edit: (key: string) => `Edit ${key}`,
  remove: (key: string) => `Delete ${key}`,
  none: { title: 'No license', text: 'Licenses are kept here with their keys and expiration dates.' },
  types: { title: license, fail: 'Unable to retrieve license types' },
  created: { title: license, ok: 'License created successfully', fail: 'Unable to create license' },
  updated: { title: license, ok: 'License updated successfully', fail: 'Unable to update license' },
  deleted: { title: license, ok: 'License deleted successfully', fail: 'Unable to delete license' },
  question: {
    title: 'Delete License',
    body: 'You are about to delete this license. Are you sure?',
    confirm: 'Yes, delete it!',
    danger: true,
  },
  columns: { key: 'Key', type: 'Type', expiration: 'Expires', sensor: 'Sensor', actions: 'Actions' },
  never: 'Never',
  expired: 'Expired',
  fields: { sensorId: 'Sensor', licenseKey: 'License key', type: 'Type', expiration: 'Expiration' },
  expirationHelp: 'Leave empty if it never expires.',
} as const;
