SELECT series, toFloat64(toUnixTimestamp64Milli(at)), track, toUInt8(toInt8(type)), logic, ms, toUInt16(keep_until)
FROM atrium.event FINAL
WHERE org = 1 AND series IN (7, 8, 9) AND at >= toDateTime64(1740783600, 3, 'UTC') AND at < toDateTime64(1740870000, 3, 'UTC') AND keep_until > toDate(now('UTC')) AND (series, toUnixTimestamp64Milli(at), track, toInt8(type), logic) > (7, 1740783600500, toUInt64(490), 3, 2)
ORDER BY org, series, at, track, type, logic
LIMIT 500;
