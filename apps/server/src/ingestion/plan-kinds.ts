import { createHash } from 'node:crypto';
import { DAY, MAX_SPAN, type EventRow, type HeardRow, type LevelRow, type VisitRow } from '@atrium/facts/rows';
import type { EstateZone } from '../registry/directory/estate.ts';
import type { LevelReading, SampleReading, TrackEvent } from './vendors/kinds.ts';

/** What a body says besides counts, as rows of facts. */
export interface KindRows {
  readonly levels: readonly LevelRow[];
  readonly samples: readonly VisitRow[];
  readonly events: readonly EventRow[];
  readonly heard: readonly HeardRow[];
}

export const noKindRows: KindRows = { levels: [], samples: [], events: [], heard: [] };

/** Rows of several bodies, or of several devices of one. */
export function joinedKinds(all: readonly KindRows[]): KindRows {
  return {
    levels: all.flatMap(({ levels }) => levels),
    samples: all.flatMap(({ samples }) => samples),
    events: all.flatMap(({ events }) => events),
    heard: all.flatMap(({ heard }) => heard),
  };
}

/** Where a row belongs, and which of two it is. */
interface Placed {
  readonly org: number;
  readonly series: number;
  readonly ver: bigint;
}

/** A local day may have 25 hours and a fact 24: the level is the same in the rest. */
export function levelRows(
  { org, series, ver }: Placed,
  { at, span, last, lo, hi }: LevelReading & { readonly span: number },
): LevelRow[] {
  const start = Math.floor(at);
  const length = Math.max(1, Math.round(span));
  const rows: LevelRow[] = [];
  for (let from = 0; from < length; from += MAX_SPAN) {
    rows.push({ org, series, at: start + from, span: Math.min(MAX_SPAN, length - from), last, lo, hi, ver, gone: 0 });
  }
  return rows;
}

/** It belongs to the start of its interval, so that it lies in it. */
export function sampleRow({ org, series, ver }: Placed, sample: SampleReading): VisitRow {
  const at = Math.floor(sample.at);
  const { milliseconds: ms, n, outcome } = sample;
  // Those who were served and those who gave up are told apart, also where the device numbers neither.
  const named = sample.id === '' ? outcome : sample.id;
  const within = Math.round((sample.at - at) * 1000);
  const id = numberOf(within === 0 ? named : `${named} ${within}`, 64);
  return { org, series, at, id, ms, n, outcome, ver, gone: 0 };
}

/** The waits of an interval added up, also where its zone says that the device gives their average. */
export function addedUp(sample: SampleReading, zone: Pick<EstateZone, 'averageWaits'> | undefined): SampleReading {
  const { at, milliseconds, n, isSumOrAverage } = sample;
  if (!isSumOrAverage || !zone?.averageWaits?.some(({ from, to }) => from <= at && at < to)) return sample;
  return { ...sample, milliseconds: milliseconds * n };
}

export function eventRow(
  { org, series, ver }: Placed,
  event: TrackEvent,
  { logic, trackDays }: { readonly logic: string; readonly trackDays: number },
): EventRow {
  const at = Math.round(event.at * 1000) / 1000;
  return {
    org,
    series,
    at,
    track: numberOf(event.track, 64),
    type: event.type,
    logic: Number(numberOf(logic, 32)),
    ms: event.milliseconds ?? 0,
    keepUntil: (Math.floor(at / DAY) + trackDays + 1) * DAY,
    ver,
    gone: 0,
  };
}

/** A number stands for itself; any other name for 64 or 32 bits of its hash. */
function numberOf(name: string, bits: 32 | 64): bigint {
  if (/^(0|[1-9]\d{0,18})$/.test(name)) {
    const number = BigInt(name);
    if (number < 1n << BigInt(bits)) return number;
  }
  return createHash('sha256').update(name).digest().readBigUInt64BE() >> BigInt(64 - bits);
}

/** If a body says something twice, the last one wins; two facts of one version would be ambiguous. */
export function oneEach<Row extends { readonly series: number; readonly at: number; readonly ver: bigint }>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): readonly Row[] {
  if (goForward(rows)) return rows;
  const byKey = new Map<string, Row>();
  for (const row of rows) {
    const key = keyOf(row);
    const known = byKey.get(key);
    if (!known || known.ver <= row.ver) byKey.set(key, row);
  }
  return [...byKey.values()];
}

/** Whether every row of a series is later than the one before, as most devices report: then nothing is said twice. */
function goForward(rows: readonly { readonly series: number; readonly at: number }[]): boolean {
  const latest = new Map<number, number>();
  for (const { series, at } of rows) {
    if (at <= (latest.get(series) ?? -1)) return false;
    latest.set(series, at);
  }
  return true;
}

export function oneOfEach({ levels, samples, events, heard }: KindRows): KindRows {
  return {
    levels: oneEach(levels, ({ series, at, span }) => `${series}/${at}/${span}`),
    samples: oneEach(samples, ({ series, at, id }) => `${series}/${at}/${id}`),
    events: oneEach(events, ({ series, at, track, type, logic }) => `${series}/${at}/${track}/${type}/${logic}`),
    heard,
  };
}
