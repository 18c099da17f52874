import { ActionIcon, Button, Menu, Select, Skeleton, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconColumns3, IconDownload, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { ErrorState } from '../Notice.tsx';
import { cellOf, type Cells, textOf } from './cells.ts';
import { type Column, headOf } from './column.ts';
import { downloadCsv } from './csv.ts';
import { pageSizes, type ListView } from './list-view.ts';
import { SortArrow } from './SortArrow.tsx';
import { toggleSorting } from './sorting.ts';
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
  const [saving, setSaving] = useState(false);
  const save = async () => {
    setSaving(true);
    try {
      downloadCsv(props.fileName?.() ?? label, inFile, await props.loadAll());
    } finally {
      setSaving(false);
    }
  };

  return (
    <>
      <div className={classes['tools']}>
        <TextInput
          className={classes['search']}
          type="search"
          aria-label={texts.search}
          placeholder={texts.search}
          leftSection={<IconSearch size={16} aria-hidden />}
          maxLength={200}
          value={view.search}
          onChange={(event) => onView({ search: event.currentTarget.value })}
        />
        {props.filters}
        <div className={classes['buttons']}>
          <ColumnChooser columns={columns} shown={shown} onToggle={toggle} />
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={saving}
            onClick={() => void save()}
          >
            {texts.csv}
          </Button>
        </div>
      </div>
      {(error && <ErrorState message={error.message} onRetry={() => void page.refetch()} />) ??
        (rows?.length === 0 && !isBeyond ? empty : undefined) ?? (
          <section className={classes['scroll']} aria-label={label} ref={frame}>
            <table className={classes['table']} aria-rowcount={total + 1}>
              <thead>
                <tr>
                  {shown.map((column) => (
                    <HeadCell key={column.key} column={column} view={view} onView={onView} />
                  ))}
                </tr>
              </thead>
              <tbody ref={moveBetweenRows}>
                {rows && !isBeyond
                  ? rows.map((row, index) => (
                      <tr
                        key={keyOf(row)}
                        className={classes['row']}
                        aria-rowindex={view.page * view.size + index + 2}
                        data-current={isCurrent?.(row) || undefined}
                      >
                        {shown.map((column) => {
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
                  : skeletonRows(shown)}
              </tbody>
            </table>
          </section>
        )}
      {(rows === undefined || total > 0) && <Pager view={view} onView={onView} total={total} />}
    </>
  );
}

function HeadCell<Row>({ column, view, onView }: { column: Column<Row> } & Pick<Props<Row>, 'view' | 'onView'>) {
  const { order } = column;
  const sorting = view.sorting?.column === order ? view.sorting : null;
  return (
    <th
      className={classes['head']}
      scope="col"
      data-number={column.kind === 'number' || undefined}
      data-actions={column.isActions}
      style={{ minWidth: column.width }}
      {...(order && { 'aria-sort': sorting?.direction ?? 'none' })}
    >
      {order ? (
        <button
          type="button"
          className={classes['sort']}
          onClick={() => onView({ sorting: toggleSorting(view.sorting, { key: order }) })}
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

interface ChooserProps<Row> {
  columns: readonly Column<Row>[];
  shown: readonly Column<Row>[];
  onToggle: (column: Column<Row>) => void;
}

function ColumnChooser<Row>({ columns, shown, onToggle }: ChooserProps<Row>) {
  const choosable = columns.filter(({ isActions }) => !isActions);
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} aria-hidden />}>
          {texts.columns}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choosable.map((column) => (
          <Menu.CheckboxItem
            key={column.key}
            checked={shown.includes(column)}
            disabled={column.isRowName ?? false}
            onChange={() => onToggle(column)}
          >
            {column.label}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
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
