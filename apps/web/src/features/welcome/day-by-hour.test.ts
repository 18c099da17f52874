import type { TrafficRow } from '@atrium/contract/data';
import { describe, expect, it } from 'vitest';
import { dayByHour, sumOf } from './day-by-hour.ts';
import { sameDayLastWeek, sameTimeLastWeek } from './same-time-last-week.ts';

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
  const results = [
    row('2026-07-04T18:30:00Z', 4),
    row('2026-07-04T19:30:00Z', null, 0),
    row('2026-07-04T20:30:00Z', null, null),
    row('2026-07-04T21:30:00Z', 7, 0.5),
  ];
  const now = at('2026-07-04T22:00:00Z');
  const hours = dayByHour({ results, previousResults: [row('2026-06-27T18:30:00Z', 9)] }, 'Asia/Kolkata', now);

  it('has every hour of the local day, half-hour zones too', () => {
    expect(hours).toHaveLength(24);
    expect(hours[0]?.start).toBe(at('2026-07-04T18:30:00Z'));
    expect(hours.at(-1)?.end).toBe(at('2026-07-05T18:30:00Z'));
  });

  it('tells a gap from zero, from what was never due, and from what is to come', () => {
    expect(hours.slice(0, 5).map(({ state }) => state)).toEqual(['done', 'missing', 'done', 'open', 'ahead']);
    expect(sumOf(hours, 'ins')).toBe(11);
    expect(sumOf(hours.slice(1, 3), 'ins')).toBeNull();
  });

  it('stands each hour beside its partner of last week', () => {
    expect(hours.slice(0, 2).map(({ previousIns }) => previousIns)).toEqual([9, null]);
  });

  it('has 25 hours when the clock goes back', () => {
    const first = row('2026-10-24T22:00:00Z', 1);
    expect(
      dayByHour({ results: [first], previousResults: [] }, 'Europe/Berlin', at('2026-10-25T12:00:00Z')),
    ).toHaveLength(25);
  });

  it('stays on the day of the answer when midnight passes', () => {
    const later = dayByHour({ results, previousResults: [] }, 'Asia/Kolkata', at('2026-07-05T18:31:00Z'));
    expect(later[0]?.start).toBe(at('2026-07-04T18:30:00Z'));
  });
});

describe('the same time last week', () => {
  it('is the same time on the wall, also across a clock change', () => {
    expect(sameTimeLastWeek('America/New_York', at('2026-03-10T16:20:30Z'))).toEqual({
      startDate: '2026-03-03T00:00',
      endDate: '2026-03-03T12:20',
    });
  });

  it('is the same weekday in the hour after midnight too, when the clock changed in between', () => {
    const [justAfterMidnight, monday] = [at('2026-03-30T22:30:00Z'), at('2026-03-23T23:00:00Z')];
    expect(sameDayLastWeek('Europe/Berlin', justAfterMidnight)).toBe(monday);
  });

  it('has nothing to compare in the first minute of a day', () => {
    expect(sameTimeLastWeek('UTC', at('2026-03-10T00:00:59Z'))).toBeNull();
    expect(sameTimeLastWeek('UTC', at('2026-03-10T00:01:00Z'))).toEqual({
      startDate: '2026-03-03T00:00',
      endDate: '2026-03-03T00:01',
    });
  });
});
