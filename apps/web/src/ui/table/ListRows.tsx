import { Skeleton } from '@mantine/core';
import type { RefCallback } from 'react';
import { cellOf, type Cells, textOf } from './cells.ts';
import { type Column, headOf } from './column.ts';
import { SortArrow } from './SortArrow.tsx';
import { type Sorting, toggleSorting } from './sorting.ts';
import classes from './table.module.css';

/** The order of a list that can be sorted. */
interface Order {
  sorting: Sorting | null;
  onSort: (sorting: Sorting | null) => void;
}

interface Props<Row> {
  label: string;
  columns: readonly Column<Row>[];
  cells: Cells<Row> | undefined;
  /** Undefined while they are loading. */
  rows: readonly Row[] | undefined;
  keyOf: (row: Row) => string;
  isCurrent: ((row: Row) => boolean) | undefined;
  order?: Order;
  /** Where these rows are in the whole list. */
  position?: { first: number; total: number };
  frame: RefCallback<HTMLElement>;
}

/** The rows of a list under the heads of their columns. */
export function ListRows<Row>(props: Props<Row>) {
  const { label, columns, cells, rows, keyOf, isCurrent, order, position, frame } = props;
  return (
    <section className={classes['scroll']} aria-label={label} ref={frame}>
      <table className={classes['table']} aria-rowcount={position ? position.total + 1 : -1}>
        <thead>
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} order={order} />
            ))}
          </tr>
        </thead>
        <tbody ref={moveBetweenRows}>
          {rows
            ? rows.map((row, index) => (
                <tr
                  key={keyOf(row)}
                  className={classes['row']}
                  aria-rowindex={position && position.first + index + 2}
                  data-current={isCurrent?.(row) || undefined}
                >
                  {columns.map((column) => {
                    const Cell = column.isRowName ? 'th' : 'td';
                    const content = cellOf(column, cells, row);
                    return (
                      <Cell
                        key={column.key}
                        className={classes['cell']}
                        data-number={column.kind === 'number' || undefined}
                        data-actions={column.isActions}
                        title={textOf(content)}
                        {...(column.isRowName && { scope: 'row' })}
                      >
                        {content}
                      </Cell>
                    );
                  })}
                </tr>
              ))
            : skeletonRows(columns)}
        </tbody>
      </table>
    </section>
  );
}

function HeadCell<Row>({ column, order }: { column: Column<Row>; order: Order | undefined }) {
  const key = order && column.order;
  const sorting = key && order.sorting?.column === key ? order.sorting : null;
  return (
    <th
      className={classes['head']}
      scope="col"
      data-number={column.kind === 'number' || undefined}
      data-actions={column.isActions}
      style={{ minWidth: column.width }}
      {...(key && { 'aria-sort': sorting?.direction ?? 'none' })}
    >
      {key ? (
        <button
          type="button"
          className={classes['sort']}
          onClick={() => order.onSort(toggleSorting(order.sorting, { key }))}
        >
          {headOf(column)}
          {sorting && <SortArrow direction={sorting.direction} />}
        </button>
      ) : (
        headOf(column)
      )}
    </th>
  );
}

function skeletonRows<Row>(columns: readonly Column<Row>[]) {
  return [1, 2, 3, 4, 5].map((row) => (
    <tr key={row}>
      {columns.map(({ key }) => (
        <td key={key} className={classes['cell']}>
          <Skeleton height={12} />
        </td>
      ))}
    </tr>
  ));
}

/** Arrow keys move between the rows' own buttons and links. */
function moveBetweenRows(body: HTMLElement | null): (() => void) | undefined {
  if (!body) return undefined;
  const onKeyDown = (event: KeyboardEvent) => {
    const actions = [...body.querySelectorAll<HTMLElement>('tr > :first-child :is(a, button)')];
    const here = actions.findIndex((action) => action === document.activeElement);
    const steps: Record<string, number> = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: actions.length - 1 };
    const to = steps[event.key];
    if (here < 0 || to === undefined) return;
    event.preventDefault();
    actions[Math.min(Math.max(to, 0), actions.length - 1)]?.focus();
  };
  body.addEventListener('keydown', onKeyDown);
  return () => body.removeEventListener('keydown', onKeyDown);
}
