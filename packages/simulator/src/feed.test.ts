import { describe, expect, it } from 'vitest';
import { countsOf } from './building.ts';
import { demoWorld, sensorsOf } from './demo-world.ts';
import { closedPush, livePush, openRecord, recordsOf, statusPush } from './feed.ts';
import type { LineRecord } from './xovis5.ts';

const sensors = demoWorld().organizations.flatMap(sensorsOf);
const station = sensors.find(({ name }) => name === 'Concourse entrance')!;
const { door } = station.zones[0]!;
const noon = Date.UTC(2026, 4, 5, 10) / 1000;
const totals = (records: readonly LineRecord[]) => ({
  ins: records.reduce((sum, { forward }) => sum + forward, 0),
  outs: records.reduce((sum, { backward }) => sum + backward, 0),
});

describe('records', () => {
  it.each([5, 15, 60, 300, 900, 3600])('of %i seconds hold the same people', (span) => {
    const records = recordsOf(door, noon, noon + 3600, span);
    expect(records).toHaveLength(3600 / span);
    expect(totals(records)).toEqual(totals(recordsOf(door, noon, noon + 3600)));
    expect(records.every(({ samples, samplesExpected }) => samples === samplesExpected)).toBe(true);
  });

  it('of a minute are what the door counts', () => {
    expect(recordsOf(door, noon, noon + 60)).toMatchObject([
      { forward: countsOf(door, noon).ins, backward: countsOf(door, noon).outs },
    ]);
  });

  it.each([
    [noon + 1, noon + 61, 60],
    [noon, noon + 90, 60],
    [noon, noon + 91, 7],
  ])('from %i to %i cannot last %i seconds', (from, to, span) => {
    expect(() => recordsOf(door, from, to, span)).toThrow(RangeError);
  });
});

describe('the open minute', () => {
  it('fills up to its final count, and reports missing samples', () => {
    const whole = countsOf(door, noon);
    let before = openRecord(door, noon);
    expect(before).toMatchObject({ forward: 0, backward: 0, samples: 0, samplesExpected: 60 });
    for (let second = 1; second < 60; second += 1) {
      const record = openRecord(door, noon + second + 0.4);
      expect(record).toMatchObject({ from: noon, to: noon + 60, samples: second, samplesExpected: 60 });
      expect(record.forward).toBeGreaterThanOrEqual(before.forward);
      expect(record.forward).toBeLessThanOrEqual(whole.ins);
      expect(record.backward).toBeGreaterThanOrEqual(before.backward);
      before = record;
    }
    expect(whole.ins - before.forward).toBeLessThanOrEqual(2);
  });

  it('moves within seconds, even in the dead of night', () => {
    const night = Date.UTC(2026, 4, 5, 1) / 1000;
    const seen = new Set<string>();
    for (let now = night; now < night + 60; now += 3) {
      const counted = sensors
        .filter(({ name }) => name === 'Concourse entrance' || name === 'Platform entrance')
        .flatMap(({ zones }) => zones.map((zone) => openRecord(zone.door, now)));
      seen.add(JSON.stringify(totals(counted)));
    }
    expect(seen.size).toBeGreaterThan(2);
  });
});

describe('pushes', () => {
  it('live ones contain what was closed since the last one and the open minute, for every line', () => {
    const twoLines = sensors.find(({ zones }) => zones.length === 2)!;
    const push = livePush(twoLines, noon - 120, noon + 7.5, 12);
    expect(push).toMatchObject({ kind: 'logics', packageId: 12, device: { macAddress: twoLines.macAddress } });
    expect(push.logics.map(({ id, name }) => [id, name])).toEqual(
      twoLines.zones.map((zone, index) => [index + 1, zone.name]),
    );
    for (const { records } of push.logics)
      expect(records.map(({ from, samples }) => [from - noon, samples])).toEqual([
        [-120, 60],
        [-60, 60],
        [0, 7],
      ]);
  });

  it('scheduled ones contain closed intervals only', () => {
    const push = closedPush(station, { from: noon, to: noon + 900 }, 300, 1);
    expect(push.logics[0]!.records.map(({ from, to }) => [from - noon, to - noon])).toEqual([
      [0, 300],
      [300, 600],
      [600, 900],
    ]);
  });

  it('of the state contain the uptime and the offset of the zone', () => {
    expect(statusPush(station, noon - 90, noon, 3)).toMatchObject({ uptimeSeconds: 90, offsetSeconds: 7200 });
  });
});
