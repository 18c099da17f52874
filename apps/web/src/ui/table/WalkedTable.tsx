import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ErrorState } from '../Notice.tsx';
import type { Cells } from './cells.ts';
import type { Column } from './column.ts';
import { ListRows } from './ListRows.tsx';
import { ListTools } from './ListTools.tsx';
import classes from './table.module.css';
import { texts } from './texts.ts';
import { useShownColumns } from './use-shown-columns.ts';

interface Props<Row> {
  label: string;
  columns: readonly Column<Row>[];
  cells?: Cells<Row>;
  rows: readonly Row[] | undefined;
  /** Why there are no rows. */
  error: Error | null;
  onRetry: () => void;
  keyOf: (row: Row) => string;
  isCurrent?: (row: Row) => boolean;
  search: string;
  onSearch: (search: string) => void;
  placeholder: string;
  filters: ReactNode;
  loadAll: () => Promise<readonly Row[]>;
  empty: ReactNode;
  /** The step towards newer rows; undefined at the newest. */
  onNewer: (() => void) | undefined;
  onOlder: (() => void) | undefined;
  /** How far these rows reach. */
  note: string | undefined;
}

/** A list without a known end, newest first: it is walked through instead of paged. */
export function WalkedTable<Row>(props: Props<Row>) {
  const { label, columns, cells, rows, error, keyOf, isCurrent, empty, onNewer, onOlder, note } = props;
  const { shown, inFile, toggle, frame } = useShownColumns(label, columns, rows);
  return (
    <>
      <ListTools
        search={props.search}
        onSearch={props.onSearch}
        placeholder={props.placeholder}
        filters={props.filters}
        columns={columns}
        shown={shown}
        onToggle={toggle}
        inFile={inFile}
        fileName={() => label}
        loadAll={props.loadAll}
      />
      {(error && !rows ? <ErrorState message={error.message} onRetry={props.onRetry} /> : undefined) ??
        (rows?.length === 0 ? empty : undefined) ?? (
          <ListRows
            label={label}
            columns={shown}
            cells={cells}
            rows={rows}
            keyOf={keyOf}
            isCurrent={isCurrent}
            frame={frame}
          />
        )}
      {(onNewer ?? onOlder) && (
        <div className={classes['pager']}>
          <span aria-live="polite">{note}</span>
          <div className={classes['pages']}>
            <Button
              size="xs"
              variant="default"
              disabled={!onNewer}
              leftSection={<IconChevronLeft size={16} aria-hidden />}
              onClick={onNewer}
            >
              {texts.newer}
            </Button>
            <Button
              size="xs"
              variant="default"
              disabled={!onOlder}
              rightSection={<IconChevronRight size={16} aria-hidden />}
              onClick={onOlder}
            >
              {texts.older}
            </Button>
          </div>
        </div>
      )}
    </>
  );
}
