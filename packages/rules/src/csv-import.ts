/** The largest file the CSV import takes. */
export const maximumCsvBytes = 40_960;

export const csvTexts = {
  tooLarge: 'CSV file is too large. Try a file less than 40Kb',
  empty: 'No data found in CSV file. Please check the file and formatting and try again',
  unreadable: 'Unable to parse CSV file. Please check the formatting and try again',
} as const;

/** Header names keep only letters, digits and underscores. */
export function headerName(header: string): string {
  return header.replace(/[^A-Za-z0-9_]/g, '');
}
