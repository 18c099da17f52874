SELECT toUInt16(c) AS k, b, toFloat64(sum(toInt128(i) * transform(c, [0, 1], [1000000, 1070000], 0))), toFloat64(sum(toInt128(o) * 1))
FROM (
  SELECT c, b, sum(i) AS i, sum(o) AS o
  FROM (
    SELECT toUInt16(transform(series, [3], [1], 0)) AS c, toUInt32(intDiv(t - 1740783600, 3600)) AS b, i, o
    FROM (
      SELECT series, t, i, o
      FROM (
        SELECT series, toUInt32(t0 + k * 60) AS t, if(whole, toInt64(ins), intDiv(toInt64(ins) * (k + 1), minutes) - intDiv(toInt64(ins) * k, minutes)) AS i, if(whole, toInt64(outs), intDiv(toInt64(outs) * (k + 1), minutes) - intDiv(toInt64(outs) * k, minutes)) AS o
        FROM (
          SELECT series, ins, outs, toInt64(greatest(intDiv(span + 30, 60), 1)) AS minutes, toUInt32(at) AS t0,
            toUInt32(t0 + (minutes - 1) * 60) AS t1,
            t0 >= 1740783600 AND t1 < 1740870000 AND toUInt32(intDiv(t0 - 1740783600, 3600)) = toUInt32(intDiv(t1 - 1740783600, 3600)) AND roundDown(toUInt32(t0), [0, 1740816000, 1740848400]) = roundDown(toUInt32(t1), [0, 1740816000, 1740848400]) AS whole
          FROM atrium.forecast FINAL
          WHERE org = 1 AND series IN (1, 2, 3) AND at >= 1740776400 AND at < 1740870000 AND grain = 'hour'
        )
        ARRAY JOIN range(if(whole, 1, minutes)) AS k
      )
      WHERE t >= 1740783600 AND t < 1740870000 AND toUInt32(t) >= 1740816000 AND toUInt32(t) < 1740848400
    )
  )
  GROUP BY c, b
)
GROUP BY k, b
ORDER BY k, b;

SELECT toUInt16(c) AS k, b, toFloat64(sum(toInt128(low_ins) * transform(c, [0, 1], [1000000, 1070000], 0))), toFloat64(sum(toInt128(high_ins) * transform(c, [0, 1], [1000000, 1070000], 0))),
  toFloat64(sum(toInt128(low_outs) * 1)), toFloat64(sum(toInt128(high_outs) * 1)), min(t), min(span), toUInt32(count())
FROM (
  SELECT toUInt16(transform(series, [3], [1], 0)) AS c, toUInt32(intDiv(t - 1740783600, 3600)) AS b, t, span, low_ins, high_ins, low_outs, high_outs
  FROM (
    SELECT series, toUInt32(at) AS t, span, low_ins, high_ins, low_outs, high_outs
    FROM atrium.forecast FINAL
    WHERE org = 1 AND series IN (1, 2, 3) AND at >= 1740783600 AND at < 1740870000 AND toUInt32(at) >= 1740816000 AND toUInt32(at) < 1740848400 AND banded = 1 AND span IN (3600)
  )
)
GROUP BY k, b
ORDER BY k, b;

INSERT INTO atrium.forecast (org, series, at, grain, span, ver, gone)
SETTINGS async_insert = 0, max_partitions_per_insert_block = 1000
SELECT org, series, at, grain, span, toUInt64(4611686018427387904), 1
FROM atrium.forecast FINAL
WHERE org = 1 AND series IN (7, 8) AND at >= 1740783600 AND ver < toUInt64(4611686018427387904);
