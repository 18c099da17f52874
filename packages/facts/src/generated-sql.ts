import type { Derived, GeneratedHistory, Thousandths } from './generated-history.ts';
import { heardKind, levelKind, visitKind, type Kind } from './kinds.ts';
import { int, ints, join, sql, uint64, type Sql } from './literals.ts';
import { DAY, MINUTE, QUARTER } from './rows.ts';

/** The arithmetic of `GeneratedHistory`, as the engine computes it: the minutes of people, or of a part of them. */
export function generatedRows(history: GeneratedHistory): Sql {
  const { org, series, ver, as } = history;
  const [ins, outs] = [insOf(history), outsOf(history)];
  const counts = as?.kind === 'part' ? partCounts(as, ins, outs) : [ins, outs];
  return sql`SELECT ${int(org)}, ${int(series)}, toDateTime(t), ${int(MINUTE)},
  ${join(counts, ', ')},
  ${uint64(ver)}, 0, 0
FROM (
  ${crossings(history, as?.kind === 'part' ? parted : [])}
)
WHERE NOT (${missing(history)})`;
}

/** One fact a minute: there is nothing to tell apart. */
export const UNNAMED = 0;

/** What is written of a history that is no count. */
export interface GeneratedInsert {
  readonly kind: Pick<Kind<never>, 'table' | 'kept' | 'columns'>;
  readonly rows: Sql;
}

export function generatedInserts(
  history: GeneratedHistory & { as: Exclude<Derived, { kind: 'part' }> },
): GeneratedInsert[] {
  const { org, series, ver, as } = history;
  const key = sql`${int(org)}, ${int(series)}`;
  if (as.kind === 'level') {
    const rows = sql`SELECT ${key}, toDateTime(t), ${int(MINUTE)}, level, level, level, level * ${int(MINUTE)}, ${uint64(ver)}, 0
FROM (
${levels(history, as.reset)}
)
WHERE NOT (${missing(history)})`;
    return [{ kind: levelKind, rows }];
  }
  const each = sql`${int(as.base)} + ${int(as.perHead)} * level${as.spread === 0 ? sql`` : sql` + intDiv(hash_part_out, 1000) % ${int(as.spread)}`}`;
  const times = sql`SELECT ${key}, toDateTime(t), ${int(UNNAMED)}, n * (${each}), n, 'unknown', ${uint64(ver)}, 0
FROM (
  SELECT t, level, hash_part_out, ${partOf(sql`outs`, sql`out`, as)} AS n
  FROM (
${levels(history, as.reset)}
  )
)
WHERE n > 0 AND NOT (${missing(history)})`;
  const heard = sql`SELECT ${key}, toDateTime(intDiv(t, ${int(QUARTER)}) * ${int(QUARTER)}) AS quarter, count() * ${int(MINUTE)}, ${uint64(ver)}, 0
FROM (
  ${crossings(history, [])}
)
WHERE NOT (${missing(history)})
GROUP BY quarter`;
  return [
    { kind: visitKind, rows: times },
    { kind: heardKind, rows: heard },
  ];
}

/** Minutes with the people in them, and the hashes that they are made of. */
function crossings({ seed, curves, stretches }: GeneratedHistory, more: readonly Sql[]): Sql {
  const slots = curves[0]!.ins.length;
  const list = stretches.map((each) => sql`(${ints([each.from, each.to, each.offset, each.curve, each.factor])})`);
  return sql`SELECT t, toUInt64(stretch.5) AS factor,
    stretch.4 * ${int(slots)} + intDiv((t + stretch.3) % ${int(DAY)} * ${int(slots)}, ${int(DAY)}) + 1 AS place,
    toUInt32(${int(seed)} + 2 * intDiv(t, ${int(MINUTE)})) AS tick,
    ${join([mix(sql`tick`, sql`in`), mix(sql`toUInt32(tick + 1)`, sql`out`), ...more], ', ')}
  FROM (SELECT arrayJoin([${join(list, ', ')}]) AS stretch)
  ARRAY JOIN range(toUInt32(stretch.1), toUInt32(stretch.2), ${int(MINUTE)}) AS t`;
}

/** Reflected at zero, minute by minute: what is below the lowest balance so far is nobody. */
function levels(history: GeneratedHistory, reset: number): Sql {
  const day = sql`intDiv(t + stretch.3 - ${int(reset)}, ${int(DAY)}) AS day`;
  return sql`  SELECT t, outs, hash_part_out, balance - least(0, min(balance) OVER (PARTITION BY day ORDER BY t)) AS level
  FROM (
    SELECT t, day, outs, hash_part_out, sum(toInt64(ins) - toInt64(outs)) OVER (PARTITION BY day ORDER BY t) AS balance
    FROM (
      SELECT t, day, hash_part_out, ${insOf(history)} AS ins, ${outsOf(history)} AS outs
      FROM (
  ${crossings(history, [...parted, day])}
      )
    )
  )`;
}

function missing({ gaps }: GeneratedHistory): Sql {
  const all = gaps.map(({ from, to }) => sql`(t >= ${int(from)} AND t < ${int(to)})`);
  return all.length > 0 ? join(all, ' OR ') : sql`0`;
}

function insOf({ curves }: GeneratedHistory): Sql {
  return noisy(
    curves.flatMap(({ ins }) => ins),
    sql`hash_in`,
  );
}

function outsOf({ curves }: GeneratedHistory): Sql {
  return noisy(
    curves.flatMap(({ outs }) => outs),
    sql`hash_out`,
  );
}

/** Columns beside the crossings that say who of them belongs to a part. */
const parted = [mix(sql`hash_in`, sql`part_in`), mix(sql`hash_out`, sql`part_out`)];

function partCounts({ leaving, ...part }: Thousandths & { leaving: boolean }, ins: Sql, outs: Sql): Sql[] {
  const out = partOf(outs, sql`out`, part);
  return leaving ? [out, sql`0`] : [partOf(ins, sql`in`, part), out];
}

function partOf(people: Sql, way: Sql, { from, to }: Thousandths): Sql {
  const upTo = (share: number) => sql`intDiv(${people} * ${int(share)} + hash_part_${way} % 1000, 1000)`;
  return sql`${upTo(to)} - ${upTo(from)}`;
}

export function generatedCount({ stretches, gaps }: GeneratedHistory): number {
  let seconds = 0;
  for (const stretch of stretches) {
    seconds += stretch.to - stretch.from;
    for (const gap of gaps) {
      seconds -= Math.max(0, Math.min(gap.to, stretch.to) - Math.max(gap.from, stretch.from));
    }
  }
  return seconds / MINUTE;
}

function noisy(rates: number[], hash: Sql): Sql {
  const swung = sql`intDiv([${ints(rates)}][place] * factor * (512 + ${hash} % 1024), 1024)`;
  return sql`intDiv(${swung} + intDiv(intDiv(${hash}, 1024) * 1000000, 4194304), 1000000)`;
}

/** MurmurHash3's finalizer over a UInt32; a product of two UInt32 is a UInt64, and its low half is kept. */
function mix(value: Sql, as: Sql): Sql {
  return sql`toUInt32(bitXor(${value}, bitShiftRight(${value}, 16)) * 2246822507) AS first_${as},
    toUInt32(bitXor(first_${as}, bitShiftRight(first_${as}, 13)) * 3266489909) AS second_${as},
    bitXor(second_${as}, bitShiftRight(second_${as}, 16)) AS hash_${as}`;
}
