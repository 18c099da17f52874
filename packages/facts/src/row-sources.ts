import { int, instant, ints, join, pairs, sql, type Sql } from './literals.ts';
import type { SeriesDay } from './question.ts';
import { clipped, hullOf, type Region } from './reading-plan.ts';
import type { Range } from './generated-history.ts';
import { DAY, MAX_SPAN, MINUTE } from './rows.ts';
import type { Shapes } from './shapes.ts';

/**
 * Sources of rows `(series, t, i, o, g)`. Summed over whole minutes or quarters they give people in, people out and seconds
 * received; `t` is an instant inside the minute, quarter or hour a row belongs to, or one of these:
 */
export const WATCHED = 0;
export const ODD = 1;

export interface Asked {
  org: number;
  /** Ascending; a series occurs once. `[from, to)` is its requested range. */
  members: readonly (Range & { series: number })[];
  region: Region;
  /** Only what starts in one of these. */
  open?: readonly Range[] | undefined;
}

/** Quarters or hours. */
export function sumRows(table: Sql, asked: Asked): Sql {
  return sql`SELECT series, toUInt32(at) AS t, ins AS i, outs AS o, got AS g
FROM ${table} FINAL
WHERE org = ${int(asked.org)} AND ${seriesOf(asked)} AND ${exactly(asked, sql`at`)}`;
}

/**
 * From minutes: one source for the series that are assumed to be plain, one for the rest. An `ODD` row invalidates the
 * answer, because its series does not have the assumed shape; `WATCHED` rows were read to find that out and do not
 * count.
 */
export function minuteRows(minute: Sql, asked: Asked, shapes: Shapes): Sql[] {
  return byShape(
    asked,
    shapes,
    (plain) => plainRows(minute, plain, shapes),
    (mixed) => mixedRows(minute, mixed),
  );
}

export function byShape(
  asked: Asked,
  shapes: Shapes,
  rowsOfPlain: (plain: Asked) => Sql,
  rowsOfMixed: (mixed: Asked) => Sql,
): Sql[] {
  const plain = asked.members.filter(({ series }) => shapes.get(series) !== 'mixed');
  const mixed = asked.members.filter(({ series }) => shapes.get(series) === 'mixed');
  const sources: Sql[] = [];
  if (plain.length > 0) sources.push(rowsOfPlain(narrowed(asked, plain)));
  if (mixed.length > 0) sources.push(rowsOfMixed(narrowed(asked, mixed)));
  return sources;
}

function narrowed(asked: Asked, members: Asked['members']): Asked {
  const series = new Set(members.map((member) => member.series));
  return {
    ...asked,
    members,
    region: { ...asked.region, also: asked.region.also.filter((day) => series.has(day.series)) },
  };
}

/**
 * Records of one span that divides the minute, on its multiples, never share a minute with others: each counts as is.
 * The day before is watched too, because a long record in it would extend into the range.
 */
function plainRows(minute: Sql, asked: Asked, shapes: Shapes): Sql {
  const spanOf = ({ series }: { series: number }) => {
    const shape = shapes.get(series);
    return typeof shape === 'number' ? shape : MINUTE;
  };
  const span = perMember(asked, spanOf, MINUTE);
  const odd = sql`span != ${span} OR toUInt32(at) % ${span} != 0`;
  return sql`SELECT series, multiIf(${odd}, ${int(ODD)}, ${exactly(asked, sql`at`)}, toUInt32(at), ${int(WATCHED)}) AS t,
  ins AS i, outs AS o, span AS g
FROM ${minute} FINAL
WHERE ${recordsOf(asked)}`;
}

/**
 * The full rule. A record of a minute or more is spread over its minutes in integers that add up to it; in each minute the
 * finest span present wins, and its records are added. Records shorter than a second are the finest of all, whatever their length.
 */
function mixedRows(minute: Sql, asked: Asked): Sql {
  return sql`SELECT series, t, argMin(i, span) AS i, argMin(o, span) AS o, argMin(g, span) AS g
FROM (
  SELECT series, t, span, sum(i) AS i, sum(o) AS o, greatest(intDiv(least(sum(ms), ${int(1000 * MINUTE)}), 1000), 1) AS g
  FROM (
    SELECT series, span, toUInt64(greatest(intDiv(span + 30, ${int(MINUTE)}), 1)) AS n,
      toUInt32((intDiv(toUInt32(at), ${int(MINUTE)}) + k) * ${int(MINUTE)}) AS t,
      toUInt64(intDiv(ins * (k + 1), n) - intDiv(ins * k, n)) AS i,
      toUInt64(intDiv(outs * (k + 1), n) - intDiv(outs * k, n)) AS o,
      least(span, ${int(MINUTE)}) * 1000 + sub % 1000 AS ms
    FROM ${minute} FINAL
    ARRAY JOIN range(n) AS k
    WHERE ${recordsOf(asked)}
  )
  WHERE ${exactly(asked, sql`t`)}
  GROUP BY series, t, span
)
GROUP BY series, t`;
}

