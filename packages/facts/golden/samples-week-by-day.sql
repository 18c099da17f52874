SELECT k, b, toFloat64(sum(weight)), toFloat64(minIf(value, 2 * upto >= visits) + minIf(value, 2 * upto > visits)), toFloat64(toUInt64(intDiv(sum(toInt128(value) * kept) * 1000, toInt128(8 * max(visits))))), toFloat64(max(several))
FROM (
  SELECT *, greatest(least(10 * upto, 9 * visits) - greatest(10 * (upto - weight), visits), 0) AS kept
  FROM (
    SELECT *, toInt64(sum(weight) OVER (PARTITION BY k, b ORDER BY value)) AS upto, toInt64(sum(weight) OVER (PARTITION BY k, b)) AS visits
    FROM (
      SELECT toUInt16(c) AS k, b, value, sum(n) AS weight, sum(ms) AS millis, max(n > 1) AS several
      FROM (
        SELECT toUInt16(transform(series, [3], [1], 0)) AS c, toUInt32(intDiv(t - 1740783600, 86400)) AS b, ms, n, value
        FROM (
          SELECT series, toUInt32(at) AS t, ms, n, intDiv(2000 * ms + n, 2 * n) AS value
          FROM atrium.visit FINAL
          WHERE org = 1 AND series IN (1, 2, 3) AND at >= 1740783600 AND at < 1741388400 AND toInt8(outcome) IN (1)
        )
      )
      GROUP BY k, b, value
    )
  )
)
GROUP BY k, b
ORDER BY k, b;
