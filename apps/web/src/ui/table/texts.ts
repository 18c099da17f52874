export const texts = {
  search: 'Search',
  columns: 'Columns',
  csv: 'CSV',
  perPage: 'Rows per page',
  rows: (count: number) => `${count} rows`,
  previous: 'Previous page',
  next: 'Next page',
  newer: 'Newer',
  older: 'Older',
  range: (first: number, last: number, total: number) => `${first}–${last} of ${total}`,
} as const;
