export const texts = {
  view: 'View',
  asChart: 'Chart',
  asTable: 'Table',
  download: 'Download as CSV',
  keys: 'Arrow keys move through the points.',
} as const;
