import type { Erasure } from './facts-interface.ts';
import type { Fact } from './kinds.ts';
import type { Cells } from './kind-questions.ts';
import type { Membership, Slice } from './question.ts';
import { MINUTE } from './rows.ts';

/** Rows by their key: the highest `ver` wins, and an erasure outranks what it covers, whichever comes first. */
export function keepRows<Row extends Fact>(erasures: readonly Erasure[], keyOf: (row: Row) => string) {
  const rows = new Map<string, Row>();
  const put = (row: Row) => {
    const key = `${row.org} ${row.series} ${keyOf(row)}`;
    const present = rows.get(key);
    if (!present || row.ver >= present.ver) rows.set(key, row);
  };
  const erase = (erasure: Erasure, row: Row) => {
    if (covers(erasure, row)) put({ ...row, ver: erasure.ver, gone: 1 });
  };
  return {
    append(added: readonly Row[]): void {
      for (const row of added) {
        put(row);
        for (const erasure of erasures) erase(erasure, row);
      }
    },
    erase(erasure: Erasure): void {
      for (const row of rows.values()) erase(erasure, row);
    },
    of: (org: number, series: number): Row[] =>
      [...rows.values()].filter((row) => row.org === org && row.series === series && row.gone === 0),
  };
}
export type KeptRows<Row extends Fact> = ReturnType<typeof keepRows<Row>>;

function covers({ org, series, from, to, ver }: Erasure, row: Fact): boolean {
  return row.org === org && row.series === series && row.at >= from && row.at < to && row.ver < ver;
}

/** The bucket of a minute, or -1 where the minute does not count. */
export function bucketOfMinute(slice: Slice<Membership>, member: Membership, minute: number): number {
  return bucketNumber(slice, positionOfMinute(slice, member, minute));
}

export function positionOfMinute({ edges, open }: Slice<Membership>, { from, to }: Membership, minute: number): number {
  if (minute < from || minute >= to) return -1;
  if (open && !open.some((hours) => hours.from <= minute && minute < hours.to)) return -1;
  const position = edges.findLastIndex((edge) => edge <= minute);
  return position === edges.length - 1 ? -1 : position;
}

export function bucketNumber({ buckets }: Slice<Membership>, position: number): number {
  return buckets?.[position] ?? position;
}

/** What is counted in each minute of a record, in whole numbers that add up. */
export function shares(value: number, count: number): number[] {
  return Array.from(
    { length: count },
    (_, k) => Math.trunc((value * (k + 1)) / count) - Math.trunc((value * k) / count),
  );
}

export function minuteOf(at: number): number {
  return Math.floor(at / MINUTE) * MINUTE;
}

export function minuteCount(span: number): number {
  return Math.max(1, Math.round(span / MINUTE));
}

/** A place for each (key, bucket) that something falls into, in order at the end. */
export function gatherCells<Gathered>(empty: () => Gathered) {
  const cells = new Map<string, { key: number; bucket: number; gathered: Gathered }>();
  return {
    at(key: number, bucket: number): Gathered {
      const cell = cells.get(`${key} ${bucket}`) ?? { key, bucket, gathered: empty() };
      cells.set(`${key} ${bucket}`, cell);
      return cell.gathered;
    },
    answer<Column extends string>(
      columns: readonly Column[],
      valueOf: (column: Column, gathered: Gathered) => number,
    ): Cells<Column> {
      const ordered = [...cells.values()].toSorted((a, b) => a.key - b.key || a.bucket - b.bucket);
      const values = columns.map(
        (column) => [column, Float64Array.from(ordered, ({ gathered }) => valueOf(column, gathered))] as const,
      );
      return {
        keys: Uint32Array.from(ordered, ({ key }) => key),
        buckets: Uint32Array.from(ordered, ({ bucket }) => bucket),
        ...(Object.fromEntries(values) as Record<Column, Float64Array>),
      };
    },
  };
}
