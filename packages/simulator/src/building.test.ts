import { dayNumber, weekdayOf } from '@atrium/calendar/civil';
import { dayStart } from '@atrium/calendar/zones';
import { describe, expect, it } from 'vitest';
import { buildingOf, countsOf, crossingSeconds, type Door, doorOf, type Place } from './building.ts';

const shop: Place = {
  key: 'shop',
  timezone: 'Europe/Berlin',
  country: 'DE',
  profile: 'shop',
  hours: [null, [10, 20], [10, 20], [10, 20], [10, 20], [10, 20], [10, 20]],
  visitors: 2000,
  growth: 0,
};
const station: Place = {
  ...shop,
  key: 'station',
  profile: 'station',
  hours: Array.from({ length: 7 }, () => [0, 24] as const),
  visitors: 12_000,
};
const door = (place: Place, seed = 1, imbalance = 0.97) =>
  doorOf(buildingOf(place, seed), 'door', 0.5, imbalance, seed);

function dayTotals(of: Door, day: number) {
  const { zone } = of.building;
  let ins = 0;
  let outs = 0;
  for (let minute = dayStart(zone, day); minute < dayStart(zone, day + 1); minute += 60) {
    const counts = countsOf(of, minute);
    ins += counts.ins;
    outs += counts.outs;
  }
  return { ins, outs };
}
const week = (of: Door, first: number, days = 7) =>
  Array.from({ length: days }, (_, day) => dayTotals(of, first + day));
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

const monday = dayNumber(2026, 5, 4);
const hourOf = (place: Place, hour: number) => {
  const start = dayStart(door(place).building.zone, monday) + hour * 3600;
  return sum(Array.from({ length: 60 }, (_, minute) => countsOf(door(place), start + minute * 60).ins));
};

describe('a building', () => {
  it('repeats itself under the same seed, and differs under another', () => {
    expect(week(door(shop), monday)).toEqual(week(door(shop), monday));
    expect(week(door(shop, 2), monday)).not.toEqual(week(door(shop), monday));
  });

  it('has roughly the configured number of visitors, in proportion to its doors', () => {
    const totals = week(door(shop), dayNumber(2025, 6, 1), 365);
    const openDays = totals.filter(({ ins }) => ins > 0).length;
    expect(openDays).toBeGreaterThan(295);
    expect(openDays).toBeLessThan(310);
    expect(sum(totals.map(({ ins }) => ins)) / openDays).toBeGreaterThan(1000 * 0.85);
    expect(sum(totals.map(({ ins }) => ins)) / openDays).toBeLessThan(1000 * 1.15);
  });

  it.each([0.95, 0.97, 1.05])('counts outs and ins with an imbalance of %d', (imbalance) => {
    const totals = week(door(station, 1, imbalance), monday, 14);
    expect(sum(totals.map(({ outs }) => outs)) / sum(totals.map(({ ins }) => ins))).toBeCloseTo(imbalance, 1.7);
  });

  it('has weekdays, closed days and holidays', () => {
    const totals = week(door(shop), monday, 28);
    const ofWeekday = (weekday: number) =>
      sum(totals.filter((_, day) => weekdayOf(monday + day) === weekday).map(({ ins }) => ins));
    expect(ofWeekday(0)).toBe(0);
    expect(ofWeekday(6)).toBeGreaterThan(1.4 * ofWeekday(1));
    expect(dayTotals(door(shop), dayNumber(2026, 5, 1))).toEqual({ ins: 0, outs: 0 });
    expect(dayTotals(door(station), dayNumber(2026, 5, 1)).ins).toBeGreaterThan(0);
  });

  it('is quiet at night, and never quite empty if it never closes', () => {
    expect(hourOf(shop, 3)).toBe(0);
    expect(hourOf(shop, 12)).toBeGreaterThan(40);
    expect(hourOf(station, 3)).toBeGreaterThan(20);
    expect(hourOf(station, 17)).toBeGreaterThan(5 * hourOf(station, 3));
  });

  it('varies from day to day like the weather: by a few percent, not by much', () => {
    const tuesdays = Array.from(
      { length: 20 },
      (_, index) => dayTotals(door({ ...station, country: 'IN' }), monday + 1 + 7 * index).ins,
    );
    const mean = sum(tuesdays) / tuesdays.length;
    const deviation = Math.sqrt(sum(tuesdays.map((total) => (total - mean) ** 2)) / tuesdays.length) / mean;
    expect(deviation).toBeGreaterThan(0.02);
    expect(deviation).toBeLessThan(0.2);
  });

  it('spreads the people of a minute over its seconds', () => {
    const noon = dayStart(door(station).building.zone, monday) + 12 * 3600;
    for (let minute = noon; minute < noon + 3600; minute += 60) {
      const seconds = crossingSeconds(door(station), minute, 'outs');
      expect(seconds).toHaveLength(countsOf(door(station), minute).outs);
      expect(seconds.every((second, index) => second >= (seconds[index - 1] ?? 0) && second < 60)).toBe(true);
    }
  });
});
