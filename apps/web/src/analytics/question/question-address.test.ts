import { comparisonAggregations } from '@atrium/metrics/aggregations';
import { sourceNames } from '@atrium/metrics/sources';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSearch, stringifySearch } from '../../query-string.ts';
import { withoutExcluded } from '@atrium/metrics/exclusions';
import { addressOf, readQuestion } from '@atrium/metrics/question-address';
import {
  defaultQuestion,
  groupingChoices,
  isAlike,
  metricWordsOf,
  normalGrouping,
  type Others,
  type Question,
  takesOpenHours,
  withPeriod,
} from '@atrium/metrics/question';

const [first, ...others] = sourceNames;
const all = [first!, ...others] as const;
const id = '7d5fd7ae-0000-4000-8000-000000000001';

const someOthers = (aggregation: fc.Arbitrary<Others['aggregation']>): fc.Arbitrary<Others | null> =>
  fc.oneof(
    fc.constant(null),
    fc.record({ kind: fc.constant('all' as const), aggregation }),
    fc.record({ kind: fc.constant('chosen' as const), entityIds: fc.constant([id]), aggregation }),
    fc.record({
      kind: fc.constant('field' as const),
      name: fc.constant('A&B'),
      value: fc.string({ minLength: 1 }),
      aggregation,
    }),
  );

describe('the address of a question', () => {
  it('[R822] [R835] is read as it was written', () => {
    const periods = fc.constantFrom(
      { relativeDate: 'past30days' } as const,
      { relativeDate: 'custom', startDate: '2026-01-31', endDate: '2026-02-28' } as const,
    );
    const questions = fc
      .constantFrom(...sourceNames)
      .chain((source) =>
        fc.record<Partial<Question>>({
          source: fc.constant(source),
          metrics: fc.uniqueArray(fc.constantFrom(...metricWordsOf(source)), { minLength: 1, maxLength: 4 }),
          entityIds: fc.constantFrom([], [id]),
          period: periods,
          grouping: fc.constantFrom(
            ...groupingChoices(source, { relativeDate: 'today' }).map(({ value }) => value),
            ...(normalGrouping(source, 'hour(6)') === undefined ? [] : ['hour(6)']),
          ),
          comparison: fc.oneof(
            fc.constantFrom(null, 'previousperiod' as const, 'sameperiodlastyear' as const),
            fc.record({ windows: fc.integer({ min: 1, max: 12 }) }),
          ),
          rows: fc.constantFrom<Question['rows']>(
            { kind: 'each' },
            { kind: 'all' },
            { kind: 'field', name: 'Région, 2' },
          ),
          others: someOthers(fc.constantFrom(...comparisonAggregations)),
          isLikeForLike: fc.boolean(),
          isOpenOnly: takesOpenHours(source) ? fc.boolean() : fc.constant(false),
        }),
      )
      .map((part): Question => ({ ...defaultQuestion(part.source!), ...part }))
      .map((question) => ({ ...question, isLikeForLike: isAlike(question) }))
      .map((question) => withoutExcluded(withPeriod(question, question.period), true));
    fc.assert(
      fc.property(questions, (question) => {
        const address = parseSearch(stringifySearch(addressOf(question)));
        expect(readQuestion(address, all)).toEqual({ question, broken: [] });
      }),
    );
  });

  it('[R822] without parameters asks the default question', () => {
    expect(readQuestion({}, all)).toEqual({ question: defaultQuestion('traffic'), broken: [] });
    expect(readQuestion({}, ['queue']).question.source).toBe('queue');
  });

  it.each([
    ['an unknown source', { source: 'dreams', metrics: 'ins' }, ['source']],
    ['a metric of another source', { metrics: 'ins,waittime' }, ['metrics']],
    ['too many metrics', { metrics: 'ins,ins(avg),ins(min),ins(max),outs' }, ['metrics']],
    [
      'an entity type that the source does not have',
      { source: 'pos', entityType: 'zone', entityIds: id },
      ['entities'],
    ],
    ['something that is no id', { entityType: 'site', entityIds: 'north-door' }, ['entities']],
    ['an unknown date', { relativeDate: 'someday' }, ['period']],
    ['a future date', { relativeDate: 'tomorrow' }, ['period']],
    ['half of a custom range', { relativeDate: 'custom', startDate: '2026-01-01' }, ['period']],
    [
      'a range that ends before it begins',
      { relativeDate: 'custom', startDate: '2026-02-02', endDate: '2026-02-01' },
      ['period'],
    ],
    ['an unknown grouping', { dateGroupings: 'fortnight' }, ['grouping']],
    [
      'a grouping that is too fine',
      { relativeDate: 'custom', startDate: '2025-01-01', endDate: '2025-12-31', dateGroupings: 'hour' },
      ['grouping'],
    ],
    ['an unknown comparison', { previousPeriod: 'once' }, ['comparison']],
    ['a previous period and a trend', { previousPeriod: 'previousperiod', trendComparison: '2' }, ['comparison']],
    ['likeness to no earlier period', { likeForLike: 'true', trendComparison: '2' }, ['comparison']],
    ['more windows than there are', { trendComparison: '13' }, ['comparison']],
    ['an organization in one row', { entityType: 'organization', aggregate: 'true' }, ['rows']],
    [
      'a metric that several places do not have',
      { source: 'expected_wait_time', entityType: 'space', aggregate: 'true' },
      ['rows'],
    ],
    ['others without saying which', { isComparison: 'true' }, ['others']],
    ['two kinds of others', { isComparison: 'true', isAllComparison: 'true', comparisonEntityIds: id }, ['others']],
    [
      'a sum of shares',
      {
        source: 'trafficpos',
        metrics: 'conversionrateins',
        isComparison: 'true',
        isAllComparison: 'true',
        comparisonAggregation: 'sum',
      },
      ['others'],
    ],
    ['a switch that is neither on nor off', { excludeClosedHours: 'maybe' }, ['openHours']],
  ] as const)('[R823] falls back to the default for %s, and says so', (_, address, broken) => {
    const read = readQuestion(address, all);
    expect(read.broken).toEqual(broken);
    expect(readQuestion(addressOf(read.question), all)).toEqual({ question: read.question, broken: [] });
  });

  it('[R823] a source that the person may not see is as unknown as any other', () => {
    expect(readQuestion({ source: 'pos', metrics: 'netsales' }, ['traffic'])).toEqual({
      question: defaultQuestion('traffic'),
      broken: ['source'],
    });
  });

  it('[R823] [R837] all others are not asked where the organization does not permit it', () => {
    const address = { isComparison: 'true', isAllComparison: 'true' } as const;
    expect(readQuestion(address, all).question.others).toEqual({ kind: 'all', aggregation: 'avg' });
    expect(readQuestion(address, all, false)).toEqual({ question: defaultQuestion('traffic'), broken: ['others'] });
  });

  it('[R823] a broken part leaves the others as they are', () => {
    const { question } = readQuestion({ metrics: 'nothing', relativeDate: 'lastweek', dateGroupings: 'hour' }, all);
    expect(question).toMatchObject({ metrics: ['ins'], period: { relativeDate: 'lastweek' }, grouping: 'hour' });
  });
});
