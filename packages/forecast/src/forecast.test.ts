import { dayNumber, secondsPerDay, weekdayOf } from '@atrium/calendar/civil';
import { dayStart, wallClock, zoneOf } from '@atrium/calendar/zones';
import { describe, expect, it } from 'vitest';
import { forecastZone } from './forecast.ts';
import { type History, historyEdges } from './grid.ts';

const berlin = zoneOf('Europe/Berlin');

describe('the forecast of a zone', () => {
  it('[R740] has 28 local days of hours, 23 and 25 of them when the clocks change', () => {
    const spring = forecastZone(place({ today: dayNumber(2026, 3, 20) }));
    expect(spring.model).not.toBeNull();
    expect(spring.days).toHaveLength(28);
    expect(spring.hours).toHaveLength(28 * 24 - 1);
    expect(hoursOn(spring.hours, dayNumber(2026, 3, 29))).toHaveLength(23);
    const autumn = forecastZone(place({ today: dayNumber(2026, 10, 20) }));
    const repeated = hoursOn(autumn.hours, dayNumber(2026, 10, 25));
    expect(repeated).toHaveLength(25);
    expect(repeated[2]!.ins).toBe(repeated[3]!.ins);
    for (const { day, ins } of autumn.days) {
      const sum = hoursOn(autumn.hours, day).reduce((total, hour) => total + hour.ins, 0);
      expect(ins).toBeCloseTo(sum, 6);
    }
  });

  it('[R741] does not learn zeros from gaps', () => {
    const whole = forecastZone(place({}));
    const today = dayNumber(2026, 6, 15);
    // The last ten days are missing, and every fifth day before is half missing.
    const broken = forecastZone(
      place({ isMissing: (day, hour) => day >= today - 10 || (day % 5 === 0 && hour >= 12) }),
    );
    const total = (forecast: typeof whole) => forecast.days.reduce((sum, { ins }) => sum + ins, 0);
    expect(broken.model).not.toBeNull();
    expect(total(broken) / total(whole)).toBeGreaterThan(0.93);
    expect(total(broken) / total(whole)).toBeLessThan(1.07);
  });

  it('[R742] is zero when the place is closed, and a holiday has the effect that its name had before', () => {
    const today = dayNumber(2026, 12, 10);
    const special = new Map([
      [dayNumber(2024, 12, 22), 'Rush'],
      [dayNumber(2025, 12, 21), 'Rush'],
      [dayNumber(2026, 12, 20), 'Rush'],
      [dayNumber(2026, 12, 25), 'Christmas'],
    ]);
    const isOpen = (day: number, hour: number) => hour >= 9 && hour < 18 && special.get(day) !== 'Christmas';
    const level = (day: number) => (special.get(day) === 'Rush' ? 2.5 : 1);
    const forecast = forecastZone(place({ today, days: 760, isOpen, special, level }));
    const christmas = hoursOn(forecast.hours, dayNumber(2026, 12, 25));
    expect(christmas.every(({ ins, outs, insBand }) => ins === 0 && outs === 0 && insBand?.high === 0)).toBe(true);
    expect(hoursOn(forecast.hours, today + 1)[4]).toMatchObject({ ins: 0, outs: 0 });
    expect(hoursOn(forecast.hours, today + 1)[12]!.ins).toBeGreaterThan(1);
    const of = (day: number) => forecast.days.find((each) => each.day === day)!.ins;
    expect(of(dayNumber(2026, 12, 20)) / of(dayNumber(2026, 12, 13))).toBeGreaterThan(1.8);
  });

  it('[R743] repeats the last week with a wide band while there are less than three weeks', () => {
    const short = forecastZone(place({ days: 16 }));
    expect(short).toMatchObject({ model: 'b0', verdict: 'short' });
    const noon = hoursOn(short.hours, dayNumber(2026, 6, 16))[12]!;
    const tested = hoursOn(forecastZone(place({})).hours, dayNumber(2026, 6, 16))[12]!;
    const width = (hour: typeof noon) => (hour.insBand!.high - hour.insBand!.low) / hour.ins;
    expect(width(noon)).toBeGreaterThan(2 * width(tested));
    // Of hours that no week had yet, nothing is said.
    const shorter = forecastZone(place({ days: 3 }));
    expect(shorter.hours.length).toBeLessThan(28 * 24);
    expect(shorter.hours.every(({ ins }) => ins >= 0)).toBe(true);
  });

  it('[R744] says nothing of a place that was silent for four weeks, or of an empty history', () => {
    const today = dayNumber(2026, 6, 15);
    const silent = forecastZone(place({ isMissing: (day) => day >= today - 30 }));
    expect(silent).toMatchObject({ model: null, verdict: 'silent', hours: [], days: [] });
    expect(forecastZone(place({ days: 0 }))).toMatchObject({ model: null, hours: [] });
  });

  it('[R745] has bands of hours and of days from residuals of their own', () => {
    const { hours, days, model } = forecastZone(place({}));
    expect(model).not.toBeNull();
    for (const { ins, outs, insBand, outsBand } of [...hours, ...days]) {
      expect(insBand!.low).toBeLessThanOrEqual(ins);
      expect(insBand!.high).toBeGreaterThanOrEqual(ins);
      expect(outsBand!.low).toBeLessThanOrEqual(outs);
      expect(outsBand!.high).toBeGreaterThanOrEqual(outs);
    }
    const [first] = days;
    const width = first!.insBand!.high - first!.insBand!.low;
    const added = hoursOn(hours, first!.day).reduce((sum, { insBand }) => sum + insBand!.high - insBand!.low, 0);
    expect(width).toBeLessThan(0.7 * added);
  });
});

