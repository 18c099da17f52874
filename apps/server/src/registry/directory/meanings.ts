import type { Estate, ZoneSeries } from './estate.ts';

/** Whom a query counts. */
export interface Meaning {
  readonly measure: string;
  /** Everyone when absent: a zone as it is set, otherwise zones that count everyone, or everyone but staff. */
  readonly countFilter?: number | undefined;
}

/** Ascending, not overlapping; epoch seconds, `[from, to)`. */
type Ranges = readonly { readonly from: number; readonly to: number }[];

/**
 * When the sensor of a series counts the same in a better way, so that the series does not count then; undefined where the
 * series counts something else. A line that people cross twice, once for everyone and once without staff, counts once.
 */
export function betterMeanings(estate: Estate, series: ZoneSeries, asked: Meaning): Ranges | undefined {
  const meanings = meaningsOf(asked);
  const place = meanings.findIndex(
    ({ measure, countFilter }) => series.measure === measure && series.countFilter === countFilter,
  );
  if (place < 0) return undefined;
  const index = indexOf(estate);
  return merged(meanings.slice(0, place).flatMap((meaning) => index.get(keyOf(series, meaning)) ?? []));
}

/** Count filters that some sensors report as measures. A zone with the filter itself is better. */
const measureOfFilter: ReadonlyMap<number, string> = new Map([
  [1, 'group'],
  [2, 'adult'],
  [4, 'child'],
  [6, 'cart'],
]);

/** Normal traffic where a sensor has nothing else. */
const staffExcluded = 5;

/** Best first. */
function meaningsOf({ measure, countFilter }: Meaning): readonly Required<Meaning>[] {
  if (countFilter === undefined) return [0, staffExcluded].map((each) => ({ measure, countFilter: each }));
  const reported = measure === 'people' ? measureOfFilter.get(countFilter) : undefined;
  return [{ measure, countFilter }, ...(reported === undefined ? [] : [{ measure: reported, countFilter: 0 }])];
}

const indexes = new WeakMap<Estate, ReadonlyMap<string, Ranges>>();

/** When sensors count with which meaning, for which use; in order of time. */
function indexOf(estate: Estate): ReadonlyMap<string, Ranges> {
  const known = indexes.get(estate);
  if (known) return known;
  const index = new Map<string, { from: number; to: number }[]>();
  for (const series of [...estate.series.values()].toSorted((a, b) => a.from - b.from)) {
    if (series.owner !== 'zone' || !series.enabled || series.from >= series.to) continue;
    const key = keyOf(series, series);
    const ranges = index.get(key);
    if (ranges) ranges.push(series);
    else index.set(key, [series]);
  }
  indexes.set(estate, index);
  return index;
}

function keyOf({ sensorId, countApplication }: ZoneSeries, { measure, countFilter }: Meaning): string {
  return `${sensorId} ${countApplication} ${measure} ${countFilter}`;
}

function merged(ranges: Ranges): Ranges {
  const found: { from: number; to: number }[] = [];
  for (const { from, to } of ranges) {
    const last = found.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else found.push({ from, to });
  }
  return found;
}
