import { zoneOf } from '@atrium/calendar/zones';
import { describe, expect, it } from 'vitest';
import {
  ageGroups,
  agePeriods,
  causeProblem,
  countAtSteps,
  offlineSensorTexts,
  offlineAfterSeconds,
  silenceLimit,
  timelineStart,
  timelineStep,
  timelineSteps,
} from './offline-sensor.ts';

const at = (text: string) => Date.parse(text) / 1000;

describe('how long a sensor may be silent', () => {
  it('is a quarter of an hour for one that sends at least every five minutes, and for an unknown one', () => {
    expect([null, 0, 19, 1440, 288].map(offlineAfterSeconds)).toEqual([900, 900, 900, 900, 900]);
    expect(silenceLimit).toBe(900);
  });

  it('is three intervals for one that rarely sends, and never more than three hours', () => {
    expect([287, 96, 24, 20].map(offlineAfterSeconds)).toEqual([904, 2_700, 10_800, 10_800]);
  });
});

describe('[R217] ages', () => {
  const berlin = zoneOf('Europe/Berlin');
  const now = at('2026-03-31T12:00:00Z');
  const groupOf = (instant: string) =>
    ageGroups.find((group) => {
      const { from, to } = agePeriods(now, berlin)[group];
      return at(instant) >= from && at(instant) < to;
    });

  it('are today, yesterday, week, month, quarter, year and old', () => {
    expect(ageGroups).toEqual(['today', 'yesterday', 'week', 'month', 'quarter', 'year', 'old']);
  });

  it.each([
    ['2026-03-31T12:00:00Z', 'today'],
    // Midnight in Berlin, two hours ahead of UTC since the 29th.
    ['2026-03-30T22:00:00Z', 'today'],
    ['2026-03-30T21:59:59Z', 'yesterday'],
    ['2026-03-29T22:00:00Z', 'yesterday'],
    ['2026-03-29T21:59:59Z', 'week'],
    ['2026-03-23T23:00:00Z', 'week'],
    ['2026-03-23T22:59:59Z', 'month'],
    ['2026-02-28T23:00:00Z', 'month'],
    ['2026-02-28T22:59:59Z', 'quarter'],
    ['2025-12-30T23:00:00Z', 'quarter'],
    ['2025-12-30T22:59:59Z', 'year'],
    ['2025-03-30T22:00:00Z', 'year'],
    ['2025-03-30T21:59:59Z', 'old'],
    ['1999-01-01T00:00:00Z', 'old'],
  ])('%s is %s', (instant, group) => {
    expect(groupOf(instant)).toBe(group);
  });

  it('count times from a fast clock as today', () => {
    expect(groupOf('2026-04-02T00:00:00Z')).toBe('today');
  });
});

describe('[R216] the timeline', () => {
  const now = at('2026-03-04T12:07:00Z');
  const start = timelineStart(now);

  it('has 672 quarters of an hour; the last one contains now', () => {
    expect([timelineStep, timelineSteps]).toEqual([900, 672]);
    expect(start + 671 * 900).toBe(at('2026-03-04T12:00:00Z'));
    expect(start).toBe(at('2026-02-25T12:15:00Z'));
  });

  it('counts what is open at the beginning of each step', () => {
    const counts = countAtSteps(
      [
        { from: start - 86_400, to: start + 900 },
        { from: start + 1, to: start + 901 },
        { from: start + 670 * 900, to: null },
        { from: start - 86_400, to: start },
        { from: start + 10, to: start + 20 },
      ],
      start,
    );
    expect(counts).toHaveLength(672);
    expect(counts.slice(0, 4)).toEqual([1, 1, 0, 0]);
    expect(counts.slice(-3)).toEqual([0, 1, 1]);
  });

  it('is empty without records', () => {
    expect(new Set(countAtSteps([], start))).toEqual(new Set([0]));
  });
});

describe('a cause', () => {
  it('is non-empty text of limited length', () => {
    expect(causeProblem('Power')).toBeUndefined();
    expect(causeProblem('x'.repeat(500))).toBeUndefined();
    expect(causeProblem(null)).toBe(offlineSensorTexts.causeRequired);
    expect(causeProblem(' \n')).toBe(offlineSensorTexts.causeRequired);
    expect(causeProblem('x'.repeat(501))).toBe(offlineSensorTexts.causeTooLong);
  });
});
