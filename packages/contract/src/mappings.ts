import { deviceVendors } from '@atrium/rules/device-identity';
import { csvDelimiters, mappingFormats } from '@atrium/rules/mapping';
import * as z from 'zod/mini';
import { administrators } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, instant, orgBound } from './envelope.ts';

const area = 'imports';

/** Loose limits: `packages/rules/src/mapping.ts` says what is wrong with a mapping, and in which words. */
const path = z.array(z.string().check(z.maxLength(1_000))).check(z.maxLength(100));
const text = z.string().check(z.maxLength(1_000));
const stamp = z.enum(['start', 'end']);

export const mappingSpec = z.strictObject({
  format: z.enum(mappingFormats),
  csv: z.strictObject({ delimiter: z.enum(csvDelimiters), header: z.boolean() }),
  records: path,
  device: z.nullable(path),
  numbers: z.enum(deviceVendors),
  lines: z
    .array(
      z.strictObject({
        name: text,
        nameField: z.nullable(path),
        ins: z.nullable(path),
        outs: z.nullable(path),
        level: z.nullable(path),
        direction: z.nullable(z.strictObject({ count: path, field: path, ins: text, outs: text })),
      }),
    )
    .check(z.maxLength(1_000)),
  counting: z.enum(['interval', 'cumulative']),
  modulus: z.nullable(z.number()),
  time: z.strictObject({ fields: z.array(path).check(z.maxLength(10)), dayFirst: z.boolean(), zone: text }),
  interval: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('fixed'), seconds: z.number(), stamp }),
    z.strictObject({ kind: z.literal('length'), field: path, stamp }),
    z.strictObject({ kind: z.literal('end'), field: path }),
  ]),
  status: z.array(z.strictObject({ name: text, field: path })).check(z.maxLength(1_000)),
});

/** `draft` has no version yet: what its push URL receives waits until someone teaches it. */
const state = z.enum(['draft', 'active', 'retired']);

export const mapping = z.object({
  mappingId: id,
  orgId: id,
  name: z.string(),
  state,
  /** The version in force; 0 for a draft. */
  version: z.number(),
  /** The vendor of its push URLs: `/api/push/{vendor}/{push key}`. */
  vendor: z.string(),
  updatedAt: instant,
});
export type Mapping = z.output<typeof mapping>;

const mappingVersion = z.object({
  version: z.number(),
  createdAt: instant,
  createdBy: z.nullable(z.string()),
  spec: mappingSpec,
  /** The body that it was taught from. */
  fixture: z.string(),
});

export const mappingDetail = z.object({
  ...mapping.shape,
  /** Its push URL, with `{push key}` in the place of the key. */
  url: z.string(),
  /** Newest first. */
  versions: z.array(mappingVersion),
});
export type MappingDetail = z.output<typeof mappingDetail>;

const savedMapping = z.object({
  ...mappingDetail.shape,
  /** Bodies from quarantine that are read again. */
  reread: z.number(),
});

/** A field of a body; instants and numbers as text. */
export const outlineNode = z.object({
  path: z.array(z.string()),
  name: z.string(),
  kind: z.enum(['value', 'group', 'list']),
  sample: z.nullable(z.string()),
  count: z.nullable(z.number()),
});
export type OutlineNode = z.output<typeof outlineNode>;

export const mappingPreview = z.object({
  device: z.nullable(z.string()),
  rows: z.array(
    z.object({
      device: z.nullable(z.string()),
      line: z.string(),
      kind: z.enum(['count', 'counter', 'level']),
      from: z.nullable(instant),
      to: instant,
      ins: z.nullable(z.number()),
      outs: z.nullable(z.number()),
      level: z.nullable(z.number()),
    }),
  ),
  /** Rows in all; only the first hundred are listed. */
  total: z.number(),
  flaws: z.array(z.string()),
});
export type MappingPreview = z.output<typeof mappingPreview>;

export const mappingSample = z.object({
  sampleId: z.string(),
  device: z.string(),
  vendor: z.string(),
  reason: z.nullable(z.string()),
  receivedAt: instant,
  bytes: z.number(),
  excerpt: z.string(),
});
export type MappingSample = z.output<typeof mappingSample>;

export const assumptions = ['no-count', 'no-device', 'no-time', 'interval', 'zone', 'cumulative'] as const;

const params = z.object({ mappingId: z.string() });
const query = z.object(orgBound);
const orgId = z.optional(z.string());
const name = z.optional(z.nullable(z.string().check(z.maxLength(1_000))));
/** A pasted body, or the id of a received one. */
const source = { text: z.optional(z.string()), sampleId: z.optional(z.string()) };

