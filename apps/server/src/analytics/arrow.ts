import { wallClock } from '@atrium/calendar/zones';
import type { Data, DataType, RecordBatch, Vector } from 'apache-arrow';
import type { Table, TableColumn } from './table.ts';

export type Arrow = typeof import('apache-arrow');

const rowsAtOnce = 8192;

/** Half a second and 18 MB that only those pay who ask for it. */
export function loadArrow(): Promise<Arrow> {
  return import('apache-arrow');
}

/**
 * A table as an Arrow IPC stream: dates are milliseconds (UTC, or without a zone where they are local), texts dictionaries,
 * everything else 64-bit floating point; what is missing is null. One piece is one batch.
 */
export function* arrowOf(arrow: Arrow, table: Table): Generator<Buffer> {
  const written: Uint8Array[] = [];
  class Sink extends arrow.AsyncByteQueue {
    override write(bytes: Uint8Array): void {
      written.push(bytes);
    }
  }
  const writer = new arrow.RecordBatchStreamWriter().reset(new Sink());
  for (const batch of batchesOf(arrow, table)) {
    writer.write(batch);
    yield Buffer.concat(written.splice(0));
  }
  writer.close();
  yield Buffer.concat(written);
}

function* batchesOf(arrow: Arrow, { length, columns }: Table): Generator<RecordBatch> {
  const series = columns.map((column) => seriesOf(arrow, column));
  const schema = new arrow.Schema(columns.map(({ name }, at) => new arrow.Field(name, series[at]!.type, true)));
  const type = new arrow.Struct(schema.fields);
  // A table without rows has a batch as well: without one there would be no schema.
  for (let begin = 0; begin === 0 || begin < length; begin += rowsAtOnce) {
    const end = Math.min(length, begin + rowsAtOnce);
    const children = series.map(({ data }) => data(begin, end));
    yield new arrow.RecordBatch(schema, arrow.makeData({ type, length: end - begin, nullCount: 0, children }));
  }
}

interface Series {
  readonly type: DataType;
  readonly data: (begin: number, end: number) => Data;
}

function seriesOf(arrow: Arrow, column: TableColumn): Series {
  switch (column.kind) {
    case 'date': {
      const { values, zone } = column;
      const type = new arrow.Timestamp(arrow.TimeUnit.MILLISECOND, zone ? null : 'UTC');
      const millisecond = (start: number) => BigInt((zone ? wallClock(zone, start) : start) * 1000);
      return {
        type,
        data: (begin, end) => {
          const some = values.subarray(begin, end);
          const data = BigInt64Array.from(some, (start) => (Number.isNaN(start) ? 0n : millisecond(start)));
          return arrow.makeData({ type, data, ...nullsIn(some) });
        },
      };
    }
    case 'text': {
      const { texts, text } = column;
      const type = new arrow.Dictionary(new arrow.Utf8(), new arrow.Int32());
      const dictionary: Vector = arrow.vectorFromArray(
        texts.map((each) => each ?? ''),
        new arrow.Utf8(),
      );
      return {
        type,
        data: (begin, end) => {
          const data = Int32Array.from(text.subarray(begin, end));
          const missing = Float64Array.from(data, (place) => (texts[place] === null ? Number.NaN : 0));
          return arrow.makeData({ type, data, dictionary, ...nullsIn(missing) });
        },
      };
    }
    case 'number': {
      const type = new arrow.Float64();
      return {
        type,
        data: (begin, end) => {
          const data = column.values.slice(begin, end);
          return arrow.makeData({ type, data, ...nullsIn(data) });
        },
      };
    }
  }
}

/** A bit for each value that is one. */
function nullsIn(values: Float64Array) {
  const nullBitmap = new Uint8Array(Math.ceil(values.length / 8));
  let nullCount = 0;
  for (let row = 0; row < values.length; row += 1) {
    if (Number.isNaN(values[row])) nullCount += 1;
    else nullBitmap[row >> 3]! |= 1 << (row & 7);
  }
  return { length: values.length, nullCount, nullBitmap };
}
