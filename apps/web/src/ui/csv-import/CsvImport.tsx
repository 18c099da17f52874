import { Button } from '@mantine/core';
import { IconAlertCircle, IconDownload, IconFileSpreadsheet, IconUpload } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useState } from 'react';
import { FileButton } from '../FileButton.tsx';
import { downloadCsv } from '../table/csv.ts';
import classes from './csv-import.module.css';
import { texts } from './texts.ts';

interface Props<Row> {
  /** The expected content of the file. */
  help: ReactNode;
  /** A template: its name, its header and an example line. */
  template: { name: string; columns: readonly string[]; example: readonly string[] };
  /** Parses the bytes, or returns a message about why it cannot. */
  read: (bytes: Uint8Array) => Promise<{ rows: readonly Row[] } | { problem: string }>;
  /** The parsed file; undefined if it is invalid. */
  onRead: (rows: readonly Row[] | undefined) => void;
}

/** Accepts a CSV file, chosen or dropped, and reports its problems. */
export function CsvImport<Row>({ help, template, read, onRead }: Props<Row>) {
  const [name, setName] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [over, setOver] = useState(false);

  const take = async (file: File | null | undefined) => {
    if (!file) return;
    setName(file.name);
    const reading = await read(new Uint8Array(await file.arrayBuffer()));
    setProblem('problem' in reading ? reading.problem : undefined);
    onRead('rows' in reading ? reading.rows : undefined);
  };
  const drag = (isOver: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(isOver);
  };

  return (
    <div>
      <div
        className={classes['area']}
        data-over={over || undefined}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={(event) => {
          drag(false)(event);
          void take(event.dataTransfer.files[0]);
        }}
      >
        <IconFileSpreadsheet size={28} stroke={1.5} aria-hidden />
        <div className={classes['words']}>
          <div className={classes['name']}>{name ?? texts.drop}</div>
          <div className={classes['help']}>{help}</div>
        </div>
        <FileButton onChange={(file) => void take(file)} accept=".csv,text/csv">
          {({ onClick }) => (
            <Button variant="default" leftSection={<IconUpload size={16} aria-hidden />} onClick={onClick}>
              {name === undefined ? texts.choose : texts.another}
            </Button>
          )}
        </FileButton>
      </div>
      <div role="alert" className={classes['problem']}>
        {problem !== undefined && (
          <>
            <IconAlertCircle size={18} aria-hidden />
            {problem}
          </>
        )}
      </div>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconDownload size={14} aria-hidden />}
        onClick={() => downloadTemplate(template)}
      >
        {texts.template}
      </Button>
    </div>
  );
}

function downloadTemplate({ name, columns, example }: Props<never>['template']): void {
  const described = columns.map((label, index) => ({
    key: label,
    label,
    kind: 'text' as const,
    width: 0,
    value: (row: readonly string[]) => row[index] ?? '',
  }));
  downloadCsv(name, described, [example]);
}
