/** What a file that is imported may hold, recognized by the beginning of its name. */
export const importTypes = ['pos', 'labor', 'counts'] as const;
export type ImportType = (typeof importTypes)[number];

export const importTypeNames: Record<ImportType, string> = {
  pos: 'Sales (POS)',
  labor: 'Labor',
  counts: 'Count history',
};

/** What is wrong with a row. A problem of the whole file has line 0. */
export interface ImportMessage {
  /** Counted from 1, as a text editor shows it. */
  readonly line: number;
  /** Empty where no single column is wrong. */
  readonly column: string;
  readonly message: string;
}

/** The first ones are kept; all rows with errors are counted. */
export const maxImportMessages = 100;

export const maximumImportBytes = 2 * 1024 ** 3;
/** Files in one upload. */
export const maxImportFiles = 20;
/** Files of an organization that wait at the same time. */
export const maxWaitingImports = 1000;
/** Kept for undo, of all imports of an organization together. */
export const maxImportStorage = 20 * 1024 ** 3;

export const importTexts = {
  unknownType: 'Unknown file type',
  empty: 'The file is empty.',
  noRows: 'The file has a header, but no rows.',
  notText: 'The file is not a text file. Save it as CSV (UTF-8).',
  longRow: 'A row has more than 100,000 characters. A quotation mark may be missing.',
  tooMany: 'Too many files are waiting. Send the others once these are done.',
  damaged: 'The stored copy of the file is missing or damaged. Send the file again.',
  notBroughtBack: (fileName: string) =>
    `What ${fileName} said could not be brought back, because its stored copy is missing or damaged. Undo that import and send the file again.`,
  full: `The files of an organization may take up ${maxImportStorage / 1024 ** 3} GB. Undo imports that you no longer need.`,
} as const;

/** Said of answers while files bring, or an undo takes away, some of their values. */
const notFinalTexts: Record<AmountType, string> = {
  pos: 'Not final: a file of sales is still being applied.',
  labor: 'Not final: a file of staff hours is still being applied.',
};

/** Files of amounts, whose values count as soon as they are read. A count history counts once it is complete. */
export type AmountType = Exclude<ImportType, 'counts'>;

export function notFinalText(type: AmountType): string {
  return notFinalTexts[type];
}

/** Whether a message of an answer says that its values are not final. */
export function isNotFinalText(message: string): boolean {
  return Object.values(notFinalTexts).includes(message);
}

/** By its prefix; undefined for any other file. */
export function importTypeOf(fileName: string): ImportType | undefined {
  const [, prefix] = /^(pos|labor|counts).*\.csv$/is.exec(fileName) ?? [];
  return importTypes.find((type) => type === prefix?.toLowerCase());
}

/** The first lines of a file of each kind, for people to fill in. */
export const importTemplates: Record<ImportType, string> = {
  pos: 'locationNumber,recordDate,netSales,itemCount,transactionCount,employeeId\r\n1001,2026-11-16T10:00,245.90,18,7,E-12\r\n',
  labor: 'locationNumber,employeeId,shiftStart,shiftEnd\r\n1001,E-12,2026-11-16T08:00,2026-11-16T16:30\r\n',
  counts: 'zone,timestamp,in,out\r\nMain entrance,2026-11-16T10:00,42,39\r\n',
};
