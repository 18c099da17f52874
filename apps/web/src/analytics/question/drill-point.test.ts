import { defaultQuestion, type Question } from '@atrium/metrics/question';
import { expect, it } from 'vitest';
import { answerOf, type DataRow } from './answer.ts';
import { drillPoint } from './drill-point.ts';

const weeks: Question = {
  ...defaultQuestion('traffic'),
  entityType: 'organization',
  period: { relativeDate: 'past7days' },
  grouping: 'week',
};
const row = (recordDate: string): DataRow => ({
  entityId: null,
  name: 'All',
  timezone: null,
  recordDate,
  sumins: 1,
  completeness: 1,
});
const at = (date: string) => Date.parse(`${date}T12:00:00Z`) / 1000;
const dates = (epoch: number) => new Date(epoch * 1000).toISOString().slice(0, 10);

it.each(['2026-11-17', '2026-11-18', '2026-11-19'])(
  '[R1036] a bucket of several time zones is that of the answer, while it is %s for the viewer',
  (today) => {
    // At the first place it is November 18.
    const { rows } = answerOf(weeks, { results: [row('2026-11-11'), row('2026-11-15')], messages: [] }, 0);
    const found = rows.map(({ bucket }) => drillPoint(weeks, rows, { bucket }, { now: at(today), weekStart: 0 }));
    expect(found.map((point) => [dates(point!.bucket!.from), dates(point!.bucket!.to)])).toEqual([
      ['2026-11-11', '2026-11-15'],
      ['2026-11-15', '2026-11-18'],
    ]);
  },
);