export const listMappings = defineEndpoint({
  name: 'listMappings',
  area,
  summary: 'The taught sensors of an organization: drafts, active and retired ones',
  method: 'GET',
  path: '/api/mapping',
  access: administrators,
  query,
  reply: z.array(mapping),
  list: true,
});

export const getMapping = defineEndpoint({
  name: 'getMapping',
  area,
  summary: 'A taught sensor with all its versions',
  method: 'GET',
  path: '/api/mapping/{mappingId}',
  access: administrators,
  params,
  query,
  reply: mappingDetail,
});

export const listMappingSamples = defineEndpoint({
  name: 'listMappingSamples',
  area,
  summary: 'Received data in quarantine that a sensor can be taught from, newest first',
  method: 'GET',
  path: '/api/mapping/sample',
  access: administrators,
  query,
  reply: z.array(mappingSample),
  list: true,
});

export const listMappingTemplates = defineEndpoint({
  name: 'listMappingTemplates',
  area,
  summary: 'Prepared mappings for sensors whose vendors do not document what they send, each with an example',
  method: 'GET',
  path: '/api/mapping/template',
  access: administrators,
  query,
  reply: z.array(z.object({ name: z.string(), note: z.string(), spec: mappingSpec, fixture: z.string() })),
  list: true,
});

export const guessMapping = defineEndpoint({
  name: 'guessMapping',
  area,
  summary: 'Proposes a mapping for a body, and says what was assumed',
  method: 'POST',
  path: '/api/mapping/guess',
  access: administrators,
  query,
  body: z.strictObject({ orgId, ...source, format: z.optional(z.enum(mappingFormats)) }),
  maxBytes: 2 * 1024 * 1024,
  reply: z.object({ text: z.string(), spec: mappingSpec, assumed: z.array(z.enum(assumptions)) }),
});

export const previewMapping = defineEndpoint({
  name: 'previewMapping',
  area,
  summary: 'The fields of a body and the readings a mapping makes of it, and of the last bodies of the same device',
  method: 'POST',
  path: '/api/mapping/preview',
  access: administrators,
  query,
  body: z.strictObject({ orgId, ...source, spec: mappingSpec, mappingId: z.optional(z.string()) }),
  maxBytes: 2 * 1024 * 1024,
  reply: z.object({
    outline: z.array(outlineNode),
    /** Why the body cannot be read in this format; null when it can. */
    flaw: z.nullable(z.string()),
    /** What the mapping lacks before it can be saved. */
    problems: z.array(z.object({ path: z.string(), message: z.string() })),
    preview: mappingPreview,
    last: z.array(z.object({ sampleId: z.string(), device: z.string(), receivedAt: instant, preview: mappingPreview })),
  }),
});

export const createMapping = defineEndpoint({
  name: 'createMapping',
  area,
  summary: 'Teaches a sensor. Without `spec` it is a draft that receives data to teach from',
  method: 'POST',
  path: '/api/mapping',
  access: administrators,
  query,
  body: z.strictObject({ orgId, name, spec: z.optional(mappingSpec), ...source }),
  maxBytes: 2 * 1024 * 1024,
  reply: savedMapping,
});

export const updateMapping = defineEndpoint({
  name: 'updateMapping',
  area,
  summary: 'Renames a taught sensor, or saves a new version that applies from now on and to what waits in quarantine',
  method: 'PUT',
  path: '/api/mapping/{mappingId}',
  access: administrators,
  params,
  query,
  body: z.strictObject({ name, spec: z.optional(mappingSpec), ...source }),
  maxBytes: 2 * 1024 * 1024,
  reply: savedMapping,
});

export const restoreMapping = defineEndpoint({
  name: 'restoreMapping',
  area,
  summary: 'Makes an earlier version the newest one; a retired mapping is active again',
  method: 'POST',
  path: '/api/mapping/{mappingId}/restore',
  access: administrators,
  params,
  query,
  body: z.strictObject({ version: z.number() }),
  reply: savedMapping,
});

export const retireMapping = defineEndpoint({
  name: 'retireMapping',
  area,
  summary: 'Retires a taught sensor: its push URL is refused, what it counted stays',
  method: 'DELETE',
  path: '/api/mapping/{mappingId}',
  access: administrators,
  params,
  query,
  reply: z.object({ ok: z.literal(true) }),
});
