import { type CountColumns, defaultCountColumns } from '@atrium/rules/import-counts';
import { openCsv } from '@atrium/rules/import-csv';
import { columnsOf } from '@atrium/rules/import-rows';
import { headerName } from '@atrium/rules/csv-import';

interface Header {
  /** The names of the columns, as an import knows them, each once. */
  readonly names: readonly string[];
  /** Why an import refuses it. */
  readonly problem: string | undefined;
}

export function headerOf(text: string): Header {
  try {
    const csv = openCsv();
    const [header = { line: 1, fields: [] }] = [...csv.push(text), ...csv.end()];
    const names = new Set(header.fields.map(headerName).filter((name) => name !== ''));
    const columns = columnsOf(header, []);
    return { names: [...names], problem: 'message' in columns ? columns.message : undefined };
  } catch {
    return { names: [], problem: undefined };
  }
}

const guesses = {
  timestamp: ['timestamp', 'datetime', 'recorddate', 'when', 'start'],
  date: ['date', 'day', 'datum'],
  time: ['time', 'hour', 'clock', 'zeit'],
  zone: ['zone', 'zonename', 'zoneid', 'door', 'entrance', 'line'],
  ins: ['in', 'ins', 'entries', 'peoplein', 'forward'],
  outs: ['out', 'outs', 'exits', 'peopleout', 'backward'],
} as const;

/** Guesses what each column holds, by common names. */
export function guessColumns(header: readonly string[]): CountColumns {
  const find = (names: readonly string[]) => header.find((name) => names.includes(name.toLowerCase()));
  const timestamp = find(guesses.timestamp);
  const date = find(guesses.date);
  const when = timestamp === undefined && date !== undefined ? { date, time: find(guesses.time) ?? header[0] } : {};
  return {
    ...defaultCountColumns,
    timestamp: timestamp ?? (date === undefined ? header[0] : undefined),
    ...when,
    zone: find(guesses.zone) ?? header[0],
    ins: find(guesses.ins) ?? header[0] ?? '',
    outs: find(guesses.outs),
  };
}

/** A file up to its last complete line within the limit. */
export async function beginningOf(file: File, limit: number): Promise<{ text: string; isWhole: boolean }> {
  const isWhole = file.size <= limit;
  const text = await (isWhole ? file : file.slice(0, limit)).text();
  return { text: isWhole ? text : text.slice(0, text.lastIndexOf('\n') + 1), isWhole };
}
