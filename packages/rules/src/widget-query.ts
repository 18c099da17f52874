import type { QuestionAddress, QuestionPart } from '@atrium/metrics/address-words';
import { metricCatalog } from '@atrium/metrics/catalog';
import { whyNotTogether } from '@atrium/metrics/exclusions';
import { dataQueryOf, isAlike, isTrend, maxMetrics, type Question, withEntityType } from '@atrium/metrics/question';
import { readQuestion } from '@atrium/metrics/question-address';
import { type EntityType, type Source, type SourceName, sourceNames, sources } from '@atrium/metrics/sources';
import { isOptions, type Options } from './dashboard.ts';
import type { Problem } from './problem.ts';

/** What a card asks, read from its `dataOptions`. */
export interface WidgetQuery {
  readonly question: Question;
  /** Parameters of the data call besides those of the question. */
  readonly more: Readonly<Record<string, string>>;
  /** Whether the options name a grouping: without one, a total runs over hours or days as its period is short or long. */
  readonly isGrouped: boolean;
  /** Options that are wrong; their defaults are asked instead. The path is the name of the option. */
  readonly problems: readonly Problem[];
}

/** What the reader of a dashboard chose for all of its cards. */
export interface DashboardFilter {
  /** Replaces today, as a local date. */
  readonly dateOverride?: string | undefined;
  readonly entityFilter?: { readonly entityType: EntityType; readonly entityIds: readonly string[] } | undefined;
}

/** The formats of tables: each fixes the source, the kind of places and the columns. */
export const tableFormats = {
  locationTraffic: { source: 'traffic', entityType: 'location', metrics: ['ins', 'outs'] },
  zoneTraffic: { source: 'traffic', entityType: 'zone', metrics: ['ins', 'outs'] },
  sensorTraffic: { source: 'traffic', entityType: 'sensor', metrics: ['ins', 'outs'] },
  siteTraffic: { source: 'traffic', entityType: 'site', metrics: ['ins', 'outs'] },
  locationPOS: { source: 'pos', entityType: 'location', metrics: ['netsales', 'itemcount'] },
  spaceOccupancy: { source: 'occupancy', entityType: 'space', metrics: ['occupancy'] },
} as const satisfies Record<string, { source: SourceName; entityType: EntityType; metrics: readonly string[] }>;
export type TableFormat = keyof typeof tableFormats;

export function isTableFormat(name: unknown): name is TableFormat {
  return typeof name === 'string' && Object.hasOwn(tableFormats, name);
}

export const widgetQueryTexts: Record<QuestionPart, string> = {
  source: 'This data source is unknown.',
  metrics: `The data source does not have these metrics, or there are more than ${maxMetrics}.`,
  entities: 'The data source does not have these places.',
  period: 'These dates are not valid for the data source.',
  grouping: 'The data source cannot be grouped in this way, or the period is too long for it.',
  comparison: 'An earlier period is unknown, or two kinds of comparison are chosen at once.',
  rows: 'These places cannot share rows.',
  others: 'The other places to compare with are not defined, or cannot be combined in this way.',
  openHours: 'The data source does not know opening hours.',
};

const optionOf: Record<QuestionPart, string> = {
  source: 'dataSourceType',
  metrics: 'metrics',
  entities: 'entityIds',
  period: 'relativeDate',
  grouping: 'dateGroupings',
  comparison: 'previousPeriod',
  rows: 'aggregate',
  others: 'comparison',
  openHours: 'excludeClosedHours',
};

const everySource = sourceNames as [SourceName, ...SourceName[]];

/** Options that are unknown are ignored. */
export function widgetQuery(dataOptions: Options, filter: DashboardFilter = {}, permitsAllOthers = true): WidgetQuery {
  const { question, broken } = readQuestion(addressIn(dataOptions), everySource, permitsAllOthers);
  const { more, problems } = moreIn(dataOptions, question);
  const { dateOverride = textIn(dataOptions, 'dateOverride') } = filter;
  return {
    question: filtered(question, filter.entityFilter),
    // A range of dates is what it says, whatever day it is.
    more: { ...more, ...(dateOverride && question.period.relativeDate !== 'custom' && { dateOverride }) },
    isGrouped: (listIn(dataOptions, 'dateGroupings')?.length ?? 0) > 0,
    problems: [...broken.map((part) => ({ path: optionOf[part], message: widgetQueryTexts[part] })), ...problems],
  };
}