/** A shop with a week, a day and some noise: about 60 people an hour at its best. */
function place(given: {
  today?: number;
  days?: number;
  isMissing?: (day: number, hour: number) => boolean;
  isOpen?: (day: number, hour: number) => boolean;
  level?: (day: number) => number;
  special?: ReadonlyMap<number, string>;
}): History {
  const { today = dayNumber(2026, 6, 15), days = 400, isMissing, isOpen, level, special } = given;
  const base = { zone: berlin, now: dayStart(berlin, today) + 7200, firstDay: today - days };
  const edges = days > 0 ? historyEdges(base) : [];
  const at = edges.slice(0, -1).map((edge) => {
    const wall = wallClock(berlin, edge);
    const day = Math.floor(wall / secondsPerDay);
    return { day, hour: Math.floor((wall - day * secondsPerDay) / 3600) };
  });
  const counts = (salt: number) =>
    at.map(({ day, hour }, index) => {
      if (isMissing?.(day, hour)) return Number.NaN;
      if (isOpen && !isOpen(day, hour)) return 0;
      const shape = Math.exp(-(((hour - 14) / 4) ** 2)) * (weekdayOf(day) === 6 ? 1.6 : 1) * (level?.(day) ?? 1);
      const noise = ((Math.imul(index + salt, 2_654_435_761) >>> 0) / 2 ** 32 - 0.5) * 0.5;
      const ofDay = ((Math.imul(day + salt, 2_246_822_519) >>> 0) / 2 ** 32 - 0.5) * 0.3;
      return Math.round(60 * shape * (1 + noise) * (1 + ofDay));
    });
  const open = isOpen && openDays(today - days, today + 28, isOpen);
  return { ...base, ins: counts(1), outs: counts(500), completeness: at.map(() => 1), open, special };
}

function openDays(from: number, to: number, isOpen: (day: number, hour: number) => boolean) {
  return Array.from({ length: to - from }, (_, at) => from + at)
    .filter((day) => isOpen(day, 9))
    .map((day) => ({ from: dayStart(berlin, day) + 9 * 3600, to: dayStart(berlin, day) + 18 * 3600 }));
}

function hoursOn<Hour extends { readonly at: number }>(hours: readonly Hour[], day: number): Hour[] {
  return hours.filter(({ at }) => Math.floor(wallClock(berlin, at) / secondsPerDay) === day);
}
