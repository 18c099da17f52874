import * as z from 'zod/mini';
import { administrators } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { orgBound } from './envelope.ts';

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
] as const;
export type EstateKind = (typeof estateKinds)[number];

/** One thing that a file makes or changes. */
export const estateChange = z.object({
  action: z.enum(['create', 'change']),
  kind: z.enum(estateKinds),
  /** Its path, outermost first: `Hamburg › North door`. */
  name: z.string(),
  /** Of the file, where it is written. */
  line: z.number(),
  /** Fields by name, with what each is and what it would be; of something new none. */
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
  /** How many things of the file are already as it says. */
  unchanged: z.number(),
};

/** Four times an estate of 1,000 locations, 2,000 sensors and 4,000 zones. */
export const maxEstateBytes = 5_000_000;
/** A text grows on the way: quotes and ends of lines are two characters each. */
const maxBytes = 2 * maxEstateBytes;

const text = z.string().check(z.maxLength(maxEstateBytes));

export const exportEstate = defineEndpoint({
  name: 'exportEstate',
  area,
  summary:
    'Locations, sites, sensors, zones, spaces and schedules as one YAML file; with ids only where names do not tell things apart, unless asked for',
  method: 'GET',
  path: '/api/estatefile',
  access: administrators,
  query: z.object({ ...orgBound, ids: z.optional(z.enum(['true', 'false'])) }),
  reply: z.string(),
  plainText: true,
  streamed: true,
});

export const previewEstate = defineEndpoint({
  name: 'previewEstate',
  area,
  summary: 'What importing a file would change, and what is wrong with it, line by line; nothing is changed',
  method: 'POST',
  path: '/api/estatefile/preview',
  access: administrators,
  query: z.object(orgBound),
  body: z.strictObject({ text }),
  maxBytes,
  reply: z.object({
    ...outcome,
    problems: z.array(estateProblem),
    /** Sent with the import: it is refused where it would do something else by then. */
    seen: z.string(),
  }),
});

export const importEstate = defineEndpoint({
  name: 'importEstate',
  area,
  summary:
    'Makes and changes what a file says, all of it or nothing; what it does not mention stays. Only staff install sensors',
  method: 'POST',
  path: '/api/estatefile',
  access: administrators,
  query: z.object(orgBound),
  body: z.strictObject({ text, seen: z.optional(z.string()) }),
  maxBytes,
  reply: z.object(outcome),
});
