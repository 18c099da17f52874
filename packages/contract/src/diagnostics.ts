import * as z from 'zod/mini';
import { isPublic } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, orgBound } from './envelope.ts';

const text = (most: number) => z.string().check(z.maxLength(most));

export const reportClientError = defineEndpoint({
  name: 'reportClientError',
  area: 'global-http',
  summary: 'Reports an error in the browser, for the log',
  method: 'POST',
  path: '/api/client-error',
  access: isPublic,
  body: z.strictObject({
    url: text(2000),
    message: text(2000),
    type: text(200),
    stackTrace: z.optional(text(10_000)),
    cause: z.optional(text(2000)),
  }),
  reply: z.object({ ok: z.literal(true) }),
});

/** How closely ins and outs of a location agree, in the requested days and in the last five of them. */
export const locationAcfRow = z.object({
  org: z.string(),
  location: z.string(),
  locationId: id,
  /** Null if nothing was received, which is not zero. */
  ins: z.nullable(z.number()),
  outs: z.nullable(z.number()),
  /** Ins over outs, null if nobody went out. */
  acf: z.nullable(z.number()),
  fiveDayIns: z.nullable(z.number()),
  fiveDayOuts: z.nullable(z.number()),
  fiveDayAcf: z.nullable(z.number()),
});
export type LocationAcfRow = z.output<typeof locationAcfRow>;

export const getLocationAcf = defineEndpoint({
  name: 'getLocationAcf',
  area: 'diagnostics',
  summary: 'ACF of the locations of an organization; users of the organization must name one location',
  method: 'GET',
  path: '/api/diagnostics/location-acf',
  access: { kind: 'session', organization: 'bound', capability: 'canViewTraffic' },
  query: z.object({
    ...orgBound,
    locationId: z.optional(z.string()),
    /** Local dates, the last one included. */
    startDate: z.iso.date(),
    endDate: z.iso.date(),
  }),
  reply: z.array(locationAcfRow),
});