/** Of a value that is spread over `count` minutes, what falls into the one with the number `k`. */
export function shareOf(value: Sql, count: Sql): Sql {
  return sql`intDiv(toInt64(${value}) * (k + 1), ${count}) - intDiv(toInt64(${value}) * k, ${count})`;
}

/** A value that depends on the series; most often it does not. */
export function perMember<Item extends { series: number }>(
  { members }: { members: readonly Item[] },
  value: (member: Item) => number,
  otherwise: number,
): Sql {
  const values = members.map(value);
  const first = values[0] ?? otherwise;
  if (values.every((each) => each === first)) return int(first);
  const listed = members.filter((_, at) => values[at] !== otherwise);
  return sql`transform(series, [${ints(listed.map(({ series }) => series))}], [${ints(listed.map(value))}], ${int(otherwise)})`;
}

export function seriesOf({ members }: Asked): Sql {
  return sql`series IN (${ints(members.map(({ series }) => series))})`;
}

/** The records and quarters that start in what is asked. */
export function exactly(asked: Asked, t: Sql): Sql {
  const hull = hullOf(asked.members);
  const conditions = [inRegion(asked.region, hull, t)];
  if (asked.members.some(({ from }) => from !== hull.from)) {
    conditions.push(sql`${t} >= ${perMember(asked, ({ from }) => from, hull.from)}`);
  }
  if (asked.members.some(({ to }) => to !== hull.to)) {
    conditions.push(sql`${t} < ${perMember(asked, ({ to }) => to, hull.to)}`);
  }
  if (asked.open) conditions.push(isOpen(clipped(asked.open, hull), t));
  return join(conditions, ' AND ');
}

/** Whether the last change before `t` is an opening. */
function isOpen(open: readonly Range[], t: Sql): Sql {
  const [only] = open;
  if (!only) return sql`0`;
  const seconds = sql`toUInt32(${t})`;
  if (open.length === 1) return sql`${seconds} >= ${int(only.from)} AND ${seconds} < ${int(only.to)}`;
  return sql`${lastTurn(open, t)} IN (${ints(open.map(({ from }) => from))})`;
}

/** When it last opened or closed until `t`. */
export function lastTurn(open: readonly Range[], t: Sql): Sql {
  const turns = [0, ...open.flatMap(({ from, to }) => [from, to])];
  return sql`roundDown(toUInt32(${t}), [${ints(turns)}])`;
}

/** The records that may reach into what is asked: none is longer than a day, so one day before is enough. */
export function recordsOf(asked: Asked, maxSpan = MAX_SPAN): Sql {
  const { members, region } = asked;
  const hull = hullOf(members);
  const widened: Region = {
    ranges: region.ranges.map((range) => reachInto(range, maxSpan)),
    except: [],
    also: region.also.flatMap(({ series, day }) => [
      { series, day: Math.max(day - DAY, 0) },
      { series, day },
    ]),
  };
  const reaching = inRegion(widened, reachInto(hull, maxSpan), sql`at`);
  return sql`org = ${int(asked.org)} AND ${seriesOf(asked)} AND ${reaching}`;
}

/** Where records may start that reach into a range. */
function reachInto({ from, to }: Range, maxSpan: number): Range {
  return { from: Math.max(from - maxSpan, 0), to };
}

function inRegion({ ranges: wanted, except, also }: Region, hull: Range, t: Sql): Sql {
  const between = ({ from, to }: Range) => sql`${t} >= ${instant(from)} AND ${t} < ${instant(to)}`;
  const ranges = clipped(wanted, hull);
  const only = ranges.length === 1 && also.length === 0 ? ranges[0] : undefined;
  const conditions = [between(only ?? hull)];
  if (!only) {
    const choices = ranges.map((range) => sql`(${between(range)})`);
    if (also.length > 0) choices.push(amongDays(t, also));
    conditions.push(choices.length > 0 ? sql`(${join(choices, ' OR ')})` : sql`0`);
  }
  if (except.length > 0) conditions.push(sql`NOT ${amongDays(t, except)}`);
  return join(conditions, ' AND ');
}

function amongDays(t: Sql, days: readonly SeriesDay[]): Sql {
  const list = pairs(days.map(({ series, day }) => [series, day / DAY] as const));
  return sql`(series, intDiv(toUInt32(${t}), ${int(DAY)})) IN (${list})`;
}
