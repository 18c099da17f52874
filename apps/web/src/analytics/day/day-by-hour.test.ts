import type { TrafficRow } from '@atrium/contract/data';
import { describe, expect, it } from 'vitest';
import { comparedRange } from './compared-range.ts';
import { dayByHour, sumOf } from './day-by-hour.ts';

const at = (iso: string) => Date.parse(iso);
const row = (recordDate: string, sumins: number | null, completeness: number | null = 1): TrafficRow => ({
  recordDate,
  entityId: 'x',
  name: 'North',
  timezone: 'any',
  sumins,
  sumouts: sumins,
  completeness,
});

describe('a day by the hour', () => {
  const rows = [
    row('2026-07-04T18:30:00Z', 4),
    row('2026-07-04T19:30:00Z', null, 0),
    row('2026-07-04T20:30:00Z', null, null),
    row('2026-07-04T21:30:00Z', 7, 0.5),
  ];
  const now = at('2026-07-04T22:00:00Z');
  const day = { date: '2026-07-05', timezone: 'Asia/Kolkata', rows, open: undefined };
  const lastWeek = { timezone: 'Asia/Kolkata', rows: [row('2026-06-27T18:30:00Z', 9)] };
  const hours = dayByHour(day, lastWeek, now);

  it('has every hour of the local day, half-hour zones too', () => {
    expect(hours).toHaveLength(24);
    expect(hours[0]?.start).toBe(at('2026-07-04T18:30:00Z'));
    expect(hours.at(-1)?.end).toBe(at('2026-07-05T18:30:00Z'));
  });

  it('distinguishes a gap from zero, from hours that were never due, and from the future', () => {
    expect(hours.slice(0, 5).map(({ state }) => state)).toEqual(['done', 'missing', 'done', 'open', 'ahead']);
    expect(sumOf(hours, 'ins')).toBe(11);
    expect(sumOf(hours.slice(1, 3), 'ins')).toBeNull();
  });

  it('shows each hour next to the same hour of the compared day', () => {
    expect(hours.slice(0, 2).map(({ previous }) => previous.ins)).toEqual([9, null]);
  });

  it('[R521] compares by the wall clock with a location in another time zone', () => {
    const newYork = {
      timezone: 'America/New_York',
      rows: [row('2026-07-05T04:00:00Z', 3), row('2026-07-05T05:00:00Z', 5)],
    };
    expect(
      dayByHour(day, newYork, now)
        .slice(0, 3)
        .map(({ previous }) => previous.ins),
    ).toEqual([3, 5, null]);
  });

  it('[R522] shows no gap in a closed hour', () => {
    const open = [{ from: at('2026-07-04T20:30:00Z'), to: at('2026-07-05T18:30:00Z') }];
    const shown = dayByHour({ ...day, open }, undefined, now);
    expect(shown.slice(0, 3).map(({ closed }) => closed)).toEqual([true, true, false]);
    expect(shown[1]?.state).toBe('done');
  });

  it('has 25 hours when the clock goes back, and compares the repeated hour once', () => {
    const changed = { date: '2026-10-25', timezone: 'Europe/Berlin', rows: [], open: undefined };
    const before = [row('2026-10-18T00:00:00Z', 2), row('2026-10-18T01:00:00Z', 3)];
    const shown = dayByHour(changed, { timezone: 'Europe/Berlin', rows: before }, at('2026-10-25T12:00:00Z'));
    expect(shown).toHaveLength(25);
    expect(shown.slice(2, 5).map(({ previous }) => previous.ins)).toEqual([2, null, 3]);
  });
});

describe('the compared part of another day', () => {
  it('ends at the same wall-clock time, even across a clock change', () => {
    expect(comparedRange('2026-03-03', true, 'America/New_York', at('2026-03-10T16:20:30Z'))).toEqual({
      startDate: '2026-03-03T00:00',
      endDate: '2026-03-03T12:20',
    });
  });

  it('[R521] is the whole day once the day is over', () => {
    const all = { startDate: '2026-03-03', endDate: '2026-03-03' };
    expect(comparedRange('2026-03-03', false, 'America/New_York', at('2026-03-10T16:20:30Z'))).toEqual(all);
  });

  it('is empty in the first minute of a day', () => {
    expect(comparedRange('2026-03-03', true, 'UTC', at('2026-03-10T00:00:59Z'))).toBeNull();
    expect(comparedRange('2026-03-03', true, 'UTC', at('2026-03-10T00:01:00Z'))).toEqual({
      startDate: '2026-03-03T00:00',
      endDate: '2026-03-03T00:01',
    });
  });
});
