SELECT 1, 7, toDateTime(t), 60,
  intDiv(intDiv([0, 500, 900, 100][place] * factor * (512 + hash_in % 1024), 1024) + intDiv(intDiv(hash_in, 1024) * 1000000, 4194304), 1000000), intDiv(intDiv([0, 400, 800, 300][place] * factor * (512 + hash_out % 1024), 1024) + intDiv(intDiv(hash_out, 1024) * 1000000, 4194304), 1000000),
  toUInt64(4611686018427387904), 0, 0
FROM (
  SELECT t, toUInt64(stretch.5) AS factor,
    stretch.4 * 4 + intDiv((t + stretch.3) % 86400 * 4, 86400) + 1 AS place,
    toUInt32(5 + 2 * intDiv(t, 60)) AS tick,
    toUInt32(bitXor(tick, bitShiftRight(tick, 16)) * 2246822507) AS first_in,
    toUInt32(bitXor(first_in, bitShiftRight(first_in, 13)) * 3266489909) AS second_in,
    bitXor(second_in, bitShiftRight(second_in, 16)) AS hash_in, toUInt32(bitXor(toUInt32(tick + 1), bitShiftRight(toUInt32(tick + 1), 16)) * 2246822507) AS first_out,
    toUInt32(bitXor(first_out, bitShiftRight(first_out, 13)) * 3266489909) AS second_out,
    bitXor(second_out, bitShiftRight(second_out, 16)) AS hash_out
  FROM (SELECT arrayJoin([(1740960000, 1741046400, 3600, 0, 1100)]) AS stretch)
  ARRAY JOIN range(toUInt32(stretch.1), toUInt32(stretch.2), 60) AS t
)
WHERE NOT ((t >= 1740963600 AND t < 1740967200));

SELECT 1, 7, toDateTime(t), 60,
  intDiv(intDiv(intDiv([0, 500, 900, 100][place] * factor * (512 + hash_in % 1024), 1024) + intDiv(intDiv(hash_in, 1024) * 1000000, 4194304), 1000000) * 940 + hash_part_in % 1000, 1000) - intDiv(intDiv(intDiv([0, 500, 900, 100][place] * factor * (512 + hash_in % 1024), 1024) + intDiv(intDiv(hash_in, 1024) * 1000000, 4194304), 1000000) * 460 + hash_part_in % 1000, 1000), intDiv(intDiv(intDiv([0, 400, 800, 300][place] * factor * (512 + hash_out % 1024), 1024) + intDiv(intDiv(hash_out, 1024) * 1000000, 4194304), 1000000) * 940 + hash_part_out % 1000, 1000) - intDiv(intDiv(intDiv([0, 400, 800, 300][place] * factor * (512 + hash_out % 1024), 1024) + intDiv(intDiv(hash_out, 1024) * 1000000, 4194304), 1000000) * 460 + hash_part_out % 1000, 1000),
  toUInt64(4611686018427387904), 0, 0
FROM (
  SELECT t, toUInt64(stretch.5) AS factor,
    stretch.4 * 4 + intDiv((t + stretch.3) % 86400 * 4, 86400) + 1 AS place,
    toUInt32(5 + 2 * intDiv(t, 60)) AS tick,
    toUInt32(bitXor(tick, bitShiftRight(tick, 16)) * 2246822507) AS first_in,
    toUInt32(bitXor(first_in, bitShiftRight(first_in, 13)) * 3266489909) AS second_in,
    bitXor(second_in, bitShiftRight(second_in, 16)) AS hash_in, toUInt32(bitXor(toUInt32(tick + 1), bitShiftRight(toUInt32(tick + 1), 16)) * 2246822507) AS first_out,
    toUInt32(bitXor(first_out, bitShiftRight(first_out, 13)) * 3266489909) AS second_out,
    bitXor(second_out, bitShiftRight(second_out, 16)) AS hash_out, toUInt32(bitXor(hash_in, bitShiftRight(hash_in, 16)) * 2246822507) AS first_part_in,
    toUInt32(bitXor(first_part_in, bitShiftRight(first_part_in, 13)) * 3266489909) AS second_part_in,
    bitXor(second_part_in, bitShiftRight(second_part_in, 16)) AS hash_part_in, toUInt32(bitXor(hash_out, bitShiftRight(hash_out, 16)) * 2246822507) AS first_part_out,
    toUInt32(bitXor(first_part_out, bitShiftRight(first_part_out, 13)) * 3266489909) AS second_part_out,
    bitXor(second_part_out, bitShiftRight(second_part_out, 16)) AS hash_part_out
  FROM (SELECT arrayJoin([(1740960000, 1741046400, 3600, 0, 1100)]) AS stretch)
  ARRAY JOIN range(toUInt32(stretch.1), toUInt32(stretch.2), 60) AS t
)
WHERE NOT ((t >= 1740963600 AND t < 1740967200));

