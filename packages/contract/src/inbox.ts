import * as z from 'zod/mini';
import { administrators, administratorsOrAll } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, instant, listQuery, orgBound, wholeNumber } from './envelope.ts';

const area = 'sensors';
const query = z.object(orgBound);

/** Who sent something, and the sensor of the organization that this is. */
const sender = {
  orgId: id,
  organizationName: z.string(),
  /** A MAC address, an EUI-64, a vendor and its number, `sensor:` and an id, or `unidentified`; empty where it was not stored. */
  device: z.string(),
  sensor: z.nullable(z.object({ sensorId: id, name: z.string() })),
};

export const bodyStatuses = ['waiting', 'applied', 'quarantined', 'discarded'] as const;
export type BodyStatus = (typeof bodyStatuses)[number];

const receivedBody = z.object({
  ...sender,
  /** When it was received and its number in the inbox. */
  bodyId: z.string(),
  receivedAt: instant,
  vendor: z.string(),
  kind: z.enum(['push', 'file', 'command']),
  contentType: z.string(),
  bytes: z.number(),
  status: z.enum(bodyStatuses),
  /** Why it is quarantined. */
  reason: z.nullable(z.string()),
});
export type ReceivedBody = z.output<typeof receivedBody>;

const word = z.string().check(z.maxLength(120), z.regex(/^[\w:.-]+$/, 'must be a name'));

export const listReceived = defineEndpoint({
  name: 'listReceived',
  area,
  summary:
    'What was received in the last 30 days, newest first. A page looks at a limited number of bodies, so it may be short, or empty, and still have a next one',
  method: 'GET',
  path: '/api/inbox/body',
  access: administratorsOrAll,
  query: z.object({
    ...orgBound,
    limit: z.prefault(wholeNumber.check(z.minimum(1), z.maximum(200)), 50),
    cursor: z.optional(z.string().check(z.maxLength(60))),
    device: z.optional(word),
    vendor: z.optional(word),
    kind: z.optional(z.enum(['push', 'file', 'command'])),
    status: z.optional(z.enum(bodyStatuses)),
    reason: z.optional(word),
    from: z.optional(instant),
    to: z.optional(instant),
  }),
  reply: z.object({
    results: z.array(receivedBody),
    /** Continues behind the last body that was looked at; null at the end. */
    next: z.nullable(z.string()),
    /** How far back this page has looked. */
    searchedTo: z.nullable(instant),
  }),
});

/** A line of what the decoder makes of a body; figures that its kind does not have are null. */
const decodedReading = z.object({
  device: z.nullable(z.string()),
  logicId: z.string(),
  logicName: z.string(),
  kind: z.enum(['count', 'counter', 'level', 'sample', 'event']),
  measure: z.string(),
  from: z.nullable(instant),
  to: z.nullable(instant),
  ins: z.nullable(z.number()),
  outs: z.nullable(z.number()),
  /** What a counter or level showed, or how many milliseconds a sample took. */
  value: z.nullable(z.number()),
  lowest: z.nullable(z.number()),
  highest: z.nullable(z.number()),
  /** The interval was still open. */
  partial: z.boolean(),
});
export type DecodedReading = z.output<typeof decodedReading>;

const params = z.object({ bodyId: z.string() });

export const getReceived = defineEndpoint({
  name: 'getReceived',
  area,
  summary: 'A received body as text, and what its decoder makes of it today',
  method: 'GET',
  path: '/api/inbox/body/{bodyId}',
  access: administrators,
  params,
  query,
  reply: z.extend(receivedBody, {
    /** Text, as it is or indented; bytes as a hexadecimal dump. */
    form: z.enum(['json', 'xml', 'text', 'hex']),
    text: z.string(),
    /** Only its beginning is shown. */
    isCut: z.boolean(),
    /** Null where no decoder exists or it failed. */
    decoded: z.nullable(
      z.object({
        device: z.nullable(z.string()),
        testData: z.boolean(),
        flaws: z.array(z.string()),
        readings: z.array(decodedReading),
        /** How many there are; the list has the first of them. */
        total: z.number(),
        /** What would keep it from being counted if it were received now. */
        reason: z.nullable(z.string()),
      }),
    ),
  }),
});
export type OpenBody = z.output<typeof getReceived.reply>;

