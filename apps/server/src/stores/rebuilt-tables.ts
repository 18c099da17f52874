/** Tables of readings that can be written again from received bodies. Amounts come from files, not from sensors. */
export const rebuiltTables = ['minute', 'level', 'visit', 'heard'] as const;
export type RebuiltTable = (typeof rebuiltTables)[number];