/** The parameters of the call for rows over time, or for one value of the whole period. */
export function widgetParameters(
  { question, more, isGrouped }: Omit<WidgetQuery, 'problems'>,
  call: 'detail' | 'total',
): Record<string, string> {
  const parameters = { ...dataQueryOf(question), ...more };
  if (call === 'detail') return parameters;
  const isOfTotal = (name: string) => !onlyDetail.has(name) && (isGrouped || name !== 'dateGroupings');
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => isOfTotal(name)));
}

/** The parameters of the call for the newest values: dates, groupings and comparisons have no meaning there. */
export function lastReadingParameters({ question, more }: WidgetQuery): Record<string, string> {
  const { entityType, entityIds, metrics, rows, source } = question;
  const { countFilter, countApplication } = more;
  return {
    lastReading: 'true',
    entityType,
    ...(entityIds.length > 0 && { entityIds: entityIds.join(',') }),
    metrics: metrics.join(','),
    ...(rows.kind === 'all' && { aggregate: 'true' }),
    ...(countFilter !== undefined && { countFilter }),
    ...(countApplication !== undefined && { countApplication }),
    ...(source === 'expected_wait_time' && { waitLineLength: 'true', expectedWaitTime: 'true' }),
  };
}

/** A question as options: what it does not have is null, so that merging takes it out of earlier ones. */
export function dataOptionsOf(question: Question): Options {
  const { source, metrics, entityType, entityIds, period, grouping, comparison, rows, others, isOpenOnly } = question;
  const dates = period.relativeDate === 'custom' ? period : { ...period, startDate: null, endDate: null };
  return {
    dataSourceType: source,
    inputFormatType: null,
    metrics,
    aggregation: null,
    entityType,
    entityIds,
    entityId: null,
    aggregate: rows.kind === 'all',
    metaProperty: rows.kind === 'field' ? rows.name : null,
    ...dates,
    dateGroupings: grouping,
    previousPeriod: typeof comparison === 'string' ? comparison : null,
    likeForLike: isAlike(question),
    trendComparison: {
      isTrendComparison: isTrend(comparison),
      nLength: isTrend(comparison) ? comparison.windows : null,
    },
    comparison: {
      isComparison: others !== null,
      aggregation: others?.aggregation ?? null,
      isAll: others?.kind === 'all',
      metaProperty: others?.kind === 'field' ? { name: others.name, value: others.value } : null,
      entityIds: others?.kind === 'chosen' ? others.entityIds : null,
    },
    excludeClosedHours: isOpenOnly,
  };
}

/**
 * The places that the reader chose take the place of the card's own if they are of the same kind; a card about the whole
 * organization is about them alone. Cards about other kinds of places stay as they are.
 */
function filtered(question: Question, filter: DashboardFilter['entityFilter']): Question {
  if (!filter || filter.entityIds.length === 0) return question;
  const { entityType, entityIds } = filter;
  if (question.entityType === entityType) return { ...question, entityIds };
  const own: Source = sources[question.source];
  if (question.entityType !== 'organization' || !own.entityTypes.includes(entityType)) return question;
  const moved: Question = { ...withEntityType(question, entityType), entityIds };
  return whyNotTogether(moved) === null ? { ...moved, rows: { kind: 'all' } } : moved;
}