SELECT 1, 7, toDateTime(t), 60, level, level, level, level * 60, toUInt64(4611686018427387904), 0
FROM (
  SELECT t, outs, hash_part_out, balance - least(0, min(balance) OVER (PARTITION BY day ORDER BY t)) AS level
  FROM (
    SELECT t, day, outs, hash_part_out, sum(toInt64(ins) - toInt64(outs)) OVER (PARTITION BY day ORDER BY t) AS balance
    FROM (
      SELECT t, day, hash_part_out, intDiv(intDiv([0, 500, 900, 100][place] * factor * (512 + hash_in % 1024), 1024) + intDiv(intDiv(hash_in, 1024) * 1000000, 4194304), 1000000) AS ins, intDiv(intDiv([0, 400, 800, 300][place] * factor * (512 + hash_out % 1024), 1024) + intDiv(intDiv(hash_out, 1024) * 1000000, 4194304), 1000000) AS outs
      FROM (
  SELECT t, toUInt64(stretch.5) AS factor,
    stretch.4 * 4 + intDiv((t + stretch.3) % 86400 * 4, 86400) + 1 AS place,
    toUInt32(5 + 2 * intDiv(t, 60)) AS tick,
    toUInt32(bitXor(tick, bitShiftRight(tick, 16)) * 2246822507) AS first_in,
    toUInt32(bitXor(first_in, bitShiftRight(first_in, 13)) * 3266489909) AS second_in,
    bitXor(second_in, bitShiftRight(second_in, 16)) AS hash_in, toUInt32(bitXor(toUInt32(tick + 1), bitShiftRight(toUInt32(tick + 1), 16)) * 2246822507) AS first_out,
    toUInt32(bitXor(first_out, bitShiftRight(first_out, 13)) * 3266489909) AS second_out,
    bitXor(second_out, bitShiftRight(second_out, 16)) AS hash_out, toUInt32(bitXor(hash_in, bitShiftRight(hash_in, 16)) * 2246822507) AS first_part_in,
    toUInt32(bitXor(first_part_in, bitShiftRight(first_part_in, 13)) * 3266489909) AS second_part_in,
    bitXor(second_part_in, bitShiftRight(second_part_in, 16)) AS hash_part_in, toUInt32(bitXor(hash_out, bitShiftRight(hash_out, 16)) * 2246822507) AS first_part_out,
    toUInt32(bitXor(first_part_out, bitShiftRight(first_part_out, 13)) * 3266489909) AS second_part_out,
    bitXor(second_part_out, bitShiftRight(second_part_out, 16)) AS hash_part_out, intDiv(t + stretch.3 - 14400, 86400) AS day
  FROM (SELECT arrayJoin([(1740960000, 1741046400, 3600, 0, 1100)]) AS stretch)
  ARRAY JOIN range(toUInt32(stretch.1), toUInt32(stretch.2), 60) AS t
      )
    )
  )
)
WHERE NOT ((t >= 1740963600 AND t < 1740967200));

