import { describe, expect, it } from 'vitest';
import { closedStretches, isClosedBetween, openOn } from './open-hours.ts';

const at = (time: string) => Date.parse(`2026-03-04T${time}:00Z`);
const edges = Array.from({ length: 25 }, (_, hour) => at('00:00') + hour * 3_600_000);
const day = (...hours: [from: string, to: string][]) => ({
  date: '2026-03-04',
  schedule: null,
  exception: null,
  hours: hours.map(([from, to]) => ({ openTime: '', closeTime: '', from, to })),
});

describe('[R522] closed hours', () => {
  it('lie before, between and after the open hours, to the minute', () => {
    const open = openOn([
      day(['2026-03-04T13:00:00Z', '2026-03-04T18:15:00Z'], ['2026-03-04T09:30:00Z', '2026-03-04T12:00:00Z']),
    ]);
    expect(closedStretches(open, edges)).toEqual([
      [0, 9.5],
      [12, 13],
      [18.25, 24],
    ]);
    expect(isClosedBetween(open, at('08:00'), at('09:00'))).toBe(true);
    expect(isClosedBetween(open, at('09:00'), at('10:00'))).toBe(false);
  });

  it('begin after a night that started the day before', () => {
    const open = openOn([day(['2026-03-03T20:00:00Z', '2026-03-04T02:00:00Z']), day()]);
    expect(closedStretches(open, edges)).toEqual([[2, 24]]);
  });

  it('are none for a place that is always open, and the whole day on a day off', () => {
    expect(closedStretches(openOn([day(['2026-03-04T00:00:00Z', '2026-03-05T00:00:00Z'])]), edges)).toEqual([]);
    expect(closedStretches(openOn([day()]), edges)).toEqual([[0, 24]]);
  });
});
