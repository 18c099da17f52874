import type { Column } from './column.ts';

const needed = ['wide', 'roomy', 'desktop', 'tablet'] as const;

/**
 * Drops columns: first those for the widest screens, of these the last. Columns for every screen stay, and so do chosen
 * ones.
 */
export function withoutLast<Row>(
  columns: readonly Column<Row>[],
  count: number,
  isChosen: (column: Column<Row>) => boolean,
): Column<Row>[] {
  const spare = needed.flatMap((from) =>
    columns.filter((column) => column.from === from && !column.isActions && !isChosen(column)).toReversed(),
  );
  const left = new Set(spare.slice(0, count));
  return columns.filter((column) => !left.has(column));
}
