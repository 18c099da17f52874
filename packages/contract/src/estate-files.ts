import * as z from 'zod/mini';
import { administrators } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { orgBound, wholeNumber } from './envelope.ts';

const area = 'estate-files';

export const estateKinds = [
  'schedule',
  'exception',
  'location',
  'hours',
  'site',
  'sensor',
  'zone',
  'space',
  'space-zone',
  'custom-field',
  'dashboard',
] as const;
export type EstateKind = (typeof estateKinds)[number];

/** One record that a file creates or changes. */
export const estateChange = z.object({
  action: z.enum(['create', 'change']),
  kind: z.enum(estateKinds),
  /** Its path, outermost first: `Hamburg › North door`. */
  name: z.string(),
  /** The line in the file. */
  line: z.number(),
  /** Fields by name, each with its current and new value; none for a new record. */
  changed: z.record(z.string(), z.tuple([z.unknown(), z.unknown()])),
});
export type EstateChange = z.output<typeof estateChange>;

export const estateProblem = z.object({
  line: z.number(),
  /** `locations.0.sites.2.ipAddress`, counted from 0; empty for the file as a whole. */
  path: z.string(),
  message: z.string(),
});
export type EstateProblem = z.output<typeof estateProblem>;

const outcome = {
  changes: z.array(estateChange),
  /** How many records already match the file. */
  unchanged: z.number(),
};

/** Four times an estate of 1,000 locations, 2,000 sensors and 4,000 zones. */
export const maxEstateBytes = 5_000_000;
/** A text grows in transit: quotes and line endings are two characters each. */
const maxBytes = 2 * maxEstateBytes;

const text = z.string().check(z.maxLength(maxEstateBytes));

export const exportEstate = defineEndpoint({
  name: 'exportEstate',
  area,
  summary:
    'Exports locations, sites, sensors, zones, spaces and schedules as one YAML file, on request with dashboards; with ids only where names are ambiguous, unless requested',
  method: 'GET',
  path: '/api/estatefile',
  access: administrators,
  query: z.object({
    ...orgBound,
    ids: z.optional(z.enum(['true', 'false'])),
    dashboards: z.optional(z.enum(['true', 'false'])),
    /** One of several files, counted from 1, where one would be too large to import. */
    file: z.optional(wholeNumber.check(z.minimum(1), z.maximum(1_000))),
  }),
  reply: z.string(),
  plainText: true,
  streamed: true,
});

export const previewEstate = defineEndpoint({
  name: 'previewEstate',
  area,
  summary: 'Previews what importing a file would change, and its problems line by line; changes nothing',
  method: 'POST',
  path: '/api/estatefile/preview',
  access: administrators,
  query: z.object(orgBound),
  body: z.strictObject({ text }),
  maxBytes,
  reply: z.object({
    ...outcome,
    problems: z.array(estateProblem),
    /** Sent with the import: it is refused if its result would differ by then. */
    seen: z.string(),
  }),
});

export const importEstate = defineEndpoint({
  name: 'importEstate',
  area,
  summary:
    'Creates and changes everything in a file, or nothing; anything it does not mention stays. Only staff can install sensors',
  method: 'POST',
  path: '/api/estatefile',
  access: administrators,
  query: z.object(orgBound),
  body: z.strictObject({ text, seen: z.optional(z.string()) }),
  maxBytes,
  reply: z.object(outcome),
});
