import { ActionIcon, Select } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { ErrorState } from '../Notice.tsx';
import type { Cells } from './cells.ts';
import type { Column } from './column.ts';
import { pageSizes, type ListView } from './list-view.ts';
import { ListRows } from './ListRows.tsx';
import { ListTools } from './ListTools.tsx';
import classes from './table.module.css';
import { texts } from './texts.ts';
import { useShownColumns } from './use-shown-columns.ts';

/** The page manages the filters. */
type TableView = Omit<ListView, 'filters'>;

interface Props<Row> {
  label: string;
  columns: readonly Column<Row>[];
  cells?: Cells<Row>;
  view: TableView;
  onView: (change: Partial<TableView>) => void;
  /** The rows of this page, once loaded. */
  page: {
    readonly data: { readonly rows: readonly Row[]; readonly total: number } | undefined;
    readonly error: Error | null;
    readonly refetch: () => unknown;
  };
  keyOf: (row: Row) => string;
  isCurrent?: (row: Row) => boolean;
  /** Filters, next to the search. */
  filters?: ReactNode;
  /** The name of the CSV file; defaults to the label. */
  fileName?: () => string;
  /** Everything that matches the filter, for the CSV file. */
  loadAll: () => Promise<readonly Row[]>;
  /** Shown instead of rows when there are none. */
  empty: ReactNode;
}

/** A list that is paged, sorted and filtered on the server. */
export function ListTable<Row>(props: Props<Row>) {
  const { label, columns, cells, view, onView, page, keyOf, isCurrent, empty } = props;
  const { rows, total = 0 } = page.data ?? {};
  const error = page.data ? null : page.error;
  const { shown, inFile, toggle, frame } = useShownColumns(label, columns, rows);
  const isBeyond = rows?.length === 0 && total > 0 && view.page > 0;
  useEffect(() => {
    // The list has become shorter, or the URL names a page it never had.
    if (isBeyond) onView({ page: Math.ceil(total / view.size) - 1 });
  }, [isBeyond, onView, total, view.size]);
  const hasOrder = columns.some(({ order }) => order === view.sorting?.column);
  const isRefusedOrder = Boolean(error) && view.sorting !== null && !hasOrder;
  useEffect(() => {
    // The URL names an order this list does not have.
    if (isRefusedOrder) onView({ sorting: null });
  }, [isRefusedOrder, onView]);
  return (
    <>
      <ListTools
        search={view.search}
        onSearch={(search) => onView({ search })}
        filters={props.filters}
        columns={columns}
        shown={shown}
        onToggle={toggle}
        inFile={inFile}
        fileName={props.fileName ?? (() => label)}
        loadAll={props.loadAll}
      />
      {(error && <ErrorState message={error.message} onRetry={() => void page.refetch()} />) ??
        (rows?.length === 0 && !isBeyond ? empty : undefined) ?? (
          <ListRows
            label={label}
            columns={shown}
            cells={cells}
            rows={isBeyond ? undefined : rows}
            keyOf={keyOf}
            isCurrent={isCurrent}
            order={{ sorting: view.sorting, onSort: (sorting) => onView({ sorting }) }}
            position={{ first: view.page * view.size, total }}
            frame={frame}
          />
        )}
      {(rows === undefined || total > 0) && <Pager view={view} onView={onView} total={total} />}
    </>
  );
}

function Pager({ view, onView, total }: Pick<Props<unknown>, 'view' | 'onView'> & { total: number }) {
  const first = view.page * view.size;
  const last = Math.min(first + view.size, total);
  return (
    <div className={classes['pager']}>
      <span aria-live="polite">{texts.range(total === 0 ? 0 : first + 1, last, total)}</span>
      <div className={classes['pages']}>
        <Select
          aria-label={texts.perPage}
          size="xs"
          w={110}
          data={pageSizes.map((size) => ({ value: String(size), label: texts.rows(size) }))}
          value={String(view.size)}
          onChange={(size) => onView({ size: Number(size) })}
          allowDeselect={false}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={texts.previous}
          disabled={view.page === 0}
          onClick={() => onView({ page: view.page - 1 })}
        >
          <IconChevronLeft size={18} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={texts.next}
          disabled={last >= total}
          onClick={() => onView({ page: view.page + 1 })}
        >
          <IconChevronRight size={18} />
        </ActionIcon>
      </div>
    </div>
  );
}
