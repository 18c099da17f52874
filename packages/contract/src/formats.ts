export const csvFormat = 'text/csv';
export const arrowFormat = 'application/vnd.apache.arrow.stream';

/** What calls that answer a table send instead of JSON where `Accept` prefers it. */
export const tableFormats = [csvFormat, arrowFormat] as const;
export type TableFormat = (typeof tableFormats)[number];
