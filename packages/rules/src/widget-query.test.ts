import { defaultQuestion, type Question } from '@atrium/metrics/question';
import { sourceNames } from '@atrium/metrics/sources';
import { describe, expect, it } from 'vitest';
import { mergedOptions } from './dashboard.ts';
import { refreshIntervalOf, widgetOptionsOf, withoutPopConfig } from './widget-options.ts';
import { dataOptionsOf, lastReadingParameters, widgetParameters, widgetQuery } from './widget-query.ts';

const id = '7d5fd7ae-0000-4000-8000-000000000001';
const other = '7d5fd7ae-0000-4000-8000-000000000002';
const parametersOf = (options: object, filter = {}) => widgetParameters(widgetQuery({ ...options }, filter), 'detail');
const wrongIn = (options: object) => widgetQuery({ ...options }).problems.map(({ path }) => path);

describe('the data options of a card', () => {
  it('[R983] become the parameters of the data call', () => {
    const query = widgetQuery({
      dataSourceType: 'zone-occupancy',
      metrics: ['zoneoccupancy'],
      aggregation: 'max',
      entityType: 'zone',
      entityIds: [id],
      relativeDate: 'yesterday',
      dateGroupings: ['weekday', 'hour'],
      previousPeriod: 'sameperiodlastweek',
      excludeClosedHours: true,
      countApplication: 8,
      limit: 20,
    });
    expect(query.question.source).toBe('zone_occupancy');
    expect(query.problems).toEqual([]);
    const parameters = {
      entityType: 'zone',
      entityIds: id,
      relativeDate: 'yesterday',
      metrics: 'zoneoccupancy(max)',
      dateGroupings: 'weekday,hour',
      previousPeriod: 'sameperiodlastweek',
      excludeClosedHours: 'true',
      countApplication: '8',
    };
    expect(widgetParameters(query, 'detail')).toEqual({ ...parameters, limit: '20' });
    expect(widgetParameters(query, 'total')).toEqual(parameters);
  });

  it('[R758] leaves the buckets of a total to its period where they name none', () => {
    const query = widgetQuery({ metrics: ['ins'], aggregation: 'max', relativeDate: 'today' });
    expect(widgetParameters(query, 'total')).not.toHaveProperty('dateGroupings');
    expect(widgetParameters(query, 'detail')).toMatchObject({ dateGroupings: 'day' });
  });

  it('[R983] may name metrics by their keys, which also tell the source', () => {
    expect(widgetQuery({ metrics: ['netSales', 'itemCount'] }).question).toMatchObject({
      source: 'pos',
      metrics: ['netsales', 'itemcount'],
    });
    expect(widgetQuery({ inputFormatType: 'waitTime' }).question).toMatchObject({
      source: 'queue',
      metrics: ['waittime'],
    });
  });

  it.each([
    ['locationTraffic', 'traffic', 'location', ['ins', 'outs']],
    ['zoneTraffic', 'traffic', 'zone', ['ins', 'outs']],
    ['sensorTraffic', 'traffic', 'sensor', ['ins', 'outs']],
    ['siteTraffic', 'traffic', 'site', ['ins', 'outs']],
    ['locationPOS', 'pos', 'location', ['netsales', 'itemcount']],
    ['spaceOccupancy', 'occupancy', 'space', ['occupancy']],
  ])(
    '[R363] [R984] the table format %s fixes source, places and columns',
    (inputFormatType, source, entityType, metrics) => {
      const { question, problems } = widgetQuery({ inputFormatType, dataSourceType: 'labor', metrics: ['staffhours'] });
      expect(question).toMatchObject({ source, entityType, metrics });
      expect(problems).toEqual([]);
    },
  );

  it('[R312] the relative date custom takes start and end from the card', () => {
    const dates = { relativeDate: 'custom', startDate: '2026-03-01', endDate: '2026-03-31' };
    expect(parametersOf(dates)).toMatchObject(dates);
    expect(parametersOf(dates, { dateOverride: '2026-05-01' })).not.toHaveProperty('dateOverride');
  });

  it('[R276] the date of the dashboard wins over that of the card', () => {
    const options = { relativeDate: 'today', dateOverride: '2026-01-01' };
    expect(parametersOf(options)).toMatchObject({ dateOverride: '2026-01-01' });
    expect(parametersOf(options, { dateOverride: '2026-02-02' })).toMatchObject({ dateOverride: '2026-02-02' });
  });

  it('[R985] places of the dashboard replace those of the same kind, and narrow the organization', () => {
    const entityFilter = { entityType: 'location', entityIds: [other] };
    const filter = { entityFilter };
    expect(parametersOf({ entityType: 'location', entityIds: [id] }, filter)).toMatchObject({ entityIds: other });
    expect(parametersOf({ entityType: 'zone', entityIds: [id] }, filter)).toMatchObject({ entityIds: id });
    expect(parametersOf({ entityType: 'organization' }, filter)).toMatchObject({
      entityType: 'location',
      entityIds: other,
      aggregate: 'true',
    });
    const nobody = { entityFilter: { ...entityFilter, entityIds: [] } };
    expect(parametersOf({ entityIds: [id] }, nobody)).toMatchObject({ entityIds: id });
  });

  it.each([
    ['dataSourceType', { dataSourceType: 'dreams' }],
    ['metrics', { metrics: ['waittime'] }],
    ['metrics', { metrics: ['ins', 'outs', 'ins(avg)', 'ins(max)', 'ins(min)'] }],
    ['entityIds', { entityIds: ['north-door'] }],
    ['relativeDate', { relativeDate: 'someday' }],
    ['relativeDate', { relativeDate: 'custom' }],
    ['dateGroupings', { dateGroupings: 'fortnight' }],
    ['previousPeriod', { trendComparison: { isTrendComparison: true, nLength: 40 } }],
    ['comparison', { comparison: { isComparison: true } }],
    ['countFilter', { countFilter: 'everyone' }],
    ['limit', { limit: 1_000_000 }],
  ])('[R986] a wrong %s is named and has its default', (path, options) => {
    expect(wrongIn(options)).toEqual([path]);
    expect(widgetQuery({ ...options }).question).toMatchObject({ source: 'traffic', metrics: ['ins'] });
  });

  it('[R986] what is unknown, empty or null is ignored', () => {
    const ignored = { metrics: null, entityIds: [], previousPeriod: null, mood: 'good', weatherInterval: 'daily' };
    expect(wrongIn(ignored)).toEqual([]);
    expect(parametersOf(ignored)).toEqual(parametersOf({}));
  });

  it('[R310] [R311] a last reading asks for the newest value alone', () => {
    const options = {
      dataSourceType: 'expected_wait_time',
      entityType: 'space',
      entityId: id,
      relativeDate: 'lastyear',
    };
    expect(lastReadingParameters(widgetQuery(options))).toEqual({
      lastReading: 'true',
      entityType: 'space',
      entityIds: id,
      metrics: 'expectedwaittime',
      waitLineLength: 'true',
      expectedWaitTime: 'true',
    });
    expect(lastReadingParameters(widgetQuery({ dataSourceType: 'occupancy', entityId: id }))).not.toHaveProperty(
      'waitLineLength',
    );
  });

  it('[R283] a question that is saved and merged is read as it was', () => {
    const before = { comparison: { isComparison: true, isAll: true }, previousPeriod: 'previousperiod', mood: 'good' };
    const variants: Partial<Question>[] = [
      {},
      { entityIds: [id, other], rows: { kind: 'all' }, isOpenOnly: true },
      {
        comparison: 'sameperiodlastyear',
        isLikeForLike: true,
        others: { kind: 'field', name: 'Region', value: 'North', aggregation: 'max' },
      },
      { comparison: { windows: 3 }, others: { kind: 'chosen', entityIds: [other], aggregation: 'avg' } },
      {
        period: { relativeDate: 'custom', startDate: '2026-03-01', endDate: '2026-03-31' },
        rows: { kind: 'field', name: 'Region' },
      },
    ];
    for (const variant of variants) {
      const question = { ...defaultQuestion('traffic'), ...variant };
      const saved = mergedOptions(before, dataOptionsOf(question));
      expect(widgetQuery(saved)).toMatchObject({ question, problems: [] });
      expect(saved).toMatchObject({ mood: 'good' });
    }
    for (const source of sourceNames)
      expect(widgetQuery(dataOptionsOf(defaultQuestion(source))).question).toEqual(defaultQuestion(source));
  });
});

