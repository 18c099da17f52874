import * as z from 'zod/mini';
import { anyone } from './access.ts';
import { previousPeriods, relativeDates } from './data.ts';
import { defineEndpoint } from './endpoint.ts';
import { instant, orgBound } from './envelope.ts';

const area = 'reference-data';
const dateRule = z.object({ unit: z.string(), shift: z.number() });

export const getRelativeDates = defineEndpoint({
  name: 'getRelativeDates',
  area,
  summary: 'The relative dates a query may name',
  method: 'GET',
  path: '/api/reference/relativedates',
  access: anyone,
  reply: z.array(
    z.object({
      code: z.enum(relativeDates),
      label: z.string(),
      /** Both ends count units from the one that holds today; the end is exclusive. Null for `custom`. */
      rangeConfig: z.nullable(z.object({ start: dateRule, end: dateRule })),
      /** Days, seen from today. */
      rangeLength: z.nullable(z.number()),
    }),
  ),
});

export const getPreviousPeriods = defineEndpoint({
  name: 'getPreviousPeriods',
  area,
  summary: 'The periods a query may be compared with',
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
  summary: 'A relative date as start and end in a location, for display',
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
