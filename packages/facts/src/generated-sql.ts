import type { GeneratedHistory } from './generated-history.ts';
import { int, ints, join, sql, uint64, type Sql } from './literals.ts';
import { DAY, MINUTE } from './rows.ts';

/** The arithmetic of `GeneratedHistory`, as the engine computes it. */
export function generatedRows({ org, series, ver, seed, curves, stretches, gaps }: GeneratedHistory): Sql {
  const slots = curves[0]!.ins.length;
  const list = stretches.map((each) => sql`(${ints([each.from, each.to, each.offset, each.curve, each.factor])})`);
  const missing = gaps.map(({ from, to }) => sql`(t >= ${int(from)} AND t < ${int(to)})`);
  return sql`SELECT ${int(org)}, ${int(series)}, toDateTime(t), ${int(MINUTE)},
  ${noisy(
    curves.flatMap(({ ins }) => ins),
    sql`hash_in`,
  )},
  ${noisy(
    curves.flatMap(({ outs }) => outs),
    sql`hash_out`,
  )},
  ${uint64(ver)}, 0, 0
FROM (
  SELECT t, toUInt64(stretch.5) AS factor,
    stretch.4 * ${int(slots)} + intDiv((t + stretch.3) % ${int(DAY)} * ${int(slots)}, ${int(DAY)}) + 1 AS place,
    toUInt32(${int(seed)} + 2 * intDiv(t, ${int(MINUTE)})) AS tick,
    ${mix(sql`tick`, sql`in`)},
    ${mix(sql`toUInt32(tick + 1)`, sql`out`)}
  FROM (SELECT arrayJoin([${join(list, ', ')}]) AS stretch)
  ARRAY JOIN range(toUInt32(stretch.1), toUInt32(stretch.2), ${int(MINUTE)}) AS t
)
WHERE NOT (${missing.length > 0 ? join(missing, ' OR ') : sql`0`})`;
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

/** MurmurHash3's finalizer over a UInt32; a product of two UInt32 is a UInt64 of which the low half is kept. */
function mix(value: Sql, as: Sql): Sql {
  return sql`toUInt32(bitXor(${value}, bitShiftRight(${value}, 16)) * 2246822507) AS first_${as},
    toUInt32(bitXor(first_${as}, bitShiftRight(first_${as}, 13)) * 3266489909) AS second_${as},
    bitXor(second_${as}, bitShiftRight(second_${as}, 16)) AS hash_${as}`;
}
