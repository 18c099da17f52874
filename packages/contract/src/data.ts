import { previousPeriods } from '@atrium/calendar/previous-period-kinds';
import { comparisonAggregations } from '@atrium/metrics/aggregations';
import { type ColumnName, columnsOf, metricsOf, metricWords } from '@atrium/metrics/catalog';
import {
  defaultGrouping,
  lastReadingColumns,
  relativeDatesOf,
  type Source,
  type SourceName,
  sourceNames,
  sources,
} from '@atrium/metrics/sources';
import * as z from 'zod/mini';
import { defineEndpoint, type Endpoint } from './endpoint.ts';
import { dataReply } from './data-reply.ts';
import { id, orgBound, wholeNumber } from './envelope.ts';
import { tableFormats } from './formats.ts';

export { entityTypes, type EntityType } from '@atrium/metrics/sources';

/** `a,b`, or `[a,b]`, or a list. */
export const commaList = <Item extends z.ZodMiniType<string, string>>(
  item: Item,
  { characters, entries, tooMany }: ListLimit = { characters: 40_000, entries: 10_000 },
) =>
  z.pipe(
    z.union([z.string().check(z.maxLength(characters)), z.array(z.string())]),
    z.pipe(
      z.transform((given: string | string[]) => (typeof given === 'string' ? partsOf(given) : given)),
      z.array(item).check(z.maxLength(entries, tooMany)),
    ),
  );

interface ListLimit {
  readonly characters: number;
  readonly entries: number;
  readonly tooMany?: string;
}

const partsOfPattern = /^(location|site|sensor|space):[0-9a-fA-F-]{1,36}$/;

/** Where the parameters of a data call are. */
type Place = 'query' | 'body';

/** An address does not hold more. */
export const maxIdsInQuery = 1_000;
const idLimits: Record<Place, ListLimit> = {
  query: {
    characters: 60_000,
    entries: maxIdsInQuery,
    tooMany: `must have at most ${maxIdsInQuery} ids: send more of them as JSON, with POST to the same address`,
  },
  body: { characters: 400_000, entries: 10_000, tooMany: 'must have at most 10000 ids' },
};