export const downloadReceived = defineEndpoint({
  name: 'downloadReceived',
  area,
  summary: 'The bytes of a received body as a file; recorded in the audit log',
  method: 'GET',
  path: '/api/inbox/body/{bodyId}/file',
  access: administrators,
  params,
  query,
  reply: z.unknown(),
  streamed: true,
});

const quarantineGroup = z.object({
  ...sender,
  quarantineId: id,
  vendor: z.string(),
  reason: z.string(),
  /** A short name for the shape of unreadable bodies; empty for others. */
  shape: z.string(),
  count: z.number(),
  firstAt: instant,
  lastAt: instant,
  /** Its newest body. */
  sampleId: z.nullable(z.string()),
});
export type QuarantineGroup = z.output<typeof quarantineGroup>;

export const listQuarantine = defineEndpoint({
  name: 'listQuarantine',
  area,
  summary: 'What was received and is not counted, by device, reason and shape, newest first',
  method: 'GET',
  path: '/api/inbox/quarantine',
  access: administratorsOrAll,
  query: z.object({ ...listQuery, ...orgBound, device: z.optional(word), reason: z.optional(word) }),
  reply: z.array(quarantineGroup),
  list: true,
});

const why = z.optional(z.string().check(z.maxLength(1000)));

export const discardQuarantined = defineEndpoint({
  name: 'discardQuarantined',
  area,
  summary: 'Removes the bodies of a group for good, with a reason',
  method: 'POST',
  path: '/api/inbox/quarantine/{quarantineId}/discard',
  access: administrators,
  params: z.object({ quarantineId: z.string() }),
  query,
  body: z.strictObject({ ...orgBound, reason: why }),
  reply: z.object({ discarded: z.number() }),
});

const figures = z.nullable(z.object({ ins: z.number(), outs: z.number() }));

/** What a replay would change: a zone on a local day. */
const replayChange = z.object({
  zoneId: id,
  zoneName: z.string(),
  sensorName: z.string(),
  locationName: z.nullable(z.string()),
  measure: z.string(),
  date: z.iso.date(),
  before: figures,
  after: figures,
});
export type ReplayChange = z.output<typeof replayChange>;

export const replayPreview = z.object({
  bodies: z.number(),
  /** How many of them would be counted in full. */
  counted: z.number(),
  apart: z.array(z.object({ reason: z.string(), count: z.number() })),
  /** Lines and zones of sensors that would become zones. */
  newZones: z.number(),
  changes: z.array(replayChange),
  /** How many zones on how many days were compared; `changes` lists those that differ, up to a limit. */
  compared: z.number(),
  changed: z.number(),
});
export type ReplayPreview = z.output<typeof replayPreview>;

const replay = z.object({
  replayId: id,
  createdAt: instant,
  quarantineId: z.nullable(id),
  /** Empty for all devices of a taught sensor. */
  device: z.string(),
  /** The taught sensor that it is about, as in its push URL. */
  vendor: z.nullable(z.string()),
  from: z.nullable(instant),
  to: z.nullable(instant),
  previewJobId: id,
  /** Null until it is calculated. */
  preview: z.nullable(replayPreview),
  applyJobId: z.nullable(id),
});
export type Replay = z.output<typeof replay>;

export const createReplay = defineEndpoint({
  name: 'createReplay',
  area,
  summary:
    'Calculates what would change if a quarantined group, or what a device or a taught sensor (`vendor`) sent in a range of time, were counted again with the current decoders and settings',
  method: 'POST',
  path: '/api/inbox/replay',
  access: administrators,
  query,
  body: z.strictObject({
    ...orgBound,
    quarantineId: z.optional(z.string()),
    device: z.optional(word),
    vendor: z.optional(word),
    from: z.optional(instant),
    to: z.optional(instant),
  }),
  reply: replay,
});

