import type { Facts } from '@atrium/facts/facts-interface';
import type { Estate } from '../../registry/directory/estate.ts';

/** A stretch of time in which a zone has no counts yet, `[from, to)` in epoch seconds. */
export interface Free {
  readonly from: number;
  readonly to: number;
}

const day = 86_400;
const month = 30 * day;

interface Counted extends Free {
  readonly series: number;
}

/**
 * When a history may be imported into zones: before the first reading of the zone's sensor, and not where another import
 * has been. Whatever is left out this way was counted already. The number of questions does not depend on that of zones.
 */
export async function freeTimes(
  facts: Pick<Facts, 'aggregate'>,
  estate: Estate,
  zoneIds: ReadonlySet<string>,
  { except, now }: { readonly except: ReadonlySet<number>; readonly now: number },
): Promise<Map<string, Free[]>> {
  const zones = new Map([...zoneIds].map((id) => [id, { own: [] as Counted[], taken: [] as Free[] }]));
  for (const each of estate.series.values()) {
    const zone = each.owner === 'zone' && each.measure === 'people' ? zones.get(each.zoneId) : undefined;
    if (!zone || each.isCorrection || except.has(each.seriesId) || each.recordedFrom >= each.to) continue;
    const { seriesId: series, recordedFrom: from, to } = each;
    if (each.isImported) zone.taken.push({ from, to });
    else zone.own.push({ series, from, to });
  }
  const all = [...zones];
  const firsts = await firstReadings(
    facts,
    estate.factOrg,
    all.map(([, { own }]) => own),
    now,
  );
  return new Map(all.map(([zoneId, { taken }], index) => [zoneId, freeBetween(taken, firsts[index]!)]));
}

function freeBetween(taken: readonly Free[], first: number): Free[] {
  const free: Free[] = [];
  let at = 0;
  for (const { from, to } of taken.toSorted((a, b) => a.from - b.from)) {
    if (at < Math.min(from, first)) free.push({ from: at, to: Math.min(from, first) });
    at = Math.max(at, to);
  }
  if (at < first) free.push({ from: at, to: first });
  return free;
}

/**
 * For each zone the start of the first minute with a reading; `Infinity` when there is none. From months to days to
 * minutes, of all zones at once.
 */
async function firstReadings(
  facts: Pick<Facts, 'aggregate'>,
  org: number,
  zones: readonly (readonly Counted[])[],
  now: number,
): Promise<number[]> {
  const end = Math.ceil((now + day) / day) * day;
  let found: (number | undefined)[] = zones.map((own) => {
    const begin = Math.floor(Math.max(earliest, Math.min(...own.map(({ from }) => from))) / day) * day;
    return begin < end ? begin : undefined;
  });
  for (const [length, step] of [
    [Infinity, month],
    [month, day],
    [day, 60],
  ] as const) {
    const slices = zones.flatMap((own, key) => {
      const from = found[key];
      if (from === undefined) return [];
      const to = Math.min(from + length, end);
      const edges: number[] = [];
      for (let at = from; at < to; at += step) edges.push(at);
      return [{ edges: [...edges, to], members: own.map((each) => ({ ...each, key, wIn: 1, wOut: 1 })) }];
    });
    if (slices.length === 0) break;
    // Everything is read from minutes, so no mark matters.
    const { keys, buckets } = await facts.aggregate({ org, slices, freshFrom: 0, marks: [] });
    const least = new Map<number, number>();
    keys.forEach((key, index) => least.set(key, Math.min(least.get(key) ?? Infinity, buckets[index]!)));
    found = found.map((from, key) => {
      const bucket = least.get(key);
      return from === undefined || bucket === undefined ? undefined : from + bucket * step;
    });
  }
  return found.map((at) => at ?? Infinity);
}

const earliest = Date.UTC(2000, 0, 1) / 1000;
