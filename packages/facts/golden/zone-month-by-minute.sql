SELECT toUInt16(0) AS c, if(t <= 1, toUInt32(4294967295 - t), toUInt32(intDiv(t - 1740783600, 60))) AS b, i, o, toUInt8(g)
FROM (
  SELECT series, multiIf(span != 60 OR toUInt32(at) % 60 != 0, 1, at >= 1740783600 AND at < 1743458400, toUInt32(at), 0) AS t,
    ins AS i, outs AS o, span AS g
  FROM atrium.minute FINAL
  WHERE org = 1 AND series IN (7) AND at >= 1740697200 AND at < 1743458400
);
