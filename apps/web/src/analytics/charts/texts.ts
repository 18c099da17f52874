export const texts = {
  view: 'View',
  asChart: 'Chart',
  asTable: 'Table',
  download: 'Download as CSV',
  keys: 'Arrow keys move through the points.',
  enter: 'Enter shows one in detail.',
  noValue: 'no data',
  pointAt: 'Point at a field to read its value.',
} as const;
