import { type CountPreview, previewCounts } from '@atrium/contract/imports';
import { countIntervals, type CountColumns } from '@atrium/rules/import-counts';
import { Checkbox, Select, Skeleton, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { zoneName } from '../../format/zones.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import type { Column } from '../../ui/table/column.ts';
import { PlainTable } from '../../ui/table/PlainTable.tsx';
import { beginningOf, guessColumns, headerOf } from './count-columns.ts';
import classes from './imports.module.css';
import { Messages } from './Messages.tsx';
import { texts } from './texts.ts';

interface Props {
  file: File;
  columns: CountColumns | undefined;
  onClose: () => void;
  onColumns: (columns: CountColumns) => void;
}

/** Enough to see whether the columns are understood. */
const previewed = 512 * 1024;
const timezones = Intl.supportedValuesOf('timeZone').map((value) => ({ value, label: zoneName(value) }));
const words = texts.counts;

/** Which column of a count history is what, with a preview of how the server understands it. */
export function CountDialog({ file, columns: known, onClose, onColumns }: Props) {
  const [read, setRead] = useState<{ text: string; isWhole: boolean; header: ReturnType<typeof headerOf> }>();
  const [isUnreadable, setUnreadable] = useState(false);
  const [columns, setColumns] = useState(known);
  useEffect(() => {
    let isCurrent = true;
    const begin = async () => {
      const found = await beginningOf(file, previewed);
      if (!isCurrent) return;
      const header = headerOf(found.text);
      setRead({ ...found, header });
      setColumns((before) => before ?? guessColumns(header.names));
    };
    begin().catch(() => isCurrent && setUnreadable(true));
    return () => {
      isCurrent = false;
    };
  }, [file]);
  const problem = isUnreadable ? words.unreadable : read?.header.problem;
  return (
    <FormDialog
      title={words.title(file.name)}
      size="lg"
      submit={words.submit}
      disabled={problem !== undefined}
      failure={problem ?? null}
      onClose={onClose}
      onSubmit={() => columns && onColumns(columns)}
    >
      <p className={classes['quiet']}>{words.intro}</p>
      {read && columns && (
        <>
          <ColumnFields header={read.header.names} columns={columns} onChange={setColumns} />
          {problem === undefined && <Preview text={read.text} columns={columns} isWhole={read.isWhole} />}
        </>
      )}
      {!(read && columns) && !isUnreadable && <Skeleton height={200} />}
    </FormDialog>
  );
}

interface FieldsProps {
  header: readonly string[];
  columns: CountColumns;
  onChange: (columns: CountColumns) => void;
}

function ColumnFields({ header, columns, onChange }: FieldsProps) {
  const change = (next: Partial<CountColumns>) => onChange({ ...columns, ...next });
  const isSplit = columns.timestamp === undefined;
  const column = (field: 'timestamp' | 'date' | 'time' | 'zone' | 'ins', label: string) => (
    <Select
      label={label}
      data={[...header]}
      value={columns[field] ?? null}
      allowDeselect={false}
      onChange={(value) => value !== null && change({ [field]: value })}
    />
  );
  return (
    <div className={classes['fields']}>
      {column('zone', words.zone)}
      {isSplit ? (
        <>
          {column('date', words.date)}
          {column('time', words.time)}
        </>
      ) : (
        column('timestamp', words.oneColumn)
      )}
      {column('ins', words.ins)}
      <Select
        label={words.outs}
        data={[...header]}
        placeholder={words.noOuts}
        value={columns.outs ?? null}
        clearable
        onChange={(value) => change({ outs: value ?? undefined })}
      />
      <Select
        label={words.minutes}
        data={countIntervals.map((minutes) => ({ value: String(minutes), label: words.interval(minutes) }))}
        value={String(columns.minutes)}
        allowDeselect={false}
        onChange={(value) => change({ minutes: countIntervals.find((each) => String(each) === value) ?? 60 })}
      />
      <Select
        label={words.timezone}
        data={timezones}
        placeholder={words.ofLocation}
        value={columns.timezone ?? null}
        searchable
        clearable
        limit={100}
        onChange={(value) => change({ timezone: value ?? undefined })}
      />
      <Checkbox
        label={words.split}
        checked={isSplit}
        onChange={({ currentTarget: { checked } }) =>
          change(
            checked
              ? { timestamp: undefined, date: columns.date ?? header[0], time: columns.time ?? header[1] }
              : { timestamp: columns.date ?? header[0], date: undefined, time: undefined },
          )
        }
      />
      <Checkbox
        label={words.dayFirst}
        checked={columns.dayFirst ?? false}
        onChange={({ currentTarget: { checked } }) => change({ dayFirst: checked })}
      />
    </div>
  );
}

function Preview({ text, columns, isWhole }: { text: string; columns: CountColumns; isWhole: boolean }) {
  const found = useEndpoint(previewCounts, { body: { text, columns } }, { texts: words.read, keep: true });
  const preview = found.data;
  if (!preview)
    return found.error ? <p className={classes['problem']}>{found.error.message}</p> : <Skeleton height={120} />;
  return (
    <div className={classes['preview']} aria-busy={found.isFetching}>
      <Title order={3}>{words.preview}</Title>
      <output className={classes['quiet']}>
        {words.found(preview.rowCount, preview.errorCount)}
        {!isWhole && ` ${words.beginning}`}
      </output>
      {preview.rows.length > 0 && (
        <PlainTable label={words.rows} columns={rowColumns} rows={preview.rows} keyOf={({ line }) => String(line)} />
      )}
      {preview.messages.length > 0 && <Messages messages={preview.messages} />}
      {preview.totals.length > 0 && (
        <PlainTable
          label={words.totals}
          columns={totalColumns}
          rows={preview.totals}
          keyOf={({ zoneId, month }) => `${zoneId} ${month}`}
        />
      )}
    </div>
  );
}

const names = words.columns;

const rowColumns: readonly Column<CountPreview['rows'][number]>[] = [
  { key: 'line', label: names.line, kind: 'number', width: 60, value: ({ line }) => line },
  { key: 'zone', label: names.zone, kind: 'text', width: 160, isRowName: true, value: ({ zoneName: name }) => name },
  { key: 'localTime', label: names.localTime, kind: 'text', width: 140, value: ({ localTime }) => localTime },
  { key: 'ins', label: names.ins, kind: 'number', width: 70, value: ({ ins }) => ins },
  { key: 'outs', label: names.outs, kind: 'number', width: 70, value: ({ outs }) => outs },
];

const totalColumns: readonly Column<CountPreview['totals'][number]>[] = [
  { key: 'zone', label: names.zone, kind: 'text', width: 160, isRowName: true, value: ({ zoneName: name }) => name },
  { key: 'month', label: names.month, kind: 'text', width: 90, value: ({ month }) => month },
  { key: 'ins', label: names.ins, kind: 'number', width: 70, value: ({ ins }) => ins },
  { key: 'outs', label: names.outs, kind: 'number', width: 70, value: ({ outs }) => outs },
  { key: 'rows', label: names.rows, kind: 'number', width: 70, value: ({ rowCount }) => rowCount },
];
