import { dayNumber } from '@atrium/calendar/civil';
import { dayStart, localDay, toLocal } from '@atrium/calendar/zones';
import { generatedMinutes } from '@atrium/facts/generated-history';
import { describe, expect, it } from 'vitest';
import { countsOf, type Door } from './building.ts';
import { demoWorld, historyStart, sensorsOf } from './demo-world.ts';
import { describeHistory } from './history.ts';

const zones = demoWorld()
  .organizations.flatMap(sensorsOf)
  .flatMap((sensor) => sensor.zones);
const now = Date.UTC(2026, 6, 15, 10, 7) / 1000;
const window = { from: historyStart(now), to: now };
const minutesOf = (door: Door, unreliable = false, range = window) => [
  ...generatedMinutes({ org: 1, ver: 1n, ...describeHistory(7, door, unreliable, range) }),
];

describe('a generated history', () => {
  it('has thirteen months and begins with a UTC day', () => {
    expect(window.from % 86_400).toBe(0);
    expect((window.to - window.from) / 86_400).toBeGreaterThan(395);
  });

  it.each(zones.filter((_, index) => index % 5 === 0).map((zone) => [zone.name, zone] as const))(
    'equals in the store what the door does live: %s',
    (_, { door }) => {
      const minutes = minutesOf(door);
      const sample = minutes.filter(({ at }) => (at / 60) % 37 === 0);
      expect(sample.length).toBeGreaterThan(10_000);
      expect(
        sample.filter(({ at, ins, outs }) => {
          const live = countsOf(door, at);
          return live.ins !== ins || live.outs !== outs;
        }),
      ).toEqual([]);
    },
  );

  it.each([
    ['Europe/Berlin', dayNumber(2026, 3, 29)],
    ['Europe/Berlin', dayNumber(2025, 10, 26)],
    ['America/New_York', dayNumber(2026, 3, 8)],
    ['America/Chicago', dayNumber(2025, 11, 2)],
  ])('agrees on the days on which the clocks of %s change', (timezone, day) => {
    const { door } = zones.find((zone) => zone.door.building.zone.name === timezone)!;
    const { zone } = door.building;
    const range = { from: dayStart(zone, day - 1), to: dayStart(zone, day + 2) };
    const minutes = minutesOf(door, false, range);
    expect(minutes).toHaveLength((range.to - range.from) / 60);
    expect(minutes).toEqual(minutes.map(({ at }) => ({ at, ...countsOf(door, at) })));
  });

  it('has a row for every minute outside the gaps: nights are zeros, gaps are nothing', () => {
    for (const { door } of zones.slice(0, 3)) {
      const { gaps } = describeHistory(7, door, false, window);
      const missing = gaps.reduce((sum, { from, to }) => sum + (to - from) / 60, 0);
      expect(missing).toBeGreaterThan(0);
      const minutes = minutesOf(door);
      expect(minutes.length).toBe((window.to - window.from) / 60 - missing);
      const night = minutes.filter(({ at }) => toLocal(door.building.zone, at).hour === 4);
      expect(night.length).toBeGreaterThan(20_000);
      expect(night.every(({ ins, outs }) => ins === 0 && outs === 0)).toBe(true);
    }
  });

  it('loses some hours at every door now and then, and whole days at the unreliable one', () => {
    const unreliable = zones.filter((zone) => zone.unreliable);
    expect(unreliable).toHaveLength(1);
    for (const { door, unreliable: losesDays } of zones) {
      const { gaps } = describeHistory(7, door, losesDays, window);
      const { zone } = door.building;
      const lostDays = gaps.filter(
        ({ from, to }) => from === dayStart(zone, localDay(zone, from)) && to === dayStart(zone, localDay(zone, to)),
      );
      expect(lostDays.length > 0).toBe(losesDays);
      expect(gaps.length).toBeLessThan(20);
      expect(gaps.every(({ from, to }) => from < to && from >= window.from && to <= window.to - 2 * 86_400)).toBe(true);
    }
    expect(zones.filter(({ door }) => describeHistory(7, door, false, window).gaps.length > 0).length).toBeGreaterThan(
      20,
    );
  });

  it('is small', () => {
    expect(JSON.stringify(describeHistory(7, zones[0]!.door, false, window)).length).toBeLessThan(60_000);
  });
});
