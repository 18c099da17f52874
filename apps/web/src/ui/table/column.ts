/** The model of a column; tables and CSV files are generated from it. The rendering of a cell is in `cells.ts`. */
export interface Column<Row> {
  key: string;
  label: string;
  /** Shown in the header, not in every cell. */
  unit?: string;
  kind: 'text' | 'number';
  /** The bare value, for sorting and for the CSV file. */
  value: (row: Row) => string | number | null;
  /** The number format on the screen; unformatted when absent. */
  format?: (value: number | null) => string;
  /** The text on the screen for a missing value. */
  empty?: string;
  /** The number format in the CSV file; unformatted when absent. */
  inFile?: (value: number) => number;
  /** Omitted for everyone else, including from the file. */
  staffOnly?: true;
  /** The name by which the server sorts the list. Columns without one are not sortable. */
  order?: string;
  /** Minimum width in pixels. */
  width: number;
  /** Does not grow beyond that. */
  narrow?: true;
  /** Hidden on narrower screens until someone chooses it. */
  from?: 'tablet' | 'desktop' | 'roomy' | 'wide';
  /** Contains buttons: neither in the file nor among the columns to choose. */
  isActions?: true;
  /** Names the row; always shown. */
  isRowName?: true;
}

/** The text on the screen. */
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
