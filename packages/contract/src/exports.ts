import { type SourceName, sources } from '@atrium/metrics/sources';
import * as z from 'zod/mini';
import { commaList, entityTypes, parameters } from './data.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, orgBound, wholeNumber } from './envelope.ts';
import { tableFormats } from './formats.ts';
import { maximumRows } from './product.ts';

/** Sources whose figures follow from readings and settings alone. The others are computed from further states, or ahead of time. */
export const exportedSources = [
  'traffic',
  'gender',
  'pos',
  'labor',
  'queue',
  'service',
  'occupancy',
  'zone_occupancy',
] as const satisfies readonly SourceName[];
export type ExportedSource = (typeof exportedSources)[number];

/** In CSV and Arrow, which have no place for them in the table. */
export const exportHeaders = { nextCursor: 'X-Atrium-Next-Cursor', watermark: 'X-Atrium-Watermark' } as const;

const localDate = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, 'must be a local date such as 2026-01-31'));
const opaque = z.string().check(z.maxLength(4_000));
const figure = z.nullable(z.union([z.number(), z.string()]));
/** Besides, the figures of the source, `completeness`, and `corrected` where a correction is in them. */
const row = z.object({ recordDate: z.string(), entityId: id, name: z.string(), timezone: z.nullable(z.string()) });

/**
 * Rows as the data call of the source answers them, in pages of whole local days of an entity: for each entity and day that a page has,
 * its rows replace all earlier ones. With `changedSince`, only days whose figures may have changed since that watermark.
 */
export const exportData = defineEndpoint({
  name: 'exportData',
  area: 'data-api',
  summary: `All rows of a source page by page, and later what changed (${exportedSources.join(', ')})`,
  method: 'GET',
  path: '/api/export/{source}',
  access: { kind: 'session', organization: 'bound', capability: capabilitiesOfSources() },
  params: z.object({ source: z.string().check(z.maxLength(40)) }),
  query: z.object({
    ...orgBound,
    entityType: z.enum(entityTypes),
    entityIds: z.optional(commaList(z.string().check(z.maxLength(36)))),
    metrics: z.optional(commaList(z.string().check(z.maxLength(60)))),
    /** `minute`, `hour` or `day`; minutes and hours with a step, such as `minute(5)`. */
    dateGroupings: z._default(z.string().check(z.maxLength(20)), 'hour'),
    startDate: localDate,
    /** Inclusive. Days that have not begun are left out, so it may lie ahead. */
    endDate: localDate,
    ...parameters,
    /** Of the page before; everything else stays as it was. */
    cursor: z.optional(opaque),
    /** The watermark of an earlier export. */
    changedSince: z.optional(opaque),
    /** Rows in a page. */
    limit: z._default(wholeNumber.check(z.minimum(1), z.maximum(maximumRows)), maximumRows),
  }),
  reply: z.object({
    results: z.array(z.catchall(row, figure)),
    /** Absent on the last page. */
    nextCursor: z.optional(z.string()),
    /** Give it as `changedSince` after the last page. */
    watermark: z.string(),
    messages: z.array(z.string()),
  }),
  streamed: true,
  formats: tableFormats,
});

/** Any of them opens the call; each source asks for its own. */
function capabilitiesOfSources() {
  return [...new Set(exportedSources.flatMap((name) => sources[name].capability))];
}
