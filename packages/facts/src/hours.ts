import { int, sql, type Sql } from './literals.ts';
import { HOUR } from './rows.ts';

interface Tables {
  quarter: Sql;
  hour: Sql;
}

/**
 * Writes the UTC hours of quarters that meet a condition; hours that no longer exist are replaced with tombstones. Their
 * version follows the law of quarters (`recomputeStatement`), above that of every hour that is there. Hours that `keep`
 * names stay as long as the quarters have fewer seconds: after both minutes and quarters are lost they are the last copy.
 */
export function hoursStatement({ quarter, hour }: Tables, settings: Sql, where: Sql, keep?: Sql): Sql {
  const none = keep ? sql`, 0 AS had` : sql``;
  const had = keep ? sql`, if(${keep}, got, 0) AS had` : sql``;
  const fullEnough = keep ? sql`\nHAVING sum(g) >= max(had)` : sql``;
  return sql`INSERT INTO ${hour} (org, series, at, ins, outs, got, ver, gone)
${settings}
WITH (SELECT max(ver) FROM ${hour} WHERE ${where}) AS newest
SELECT org, series, h, sum(i), sum(o), sum(g),
  greatest(ifNull(newest, 0) + 1, toUInt64(toUnixTimestamp64Micro(now64(6)))), min(former)
FROM (
  SELECT org, series, intDiv(toUInt32(at), ${int(HOUR)}) * ${int(HOUR)} AS h, ins AS i, outs AS o, got AS g, 0 AS former${none}
  FROM ${quarter} FINAL
  WHERE ${where}
  UNION ALL
  SELECT org, series, toUInt32(at) AS h, 0 AS i, 0 AS o, 0 AS g, 1 AS former${had}
  FROM ${hour} FINAL
  WHERE ${where}
)
GROUP BY org, series, h${fullEnough}`;
}
