import type { Annotation } from '@atrium/contract/annotations';
import { describe, expect, it } from 'vitest';
import { annotationsOf, newestDayOf } from '../annotations/answer-annotations.ts';
import { answerChart, chartChoices } from './answer-chart.ts';
import { answerOf, type DataRow, largest } from './answer.ts';
import { defaultQuestion, type Question } from '@atrium/metrics/question';

const traffic: Question = { ...defaultQuestion('traffic'), metrics: ['ins'] };
const row = (
  entityId: string | null,
  recordDate: string,
  sumins: number | null,
  more: Partial<DataRow> = {},
): DataRow => ({
  entityId,
  name: (entityId ?? 'All').toUpperCase(),
  timezone: 'America/New_York',
  recordDate,
  sumins,
  completeness: 1,
  ...more,
});
const reply = (...results: DataRow[]) => ({ results, messages: [] });
const later = Date.parse('2027-01-01T00:00:00Z') / 1000;
const chartOf = (question: Question, results: DataRow[], previousResults?: DataRow[], now = later) => {
  const answer = answerOf(question, { results, previousResults, messages: [] }, 0);
  return answerChart(answer, chartChoices(answer)[0]!, now);
};

describe('an answer', () => {
  it('[R825] puts the same local day of several time zones into one bucket', () => {
    const { buckets } = answerOf(
      traffic,
      reply(
        row('a', '2026-11-02T05:00:00Z', 1),
        row('b', '2026-11-01T23:00:00Z', 2, { timezone: 'Europe/Berlin' }),
        row('c', '2026-11-02', 3, { timezone: null }),
      ),
      0,
    );
    expect(buckets.map(({ label }) => label)).toEqual(['11/2/26']);
  });

  it('[R825] keeps the two hours of a clock that is set back apart, in their order', () => {
    const hours = { ...traffic, grouping: 'hour' };
    const starts = ['05:00', '06:00', '07:00'].map((time) => row('a', `2026-11-01T${time}:00Z`, 1));
    const { buckets, rows } = answerOf(hours, reply(...starts), 0);
    expect(buckets.map(({ label }) => label)).toEqual(['11/1 1:00 am', '11/1 1:00 am', '11/1 2:00 am']);
    expect(new Set(rows.map(({ bucket }) => bucket)).size).toBe(3);
  });

  it('[R825] begins the week where the organization does', () => {
    const week = { ...traffic, grouping: 'weekday' };
    const days = [0, 1, 6].map((weekday) => ({ ...row('a', '', 1), recordDate: undefined, weekday }));
    const labels = answerOf(week, reply(...days), 1).buckets.map(({ label }) => label);
    expect(labels).toEqual(['Mon', 'Sat', 'Sun']);
  });

  it('[R826] is empty when nothing was received, not when nobody came', () => {
    expect(answerOf(traffic, reply(row('a', '2026-11-02T05:00:00Z', null)), 0).isEmpty).toBe(true);
    expect(answerOf(traffic, reply(row('a', '2026-11-02T05:00:00Z', 0)), 0).isEmpty).toBe(false);
  });
});

const dateAt = (clock = 0) => new Date(clock * 1000).toISOString().slice(0, 10);
const daysOf = (question: Question, days: readonly string[]) => {
  const now = Date.parse('2026-11-18T15:00:00Z') / 1000;
  const answer = answerOf(question, reply(...days.map((day) => row('a', `${day}:00:00Z`, 1))), 0, { now });
  const { points } = answerChart(answer, chartChoices(answer)[0]!, now).model;
  const spans = points.map(({ span }) => [dateAt(span?.from), dateAt(span?.to)]);
  return { answer, spans, state: points.at(-1)?.state };
};

describe('the end of a bucket', () => {
  it('[R1007] [R1043] is that of its day where the next one is a week later', () => {
    const { spans, answer } = daysOf(traffic, ['2026-11-02T05', '2026-11-09T05', '2026-11-16T05']);
    expect(spans.map(([, end]) => end)).toEqual(['2026-11-03', '2026-11-10', '2026-11-17']);
    const wednesday = { ...annotation, startDate: '2026-11-04', endDate: '2026-11-04' };
    expect(annotationsOf(answer, [wednesday])).toEqual([]);
    expect(annotationsOf(answer, [{ ...wednesday, endDate: '2026-11-09' }])).toHaveLength(1);
  });

  it('[R1007] [R1043] is that of the period where it cuts a week', () => {
    const weeks: Question = { ...traffic, period: { relativeDate: 'past7days' }, grouping: 'week' };
    const { spans, answer, state } = daysOf(weeks, ['2026-11-11T05', '2026-11-15T05']);
    expect(spans).toEqual([
      ['2026-11-11', '2026-11-15'],
      ['2026-11-15', '2026-11-18'],
    ]);
    expect(state).toBe('done');
    expect(annotationsOf(answer, [{ ...annotation, startDate: '2026-11-20', endDate: '2026-11-20' }])).toEqual([]);
    expect(newestDayOf(answer, Date.parse('2026-11-18T15:00:00Z'))).toBe('2026-11-17');
  });

  it('[R1043] is that of a short month', () => {
    const months: Question = { ...traffic, period: { relativeDate: 'thisyear' }, grouping: 'month' };
    expect(daysOf(months, ['2026-02-01T05']).spans).toEqual([['2026-02-01', '2026-03-01']]);
  });
});

