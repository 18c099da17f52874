INSERT INTO atrium.quarter (org, series, at, ins, outs, got, ver, gone)
SETTINGS async_insert = 0, max_partitions_per_insert_block = 1000
WITH (SELECT max(ver) FROM atrium.quarter WHERE org = 1 AND series IN (7, 8) AND at >= 1740960000 AND at < 1741046400 AND (series, intDiv(toUInt32(at), 86400)) IN ((7, 20150), (8, 20150))) AS newest
SELECT 1, series, q, sum(i), sum(o), sum(g),
  greatest(ifNull(newest, 0) + 1, toUInt64(toUnixTimestamp64Micro(now64(6)))), min(former)
FROM (
  SELECT series, intDiv(t, 900) * 900 AS q, i, o, g, 0 AS former
  FROM (
    SELECT series, multiIf(span != 60 OR toUInt32(at) % 60 != 0, 1, at >= 1740960000 AND at < 1741046400 AND ((series, intDiv(toUInt32(at), 86400)) IN ((7, 20150))), toUInt32(at), 0) AS t,
      ins AS i, outs AS o, span AS g
    FROM atrium.minute FINAL
    WHERE org = 1 AND series IN (7) AND at >= 1740873600 AND at < 1741046400 AND ((series, intDiv(toUInt32(at), 86400)) IN ((7, 20149), (7, 20150)))
  )
  WHERE t > 1
  UNION ALL
  SELECT series, intDiv(t, 900) * 900 AS q, i, o, g, 0 AS former
  FROM (
    SELECT series, t, argMin(i, span) AS i, argMin(o, span) AS o, argMin(g, span) AS g
    FROM (
      SELECT series, t, span, sum(i) AS i, sum(o) AS o, greatest(intDiv(least(sum(ms), 60000), 1000), 1) AS g
      FROM (
        SELECT series, span, toUInt64(greatest(intDiv(span + 30, 60), 1)) AS n,
          toUInt32((intDiv(toUInt32(at), 60) + k) * 60) AS t,
          toUInt64(intDiv(ins * (k + 1), n) - intDiv(ins * k, n)) AS i,
          toUInt64(intDiv(outs * (k + 1), n) - intDiv(outs * k, n)) AS o,
          least(span, 60) * 1000 + sub % 1000 AS ms
        FROM atrium.minute FINAL
        ARRAY JOIN range(n) AS k
        WHERE org = 1 AND series IN (8) AND at >= 1740873600 AND at < 1741046400 AND ((series, intDiv(toUInt32(at), 86400)) IN ((8, 20149), (8, 20150)))
      )
      WHERE t >= 1740960000 AND t < 1741046400 AND ((series, intDiv(toUInt32(t), 86400)) IN ((8, 20150)))
      GROUP BY series, t, span
    )
    GROUP BY series, t
  )
  WHERE t > 1
  UNION ALL
  SELECT series, toUInt32(at) AS q, 0 AS i, 0 AS o, 0 AS g, 1 AS former
  FROM atrium.quarter FINAL
  WHERE org = 1 AND series IN (7, 8) AND at >= 1740960000 AND at < 1741046400 AND (series, intDiv(toUInt32(at), 86400)) IN ((7, 20150), (8, 20150))
)
GROUP BY series, q;