SELECT 1, 7, toDateTime(t), 0, n * (20000 + 500 * level + intDiv(hash_part_out, 1000) % 9000), n, 'unknown', toUInt64(4611686018427387904), 0
FROM (
  SELECT t, level, hash_part_out, intDiv(outs * 940 + hash_part_out % 1000, 1000) - intDiv(outs * 0 + hash_part_out % 1000, 1000) AS n
  FROM (
  SELECT t, outs, hash_part_out, balance - least(0, min(balance) OVER (PARTITION BY day ORDER BY t)) AS level
  FROM (
    SELECT t, day, outs, hash_part_out, sum(toInt64(ins) - toInt64(outs)) OVER (PARTITION BY day ORDER BY t) AS balance
    FROM (
      SELECT t, day, hash_part_out, intDiv(intDiv([0, 500, 900, 100][place] * factor * (512 + hash_in % 1024), 1024) + intDiv(intDiv(hash_in, 1024) * 1000000, 4194304), 1000000) AS ins, intDiv(intDiv([0, 400, 800, 300][place] * factor * (512 + hash_out % 1024), 1024) + intDiv(intDiv(hash_out, 1024) * 1000000, 4194304), 1000000) AS outs
      FROM (
  SELECT t, toUInt64(stretch.5) AS factor,
    stretch.4 * 4 + intDiv((t + stretch.3) % 86400 * 4, 86400) + 1 AS place,
    toUInt32(5 + 2 * intDiv(t, 60)) AS tick,
    toUInt32(bitXor(tick, bitShiftRight(tick, 16)) * 2246822507) AS first_in,
    toUInt32(bitXor(first_in, bitShiftRight(first_in, 13)) * 3266489909) AS second_in,
    bitXor(second_in, bitShiftRight(second_in, 16)) AS hash_in, toUInt32(bitXor(toUInt32(tick + 1), bitShiftRight(toUInt32(tick + 1), 16)) * 2246822507) AS first_out,
    toUInt32(bitXor(first_out, bitShiftRight(first_out, 13)) * 3266489909) AS second_out,
    bitXor(second_out, bitShiftRight(second_out, 16)) AS hash_out, toUInt32(bitXor(hash_in, bitShiftRight(hash_in, 16)) * 2246822507) AS first_part_in,
    toUInt32(bitXor(first_part_in, bitShiftRight(first_part_in, 13)) * 3266489909) AS second_part_in,
    bitXor(second_part_in, bitShiftRight(second_part_in, 16)) AS hash_part_in, toUInt32(bitXor(hash_out, bitShiftRight(hash_out, 16)) * 2246822507) AS first_part_out,
    toUInt32(bitXor(first_part_out, bitShiftRight(first_part_out, 13)) * 3266489909) AS second_part_out,
    bitXor(second_part_out, bitShiftRight(second_part_out, 16)) AS hash_part_out, intDiv(t + stretch.3 - 14400, 86400) AS day
  FROM (SELECT arrayJoin([(1740960000, 1741046400, 3600, 0, 1100)]) AS stretch)
  ARRAY JOIN range(toUInt32(stretch.1), toUInt32(stretch.2), 60) AS t
      )
    )
  )
  )
)
WHERE n > 0 AND NOT ((t >= 1740963600 AND t < 1740967200));

SELECT 1, 7, toDateTime(intDiv(t, 900) * 900) AS quarter, count() * 60, toUInt64(4611686018427387904), 0
FROM (
  SELECT t, toUInt64(stretch.5) AS factor,
    stretch.4 * 4 + intDiv((t + stretch.3) % 86400 * 4, 86400) + 1 AS place,
    toUInt32(5 + 2 * intDiv(t, 60)) AS tick,
    toUInt32(bitXor(tick, bitShiftRight(tick, 16)) * 2246822507) AS first_in,
    toUInt32(bitXor(first_in, bitShiftRight(first_in, 13)) * 3266489909) AS second_in,
    bitXor(second_in, bitShiftRight(second_in, 16)) AS hash_in, toUInt32(bitXor(toUInt32(tick + 1), bitShiftRight(toUInt32(tick + 1), 16)) * 2246822507) AS first_out,
    toUInt32(bitXor(first_out, bitShiftRight(first_out, 13)) * 3266489909) AS second_out,
    bitXor(second_out, bitShiftRight(second_out, 16)) AS hash_out
  FROM (SELECT arrayJoin([(1740960000, 1741046400, 3600, 0, 1100)]) AS stretch)
  ARRAY JOIN range(toUInt32(stretch.1), toUInt32(stretch.2), 60) AS t
)
WHERE NOT ((t >= 1740963600 AND t < 1740967200))
GROUP BY quarter;
