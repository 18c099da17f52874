INSERT INTO atrium.minute (org, series, at, span, sub, ver, gone)
SETTINGS async_insert = 0, max_partitions_per_insert_block = 1000
SELECT org, series, at, span, sub, toUInt64(9223372036854775808), 1
FROM atrium.minute FINAL
WHERE org = 1 AND series = 7 AND at >= 1740783600 AND at < 1743458400 AND ver < toUInt64(9223372036854775808);
