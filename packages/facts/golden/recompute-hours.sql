INSERT INTO atrium.hour (org, series, at, ins, outs, got, ver, gone)
SETTINGS async_insert = 0, max_partitions_per_insert_block = 1000
WITH (SELECT max(ver) FROM atrium.hour WHERE org = 1 AND series IN (7, 8) AND at >= 1740960000 AND at < 1741046400 AND (series, intDiv(toUInt32(at), 86400)) IN ((7, 20150), (8, 20150))) AS newest
SELECT org, series, h, sum(i), sum(o), sum(g),
  greatest(ifNull(newest, 0) + 1, toUInt64(toUnixTimestamp64Micro(now64(6)))), min(former)
FROM (
  SELECT org, series, intDiv(toUInt32(at), 3600) * 3600 AS h, ins AS i, outs AS o, got AS g, 0 AS former
  FROM atrium.quarter FINAL
  WHERE org = 1 AND series IN (7, 8) AND at >= 1740960000 AND at < 1741046400 AND (series, intDiv(toUInt32(at), 86400)) IN ((7, 20150), (8, 20150))
  UNION ALL
  SELECT org, series, toUInt32(at) AS h, 0 AS i, 0 AS o, 0 AS g, 1 AS former
  FROM atrium.hour FINAL
  WHERE org = 1 AND series IN (7, 8) AND at >= 1740960000 AND at < 1741046400 AND (series, intDiv(toUInt32(at), 86400)) IN ((7, 20150), (8, 20150))
)
GROUP BY org, series, h;

INSERT INTO atrium.hour (org, series, at, ins, outs, got, ver, gone)
SETTINGS async_insert = 0, max_partitions_per_insert_block = 1000, insert_deduplicate = 0, distributed_foreground_insert = 1, insert_quorum = 'auto', insert_quorum_parallel = 0, select_sequential_consistency = 1
WITH (SELECT max(ver) FROM atrium.hour WHERE org = 1 AND series IN (7, 8) AND at >= 1740960000 AND at < 1741046400 AND (series, intDiv(toUInt32(at), 86400)) IN ((7, 20150), (8, 20150))) AS newest
SELECT org, series, h, sum(i), sum(o), sum(g),
  greatest(ifNull(newest, 0) + 1, toUInt64(toUnixTimestamp64Micro(now64(6)))), min(former)
FROM (
  SELECT org, series, intDiv(toUInt32(at), 3600) * 3600 AS h, ins AS i, outs AS o, got AS g, 0 AS former
  FROM atrium.quarter FINAL
  WHERE org = 1 AND series IN (7, 8) AND at >= 1740960000 AND at < 1741046400 AND (series, intDiv(toUInt32(at), 86400)) IN ((7, 20150), (8, 20150))
  UNION ALL
  SELECT org, series, toUInt32(at) AS h, 0 AS i, 0 AS o, 0 AS g, 1 AS former
  FROM atrium.hour FINAL
  WHERE org = 1 AND series IN (7, 8) AND at >= 1740960000 AND at < 1741046400 AND (series, intDiv(toUInt32(at), 86400)) IN ((7, 20150), (8, 20150))
)
GROUP BY org, series, h;