const titled = (title: unknown) => widgetOptionsOf({ widgetOptions: { title } }).title;
const styled = (style: object) => widgetOptionsOf({ widgetOptions: { style } });

describe('the client options of a card', () => {
  it('[R987] have defaults for everything that is absent or wrong', () => {
    const nothing = widgetOptionsOf({});
    expect(nothing).toMatchObject({ title: undefined, style: 'default', darkStyle: 'default', refreshInterval: 0 });
    expect(widgetOptionsOf({ widgetOptions: 'none', popConfig: 'maybe', previewData: 1 })).toEqual(nothing);
  });

  it('[R987] a title is shown, switched off, or left to the card', () => {
    expect(titled({ enable: true, text: 'Doors' })).toBe('Doors');
    expect(titled({ text: 'Doors' })).toBe('Doors');
    expect(titled({ enable: false, text: 'Doors' })).toBeNull();
    expect(titled({ enable: true, text: ' ' })).toBeUndefined();
  });

  it('[R987] the style of the dark scheme is that of the light one unless it is named', () => {
    expect(styled({ class: 'danger' })).toMatchObject({ style: 'danger', darkStyle: 'danger' });
    expect(styled({ class: 'danger', darkClass: 'info' })).toMatchObject({ style: 'danger', darkStyle: 'info' });
    expect(styled({ class: 'glitter' })).toMatchObject({ style: 'default', darkStyle: 'default' });
  });

  it('[R286] the refresh interval is a whole number of minutes from 0', () => {
    expect([5, '10', 0, -5, 2.5, 'soon', undefined, null].map(refreshIntervalOf)).toEqual([5, 10, 0, 0, 0, 0, 0, 0]);
  });

  it('[R279] the first save takes popConfig away and nothing else', () => {
    expect(withoutPopConfig({ popConfig: true, hideRefresh: true })).toEqual({ hideRefresh: true });
  });
});
