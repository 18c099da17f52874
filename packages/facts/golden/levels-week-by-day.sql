SELECT toUInt16(transform(e, [0, 1, 2], [0, 0, 1], 0)) AS k, b, toFloat64(sum(avg)), toFloat64(sum(last)), toFloat64(sum(got))
FROM (
  SELECT c AS e, b, toInt64(intDiv(sum(toInt128(a) * toInt64(transform(c, [0, 1, 2], [1000000, 1000000, 1070000], 0)) * 1000), toInt128(sum(s)))) AS avg, argMax(v * toInt64(transform(c, [0, 1, 2], [1000000, 1000000, 1070000], 0)), u) AS last, sum(s) AS got
  FROM (
    SELECT c, b, sum(area) AS a, sum(g) AS s, argMax(last, t) AS v, max(t) AS u
    FROM (
      SELECT toUInt16(transform(series, [2, 3], [1, 2], 0)) AS c, toUInt32(intDiv(t - 1740783600, 86400)) AS b, area, g, t, last
      FROM (
        SELECT series, toUInt32(at) AS t, last, lo, hi, area, got AS g
        FROM atrium.level_quarter FINAL
        WHERE org = 1 AND series IN (1, 2, 3) AND at >= 1740783600 AND at < 1741388400
      )
    )
    GROUP BY c, b
  )
  GROUP BY e, b
)
GROUP BY k, b
ORDER BY k, b;
