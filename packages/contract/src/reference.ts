import { previousPeriods } from '@atrium/calendar/previous-periods';
import { relativeDates } from '@atrium/calendar/relative-dates';
import * as z from 'zod/mini';
import { anyone, members } from './access.ts';
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
      code: z.enum(relativeDates),
      label: z.string(),
      /** Both ends count units from the one that contains today; the end is exclusive. Null for `custom`. */
      rangeConfig: z.nullable(z.object({ start: dateRule, end: dateRule })),
      /** Days, relative to today. */
      rangeLength: z.nullable(z.number()),
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
    relativeDate: z.enum(relativeDates),
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
export const getDataSources = fixedList('getDataSources', 'datasources', 'Data types', named);
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

export const getEntityTypes = defineEndpoint({
  name: 'getEntityTypes',
  area,
  summary: 'The entity types that a data source supports',
  method: 'GET',
  path: '/api/reference/entitytypes/{dataSourceType}',
  access: anyone,
  params: z.object({ dataSourceType: z.string() }),
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
  query: z.object(orgBound),
  reply: z.array(z.object({ entityType: z.string(), metaProperties: z.array(z.string()) })),
});
