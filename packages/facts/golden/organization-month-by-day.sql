SELECT c, b, toFloat64(i), toFloat64(o), toFloat64(g)
FROM (
  SELECT c, b, sum(i) AS i, sum(o) AS o, sum(g) AS g
  FROM (
    SELECT toUInt16(0) AS c, toUInt32(multiIf(t < 1743289200, intDiv(t - 1740783600, 86400), t < 1743372000, 29, 30)) AS b, sum(i) AS i, sum(o) AS o, sum(g) AS g
    FROM (
      SELECT series, toUInt32(at) AS t, ins AS i, outs AS o, got AS g
      FROM atrium.hour FINAL
      WHERE org = 1 AND series IN (1, 2, 3) AND at >= 1740783600 AND at < 1743292800
    )
    GROUP BY c, b
    UNION ALL
    SELECT toUInt16(0) AS c, if(t <= 1, toUInt32(4294967295 - t), toUInt32(multiIf(t < 1743289200, intDiv(t - 1740783600, 86400), t < 1743372000, 29, 30))) AS b, sum(i) AS i, sum(o) AS o, sum(g) AS g
    FROM (
      SELECT series, multiIf(span != 60 OR toUInt32(at) % 60 != 0, 1, at >= 1743292800 AND at < 1743458400, toUInt32(at), 0) AS t,
        ins AS i, outs AS o, span AS g
      FROM atrium.minute FINAL
      WHERE org = 1 AND series IN (1, 2, 3) AND at >= 1743206400 AND at < 1743458400
    )
    GROUP BY c, b
    UNION ALL
    SELECT toUInt16(0) AS c, toUInt32(multiIf(t < 1740853800, 0, t < 1743445800, 1 + intDiv(t - 1740853800, 86400), 31)) AS b, sum(i) AS i, sum(o) AS o, sum(g) AS g
    FROM (
      SELECT series, toUInt32(at) AS t, ins AS i, outs AS o, got AS g
      FROM atrium.quarter FINAL
      WHERE org = 1 AND series IN (4, 5) AND at >= 1740783600 AND at < 1743292800
    )
    GROUP BY c, b
    UNION ALL
    SELECT toUInt16(0) AS c, if(t <= 1, toUInt32(4294967295 - t), toUInt32(multiIf(t < 1740853800, 0, t < 1743445800, 1 + intDiv(t - 1740853800, 86400), 31))) AS b, sum(i) AS i, sum(o) AS o, sum(g) AS g
    FROM (
      SELECT series, multiIf(span != 60 OR toUInt32(at) % 60 != 0, 1, at >= 1743292800 AND at < 1743458400, toUInt32(at), 0) AS t,
        ins AS i, outs AS o, span AS g
      FROM atrium.minute FINAL
      WHERE org = 1 AND series IN (4, 5) AND at >= 1743206400 AND at < 1743458400
    )
    GROUP BY c, b
  )
  GROUP BY c, b
)
ORDER BY c, b;
