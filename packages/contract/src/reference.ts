import { folds, groupings } from '@atrium/calendar/groupings';
import { previousPeriods } from '@atrium/calendar/previous-period-kinds';
import { allRelativeDates } from '@atrium/calendar/relative-dates';
import * as z from 'zod/mini';
import { anyone, members, membersOrAll } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { instant, orgBound } from './envelope.ts';

const area = 'reference-data';

/** One of the lists of `reference-lists.ts`, the same for everyone. */
const fixedList = <Item extends z.ZodMiniType>(name: string, word: string, summary: string, item: Item) =>
  defineEndpoint({
    name,
    area,
    summary,
    method: 'GET',
    path: `/api/reference/${word}`,
    access: anyone,
    reply: z.array(item),
  });
const coded = z.object({ id: z.number(), name: z.string() });
const labelled = z.object({ id: z.number(), label: z.string() });
const named = z.object({ code: z.string(), label: z.string() });
const dateRule = z.object({ unit: z.string(), shift: z.number() });

export const getRelativeDates = defineEndpoint({
  name: 'getRelativeDates',
  area,
  summary: 'The relative dates that a query accepts',
  method: 'GET',
  path: '/api/reference/relativedates',
  access: anyone,
  reply: z.array(
    z.object({
      code: z.enum(allRelativeDates),
      label: z.string(),
      /** Both ends count units from the one that contains today, or now; the end is exclusive. Null for `custom`. */
      rangeConfig: z.nullable(z.object({ start: dateRule, end: dateRule })),
      /** Days, relative to today. */
      rangeLength: z.nullable(z.number()),
      /** Only sources with a forecast accept it. */
      future: z.boolean(),
    }),
  ),
});

export const getPreviousPeriods = defineEndpoint({
  name: 'getPreviousPeriods',
  area,
  summary: 'The periods that a query can be compared with',
  method: 'GET',
  path: '/api/reference/previousperiods',
  access: anyone,
  reply: z.array(z.object({ code: z.enum(previousPeriods), label: z.string() })),
});

const grouping = z.enum([...groupings, ...folds]);

export const getGroupings = defineEndpoint({
  name: 'getGroupings',
  area,
  summary: 'The date groupings, their steps and the longest custom range of each',
  method: 'GET',
  path: '/api/reference/groupings',
  access: anyone,
  reply: z.array(
    z.object({
      code: grouping,
      label: z.string(),
      defaultStep: z.number(),
      minimumStep: z.number(),
      maximumStep: z.number(),
      /** Null when not limited. */
      maximumDays: z.nullable(z.number()),
    }),
  ),
});

export const getRegexps = defineEndpoint({
  name: 'getRegexps',
  area,
  summary: 'Patterns that forms check against',
  method: 'GET',
  path: '/api/reference/regexps',
  access: anyone,
  reply: z.object({ email: z.string() }),
});

export const getSocketEvents = defineEndpoint({
  name: 'getSocketEvents',
  area: 'realtime',
  summary: 'Names of the socket events',
  method: 'GET',
  path: '/api/reference/socketioevents',
  access: anyone,
  reply: z.record(z.string(), z.string()),
});

export const getDateRange = defineEndpoint({
  name: 'getDateRange',
  area: 'data-api',
  summary: 'The start and end of a relative date in a location, for display',
  method: 'GET',
  path: '/api/reference/daterange',
  access: { kind: 'session', organization: 'bound' },
  query: z.object({
    ...orgBound,
    relativeDate: z.enum(allRelativeDates),
    dateOverride: z.optional(z.iso.date()),
    startDate: z.optional(z.string().check(z.maxLength(32))),
    endDate: z.optional(z.string().check(z.maxLength(32))),
    locationId: z.optional(z.string()),
  }),
  reply: z.object({ startDate: instant, endDate: instant, rangeLength: z.number() }),
});