/** The words of the options, as an address has them. */
function addressIn(options: Options): QuestionAddress {
  const { inputFormatType: format } = options;
  const fixed = isTableFormat(format) ? tableFormats[format] : undefined;
  const metrics = fixed?.metrics ?? metricsIn(options);
  const entityIds = listIn(options, 'entityIds') ?? listIn(options, 'entityId');
  const [comparison, trend] = [objectIn(options, 'comparison'), objectIn(options, 'trendComparison')];
  const field = objectIn(comparison, 'metaProperty');
  const words: Record<string, string | undefined> = {
    source: fixed?.source ?? sourceIn(options),
    metrics: metrics && metrics.length > 0 ? metrics.join(',') : undefined,
    entityType: fixed?.entityType ?? textIn(options, 'entityType')?.toLowerCase(),
    entityIds: entityIds && entityIds.length > 0 ? entityIds.join(',') : undefined,
    aggregate: options['aggregate'] === true ? 'true' : undefined,
    metaProperty: textIn(options, 'metaProperty') ?? textIn(objectIn(options, 'metaProperty'), 'name'),
    relativeDate: textIn(options, 'relativeDate'),
    startDate: textIn(options, 'startDate'),
    endDate: textIn(options, 'endDate'),
    dateGroupings: listIn(options, 'dateGroupings')?.join(','),
    previousPeriod: textIn(options, 'previousPeriod'),
    likeForLike: options['likeForLike'] === true ? 'true' : undefined,
    ...(trend['isTrendComparison'] === true && { trendComparison: String(trend['nLength']) }),
    ...(comparison['isComparison'] === true && {
      isComparison: 'true',
      isAllComparison: comparison['isAll'] === true ? 'true' : undefined,
      comparisonEntityIds: listIn(comparison, 'entityIds')?.join(','),
      comparisonMetaName: textIn(field, 'name'),
      comparisonMetaValue: textIn(field, 'value'),
      comparisonAggregation: textIn(comparison, 'aggregation'),
    }),
    excludeClosedHours: options['excludeClosedHours'] === true ? 'true' : undefined,
  };
  return Object.fromEntries(Object.entries(words).filter(([, word]) => word !== undefined));
}

/** `zone-occupancy` is `zone_occupancy`. Without a source, its metric tells. */
function sourceIn(options: Options): string | undefined {
  const named = textIn(options, 'dataSourceType')?.replaceAll('-', '_');
  return (
    named ?? metricByKey(options['inputFormatType'])?.source ?? metricByKey(listIn(options, 'metrics')?.[0])?.source
  );
}

function metricsIn(options: Options): readonly string[] | undefined {
  const aggregation = textIn(options, 'aggregation');
  const given = listIn(options, 'metrics') ?? listIn(options, 'inputFormatType');
  return given?.map((word) => {
    const metric = metricByKey(word);
    const name = metric?.name ?? word;
    const own = metric ?? metricCatalog.find((each) => each.name === word);
    const hasIt = aggregation !== undefined && own?.aggregations.some((each) => each === aggregation);
    return hasIt ? `${name}(${aggregation})` : name;
  });
}

function metricByKey(key: unknown) {
  return metricCatalog.find((metric) => metric.key === key);
}

/** Of the call for rows alone. */
const onlyDetail = new Set(['order', 'limit', 'include', 'meta']);
const maxRows = 50_400;

function moreIn(options: Options, { source, rows }: Question): Pick<WidgetQuery, 'more' | 'problems'> {
  const more: Record<string, string> = {};
  const problems: Problem[] = [];
  const whole = (name: string, min: number, max: number) => {
    const value = options[name];
    if (value === undefined || value === null || value === '') return;
    const number = Number(value);
    if (Number.isSafeInteger(number) && number >= min && number <= max) more[name] = String(number);
    else problems.push({ path: name, message: `must be a whole number from ${min} to ${max}` });
  };
  const { parameters, ignored = [] }: Source = sources[source];
  const taken = parameters.filter((name) => !ignored.includes(name));
  if (taken.includes('countFilter')) whole('countFilter', 0, 8);
  if (taken.includes('countApplication')) whole('countApplication', 1, 10);
  whole('limit', 1, maxRows);
  for (const name of ['order', 'include', 'meta']) {
    const words = listIn(options, name);
    if (words && words.length > 0) more[name] = words.join(',');
  }
  const partsOf = textIn(options, 'partsOf');
  if (partsOf !== undefined) more['partsOf'] = partsOf;
  const value = textIn(options, 'metaValue') ?? textIn(objectIn(options, 'metaProperty'), 'value');
  if (rows.kind === 'field' && value !== undefined) more['metaValue'] = value;
  return { more, problems };
}

function textIn(options: Options, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A list of texts, or one text with commas. */
function listIn(options: Options, name: string): readonly string[] | undefined {
  const value = options[name];
  if (typeof value === 'string') return value === '' ? undefined : value.replace(/^\[(.*)\]$/s, '$1').split(',');
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : undefined;
}

function objectIn(options: Options, name: string): Options {
  const value = options[name];
  return isOptions(value) ? value : {};
}
