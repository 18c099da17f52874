SELECT toUInt16(c) AS k, b, toFloat64(sum(toInt128(v) * transform(c, [0, 1], [1000000, 1070000], 0))), toFloat64(sum(toInt128(m) * transform(c, [0, 1], [1000000, 1070000], 0))), toFloat64(max(w))
FROM (
  SELECT c, b, sum(value) AS v, sum(n) AS m, max(withheld) AS w
  FROM (
    SELECT toUInt16(transform(series, [3], [1], 0)) AS c, toUInt32(intDiv(t - 1740783600, 3600)) AS b, value, n, withheld
    FROM (
      SELECT series, t, part AS value, pieces AS n, withheld
      FROM (
        SELECT series, toUInt32(t0 + k * 60) AS t, multiIf(whole, toInt64(value), indivisible, 0, intDiv(toInt64(value) * (k + 1), minutes) - intDiv(toInt64(value) * k, minutes)) AS part, multiIf(whole, toInt64(n), indivisible, 0, intDiv(toInt64(n) * (k + 1), minutes) - intDiv(toInt64(n) * k, minutes)) AS pieces,
          indivisible AND NOT whole AS withheld
        FROM (
          SELECT series, value, n, indivisible, toInt64(greatest(intDiv(span + 30, 60), 1)) AS minutes,
            toUInt32(intDiv(toUInt32(at), 60) * 60) AS t0,
            toUInt32(t0 + (minutes - 1) * 60) AS t1,
            t0 >= 1740783600 AND t1 < 1740870000 AND toUInt32(intDiv(t0 - 1740783600, 3600)) = toUInt32(intDiv(t1 - 1740783600, 3600)) AND roundDown(toUInt32(t0), [0, 1740816000, 1740848400]) = roundDown(toUInt32(t1), [0, 1740816000, 1740848400]) AS whole, 0 AS beyond
          FROM atrium.amount FINAL
          WHERE org = 1 AND series IN (1, 2, 3) AND at >= 1740690000 AND at < 1740870000
        )
        ARRAY JOIN range(if(whole, 1, minutes)) AS k
        WHERE NOT beyond
      )
      WHERE t >= 1740783600 AND t < 1740870000 AND toUInt32(t) >= 1740816000 AND toUInt32(t) < 1740848400
    )
  )
  GROUP BY c, b
)
GROUP BY k, b
ORDER BY k, b;
