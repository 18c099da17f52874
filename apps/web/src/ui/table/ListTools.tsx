import { Button, TextInput } from '@mantine/core';
import { IconColumns3, IconDownload, IconSearch } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { lazy, type ReactNode } from 'react';
import { MenuLater } from '../MenuLater.tsx';
import type { Column } from './column.ts';
import { downloadCsv } from './csv.ts';
import classes from './table.module.css';
import { texts } from './texts.ts';

const loadItems = () => import('../CheckItems.tsx');
const CheckItems = lazy(async () => ({ default: (await loadItems()).CheckItems }));

interface Props<Row> extends ChooserProps<Row> {
  search: string;
  onSearch: (search: string) => void;
  placeholder?: string;
  /** Filters, next to the search. */
  filters: ReactNode;
  inFile: readonly Column<Row>[];
  fileName: () => string;
  /** Everything that matches the filter, for the CSV file. */
  loadAll: () => Promise<readonly Row[]>;
}

/** What is above the rows of a list: search, filters, columns and the CSV file. */
export function ListTools<Row>(props: Props<Row>) {
  const { search, onSearch, placeholder = texts.search, columns, shown, onToggle } = props;
  const file = useMutation({
    mutationFn: async () => downloadCsv(props.fileName(), props.inFile, await props.loadAll()),
    // Without a network it fails and says so, instead of waiting for one.
    networkMode: 'always',
    meta: texts.file,
  });
  return (
    <div className={classes['tools']}>
      <TextInput
        className={classes['search']}
        type="search"
        aria-label={texts.search}
        placeholder={placeholder}
        leftSection={<IconSearch size={16} aria-hidden />}
        maxLength={200}
        value={search}
        onChange={(event) => onSearch(event.currentTarget.value)}
      />
      {props.filters}
      <div className={classes['buttons']}>
        <ColumnChooser columns={columns} shown={shown} onToggle={onToggle} />
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={file.isPending}
          onClick={() => file.mutate()}
        >
          {texts.csv}
        </Button>
      </div>
    </div>
  );
}

interface ChooserProps<Row> {
  columns: readonly Column<Row>[];
  shown: readonly Column<Row>[];
  onToggle: (column: Column<Row>) => void;
}

function ColumnChooser<Row>({ columns, shown, onToggle }: ChooserProps<Row>) {
  const items = columns
    .filter(({ isActions }) => !isActions)
    .map((column) => ({
      key: column.key,
      label: column.label,
      isChecked: shown.includes(column),
      isDisabled: column.isRowName ?? false,
      onToggle: () => onToggle(column),
    }));
  return (
    <MenuLater
      position="bottom-end"
      preload={loadItems}
      target={
        <Button variant="default" leftSection={<IconColumns3 size={16} aria-hidden />}>
          {texts.columns}
        </Button>
      }
    >
      <CheckItems items={items} />
    </MenuLater>
  );
}
