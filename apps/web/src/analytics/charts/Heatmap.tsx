import { VisuallyHidden } from '@mantine/core';
import { type CSSProperties, type KeyboardEvent, useMemo, useRef, useState } from 'react';
import classes from './Heatmap.module.css';
import { texts } from './texts.ts';

export interface HeatmapCell {
  /** Null is unknown, not zero. */
  value: number | null;
  /** Additional text, such as the completeness. */
  note?: string | undefined;
}

interface Props {
  label: string;
  /** What the rows are. */
  corner: string;
  rows: readonly string[];
  columns: readonly string[];
  /** One row of cells for each name. */
  cells: readonly (readonly HeatmapCell[])[];
  format: (value: number | null) => string;
  /** Fits into a narrow place: smaller cells, no scrolling. */
  isCompact?: boolean;
  /** A click on a cell, or Enter. */
  onPick?: ((row: number, column: number) => void) | undefined;
}

const none: HeatmapCell = { value: null };

/** Values by two positions, such as weekday and hour. One cell has the focus; arrow keys move it. */
export function Heatmap({ label, corner, rows, columns, cells, format, isCompact = false, onPick }: Props) {
  const [active, setActive] = useState({ row: 0, column: 0 });
  const [isShown, setShown] = useState(false);
  const table = useRef<HTMLTableElement>(null);
  const highest = useMemo(() => Math.max(0, ...cells.flat().map(({ value }) => value ?? 0)), [cells]);
  const cellAt = (row: number, column: number) => cells[row]?.[column] ?? none;
  const words = (row: number, column: number) => {
    const { value, note } = cellAt(row, column);
    const place = `${rows[row]} ${columns[column]}`;
    return [place, value === null ? texts.noValue : format(value), ...(note === undefined ? [] : [note])].join(', ');
  };
  const show = (row: number, column: number) => {
    setActive({ row, column });
    setShown(true);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && onPick) {
      event.preventDefault();
      onPick(active.row, active.column);
    }
    const [down, right] = steps[event.key] ?? [0, 0];
    if (down === 0 && right === 0) return;
    event.preventDefault();
    const row = Math.min(Math.max(active.row + down, 0), rows.length - 1);
    const column = Math.min(Math.max(active.column + right, 0), columns.length - 1);
    table.current?.querySelector<HTMLElement>(`[data-at="${row}:${column}"]`)?.focus();
  };
  return (
    <>
      <div className={classes['scroll']}>
        <table
          ref={table}
          className={classes['map']}
          data-compact={isCompact || undefined}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- ARIA makes grids of tables
          role="grid"
          data-picks={onPick !== undefined || undefined}
          aria-label={[`${label}.`, texts.keys, ...(onPick ? [texts.enter] : [])].join(' ')}
          onKeyDown={onKeyDown}
          onPointerLeave={() => setShown(false)}
        >
          <thead>
            <tr>
              <th scope="col">
                <VisuallyHidden>{corner}</VisuallyHidden>
              </th>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((name, row) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {columns.map((other, column) => (
                  <td
                    key={other}
                    className={classes['cell']}
                    data-at={`${row}:${column}`}
                    data-unknown={cellAt(row, column).value === null || undefined}
                    style={{ '--heat': `${share(cellAt(row, column).value, highest)}%` } as CSSProperties}
                    tabIndex={active.row === row && active.column === column ? 0 : -1}
                    aria-label={words(row, column)}
                    onFocus={() => show(row, column)}
                    onPointerEnter={() => show(row, column)}
                    {...(onPick && { onClick: () => onPick(row, column) })}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={classes['foot']}>
        <span className={classes['readout']} aria-hidden>
          {isShown ? words(active.row, active.column) : texts.pointAt}
        </span>
        <span className={classes['scale']} aria-hidden>
          {format(0)}
          <span className={classes['ramp']} />
          {format(highest)}
        </span>
      </div>
    </>
  );
}

const steps: Record<string, readonly [down: number, right: number]> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
};

/** Nobody is still a color: a known zero must differ from an unknown value. */
function share(value: number | null, highest: number): number {
  if (value === null || highest === 0) return 4;
  return 4 + Math.round((Math.max(0, value) / highest) * 96);
}