function partsOf(text: string): string[] {
  const bare = /^\[(.*)\]$/s.exec(text)?.[1] ?? text;
  return bare
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** One text, or several of them. */
const texts = (longest: number) => {
  const text = z.string().check(z.maxLength(longest));
  return z.pipe(
    z.union([text, z.array(text).check(z.maxLength(100))]),
    z.transform((given: string | string[]) => [given].flat()),
  );
};

const flag = z.pipe(
  z.union([z.boolean(), z.enum(['true', 'false'])], 'must be true or false'),
  z.transform((given: boolean | 'true' | 'false') => String(given) === 'true'),
);

export const parameters = {
  /** Counts only while locations were open; without a schedule they always are. */
  excludeClosedHours: z.optional(flag),
  /** Whom zones count (`/api/reference/zone-count-filters`); everyone when absent. */
  countFilter: z.optional(wholeNumber.check(z.minimum(0), z.maximum(8))),
  /** What zones are used for (`/api/reference/zone-count-applications`). */
  countApplication: z.optional(wholeNumber.check(z.minimum(1), z.maximum(10))),
  /** Of a last reading: adds `waitlinelength`, the people who wait. */
  waitLineLength: z.optional(flag),
  /** Of a last reading: adds `expectedwaittime`, in seconds. */
  expectedWaitTime: z.optional(flag),
};

/**
 * The shared data query. A relative date is sent by name: the server resolves it in the time zone of each location.
 * `startDate` and `endDate` (custom) are local calendar dates or local wall-clock times of the location, end inclusive
 * for dates.
 */
const totalQuery = <S extends SourceName>(name: S, place: Place) => {
  const source: Source = sources[name];
  const ids = commaList(z.string().check(z.maxLength(36)), idLimits[place]);
  const own = Object.fromEntries(source.parameters.map((parameter) => [parameter, parameters[parameter]]));
  return {
    ...orgBound,
    entityType: z.enum(source.entityTypes as readonly (typeof sources)[S]['entityTypes'][number][]),
    entityIds: z.optional(ids),
    /** `location:` and an id: the zones or spaces that counted for it in this period, each with what it counted there. */
    partsOf: z.optional(
      z.string().check(z.regex(partsOfPattern, 'must be location:, site:, sensor: or space: and an id')),
    ),
    /** All of these entities in one row, without an id. */
    aggregate: z.optional(flag),
    /** A custom field: one row for each of its values, without an id. */
    metaProperty: z.optional(z.string().check(z.maxLength(100))),
    /** Only these values, in this order; may be repeated. */
    metaValue: z.optional(texts(1_000)),
    /** Absent, `custom` with `startDate` and `endDate`, otherwise `today`. */
    relativeDate: z.optional(z.enum(relativeDatesOf(source))),
    startDate: z.optional(z.string().check(z.maxLength(32))),
    endDate: z.optional(z.string().check(z.maxLength(32))),
    /** `ins`, or with an aggregation: `ins(max)`. */
    metrics: z.optional(commaList(z.enum(metricWords(name)))),
    /** A local date that replaces today in relative dates. */
    dateOverride: z.optional(z.string().check(z.maxLength(10))),
    previousPeriod: z.optional(z.enum(previousPeriods)),
    /** The previous period has the same weekdays and holidays, and only entities with data that are open in both count. */
    likeForLike: z.optional(flag),
    /** Compares with other entities: all others, those with a value of a custom field, or chosen ones. Naming them implies it. */
    isComparison: z.optional(flag),
    isAllComparison: z.optional(flag),
    comparisonMetaName: z.optional(z.string().check(z.maxLength(100))),
    comparisonMetaValue: z.optional(z.string().check(z.maxLength(1_000))),
    comparisonEntityIds: z.optional(ids),
    comparisonAggregation: z.optional(z.enum(comparisonAggregations)),
    /** How many earlier windows of the same length are shown as well. */
    trendComparison: z.optional(wholeNumber.check(z.minimum(1), z.maximum(12))),
    /** One row for each entity: newest levels and samples, today's counts. Dates, groupings and comparisons are ignored. */
    lastReading: z.optional(flag),
    /** Adds the series behind the figures, what each contributes and how it was read. */
    explain: z.optional(flag),
    ...(own as Pick<typeof parameters, (typeof sources)[S]['parameters'][number]>),
  };
};

const dateGroupings = z.string().check(z.regex(/^[a-z]+(\(\d{1,3}\)|,hour)?$/));

const detailQuery = <S extends SourceName>(name: S, place: Place) => ({
  ...totalQuery(name, place),
  /** `hour`, or with a step: `minute(15)`; `weekday` or `weekday,hour` add up by the position in the week. */
  dateGroupings: z._default(dateGroupings, defaultGrouping(sources[name])),
  /** Columns of the reply, before the limit; `-` descends. By time when absent. */
  order: z.optional(commaList(z.string().check(z.regex(/^-?[A-Za-z]{1,60}$/, 'must have columns of the reply')))),
  limit: z.optional(wholeNumber.check(z.minimum(1), z.maximum(50_400))),
  /** What an entity belongs to: `location`, `site`, `sensor`, `zone`, `space`. */
  include: z.optional(commaList(z.string().check(z.maxLength(60)))),
  /** Names of custom fields, or `*`. */
  meta: z.optional(commaList(z.string().check(z.maxLength(100)))),
});

const ancestor = z.optional(z.object({ id, name: z.string() }));
const figure = z.optional(z.nullable(z.number()));

type LastReadingColumn<S extends SourceName> = (typeof lastReadingColumns)[Extract<
  (typeof sources)[S]['parameters'][number],
  keyof typeof lastReadingColumns
>];

/** Those that replies of a source may have besides its metrics. */
function lastReadingColumnsOf<S extends SourceName>(name: S) {
  const own: readonly string[] = sources[name].parameters;
  const columns = Object.entries(lastReadingColumns).filter(([parameter]) => own.includes(parameter));
  return Object.fromEntries(columns.map(([, column]) => [column, figure])) as Record<
    LastReadingColumn<S>,
    typeof figure
  >;
}

/**
 * `recordDate` is the start of the bucket; for an organization whose locations have several time zones, `timezone` is
 * null and the date a local one, without a zone. By weekday a row has `weekday` (0 is Sunday), and `hour` if requested,
 * instead; of a last reading it is when the newest reading ended. `completeness` is received over expected seconds, null
 * when none was due.
 */
const rowOf = <S extends SourceName>(name: S) =>
  z.object({
    recordDate: z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?Z?)?$/))),
    weekday: z.optional(z.number()),
    hour: z.optional(z.number()),
    /** Null where several entities are one row. */
    entityId: z.nullable(id),
    name: z.string(),
    timezone: z.nullable(z.string()),
    location: ancestor,
    site: ancestor,
    sensor: ancestor,
    zone: ancestor,
    space: ancestor,
    meta: z.optional(z.record(z.string(), z.string())),
    ...(Object.fromEntries(columnsOf(name).map((column) => [column, figure])) as Record<ColumnName<S>, typeof figure>),
    ...lastReadingColumnsOf(name),
    /** Of a last reading: since it ended. */
    ageSeconds: figure,
    completeness: z.nullable(z.number()),
    /** What else than counts of sensors is in it: `excluded`, `replaced`, `estimated`, several with commas; absent for none. */
    corrected: z.optional(z.string()),
    /** Of a row to compare with: how many entities have a value. */
    entities: z.optional(z.number()),
  });

