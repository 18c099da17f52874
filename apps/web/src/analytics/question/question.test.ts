import { dataCalls } from '@atrium/contract/data';
import { sourceNames } from '@atrium/metrics/sources';
import { describe, expect, it } from 'vitest';
import { whyNotBy, whyNotTogether, withoutExcluded } from '@atrium/metrics/exclusions';
import {
  askedMetrics,
  dataQueryOf,
  defaultQuestion,
  groupingChoices,
  metricWordsOf,
  normalGrouping,
  normalMetric,
  type Question,
  withEntityType,
  withPeriod,
  withSource,
} from '@atrium/metrics/question';

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

  it('[R821] [R835] another kind of place keeps what does not name the ones before', () => {
    const others = { kind: 'field', name: 'Region', value: 'North', aggregation: 'max' } as const;
    const asked: Question = { ...question, entityIds: ['a'], rows: { kind: 'field', name: 'Region' }, others };
    expect(withEntityType(asked, 'site')).toMatchObject({ entityIds: [], rows: { kind: 'each' }, others: null });
    const all: Question = { ...question, rows: { kind: 'all' }, others: { kind: 'all', aggregation: 'max' } };
    expect(withEntityType(all, 'site')).toMatchObject({ rows: all.rows, others: all.others });
  });
});

describe('what excludes each other', () => {
  const together: Question = { ...defaultQuestion('traffic'), rows: { kind: 'all' } };
  const summed: Question = { ...together, others: { kind: 'all', aggregation: 'sum' } };

  it('[R837] says why places cannot share a row', () => {
    expect(whyNotTogether(together)).toBeNull();
    expect(whyNotTogether({ ...together, entityType: 'organization' })).toMatch(/^There is only one organization/);
    expect(whyNotTogether(defaultQuestion('expected_wait_time'))).toBe(
      'Expected wait has no value for several places together.',
    );
  });

  it('[R837] leaves out what another choice excludes', () => {
    expect(withoutExcluded(summed, true)).toEqual(summed);
    expect(withoutExcluded(summed, false).others).toBeNull();
    expect(withoutExcluded({ ...summed, entityType: 'organization' }, true)).toMatchObject({
      rows: { kind: 'each' },
      others: null,
    });
  });

  it('[R837] a metric without a sum is compared by its average', () => {
    const share: Question = { ...summed, source: 'trafficpos', metrics: ['conversionrateins'] };
    expect(whyNotBy(share, 'sum')).toMatch(/ of several places has no sum\.$/);
    expect(withoutExcluded(share, true).others).toEqual({ kind: 'all', aggregation: 'avg' });
  });
});
