import { dataCalls } from '@atrium/contract/data';
import { sourceNames } from '@atrium/metrics/sources';
import { describe, expect, it } from 'vitest';
import {
  askedMetrics,
  dataQueryOf,
  defaultQuestion,
  groupingChoices,
  metricWordsOf,
  normalGrouping,
  normalMetric,
  withPeriod,
  withSource,
} from './question.ts';

const march = { relativeDate: 'custom', startDate: '2026-03-01', endDate: '2026-03-31' } as const;
const twoYears = { relativeDate: 'custom', startDate: '2024-03-01', endDate: '2026-02-28' } as const;

describe('what a source allows', () => {
  it.each(sourceNames)('[R820] every choice for %s is one that its call accepts', (source) => {
    const question = defaultQuestion(source);
    const accepts = (query: object) => dataCalls[source].detail.query?.safeParse(query).success;
    expect(accepts(dataQueryOf(question))).toBe(true);
    for (const word of metricWordsOf(source)) expect(accepts(dataQueryOf({ ...question, metrics: [word] }))).toBe(true);
    for (const { value } of groupingChoices(source, question.period))
      expect(normalGrouping(source, value), value).toBe(value);
  });

  it('[R820] offers each aggregation of a metric once, and none of a ratio', () => {
    expect(metricWordsOf('traffic').slice(0, 4)).toEqual(['ins', 'ins(avg)', 'ins(min)', 'ins(max)']);
    expect(metricWordsOf('trafficpos')).toContain('conversionrateins');
    expect(normalMetric('traffic', 'ins(sum)')).toBe('ins');
    expect(normalMetric('traffic', 'waittime')).toBeUndefined();
  });

  it('[R820] leaves out metrics that need another part of the subscription', () => {
    expect(metricWordsOf('labor', new Set(['canViewLabor']))).not.toContain('netsalesperstaffhour');
    expect(metricWordsOf('labor', new Set(['canViewLabor', 'canViewPOS']))).toContain('netsalesperstaffhour');
  });

  it('[R820] keeps the metrics in the order they were chosen', () => {
    const columns = askedMetrics({ source: 'traffic', metrics: ['outs', 'ins(max)'] }).map(({ column }) => column);
    expect(columns).toEqual(['sumouts', 'maxins']);
  });

  it('[R820] does not offer groupings that are too fine for a custom range', () => {
    const tooFine = groupingChoices('traffic', twoYears).filter(({ isTooFine }) => isTooFine);
    expect(tooFine.map(({ value }) => value)).toEqual([
      'minute(1)',
      'minute(5)',
      'minute(15)',
      'minute(30)',
      'hour',
      'day',
      'weekday',
      'weekday,hour',
    ]);
    expect(groupingChoices('traffic', march).every(({ isTooFine }) => !isTooFine)).toBe(true);
  });

  it('[R820] offers an unusual step that a link asked for', () => {
    expect(groupingChoices('traffic', march, 'minute(10)').map(({ value }) => value)).toContain('minute(10)');
  });
});

describe('a change of the question', () => {
  const question = defaultQuestion('traffic');

  it('[R821] keeps what the new source has and resets the rest', () => {
    const asked = { ...question, entityType: 'site', entityIds: ['a'], isOpenOnly: true, grouping: 'hour' } as const;
    expect(withSource(asked, 'queue')).toMatchObject({ entityType: 'site', entityIds: ['a'], grouping: 'hour' });
    expect(withSource(asked, 'pos')).toMatchObject({ entityType: 'location', entityIds: [], metrics: ['netsales'] });
    expect(withSource(asked, 'occupancy')).toMatchObject({ entityType: 'space', isOpenOnly: true });
  });

  it('[R821] a longer custom range takes the finest grouping that it fits', () => {
    expect(withPeriod({ ...question, grouping: 'hour' }, march).grouping).toBe('hour');
    expect(withPeriod({ ...question, grouping: 'hour' }, twoYears).grouping).toBe('week');
    expect(withPeriod({ ...question, grouping: 'hour' }, { relativeDate: 'thisyear' }).grouping).toBe('hour');
  });
});
