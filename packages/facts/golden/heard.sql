SELECT toUInt16(c) AS k, b, toFloat64(sum(g))
FROM (
  SELECT toUInt16(transform(series, [3], [1], 0)) AS c, toUInt32(intDiv(t - 1740783600, 86400)) AS b, g
  FROM (
    SELECT series, toUInt32(at) AS t, seconds AS g
    FROM atrium.heard FINAL
    WHERE org = 1 AND series IN (1, 2, 3) AND at >= 1740783600 AND at < 1741388400
  )
)
GROUP BY k, b
ORDER BY k, b;

SELECT toUInt16(c) AS k, b, toFloat64(sum(g))
FROM (
  SELECT toUInt16(transform(series, [3], [1], 0)) AS c, toUInt32(intDiv(t - 1740783600, 600)) AS b, g
  FROM (
    SELECT series, t, g
    FROM (
      SELECT series, toUInt32(toUInt32(at) + k * 60) AS t,
        intDiv(toInt64(seconds) * (k + 1), 15) - intDiv(toInt64(seconds) * k, 15) AS g
      FROM atrium.heard FINAL
      ARRAY JOIN range(15) AS k
      WHERE org = 1 AND series IN (1, 2, 3) AND at >= 1740782700 AND at < 1740787200
    )
    WHERE t >= 1740783600 AND t < 1740787200
  )
)
GROUP BY k, b
ORDER BY k, b;
