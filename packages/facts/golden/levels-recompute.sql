INSERT INTO atrium.level_quarter (org, series, at, last, lo, hi, area, got, ver, gone)
SETTINGS async_insert = 0, max_partitions_per_insert_block = 1000
WITH (SELECT max(ver) FROM atrium.level_quarter WHERE org = 1 AND series IN (7) AND at >= 1740960000 AND at < 1741046400 AND (series, intDiv(toUInt32(at), 86400)) IN ((7, 20150))) AS newest
SELECT 1, series, q, argMaxIf(last, t, former = 0), minIf(lo, former = 0), maxIf(hi, former = 0), sum(area), sum(g),
  greatest(ifNull(newest, 0) + 1, toUInt64(toUnixTimestamp64Micro(now64(6)))), min(former)
FROM (
  SELECT series, intDiv(t, 900) * 900 AS q, t, last, lo, hi, area, g, 0 AS former
  FROM (
    SELECT series, multiIf(span != 60 OR toUInt32(at) % 60 != 0, 1, at >= 1740960000 AND at < 1741046400 AND ((series, intDiv(toUInt32(at), 86400)) IN ((7, 20150))), toUInt32(at), 0) AS t,
      last, lo, hi, area, span AS g
    FROM atrium.level FINAL
    WHERE org = 1 AND series IN (7) AND at >= 1740873600 AND at < 1741046400 AND ((series, intDiv(toUInt32(at), 86400)) IN ((7, 20149), (7, 20150)))
  )
  WHERE t > 1
  UNION ALL
  SELECT series, toUInt32(at) AS q, 0 AS t, 0 AS last, 0 AS lo, 0 AS hi, 0 AS area, 0 AS g, 1 AS former
  FROM atrium.level_quarter FINAL
  WHERE org = 1 AND series IN (7) AND at >= 1740960000 AND at < 1741046400 AND (series, intDiv(toUInt32(at), 86400)) IN ((7, 20150))
)
GROUP BY series, q;
