SELECT c, b, toFloat64(i), toFloat64(o), toFloat64(g)
FROM (
  SELECT c, b, sum(i) AS i, sum(o) AS o, sum(g) AS g
  FROM (
    SELECT toUInt16(transform(series, [2, 3], [2, 3], 0)) AS c, toUInt32(intDiv(t - 1740783600, 3600)) AS b, sum(i) AS i, sum(o) AS o, sum(g) AS g
    FROM (
      SELECT series, toUInt32(at) AS t, ins AS i, outs AS o, got AS g
      FROM atrium.hour FINAL
      WHERE org = 1 AND series IN (1, 2, 3) AND at >= 1740783600 AND at < 1741388400 AND NOT (series, intDiv(toUInt32(at), 86400)) IN ((1, 20150), (2, 20151), (3, 20152)) AND at < transform(series, [1], [1740960420], 1741388400)
    )
    GROUP BY c, b
    UNION ALL
    SELECT toUInt16(transform(series, [2, 3], [2, 3], 0)) AS c, if(t <= 1, toUInt32(4294967295 - t), toUInt32(intDiv(t - 1740783600, 3600))) AS b, sum(i) AS i, sum(o) AS o, sum(g) AS g
    FROM (
      SELECT series, multiIf(span != transform(series, [2], [15], 60) OR toUInt32(at) % transform(series, [2], [15], 60) != 0, 1, at >= 1740783600 AND at < 1741388400 AND ((series, intDiv(toUInt32(at), 86400)) IN ((1, 20150), (2, 20151))) AND at < transform(series, [1], [1740960420], 1741388400), toUInt32(at), 0) AS t,
        ins AS i, outs AS o, span AS g
      FROM atrium.minute FINAL
      WHERE org = 1 AND series IN (1, 2) AND at >= 1740697200 AND at < 1741388400 AND ((series, intDiv(toUInt32(at), 86400)) IN ((1, 20149), (1, 20150), (2, 20150), (2, 20151)))
    )
    GROUP BY c, b
    UNION ALL
    SELECT toUInt16(transform(series, [2, 3], [2, 3], 0)) AS c, if(t <= 1, toUInt32(4294967295 - t), toUInt32(intDiv(t - 1740783600, 3600))) AS b, sum(i) AS i, sum(o) AS o, sum(g) AS g
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
          WHERE org = 1 AND series IN (3) AND at >= 1740697200 AND at < 1741388400 AND ((series, intDiv(toUInt32(at), 86400)) IN ((3, 20151), (3, 20152)))
        )
        WHERE t >= 1740783600 AND t < 1741388400 AND ((series, intDiv(toUInt32(t), 86400)) IN ((3, 20152)))
        GROUP BY series, t, span
      )
      GROUP BY series, t
    )
    GROUP BY c, b
    UNION ALL
    SELECT toUInt16(1) AS c, toUInt32(intDiv(t - 1740783600, 3600)) AS b, sum(i) AS i, sum(o) AS o, sum(g) AS g
    FROM (
      SELECT series, toUInt32(at) AS t, ins AS i, outs AS o, got AS g
      FROM atrium.hour FINAL
      WHERE org = 1 AND series IN (1) AND at >= 1740960420 AND at < 1741388400 AND NOT (series, intDiv(toUInt32(at), 86400)) IN ((1, 20150))
    )
    GROUP BY c, b
    UNION ALL
    SELECT toUInt16(1) AS c, if(t <= 1, toUInt32(4294967295 - t), toUInt32(intDiv(t - 1740783600, 3600))) AS b, sum(i) AS i, sum(o) AS o, sum(g) AS g
    FROM (
      SELECT series, multiIf(span != 60 OR toUInt32(at) % 60 != 0, 1, at >= 1740960420 AND at < 1741388400 AND ((series, intDiv(toUInt32(at), 86400)) IN ((1, 20150))), toUInt32(at), 0) AS t,
        ins AS i, outs AS o, span AS g
      FROM atrium.minute FINAL
      WHERE org = 1 AND series IN (1) AND at >= 1740874020 AND at < 1741388400 AND ((series, intDiv(toUInt32(at), 86400)) IN ((1, 20149), (1, 20150)))
    )
    GROUP BY c, b
  )
  GROUP BY c, b
)
ORDER BY c, b;
