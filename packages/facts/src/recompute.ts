import { checkDays } from './checks.ts';
import { int, join, nested, pairs, sql, type Sql } from './literals.ts';
import { lookUpShapes } from './look-up-shapes.ts';
import type { SeriesDay } from './question.ts';
import { minuteRows, ODD, type Asked } from './row-sources.ts';
import { DAY, QUARTER } from './rows.ts';
import type { Tables } from './schema.ts';
import type { Shapes } from './shapes.ts';
import { insertSettings, type Store } from './store.ts';

/**
 * Writes the quarters of whole days from their minutes. What arrives meanwhile is not lost: its day is marked anew by whoever
 * appends, and a marked day is read from minutes.
 */
export async function recompute(store: Store, org: number, days: readonly SeriesDay[]): Promise<void> {
  checkDays(days);
  const ordered = days.toSorted((a, b) => a.series - b.series || a.day - b.day);
  for (let start = 0; start < ordered.length; start += MOST_DAYS) {
    const portion = ordered.slice(start, start + MOST_DAYS);
    const asked = askedFor(org, portion);
    const shapes = await lookUpShapes(store, [asked]);
    await store.connection.write(recomputeStatement(store.tables, insertSettings(store), asked, shapes));
  }
}

/** Every UTC day that `[from, to)` touches, for every series. */
export function daysWithin(series: readonly number[], from: number, to: number): SeriesDay[] {
  const days: SeriesDay[] = [];
  for (const each of new Set(series)) {
    for (let day = from - (from % DAY); day < to; day += DAY) days.push({ series: each, day });
  }
  return days;
}

/**
 * Quarters that no longer exist are replaced by tombstones. A later run must win over an earlier one: by the engine's clock,
 * and where that went backwards by being one above what is there.
 */
export function recomputeStatement(tables: Tables, settings: Sql, asked: Asked, shapes: Shapes): Sql {
  const { org, region } = asked;
  const sources = minuteRows(tables.minute, asked, shapes).map(
    (rows) => sql`SELECT series, intDiv(t, ${int(QUARTER)}) * ${int(QUARTER)} AS q, i, o, g, 0 AS former
FROM ${nested(rows)}
WHERE t > ${int(ODD)}`,
  );
  const list = pairs(region.also.map(({ series, day }) => [series, day / DAY] as const));
  const ofTheDays = sql`org = ${int(org)} AND (series, intDiv(toUInt32(at), ${int(DAY)})) IN (${list})`;
  sources.push(sql`SELECT series, toUInt32(at) AS q, 0 AS i, 0 AS o, 0 AS g, 1 AS former
FROM ${tables.quarter} FINAL
WHERE ${ofTheDays}`);
  return sql`INSERT INTO ${tables.quarter} (org, series, at, ins, outs, got, ver, gone)
${settings}
WITH (SELECT max(ver) FROM ${tables.quarter} WHERE ${ofTheDays}) AS newest
SELECT ${int(org)}, series, q, sum(i), sum(o), sum(g),
  greatest(ifNull(newest, 0) + 1, toUInt64(toUnixTimestamp64Micro(now64(6)))), min(former)
FROM ${nested(join(sources, '\nUNION ALL\n'))}
GROUP BY series, q`;
}

/** A few hundred days are under a million minutes: quick, and within the memory of a small machine. */
const MOST_DAYS = 500;

function askedFor(org: number, days: readonly SeriesDay[]): Asked {
  const members = new Map<number, { series: number; from: number; to: number }>();
  for (const { series, day } of days) {
    const member = members.get(series);
    if (member) member.to = day + DAY;
    else members.set(series, { series, from: day, to: day + DAY });
  }
  return { org, members: [...members.values()], region: { ranges: [], except: [], also: days } };
}
