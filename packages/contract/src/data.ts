import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { dataReply, id, orgBound, wholeNumber } from './envelope.ts';

export const entityTypes = ['organization', 'location', 'site', 'sensor', 'zone', 'space'] as const;
export type EntityType = (typeof entityTypes)[number];

export const groupings = ['minute', 'hour', 'day', 'week', 'isoweek', 'month', 'year', 'weekday'] as const;
export const relativeDates = [
  'today',
  'yesterday',
  'thisweek',
  'lastweek',
  'past7days',
  'past6weeks',
  'past30days',
  'thismonth',
  'monthtodate',
  'lastmonth',
  'thisquarter',
  'lastquarter',
  'thisyear',
  'lastyear',
  'custom',
] as const;
export const previousPeriods = ['previousperiod', 'sameperiodlastweek', 'sameperiodlastyear'] as const;
export const trafficMetrics = ['ins', 'outs'] as const;

const commaList = <Item extends z.ZodMiniType<string, string>>(item: Item) =>
  z.pipe(
    z.string().check(z.maxLength(40_000)),
    z.pipe(
      z.transform((text: string) => text.split(',').filter((part) => part !== '')),
      z.array(item),
    ),
  );

/**
 * The shared data query. A relative date stays a word: the server resolves it in the time zone of each location.
 * `startDate` and `endDate` (custom) are local calendar dates or local wall times of the location, end inclusive for dates.
 */
const trafficQuery = {
  ...orgBound,
  entityType: z.enum(entityTypes),
  entityIds: z.optional(commaList(z.string().check(z.maxLength(36)))),
  relativeDate: z._default(z.enum(relativeDates), 'today'),
  startDate: z.optional(z.string().check(z.maxLength(32))),
  endDate: z.optional(z.string().check(z.maxLength(32))),
  metrics: z.optional(commaList(z.enum(trafficMetrics))),
  previousPeriod: z.optional(z.enum(previousPeriods)),
  /** Counts only while locations were open; without a schedule they always are. */
  excludeClosedHours: z.optional(z.enum(['true', 'false'])),
};

/**
 * `recordDate` is the start of the bucket; of an organization whose locations have several time zones, `timezone` is null
 * and the date a local one, without a zone. By weekday a row has `weekday` (0 is Sunday), and `hour` if asked, instead.
 * `completeness` is received over expected seconds, null when none was due.
 */
export const trafficRow = z.object({
  recordDate: z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d+)?Z?)?$/))),
  weekday: z.optional(z.number()),
  hour: z.optional(z.number()),
  entityId: id,
  name: z.string(),
  timezone: z.nullable(z.string()),
  sumins: z.optional(z.nullable(z.number())),
  sumouts: z.optional(z.nullable(z.number())),
  completeness: z.nullable(z.number()),
});
export type TrafficRow = z.output<typeof trafficRow>;

const trafficAccess = { kind: 'session', organization: 'bound', capability: 'canViewTraffic' } as const;

export const getTraffic = defineEndpoint({
  name: 'getTraffic',
  area: 'data-api',
  summary: 'Ins and outs of entities over time',
  method: 'GET',
  path: '/api/data/traffic',
  access: trafficAccess,
  query: z.object({
    ...trafficQuery,
    /** `hour`, or with a step: `minute(15)`; `weekday` or `weekday,hour` add up by the place in the week. */
    dateGroupings: z._default(z.string().check(z.regex(/^[a-z]+(\(\d{1,3}\)|,hour)?$/)), 'hour'),
    order: z.optional(z.enum(['recordDate', '-recordDate'])),
    limit: z.optional(wholeNumber.check(z.minimum(1), z.maximum(50_400))),
  }),
  reply: dataReply(trafficRow),
  streamed: true,
});

export const getTrafficTotal = defineEndpoint({
  name: 'getTrafficTotal',
  area: 'data-api',
  summary: 'Ins and outs of entities, one number for the whole period',
  method: 'GET',
  path: '/api/data/traffic/total',
  access: trafficAccess,
  query: z.object(trafficQuery),
  reply: dataReply(trafficRow),
});
