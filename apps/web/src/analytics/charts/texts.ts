export const texts = {
  view: 'View',
  asChart: 'Chart',
  asTable: 'Table',
  download: 'Download as CSV',
  keys: 'Arrow keys move through the points.',
  enter: 'Press Enter to see details.',
  noValue: 'no data',
  annotations: 'Annotations',
  annotation: (days: string, text: string) => `${days}: ${text}`,
  moreAnnotations: (count: number) => (count === 1 ? 'and 1 more' : `and ${count} more`),
  moreParts: (count: number) => `+${count} more`,
  pointAt: 'Point at a field to read its value.',
} as const;
