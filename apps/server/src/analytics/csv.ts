import { wallClock } from '@atrium/calendar/zones';
import { csvField } from '@atrium/rules/csv-field';
import type { DateColumn, Table, TableColumn } from './table.ts';

const rowsAtOnce = 2000;

/** A table as CSV (RFC 4180) with a header row, in pieces; no value is an empty field. */
export function* csvOf({ length, columns }: Table): Generator<Buffer> {
  yield Buffer.from(`${columns.map(({ name }) => csvField(name)).join(',')}\r\n`);
  const fields = columns.map(fieldsOf);
  for (let begin = 0; begin < length; begin += rowsAtOnce) {
    const end = Math.min(length, begin + rowsAtOnce);
    let text = '';
    for (let row = begin; row < end; row += 1) {
      for (let column = 0; column < fields.length; column += 1) text += (column > 0 ? ',' : '') + fields[column]!(row);
      text += '\r\n';
    }
    yield Buffer.from(text);
  }
}

function fieldsOf(column: TableColumn): (row: number) => string {
  switch (column.kind) {
    case 'date':
      return dates(column);
    case 'text': {
      const texts = column.texts.map(csvField);
      return (row) => texts[column.text[row]!]!;
    }
    case 'number':
      return (row) => numeric(column.values[row]!);
  }
}

function numeric(value: number): string {
  return Number.isNaN(value) ? '' : String(value);
}

/** As in JSON. Rows with the same date are adjacent. */
function dates({ values, zone, hasTime }: DateColumn): (row: number) => string {
  let [last, text] = [Number.NaN, ''];
  return (row) => {
    const start = values[row]!;
    if (start === last) return text;
    last = start;
    const shown = new Date((zone ? wallClock(zone, start) : start) * 1000);
    if (Number.isNaN(start)) text = '';
    else text = `${shown.toISOString().slice(0, hasTime ? 19 : 10)}${zone ? '' : 'Z'}`;
    return text;
  };
}
