INSERT INTO atrium.level (org, series, at, span, ver, gone)
SETTINGS async_insert = 0, max_partitions_per_insert_block = 1000
SELECT org, series, at, span, toUInt64(9223372036854775808), 1
FROM atrium.level FINAL
WHERE org = 1 AND series = 7 AND at >= 1740783600 AND at < 1740870000 AND ver < toUInt64(9223372036854775808);

INSERT INTO atrium.event (org, series, at, track, type, logic, keep_until, ver, gone)
SETTINGS async_insert = 0, max_partitions_per_insert_block = 1000
SELECT org, series, at, track, type, logic, keep_until, toUInt64(9223372036854775808), 1
FROM atrium.event FINAL
WHERE org = 1 AND series = 7 AND at >= 1740783600 AND at < 1740870000 AND ver < toUInt64(9223372036854775808);