export const getCountFilters = fixedList(
  'getCountFilters',
  'zone-count-filters',
  'The people a zone can count: count filters',
  coded,
);
export const getCountApplications = fixedList(
  'getCountApplications',
  'zone-count-applications',
  'The purposes of a zone: count applications',
  coded,
);
export const getSensorUseTypes = fixedList(
  'getSensorUseTypes',
  'sensor-use-types',
  'The purposes of a sensor: use types',
  coded,
);
export const getReportTypes = fixedList('getReportTypes', 'report-types', 'Report types', coded);
export const getTicketStatuses = fixedList('getTicketStatuses', 'ticket-status', 'Ticket statuses', coded);
export const getTicketTypes = fixedList('getTicketTypes', 'ticket-types', 'Ticket types', z.string());
export const getIndustryTypes = fixedList('getIndustryTypes', 'industry-types', 'Industry types', z.string());
export const getTemplateCategories = fixedList(
  'getTemplateCategories',
  'templatecategories',
  'Groups of dashboard templates',
  z.string(),
);
export const getDwellSensorTypes = fixedList(
  'getDwellSensorTypes',
  'sensor-types-min-max-dwell',
  'Sensor types that support a minimum and maximum dwell',
  z.string(),
);
export const getDataViewTypes = fixedList('getDataViewTypes', 'data-view-types', 'Screens that can be saved', named);
export const getAlarmTypes = fixedList(
  'getAlarmTypes',
  'alarm-types',
  'Entities that an alarm can watch, and the property that identifies each',
  z.object({ id: z.number(), label: z.string(), alarmable: z.string(), alarmableId: z.string() }),
);
export const getTriggerTypes = fixedList(
  'getTriggerTypes',
  'trigger-types',
  'The triggers of each alarm type',
  z.object({ alarmTypeId: z.number(), triggerTypes: z.array(labelled) }),
);
export const getResolvedReasons = fixedList(
  'getResolvedReasons',
  'resolved-reasons',
  'Why an alarm ended, by alarm type and trigger',
  z.object({ alarmTypeId: z.number(), triggerTypeId: z.number(), reasons: z.array(labelled) }),
);

export const getTriggerTypesOf = defineEndpoint({
  name: 'getTriggerTypesOf',
  area,
  summary: 'The triggers of one alarm type',
  method: 'GET',
  path: '/api/reference/trigger-types/{alarmTypeId}',
  access: anyone,
  params: z.object({ alarmTypeId: z.string() }),
  reply: z.array(labelled),
});

export const getDataSources = defineEndpoint({
  name: 'getDataSources',
  area,
  summary: 'The data types that the organization may query; all of them for staff who name none',
  method: 'GET',
  path: '/api/reference/datasources',
  access: membersOrAll,
  query: z.object(orgBound),
  reply: z.array(
    z.object({
      code: z.string(),
      label: z.string(),
      /** None where it has no rows over time. */
      groupings: z.array(grouping),
      /** The shortest step of `minute`. */
      minimumMinutes: z.number(),
      /** How far beyond today it can answer. */
      futureDays: z.number(),
      /** Whether it answers `lastReading`. */
      hasLastReading: z.boolean(),
    }),
  ),
});

export const getMetrics = defineEndpoint({
  name: 'getMetrics',
  area,
  summary: 'The metrics of these data types: their names in queries, how they are aggregated and shown',
  method: 'GET',
  path: '/api/reference/data-input-formats',
  access: membersOrAll,
  query: z.object(orgBound),
  reply: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      dataSources: z.array(z.string()),
      /** Its names in `metrics` of a query. */
      metrics: z.array(z.string()),
      /** The first is the default. */
      aggregations: z.array(z.string()),
      /** For comparisons with other entities. */
      comparisonAggregations: z.array(z.string()),
      /** The property of a reply's rows that holds the date of a point. */
      seriesDateProperty: z.string(),
      /** What the value of a point is called. */
      valuePropertyLabel: z.string(),
      tickFormat: z.string(),
      isTimeMetric: z.boolean(),
      lowerIsBetter: z.boolean(),
      /** Several entities cannot be one row. */
      disableAggregatingEntities: z.boolean(),
    }),
  ),
});

/** A job is offered more: occupancy of locations. */
const asJob = { isJob: z.optional(z.enum(['true', 'false'])) };

export const getEntityTypes = defineEndpoint({
  name: 'getEntityTypes',
  area,
  summary: 'The entity types that a data source supports',
  method: 'GET',
  path: '/api/reference/entitytypes/{dataSourceType}',
  access: anyone,
  params: z.object({ dataSourceType: z.string() }),
  query: z.object(asJob),
  reply: z.array(z.string()),
});

export const getEntityTypesAndFields = defineEndpoint({
  name: 'getEntityTypesAndFields',
  area,
  summary: 'The same, each with the names of its custom fields in the organization',
  method: 'GET',
  path: '/api/reference/entitytypesandmetaprops/{dataSource}',
  access: members,
  params: z.object({ dataSource: z.string() }),
  query: z.object({ ...orgBound, ...asJob }),
  reply: z.array(z.object({ entityType: z.string(), metaProperties: z.array(z.string()) })),
});