const wholeQuery = <S extends SourceName>(name: S, place: Place) => ({
  ...totalQuery(name, place),
  /** The buckets of averages and extremes; hours up to two days, otherwise days, when absent. */
  dateGroupings: z.optional(dateGroupings),
});

const shared = <S extends SourceName>(name: S) => {
  const { capability }: { capability: (typeof sources)[S]['capability'] } = sources[name];
  return {
    area: 'data-api',
    method: 'GET',
    access: { kind: 'session', organization: 'bound', capability, kiosk: true },
    reply: dataReply(rowOf(name)),
    streamed: true,
    formats: tableFormats,
  } as const;
};

/** With the query as a body. */
const posted = <S extends SourceName>(name: S) => {
  const { access, ...others } = shared(name);
  return {
    ...others,
    method: 'POST',
    access: { ...access, clients: true },
    readsOnly: true,
    query: z.object(orgBound),
  } as const;
};

const detailOf = <S extends SourceName>(name: S, inBody: Endpoint) =>
  defineEndpoint({
    ...shared(name),
    name: `get${titleOf(name)}`,
    summary: `${figuresOf(name)} of entities over time`,
    path: sources[name].path,
    aliases: aliasesOf(name),
    query: z.object(detailQuery(name, 'query')),
    inBody,
  });

const postedDetailOf = <S extends SourceName>(name: S) =>
  defineEndpoint({
    ...posted(name),
    name: `ask${titleOf(name)}`,
    summary: `${figuresOf(name)} of many entities over time`,
    path: sources[name].path,
    aliases: aliasesOf(name),
    body: z.strictObject(detailQuery(name, 'body')),
  });

const totalOf = <S extends SourceName>(name: S, inBody: Endpoint) =>
  defineEndpoint({
    ...shared(name),
    name: `get${titleOf(name)}Total`,
    summary: `${figuresOf(name)} of entities, one number for the whole period`,
    path: `${sources[name].path}/total`,
    aliases: aliasesOf(name).map((alias) => `${alias}/total`),
    query: z.object(wholeQuery(name, 'query')),
    inBody,
  });

const postedTotalOf = <S extends SourceName>(name: S) =>
  defineEndpoint({
    ...posted(name),
    name: `ask${titleOf(name)}Total`,
    summary: `${figuresOf(name)} of many entities, one number for the whole period`,
    path: `${sources[name].path}/total`,
    aliases: aliasesOf(name).map((alias) => `${alias}/total`),
    body: z.strictObject(wholeQuery(name, 'body')),
  });

/** The calls of a source: rows over time, and one value for the whole period; both also with their query as a body. */
interface DataCalls<S extends SourceName> {
  readonly detail: ReturnType<typeof detailOf<S>>;
  readonly total: ReturnType<typeof totalOf<S>>;
  readonly postedDetail: ReturnType<typeof postedDetailOf<S>>;
  readonly postedTotal: ReturnType<typeof postedTotalOf<S>>;
}

function callsOf<S extends SourceName>(name: S): DataCalls<S> {
  const [postedDetail, postedTotal] = [postedDetailOf(name), postedTotalOf(name)];
  return { detail: detailOf(name, postedDetail), total: totalOf(name, postedTotal), postedDetail, postedTotal };
}

export const dataCalls = Object.fromEntries<unknown>(sourceNames.map((name) => [name, callsOf(name)])) as {
  readonly [S in SourceName]: DataCalls<S>;
};

/** How long one waits depends on the others: an organization answers a few questions at a time. */
export const getDataQueue = defineEndpoint({
  name: 'getDataQueue',
  area: 'data',
  summary: 'Questions of the organization that are being answered, and those that wait for their turn',
  method: 'GET',
  path: '/api/data-queue',
  access: {
    kind: 'session',
    organization: 'bound',
    capability: sourceNames.flatMap((name) => sources[name].capability),
  },
  query: z.object(orgBound),
  reply: z.object({ running: z.int(), waiting: z.int() }),
});

export const dataEndpoints: readonly Endpoint[] = [
  ...sourceNames.flatMap((name) => Object.values(dataCalls[name])),
  getDataQueue,
];

export const { detail: getTraffic, total: getTrafficTotal } = dataCalls.traffic;

/** A row of a source's replies. */
export type DataRow<S extends SourceName> = z.output<ReturnType<typeof rowOf<S>>>;
export type TrafficRow = DataRow<'traffic'>;

function aliasesOf(name: SourceName): readonly string[] {
  const { aliases = [] }: Source = sources[name];
  return aliases;
}

/** `ForecastedTraffic`. */
function titleOf(name: SourceName): string {
  return name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** `Ins and outs`. */
function figuresOf(name: SourceName): string {
  const [first = '', ...others] = metricsOf(name).map(({ label }) => label);
  const words = [first, ...others.map((label) => label.toLowerCase())];
  return [words.slice(0, -1).join(', '), ...words.slice(-1)].filter((part) => part !== '').join(' and ');
}
