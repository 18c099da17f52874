import { cellOf, type Cells, textOf } from './cells.ts';
import type { Column } from './column.ts';
import classes from './table.module.css';

interface Props<Row> {
  label: string;
  columns: readonly Column<Row>[];
  cells?: Cells<Row>;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}

/** A short table without sorting, search or paging. */
export function PlainTable<Row>({ label, columns, cells, rows, keyOf }: Props<Row>) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- people without a pointer scroll it by keys
    <section className={classes['plainScroll']} aria-label={label} tabIndex={0}>
      <table className={classes['plain']} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ key, label: head, kind }) => (
              <th key={key} scope="col" data-number={kind === 'number' || undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map((column) => {
                const Cell = column.isRowName ? 'th' : 'td';
                const content = cellOf(column, cells, row);
                return (
                  <Cell
                    key={column.key}
                    data-number={column.kind === 'number' || undefined}
                    title={textOf(content)}
                    {...(column.isRowName && { scope: 'row' })}
                  >
                    {content}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
