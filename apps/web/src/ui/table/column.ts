/** What a table knows about one of its columns; table shells and files are made from it. How a cell looks is in `cells.ts`. */
export interface Column<Row> {
  key: string;
  label: string;
  /** Shown in the header, not in every cell. */
  unit?: string;
  kind: 'text' | 'number';
  /** The bare value, for sorting and for the file. */
  value: (row: Row) => string | number | null;
  /** How a number is written on the screen; as it is when absent. */
  format?: (value: number | null) => string;
  /** What is written on the screen where there is no value. */
  empty?: string;
  /** How a number is written in the CSV file; unformatted when absent. */
  inFile?: (value: number) => number;
  /** Left out, of the file too, for everyone else. */
  staffOnly?: true;
  /** The name by which a server sorts the list. A list cannot be sorted by columns without one. */
  order?: string;
  /** Pixels it needs at least. */
  width: number;
  /** Takes no more than that. */
  narrow?: true;
  /** Hidden on narrower screens until someone asks for it. */
  from?: 'tablet' | 'desktop' | 'roomy' | 'wide';
  /** Holds buttons: neither in the file nor among the columns to choose. */
  isActions?: true;
  /** Names the row; always shown. */
  isRowName?: true;
}

/** The value as text for the screen. */
export function writtenValue<Row>({ value, format, empty }: Column<Row>, row: Row): string | number | null {
  const bare = value(row);
  if (bare === null && empty !== undefined) return empty;
  return format && typeof bare !== 'string' ? format(bare) : bare;
}

/** The label with the unit of the values. */
export function headOf({ label, unit }: Pick<Column<never>, 'label' | 'unit'>): string {
  return unit ? `${label}, ${unit}` : label;
}

export function columnsFor<Row>(columns: readonly Column<Row>[], { isStaff }: { isStaff: boolean }): Column<Row>[] {
  return columns.filter(({ staffOnly }) => isStaff || !staffOnly);
}

/** Buttons of the rows. */
export const actionsColumn = { key: 'actions', kind: 'number', isActions: true, value: () => null } as const;
