import { dayStart, localDay, zoneOf } from '@atrium/calendar/zones';
import { describe, expect, it } from 'vitest';
import { countsOf } from './building.ts';
import { type DemoLocation, type DemoSpace, demoWorld, sensorsOf } from './demo-world.ts';
import { dailyResetSeconds } from './zone-uses.ts';

const { organizations } = demoWorld();
const doors = new Map(
  organizations.flatMap(sensorsOf).flatMap(({ zones }) => zones.map((zone) => [zone.zoneId, zone] as const)),
);
const days = 14;
const now = Date.parse('2026-11-16T12:00:00Z') / 1000;
const spaces = organizations.flatMap(({ locations }) =>
  locations.flatMap((place) => place.spaces.map((space) => ({ name: `${place.name}, ${space.name}`, place, space }))),
);

/** People in a space by minute, from one reset to the next; never below zero. */
function dayOf({ timezone }: DemoLocation, { zones }: DemoSpace, daysAgo: number): number[] {
  const zone = zoneOf(timezone);
  const from = dayStart(zone, localDay(zone, now) - daysAgo) + dailyResetSeconds;
  const to = dayStart(zone, localDay(zone, now) - daysAgo + 1) + dailyResetSeconds;
  let people = 0;
  return Array.from({ length: (to - from) / 60 }, (_, minute) => {
    for (const { zoneId, reverseInsAndOuts } of zones) {
      const { door, scaleFactor } = doors.get(zoneId)!;
      const { ins, outs } = countsOf(door, from + minute * 60);
      people += (reverseInsAndOuts ? outs - ins : ins - outs) * scaleFactor;
    }
    return (people = Math.max(0, people));
  });
}

const pastDays = ({ place, space }: (typeof spaces)[number], length = days) =>
  Array.from({ length }, (_, daysAgo) => dayOf(place, space, daysAgo));

describe('spaces of the demo', () => {
  it.each(spaces)('[R854] fills and empties every day it is open, seldom over its capacity: $name', (each) => {
    const { maxCapacity } = each.space;
    const open = pastDays(each).filter((people) => Math.max(...people) > 0);
    expect(open.length).toBeGreaterThan(days / 2);
    for (const people of open) {
      const peak = Math.max(...people);
      expect(peak).toBeGreaterThan(maxCapacity / 6);
      // What is left at night is no more than what sensors miss in a day.
      expect(people.at(-1)).toBeLessThan(peak);
      expect(people.at(-1)).toBeLessThan(maxCapacity);
    }
    const minutes = open.flat();
    expect(minutes.filter((people) => people >= maxCapacity).length / minutes.length).toBeLessThan(0.1);
  });

  it('[R855] has three alarms, and one of them fires and ends every day', () => {
    const watched = spaces.flatMap((each) => (each.space.alarm ? [{ each, alarm: each.space.alarm }] : []));
    expect(watched).toHaveLength(3);
    const station = watched.find(({ each }) => each.place.name === 'Hamburg Central Station')!;
    const threshold = (station.each.space.maxCapacity * station.alarm.percent) / 100;
    const past = pastDays(station.each, 100);
    expect(past.filter((people) => Math.max(...people) < threshold)).toEqual([]);
    const ends = past.filter((people) => {
      const fired = people.findIndex((value) => value >= threshold);
      return people.slice(fired).some((value) => value < station.alarm.clearBelow);
    });
    // On the others, the reset of the night ends it.
    expect(ends.length).toBeGreaterThan(90);
  });
});
