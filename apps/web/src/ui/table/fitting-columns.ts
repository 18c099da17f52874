import type { Column } from './column.ts';

const needed = ['wide', 'roomy', 'desktop', 'tablet'] as const;

/**
 * The columns without some of them: first those that ask for the widest screens, of these the last. What is on every
 * screen stays, and so does what someone chose.
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
