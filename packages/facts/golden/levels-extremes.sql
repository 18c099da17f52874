SELECT k, b, toFloat64(max(x)), toFloat64(min(y))
FROM (
  SELECT toUInt16(c) AS k, b, t, sum(hi * toInt64(transform(c, [0, 1], [1000000, 1070000], 0))) AS x, sum(lo * toInt64(transform(c, [0, 1], [1000000, 1070000], 0))) AS y
  FROM (
    SELECT toUInt16(transform(series, [3], [1], 0)) AS c, if(t <= 1, toUInt32(4294967295 - t), toUInt32(intDiv(t - 1740783600, 86400))) AS b, t, lo, hi
    FROM (
      SELECT series, multiIf(span != 60 OR toUInt32(at) % 60 != 0, 1, at >= 1740783600 AND at < 1741388400, toUInt32(at), 0) AS t,
        last, lo, hi, area, span AS g
      FROM atrium.level FINAL
      WHERE org = 1 AND series IN (1, 3) AND at >= 1740697200 AND at < 1741388400
    )
    UNION ALL
    SELECT toUInt16(transform(series, [3], [1], 0)) AS c, if(t <= 1, toUInt32(4294967295 - t), toUInt32(intDiv(t - 1740783600, 86400))) AS b, t, lo, hi
    FROM (
      SELECT series, t, argMin(v, span) AS last, argMin(l, span) AS lo, argMin(h, span) AS hi,
        argMin(if(s > 60, intDiv(a * 60, s), a), span) AS area, least(argMin(s, span), 60) AS g
      FROM (
        SELECT series, t, span, argMax(last, at) AS v, min(lo) AS l, max(hi) AS h, sum(part) AS a, sum(seconds) AS s
        FROM (
          SELECT series, at, span, last, lo, hi, toInt64(greatest(intDiv(span + 30, 60), 1)) AS n,
            toUInt32((intDiv(toUInt32(at), 60) + k) * 60) AS t,
            intDiv(toInt64(area) * (k + 1), n) - intDiv(toInt64(area) * k, n) AS part, intDiv(toInt64(span) * (k + 1), n) - intDiv(toInt64(span) * k, n) AS seconds
          FROM atrium.level FINAL
          ARRAY JOIN range(n) AS k
          WHERE org = 1 AND series IN (2) AND at >= 1740697200 AND at < 1741388400
        )
        WHERE t >= 1740783600 AND t < 1741388400
        GROUP BY series, t, span
      )
      GROUP BY series, t
    )
  )
  GROUP BY k, b, t
)
GROUP BY k, b
ORDER BY k, b;
