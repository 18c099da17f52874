export const texts = {
  search: 'Search',
  columns: 'Columns',
  csv: 'CSV',
  file: { title: 'CSV file', fail: 'Unable to create the CSV file' },
  perPage: 'Rows per page',
  rows: (count: number) => `${count} rows`,
  previous: 'Previous page',
  next: 'Next page',
  newer: 'Newer',
  older: 'Older',
  range: (first: number, last: number, total: number) => `${first}–${last} of ${total}`,
} as const;