const replayParams = z.object({ replayId: z.string() });

export const getReplay = defineEndpoint({
  name: 'getReplay',
  area,
  summary: 'A replay with its preview',
  method: 'GET',
  path: '/api/inbox/replay/{replayId}',
  access: administrators,
  params: replayParams,
  query,
  reply: replay,
});

export const applyReplay = defineEndpoint({
  name: 'applyReplay',
  area,
  summary: 'Counts the bodies of a replay again; it needs its preview first',
  method: 'POST',
  path: '/api/inbox/replay/{replayId}/apply',
  access: administrators,
  params: replayParams,
  query,
  reply: replay,
});

const inboxDevice = z.object({
  ...sender,
  lastAt: instant,
  /** Bodies of the last seven days. */
  applied: z.number(),
  duplicate: z.number(),
  quarantined: z.number(),
  discarded: z.number(),
  /** How many seconds its clock is behind, on average; null while unknown. */
  skewSeconds: z.nullable(z.number()),
  isClockOff: z.boolean(),
  /** Packages that are missing and not waived. */
  missingPackages: z.number(),
});
export type InboxDevice = z.output<typeof inboxDevice>;

export const listInboxDevices = defineEndpoint({
  name: 'listInboxDevices',
  area,
  summary: 'Devices that sent something in the last seven days, with their clocks, newest first',
  method: 'GET',
  path: '/api/inbox/device',
  access: administratorsOrAll,
  query: z.object({ ...listQuery, ...orgBound }),
  reply: z.array(inboxDevice),
  list: true,
});

const packageGap = z.object({
  ...sender,
  packageGapId: id,
  agent: z.string(),
  firstNumber: z.number(),
  lastNumber: z.number(),
  /** The newest readings of the packages before and after it. */
  afterAt: instant,
  beforeAt: instant,
  /** Whether its sensor can be asked for it: someone has turned that on. */
  isRequestable: z.boolean(),
  /** How far asking for it is; null when nobody did. */
  request: z.nullable(
    z.object({
      state: z.enum(['waiting', 'asked', 'failed']),
      /** The last attempt, and how many there were. */
      at: z.nullable(instant),
      tries: z.number(),
      /** The next attempt; null when there is none. */
      nextAt: z.nullable(instant),
      /** Why the last attempt failed. */
      reason: z.nullable(z.string()),
    }),
  ),
  waivedAt: z.nullable(instant),
  waivedReason: z.nullable(z.string()),
});
export type PackageGap = z.output<typeof packageGap>;

export const listPackageGaps = defineEndpoint({
  name: 'listPackageGaps',
  area,
  summary: 'Numbered packages of devices that were not received, until they are or someone waives them; newest first',
  method: 'GET',
  path: '/api/inbox/gap',
  access: administratorsOrAll,
  query: z.object({ ...listQuery, ...orgBound, waived: z.optional(z.enum(['true', 'false'])) }),
  reply: z.array(packageGap),
  list: true,
});

export const waivePackageGap = defineEndpoint({
  name: 'waivePackageGap',
  area,
  summary: 'Accepts that packages are missing, with a reason',
  method: 'POST',
  path: '/api/inbox/gap/{packageGapId}/waive',
  access: administrators,
  params: z.object({ packageGapId: z.string() }),
  query,
  body: z.strictObject({ ...orgBound, reason: why }),
  reply: packageGap,
});

export const requestPackages = defineEndpoint({
  name: 'requestPackages',
  area,
  summary: 'Asks the sensor to send missing packages again, within seconds; what it sends arrives like any push',
  method: 'POST',
  path: '/api/inbox/gap/{packageGapId}/request',
  access: administrators,
  params: z.object({ packageGapId: z.string() }),
  query,
  reply: packageGap,
});
