import { defaultQuestion } from '@atrium/metrics/question';
import { describe, expect, it } from 'vitest';
import { answerOf } from './answer.ts';
import { askedHours } from './closed-hours.ts';

const hour = 3_600_000;
/** Rows of one location in New York, at these times. */
const asked = (times: readonly number[], grouping = 'hour') => {
  const question = { ...defaultQuestion('traffic'), metrics: ['ins'], grouping };
  const results = times.map((time) => ({
    entityId: 'a',
    name: 'Main Street',
    timezone: 'America/New_York',
    recordDate: new Date(time).toISOString(),
    sumins: 1,
    completeness: 1,
  }));
  return askedHours(answerOf(question, { results, messages: [] }, 0));
};
const from = (start: string, count: number, step = hour) =>
  Array.from({ length: count }, (_, at) => Date.parse(start) + at * step);

describe('[R1108] the closed hours of a chart', () => {
  it('are those of its days and of the night before', () => {
    const day = asked(from('2026-03-02T05:00:00Z', 24));
    expect(day).toMatchObject({ locationId: 'a', startDate: '2026-03-01', endDate: '2026-03-02' });
    expect(day?.edges).toHaveLength(25);
    expect(asked(from('2026-03-02T05:00:00Z', 3, 24 * hour), 'day')).toBeUndefined();
  });

  it('are asked for up to 61 days', () => {
    expect(asked(from('2026-05-01T04:00:00Z', 61 * 24))).toMatchObject({
      startDate: '2026-04-30',
      endDate: '2026-06-30',
    });
    expect(asked(from('2026-05-01T04:00:00Z', 62 * 24))).toBeUndefined();
  });

  it('are not drawn between hours that are not beside each other', () => {
    const [nine, ten, eleven] = from('2026-03-02T14:00:00Z', 3);
    expect(asked([nine!, ten!, eleven!])).toBeDefined();
    expect(asked([nine!, eleven!])).toBeUndefined();
  });

  it('are drawn by the hour on days on which clocks change, and not by quarters that take turns', () => {
    expect(asked(from('2026-11-01T04:00:00Z', 25))).toBeDefined();
    expect(asked(from('2026-03-08T05:00:00Z', 23))).toBeDefined();
    expect(asked(from('2026-03-08T05:00:00Z', 92, hour / 4), 'minute(15)')).toBeDefined();
    expect(asked(from('2026-11-01T04:00:00Z', 100, hour / 4), 'minute(15)')).toBeUndefined();
  });
});
