import { VisuallyHidden } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { cellOf, type Cells } from './cells.ts';
import { type Column, headOf } from './column.ts';
import { SortArrow } from './SortArrow.tsx';
import { sortRows, type Sorting, toggleSorting } from './sorting.ts';
import classes from './table.module.css';

interface Props<Row> {
  label: string;
  /** The same array as long as the columns are the same: rows are sorted again when it changes. */
  columns: readonly Column<Row>[];
  cells?: Cells<Row>;
  rows: readonly Row[];
  height: number;
  /** Without it, the rows keep their order. */
  isSortable?: boolean;
  /** Kept elsewhere; without it, the grid keeps its own. */
  sort?: readonly [Sorting | null, (sorting: Sorting | null) => void];
  /** A click on a row, or Enter. */
  onPick?: ((row: Row) => void) | undefined;
  /** Which rows `onPick` is for; all of them when absent. */
  canPick?: ((row: Row) => boolean) | undefined;
}

const rowHeight = 36;

/**
 * All rows of a reply at once, however many: only the visible ones are in the page. One cell has the focus; arrow keys,
 * Home, End and Page keys move it. Row 1 is the header; Enter or Space on it sorts. Enter on a row picks it.
 */
export function DataGrid<Row>(props: Props<Row>) {
  const { label, columns, cells, rows, height, isSortable = true, sort, onPick, canPick = () => true } = props;
  const own = useState<Sorting | null>(null);
  const [sorting, setSorting] = sort ?? own;
  const [active, setActive] = useState({ row: 0, column: 0 });
  const scroll = useRef<HTMLDivElement>(null);
  const sorted = useMemo(() => sortRows(rows, columns, sorting), [rows, columns, sorting]);
  // oxlint-disable-next-line react/incompatible-library -- there is no compiler here that could memoize it
  const virtual = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  });
  const template = {
    gridTemplateColumns: columns
      .map(({ width, narrow }) => (narrow ? `${width}px` : `minmax(${width}px, 1fr)`))
      .join(' '),
  };

  const focus = (row: number, column: number) => {
    setActive({ row, column });
    if (row > 0) virtual.scrollToIndex(row - 1);
    requestAnimationFrame(() => scroll.current?.querySelector<HTMLElement>(`[data-at="${row}:${column}"]`)?.focus());
  };
  const pickOf = (row: Row | undefined) =>
    onPick && row !== undefined && canPick(row) ? () => onPick(row) : undefined;
  const onKeyDown = (event: KeyboardEvent) => {
    const pick = event.key === 'Enter' ? pickOf(sorted[active.row - 1]) : undefined;
    if (pick) {
      event.preventDefault();
      pick();
    }
    const to = moved(
      event,
      active,
      { rows: sorted.length, columns: columns.length },
      Math.floor(height / rowHeight) - 1,
    );
    if (!to) return;
    event.preventDefault();
    focus(to.row, to.column);
  };
  const at = (row: number, column: number) => ({
    'data-at': `${row}:${column}`,
    tabIndex: active.row === row && active.column === column ? 0 : -1,
    onFocus: () => setActive({ row, column }),
  });

  return (
    <div className={classes['scroll']} style={{ height }} ref={scroll}>
      <table
        className={classes['grid']}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- ARIA makes grids of tables
        role="grid"
        aria-label={label}
        aria-rowcount={sorted.length + 1}
        aria-colcount={columns.length}
        onKeyDown={onKeyDown}
      >
        <thead className={classes['gridHead']}>
          <tr className={classes['gridRow']} style={template} aria-rowindex={1}>
            {columns.map((column, index) =>
              column.isActions ? (
                <th key={column.key} className={classes['gridCell']} scope="col" data-number {...at(0, index)}>
                  <VisuallyHidden>{headOf(column)}</VisuallyHidden>
                </th>
              ) : !isSortable ? (
                <th
                  key={column.key}
                  className={classes['gridCell']}
                  scope="col"
                  data-number={column.kind === 'number' || undefined}
                  data-row-name={column.isRowName}
                  {...at(0, index)}
                >
                  {headOf(column)}
                </th>
              ) : (
                <th
                  key={column.key}
                  className={classes['gridCell']}
                  scope="col"
                  data-number={column.kind === 'number' || undefined}
                  data-row-name={column.isRowName}
                  aria-sort={sorting?.column === column.key ? sorting.direction : 'none'}
                >
                  <button
                    type="button"
                    className={classes['sort']}
                    {...at(0, index)}
                    onClick={() => setSorting(toggleSorting(sorting, column))}
                  >
                    {headOf(column)}
                    {sorting?.column === column.key && <SortArrow direction={sorting.direction} />}
                  </button>
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody className={classes['gridBody']} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => (
            <tr
              key={index}
              className={`${classes['gridRow']} ${classes['row']}`}
              style={{ ...template, transform: `translateY(${start}px)` }}
              aria-rowindex={index + 2}
              onClick={pickOf(sorted[index])}
              data-picks={pickOf(sorted[index]) !== undefined || undefined}
            >
              {columns.map((column, place) => {
                const Cell = column.isRowName ? 'th' : 'td';
                return (
                  <Cell
                    key={column.key}
                    className={classes['gridCell']}
                    data-number={column.kind === 'number' || undefined}
                    {...(column.isRowName && { scope: 'row' })}
                    {...at(index + 1, place)}
                  >
                    {cellOf(column, cells, sorted[index]!)}
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface Place {
  row: number;
  column: number;
}

/** Where a key moves the focus; row 0 is the header. Undefined for keys that do not move it. */
function moved(
  { key, ctrlKey, metaKey }: KeyboardEvent,
  { row, column }: Place,
  { rows, columns }: { rows: number; columns: number },
  page: number,
): Place | undefined {
  const far = ctrlKey || metaKey;
  const within = (place: Place): Place => ({
    row: Math.min(Math.max(place.row, 0), rows),
    column: Math.min(Math.max(place.column, 0), columns - 1),
  });
  switch (key) {
    case 'ArrowDown':
      return within({ row: row + 1, column });
    case 'ArrowUp':
      return within({ row: row - 1, column });
    case 'ArrowRight':
      return within({ row, column: column + 1 });
    case 'ArrowLeft':
      return within({ row, column: column - 1 });
    case 'PageDown':
      return within({ row: row + page, column });
    case 'PageUp':
      return within({ row: row - page, column });
    case 'Home':
      return within({ row: far ? 0 : row, column: 0 });
    case 'End':
      return within({ row: far ? rows : row, column: columns - 1 });
    default:
      return undefined;
  }
}
