SELECT c, b, toFloat64(i), toFloat64(o), toFloat64(g)
FROM (
  SELECT c, b, sum(i) AS i, sum(o) AS o, sum(g) AS g
  FROM (
    SELECT toUInt16(0) AS c, toUInt32(intDiv(t - 1740783600, 86400)) AS b, sum(i) AS i, sum(o) AS o, sum(g) AS g
    FROM (
      SELECT series, toUInt32(at) AS t, ins AS i, outs AS o, got AS g
      FROM atrium.hour FINAL
      WHERE org = 1 AND series IN (7) AND at >= 1740783600 AND at < 1741388400 AND ((at >= 1740783600 AND at < 1741219200) OR (at >= 1741305600 AND at < 1741388400)) AND roundDown(toUInt32(at), [0, 1740816000, 1740848400, 1740902400, 1740934800, 1740988800, 1741021200, 1741075200, 1741107600, 1741161600, 1741194000, 1741248000, 1741280700]) IN (1740816000, 1740902400, 1740988800, 1741075200, 1741161600, 1741248000)
    )
    GROUP BY c, b
    UNION ALL
    SELECT toUInt16(0) AS c, if(t <= 1, toUInt32(4294967295 - t), toUInt32(intDiv(t - 1740783600, 86400))) AS b, sum(i) AS i, sum(o) AS o, sum(g) AS g
    FROM (
      SELECT series, multiIf(span != 60 OR toUInt32(at) % 60 != 0, 1, at >= 1741219200 AND at < 1741305600 AND roundDown(toUInt32(at), [0, 1740816000, 1740848400, 1740902400, 1740934800, 1740988800, 1741021200, 1741075200, 1741107600, 1741161600, 1741194000, 1741248000, 1741280700]) IN (1740816000, 1740902400, 1740988800, 1741075200, 1741161600, 1741248000), toUInt32(at), 0) AS t,
        ins AS i, outs AS o, span AS g
      FROM atrium.minute FINAL
      WHERE org = 1 AND series IN (7) AND at >= 1741132800 AND at < 1741305600
    )
    GROUP BY c, b
  )
  GROUP BY c, b
)
ORDER BY c, b;