const annotation: Annotation = {
  annotationId: 'one',
  orgId: 'org',
  locationId: null,
  locationName: null,
  startDate: '2026-11-02',
  endDate: '2026-11-02',
  text: 'Sale',
  createdBy: null,
  createdAt: '2026-11-01T00:00:00.000Z',
  version: 1,
};

describe('the chart of an answer', () => {
  it('[R827] shows the eight entities with the largest values', () => {
    const results = Array.from({ length: 12 }, (_, index) => row(`e${index}`, '2026-11-02T05:00:00Z', index));
    const answer = answerOf(traffic, reply(...results), 0);
    expect(
      largest(answer, 'sumins')
        .slice(0, 8)
        .map(({ key }) => key),
    ).toEqual(['e11', 'e10', 'e9', 'e8', 'e7', 'e6', 'e5', 'e4']);
    expect(chartOf(traffic, results).model.series).toHaveLength(8);
  });

  it('[R827] leaves a gap where nothing was received, and marks incomplete buckets', () => {
    const { model } = chartOf(traffic, [
      row('a', '2026-11-02T05:00:00Z', 4),
      row('a', '2026-11-03T05:00:00Z', null, { completeness: 0 }),
      row('a', '2026-11-04T05:00:00Z', 6, { completeness: 0.5 }),
    ]);
    expect(model.series[0]?.values).toEqual([4, null, 6]);
    expect(model.series[0]?.partial).toEqual([false, true, true]);
    expect(model.points.map(({ state }) => state)).toEqual(['done', 'missing', 'done']);
    expect(model.points[2]?.notes).toEqual(['built from 50% of expected minutes']);
  });

  it('[R827] marks the bucket that is not over', () => {
    const now = Date.parse('2026-11-03T15:00:00Z') / 1000;
    const { model } = chartOf(
      traffic,
      [row('a', '2026-11-02T05:00:00Z', 4), row('a', '2026-11-03T05:00:00Z', 1)],
      undefined,
      now,
    );
    expect(model.points.map(({ state }) => state)).toEqual(['done', 'open']);
  });

  it('[R827] does not call a forecast of tomorrow unfinished', () => {
    const now = Date.parse('2026-11-03T15:00:00Z') / 1000;
    const days = ['02', '03', '04'].map((day) => row('a', `2026-11-${day}T05:00:00Z`, 4));
    expect(chartOf(traffic, days, undefined, now).model.points.map(({ state }) => state)).toEqual([
      'done',
      'done',
      'ahead',
    ]);
  });

  it('[R827] draws the compared period as a dashed line in the same color', () => {
    const compared: Question = { ...traffic, comparison: 'previousperiod' };
    const { model } = chartOf(compared, [row('a', '2026-11-02T05:00:00Z', 4)], [row('a', '2026-10-26T04:00:00Z', 3)]);
    expect(model.series).toMatchObject([
      { name: 'Ins', kind: 'bar', color: 0, values: [4] },
      { name: 'Previous period', kind: 'line', color: 0, comparison: true, values: [3] },
    ]);
  });

  it('[R990] [R1090] stacks the places from the eighth on together, so that a stack is as high as their sum', () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
    const days = ['2026-11-02T05:00:00Z', '2026-11-03T05:00:00Z'];
    const results = days.flatMap((day, at) =>
      ids.map((id, index) =>
        row(id, day, at === 1 && index > 7 ? null : 20 - index, index === 9 ? { completeness: 0.5 } : {}),
      ),
    );
    const answer = answerOf(traffic, reply(...results), 0);
    const { model, shown, missing } = answerChart(answer, chartChoices(answer)[0]!, later, 'stacked');
    expect([shown.length, missing]).toEqual([7, 0]);
    expect(model.series.at(-1)).toMatchObject({
      name: '3 others',
      color: 7,
      values: [13 + 12 + 11, 13],
      partial: [true, true],
    });
    const lines = answerChart(answer, chartChoices(answer)[0]!, later, 'line');
    expect([lines.shown.length, lines.missing, lines.model.series.length]).toEqual([8, 2, 8]);
    const mean = answerOf({ ...traffic, metrics: ['ins(avg)'] }, reply(...results), 0);
    const stacked = answerChart(mean, chartChoices(mean)[0]!, later, 'stacked');
    expect([stacked.shown.length, stacked.missing]).toEqual([8, 2]);
    const eight = answerOf(traffic, reply(...results.filter(({ entityId }) => entityId! < 'i')), 0);
    expect(answerChart(eight, chartChoices(eight)[0]!, later, 'stacked').shown).toHaveLength(8);
  });

  it('[R827] shows metrics of one entity together if they share a format', () => {
    const both: Question = { ...traffic, metrics: ['ins', 'outs', 'ins(avg)'] };
    const one = answerOf(both, reply({ ...row('a', '2026-11-02T05:00:00Z', 4), sumouts: 3, avgins: 1.5 }), 0);
    expect(chartChoices(one).map(({ label }) => label)).toEqual(['Ins, Outs', 'Ins, average']);
    const several = { ...one, subjects: [...one.subjects, { key: 'b', entityId: 'b', name: 'B' }] };
    expect(chartChoices(several).map(({ label }) => label)).toEqual(['Ins', 'Outs', 'Ins, average']);
  });

  it('[R836] draws each window of a trend, the older the fainter, and only as many places as can be told apart', () => {
    const question: Question = { ...traffic, comparison: { windows: 3 } };
    const results = ['a', 'b', 'c', 'd', 'e'].map((id, index) => row(id, '2026-11-02T05:00:00Z', 50 - index));
    const trendResults = [1, 2, 3].map((ago) => ({
      label: `${ago} ago`,
      results: results.map((each) => ({ ...each, sumins: ago })),
    }));
    const answer = answerOf(question, { results, trendResults, messages: [] }, 0);
    const { model, shown } = answerChart(answer, chartChoices(answer)[0]!, later);
    expect(shown.map(({ name }) => name)).toEqual(['A', 'B', 'C', 'D']);
    expect(model.series.slice(0, 4)).toMatchObject([
      { name: 'A', kind: 'line', color: 0, values: [50] },
      { name: 'A, 1 ago', comparison: true, color: 0, age: 0, values: [1] },
      { name: 'A, 2 ago', comparison: true, color: 0, values: [2] },
      { name: 'A, 3 ago', comparison: true, color: 0, values: [3] },
    ]);
  });

  it('[R836] draws the others once, beside all places, in a color of their own', () => {
    const question: Question = { ...traffic, others: { kind: 'all', aggregation: 'median' } };
    const results = [row('a', '2026-11-02T05:00:00Z', 4), row('b', '2026-11-02T05:00:00Z', 3)];
    const comparisonResults = results.map((each) => ({
      ...each,
      entityId: null,
      name: 'All Others',
      sumins: 9,
      entities: 5,
    }));
    const answer = answerOf(question, { results, comparisonResults, messages: [] }, 0);
    const { model } = answerChart(answer, chartChoices(answer)[0]!, later);
    expect(model.series.map(({ name, color, others, values }) => [name, color, others ?? false, values])).toEqual([
      ['A', 0, false, [4]],
      ['B', 1, false, [3]],
      ['All Others, median', 2, true, [9]],
    ]);
    expect(answer.rows[0]).toMatchObject({ others: { sumins: 9 }, otherCount: 5 });
  });

  it('[R836] rows without an id are told apart by their names', () => {
    const question: Question = { ...traffic, rows: { kind: 'field', name: 'Region' } };
    const results = ['North', 'South'].map((name, index) => row(null, '2026-11-02T05:00:00Z', index, { name }));
    const { subjects, buckets } = answerOf(question, reply(...results), 0);
    expect(subjects.map(({ key, entityId }) => [key, entityId])).toEqual([
      ['North', null],
      ['South', null],
    ]);
    expect(buckets).toHaveLength(1);
  });

  it('[R841] draws the bounds of a forecast as its band', () => {
    const question: Question = { ...defaultQuestion('forecasted_traffic'), metrics: ['ins', 'lowins', 'highins'] };
    const results = [row('a', '2026-11-02T05:00:00Z', 4, { lowins: 2, highins: 7 })];
    const answer = answerOf(question, reply(...results), 0);
    expect(chartChoices(answer).map(({ label }) => label)).toEqual(['Forecast ins']);
    const { model } = answerChart(answer, chartChoices(answer)[0]!, later);
    expect(model.series).toMatchObject([
      { kind: 'line', values: [4], band: { name: '80% band', low: [2], high: [7] } },
    ]);
    const alone = answerOf({ ...question, metrics: ['lowins'] }, reply(...results), 0);
    expect(chartChoices(alone).map(({ label }) => label)).toEqual(['Forecast ins, low']);
  });
});
