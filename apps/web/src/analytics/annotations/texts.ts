const title = 'Annotation';

export const texts = {
  heading: 'Annotations',
  intro:
    'Say what happened on a day or over a range of days. Everyone who can see the location sees the text on charts of that time.',
  add: 'Add annotation',
  edit: 'Edit annotation',
  change: 'Edit',
  remove: 'Delete',
  changeOf: (text: string) => `Edit “${text}”`,
  removeOf: (text: string) => `Delete “${text}”`,
  wholeOrganization: 'Whole organization',
  fields: {
    text: 'Text',
    textHelp: 'Up to 200 characters.',
    startDate: 'First day',
    endDate: 'Last day',
    endHelp: 'Leave empty for a single day.',
    place: 'Location',
    chooseLocation: 'Choose a location.',
  },
  columns: { text: 'Text', days: 'Days', place: 'Location', createdBy: 'Added by', actions: 'Actions' },
  none: {
    title: 'No annotations yet',
    text: 'Note a promotion, a street closure or a holiday, and everyone sees why a chart looks different.',
  },
  noMatch: { title: 'No annotation matches', text: 'Change the search.' },
  created: { title, ok: 'Annotation created successfully', fail: 'Unable to create annotation' },
  updated: { title, ok: 'Annotation updated successfully', fail: 'Unable to update annotation' },
  deleted: { title, fail: 'Unable to delete annotation' },
  deletedText: 'Annotation deleted successfully',
  restored: { title, ok: 'Annotation restored', fail: 'Unable to restore annotation' },
} as const;
