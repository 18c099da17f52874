import * as z from 'zod/mini';
import type { Access } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, instant, orgBound } from './envelope.ts';

const area = 'spaces-resets';

const readers = {
  kind: 'session',
  organization: 'bound',
  capability: ['canViewOccupancy', 'headroomEnabled'],
} as const satisfies Access;
const writers = { ...readers, roles: ['OrganizationAdministrator', 'SenSourceUser'] } as const satisfies Access;
const oneSpace = z.object({ spaceId: z.string() });

/** What the corrections of a space do. People are weighted and have up to four decimals. */
export const spaceDrift = z.object({
  /** The minutes since a reset, or since midnight where there is none, as far as they are closed. */
  since: instant,
  asOf: instant,
  /** Ins less outs since then, as counted. */
  plain: z.number(),
  corrected: z.number(),
  /** How far earlier days were off at their resets after as many crossings; null while too few days are known. */
  error: z.nullable(z.number()),
  /** By what the last five days were balanced; null while it is not known. */
  acf: z.nullable(z.number()),
  /** Whether factors by weekday and hour are known. */
  knowsHours: z.boolean(),
  /** The last days that are over, from reset to reset, newest first. */
  days: z.array(
    z.object({
      from: instant,
      to: instant,
      ins: z.number(),
      outs: z.number(),
      /** People that were counted in and neither out nor at the next reset; negative for the opposite. */
      residual: z.number(),
      /** What the outs are multiplied by to balance it; null with too few counts. */
      balance: z.nullable(z.number()),
    }),
  ),
});
export type SpaceDrift = z.output<typeof spaceDrift>;

export const getSpaceDrift = defineEndpoint({
  name: 'getSpaceDrift',
  area,
  summary: 'How far the counts of a space drift, and what its corrections do',
  method: 'GET',
  path: '/api/space/{spaceId}/drift',
  access: readers,
  params: oneSpace,
  query: z.object(orgBound),
  /** Null for a space whose number of people is not known yet. */
  reply: z.object({ drift: z.nullable(spaceDrift) }),
});

const date = z.string().check(z.maxLength(10));

/** What also holds for the past: resets, limits and corrections, or the zones with their directions. */
export const pastParts = ['settings', 'zones'] as const;
export type PastPart = (typeof pastParts)[number];
const part = z._default(z.enum(pastParts), 'settings');

/** What changes if the settings or zones that a space has now also hold for the past. */
export const pastPreview = z.object({
  /** The local days that are folded again. */
  days: z.number(),
  /** The newest of them, with their highest number of people. */
  shown: z.array(z.object({ date: z.string(), before: z.number(), after: z.number() })),
  /** By how many people the minutes of these days change on average. */
  change: z.number(),
});
export type PastPreview = z.output<typeof pastPreview>;

export const previewPast = defineEndpoint({
  name: 'previewPast',
  area,
  summary: 'What changes if the settings or zones of a space also hold for the past, from a local date on',
  method: 'GET',
  path: '/api/space/{spaceId}/past',
  access: writers,
  params: oneSpace,
  query: z.object({ ...orgBound, from: date, part }),
  reply: pastPreview,
});

export const applyToPast = defineEndpoint({
  name: 'applyToPast',
  area,
  summary: 'Lets the settings or zones of a space also hold for the past; the job follows the recalculation',
  method: 'POST',
  path: '/api/space/{spaceId}/past',
  access: writers,
  params: oneSpace,
  query: z.object(orgBound),
  body: z.strictObject({ from: date, part, ...orgBound }),
  reply: z.object({ jobId: id }),
});
