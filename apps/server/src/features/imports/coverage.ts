import type { Facts } from '@atrium/facts/facts-interface';
import type { Estate } from '../../registry/directory/estate.ts';

/** A stretch of time in which a zone has no counts yet, `[from, to)` in epoch seconds. */
export interface Free {
  readonly from: number;
  readonly to: number;
}

const day = 86_400;
const month = 30 * day;

/**
 * When a history may be imported into a zone: before its sensor's first reading, and not where another import has been.
 * Whatever is left out this way was counted already.
 */
export async function freeTimes(
  facts: Pick<Facts, 'aggregate'>,
  estate: Estate,
  zoneId: string,
  importId: { readonly series: ReadonlySet<number> },
  now: number,
): Promise<Free[]> {
  const own: { series: number; from: number; to: number }[] = [];
  const taken: Free[] = [];
  for (const each of estate.series.values()) {
    if (each.isCorrection || each.owner !== 'zone' || each.zoneId !== zoneId || each.measure !== 'people') continue;
    if (importId.series.has(each.seriesId) || each.recordedFrom >= each.to) continue;
    if (!each.isImported) own.push({ series: each.seriesId, from: each.recordedFrom, to: each.to });
    else taken.push({ from: each.recordedFrom, to: each.to });
  }
  const first = await firstReading(facts, estate.factOrg, own, now);
  const free: Free[] = [];
  let at = 0;
  for (const { from, to } of taken.toSorted((a, b) => a.from - b.from)) {
    if (at < Math.min(from, first)) free.push({ from: at, to: Math.min(from, first) });
    at = Math.max(at, to);
  }
  if (at < first) free.push({ from: at, to: first });
  return free;
}

/** The start of the first minute with a reading; `Infinity` when there is none. From months to days to minutes. */
async function firstReading(
  facts: Pick<Facts, 'aggregate'>,
  org: number,
  own: readonly { series: number; from: number; to: number }[],
  now: number,
): Promise<number> {
  if (own.length === 0) return Infinity;
  const end = Math.ceil((now + day) / day) * day;
  const members = own.map((each) => ({ ...each, key: 0, wIn: 1, wOut: 1 }));
  const firstIn = async (from: number, to: number, step: number): Promise<number | undefined> => {
    const edges: number[] = [];
    for (let at = from; at < to; at += step) edges.push(at);
    edges.push(to);
    // Everything is read from minutes, so no mark matters.
    const { buckets } = await facts.aggregate({ org, slices: [{ edges, members }], freshFrom: 0, marks: [] });
    return buckets.length === 0 ? undefined : edges[buckets.reduce((least, bucket) => Math.min(least, bucket))];
  };
  const begin = Math.floor(Math.max(earliest, Math.min(...own.map(({ from }) => from))) / day) * day;
  const inMonth = begin < end ? await firstIn(begin, end, month) : undefined;
  if (inMonth === undefined) return Infinity;
  const inDay = (await firstIn(inMonth, Math.min(inMonth + month, end), day)) ?? inMonth;
  return (await firstIn(inDay, inDay + day, 60)) ?? inDay;
}

const earliest = Date.UTC(2000, 0, 1) / 1000;
