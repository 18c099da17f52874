import { checkDays } from './checks.ts';
import { erasuresOver } from './erase.ts';
import { instant, int, join, nested, pairs, sql, type Sql } from './literals.ts';
import { hoursStatement } from './hours.ts';
import { lookUpShapes } from './look-up-shapes.ts';
import type { RecomputeOptions, SeriesDay } from './question.ts';
import { hullOf } from './reading-plan.ts';
import { minuteRows, ODD, seriesOf, type Asked } from './row-sources.ts';
import { DAY, HOUR, QUARTER } from './rows.ts';
import type { Tables } from './schema.ts';
import type { Shapes } from './shapes.ts';
import { rollupSettings, type Store } from './store.ts';

/**
 * Writes the quarters of whole days from their minutes, and the hours of counts from those. Concurrent writes are not lost: their day is marked again by
 * the process that appends, and a marked day is read from minutes.
 */
export async function recompute(
  store: Store,
  rollup: Rollup,
  org: number,
  days: readonly SeriesDay[],
  { keepFuller = false }: RecomputeOptions = {},
): Promise<void> {
  checkDays(days);
  const ordered = days.toSorted((a, b) => a.series - b.series || a.day - b.day);
  for (let start = 0; start < ordered.length; start += MAX_DAYS) {
    const portion = ordered.slice(start, start + MAX_DAYS);
    const asked = askedFor(org, portion);
    const shapes = await lookUpShapes(store.connection, store.tables[rollup.from], [asked]);
    const keep = keepFuller ? await keptOutside(store, asked) : undefined;
    const settings = rollupSettings(store);
    await store.connection.write(recomputeStatement(store.tables, rollup, settings, asked, shapes, keep?.quarters));
    if (rollup.into === 'quarter') {
      await store.connection.write(hoursStatement(store.tables, settings, ofDays(asked), keep?.hours));
    }
  }
}

/** Quarters and hours that no erasure touches: those may stay. */
async function keptOutside(store: Store, { org, members }: Asked): Promise<{ quarters: Sql; hours: Sql }> {
  const { from, to } = hullOf(members);
  const series = new Set(members.map((member) => member.series));
  const erased = (await erasuresOver(store, { orgs: [org], from, to })).filter((each) => series.has(each.series));
  if (erased.length === 0) return { quarters: sql`1`, hours: sql`1` };
  const outside = (unit: number) => {
    const covers = erased.map(
      (each) =>
        sql`(series = ${int(each.series)} AND at < ${instant(each.to)} AND at + ${int(unit)} > ${instant(each.from)})`,
    );
    return sql`NOT (${join(covers, ' OR ')})`;
  };
  return { quarters: outside(QUARTER), hours: outside(HOUR) };
}

/** Every UTC day that overlaps `[from, to)`, for every series. */
export function daysWithin(series: readonly number[], from: number, to: number): SeriesDay[] {
  const days: SeriesDay[] = [];
  for (const each of new Set(series)) {
    for (let day = from - (from % DAY); day < to; day += DAY) days.push({ series: each, day });
  }
  return days;
}

/** How quarters are made of minutes: of rows `(series, t, …)`, as `row-sources.ts` makes them of counts. */
export interface Rollup {
  from: 'minute' | 'level';
  into: 'quarter' | 'levelQuarter';
  rows: (table: Sql, asked: Asked, shapes: Shapes) => Sql[];
  /** Columns of such a row that are needed, apart from `series` and the seconds received, `g`; and for where there is none. */
  columns: Sql;
  none: Sql;
  /** Columns of a quarter, and what they are made of. */
  sums: Sql;
  values: Sql;
}

export const quartersOfCounts: Rollup = {
  from: 'minute',
  into: 'quarter',
  rows: minuteRows,
  columns: sql`i, o`,
  none: sql`0 AS i, 0 AS o`,
  sums: sql`ins, outs`,
  values: sql`sum(i), sum(o)`,
};

/**
 * Quarters that no longer exist are replaced with tombstones. A later run must win over an earlier one: by the engine's
 * clock, and if that went backward by being one above the existing version.
 */
export function recomputeStatement(
  tables: Tables,
  rollup: Rollup,
  settings: Sql,
  asked: Asked,
  shapes: Shapes,
  keep?: Sql,
): Sql {
  const { org } = asked;
  const into = tables[rollup.into];
  const none = keep ? sql`, 0 AS had` : sql``;
  const sources = rollup.rows(tables[rollup.from], asked, shapes).map(
    (
      rows,
    ) => sql`SELECT series, intDiv(t, ${int(QUARTER)}) * ${int(QUARTER)} AS q, ${rollup.columns}, g, 0 AS former${none}
FROM ${nested(rows)}
WHERE t > ${int(ODD)}`,
  );
  const ofTheDays = ofDays(asked);
  const had = keep ? sql`, if(${keep}, got, 0) AS had` : sql``;
  sources.push(sql`SELECT series, toUInt32(at) AS q, ${rollup.none}, 0 AS g, 1 AS former${had}
FROM ${into} FINAL
WHERE ${ofTheDays}`);
  const fullEnough = keep ? sql`\nHAVING sum(g) >= max(had)` : sql``;
  return sql`INSERT INTO ${into} (org, series, at, ${rollup.sums}, got, ver, gone)
${settings}
WITH (SELECT max(ver) FROM ${into} WHERE ${ofTheDays}) AS newest
SELECT ${int(org)}, series, q, ${rollup.values}, sum(g),
  greatest(ifNull(newest, 0) + 1, toUInt64(toUnixTimestamp64Micro(now64(6)))), min(former)
FROM ${nested(join(sources, '\nUNION ALL\n'))}
GROUP BY series, q${fullEnough}`;
}

/** The series and the range of time are said apart from the days, because only they let the engine skip files. */
export function ofDays(asked: Asked): Sql {
  const { org, members, region } = asked;
  const { from, to } = hullOf(members);
  const list = pairs(region.also.map(({ series, day }) => [series, day / DAY] as const));
  return sql`org = ${int(org)} AND ${seriesOf(asked)} AND at >= ${instant(from)} AND at < ${instant(to)} AND (series, intDiv(toUInt32(at), ${int(DAY)})) IN (${list})`;
}

/** A few hundred days are under a million minutes: fast, and within the memory of a small machine. */
const MAX_DAYS = 500;

function askedFor(org: number, days: readonly SeriesDay[]): Asked {
  const members = new Map<number, { series: number; from: number; to: number }>();
  for (const { series, day } of days) {
    const member = members.get(series);
    if (member) member.to = day + DAY;
    else members.set(series, { series, from: day, to: day + DAY });
  }
  return { org, members: [...members.values()], region: { ranges: [], except: [], also: days } };
}
