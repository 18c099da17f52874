import { pushOutcomes } from '@atrium/rules/push-outcome';
import * as z from 'zod/mini';
import { administrators } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, instant, listQuery, orgBound } from './envelope.ts';
import { importStatuses } from './imports.ts';

const area = 'imports';

/** What happens to the pushes of a device. */
export const deviceStates = ['counting', 'not-commissioned', 'unassigned', 'unidentified'] as const;

/** The device that pushed last with a key. `sensorId` is null unless it is a sensor of the organization. */
const lastDevice = z.object({
  vendor: z.string(),
  /** Twelve hexadecimal digits; null when the push did not say, or said something else. */
  macAddress: z.nullable(z.string()),
  /** Who it is; null when the push did not say. */
  identifier: z.nullable(z.string()),
  state: z.enum(deviceStates),
  sensorId: z.nullable(id),
  sensorName: z.nullable(z.string()),
});

export const pushKey = z.object({
  pushKeyId: id,
  orgId: id,
  name: z.string(),
  /** The only sensor it may push for; null for every device of the organization. */
  sensor: z.nullable(z.object({ sensorId: id, name: z.string() })),
  createdAt: instant,
  revokedAt: z.nullable(instant),
  /** Null until the first push; also for keys that were used before this was recorded. */
  firstUsedAt: z.nullable(instant),
  /** To the minute. */
  lastUsedAt: z.nullable(instant),
  lastDevice: z.nullable(lastDevice),
});
export type PushKey = z.output<typeof pushKey>;

/** With the secret: the key, and the push URL for each vendor. */
export const openPushKey = z.object({
  ...pushKey.shape,
  key: z.string(),
  addresses: z.array(z.object({ vendor: z.string(), title: z.string(), url: z.string() })),
});
export type OpenPushKey = z.output<typeof openPushKey>;

const params = z.object({ pushKeyId: z.string() });
const query = z.object(orgBound);
/** Names are validated by `packages/rules/src/push-key.ts`. */
const name = z.optional(z.nullable(z.string().check(z.maxLength(1_000))));

export const listPushKeys = defineEndpoint({
  name: 'listPushKeys',
  area,
  summary: 'The push keys of an organization, without the keys themselves; revoked ones only with `revoked=true`',
  method: 'GET',
  path: '/api/push-key',
  access: { ...administrators, clients: false },
  query: z.object({
    ...listQuery,
    ...orgBound,
    revoked: z.optional(z.enum(['true', 'false'])),
    /** Only this one. */
    pushKeyId: z.optional(z.string().check(z.maxLength(100))),
  }),
  reply: z.array(pushKey),
  list: true,
});

export const getPushKey = defineEndpoint({
  name: 'getPushKey',
  area,
  summary: 'A push key with its secret and the push URL of each vendor; not found once it is revoked',
  method: 'GET',
  path: '/api/push-key/{pushKeyId}',
  access: { ...administrators, needsRecentProof: true, clients: false },
  params,
  query,
  reply: openPushKey,
});

export const createPushKey = defineEndpoint({
  name: 'createPushKey',
  area,
  summary: 'Creates a push key, for all sensors of the organization or for one',
  method: 'POST',
  path: '/api/push-key',
  access: { ...administrators, needsRecentProof: true },
  query,
  body: z.strictObject({ orgId: z.optional(z.string()), name, sensorId: z.optional(z.nullable(z.string())) }),
  reply: openPushKey,
});

export const updatePushKey = defineEndpoint({
  name: 'updatePushKey',
  area,
  summary: 'Renames a push key, or changes which sensor may use it: one, or with null all of the organization',
  method: 'PUT',
  path: '/api/push-key/{pushKeyId}',
  access: administrators,
  params,
  query,
  body: z.strictObject({ name, sensorId: z.optional(z.nullable(z.string())) }),
  reply: pushKey,
});

export const rotatePushKey = defineEndpoint({
  name: 'rotatePushKey',
  area,
  summary: 'Creates a new key with the same name and sensor; the old one works until it is revoked',
  method: 'POST',
  path: '/api/push-key/{pushKeyId}/rotate',
  access: { ...administrators, needsRecentProof: true },
  params,
  query,
  reply: openPushKey,
});

export const revokePushKey = defineEndpoint({
  name: 'revokePushKey',
  area,
  summary: 'Revokes a push key: pushes with it are refused within a second, for good',
  method: 'DELETE',
  path: '/api/push-key/{pushKeyId}',
  access: administrators,
  params,
  query,
  reply: z.object({ ok: z.literal(true) }),
});

export const listPushVendors = defineEndpoint({
  name: 'listPushVendors',
  area,
  summary: 'The vendors whose sensors can push, by the name in the address',
  method: 'GET',
  path: '/api/push/vendor',
  access: administrators,
  query,
  reply: z.array(z.object({ vendor: z.string(), title: z.string() })),
});

/** What a line or zone said last: an interval, totals of a counter that only grows, or how many there are. */
const latest = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('interval'), at: instant, seconds: z.number(), ins: z.number(), outs: z.number() }),
  z.object({
    kind: z.literal('total'),
    at: instant,
    ins: z.nullable(z.number()),
    outs: z.nullable(z.number()),
  }),
  z.object({ kind: z.literal('level'), at: instant, level: z.number() }),
]);
export type LatestOfLine = z.output<typeof latest>;

/** A line or zone that a device counts with. */
const foundLine = z.object({
  /** The device's own number of it. */
  lineId: z.string(),
  name: z.string(),
  form: z.enum(['line', 'zone']),
  latest: z.nullable(latest),
  /** The zone it counts in; null while there is none. */
  zone: z.nullable(z.object({ zoneId: id, name: z.string(), needsReview: z.boolean() })),
});
export type FoundLine = z.output<typeof foundLine>;

const pushAttempt = z.object({
  at: instant,
  vendor: z.string(),
  /** Null when it was refused before its device was known. */
  device: z.nullable(z.string()),
  status: z.number(),
  outcome: z.enum(pushOutcomes),
  /** Why it is in quarantine (`packages/rules/src/push-outcome.ts`); null when it is not. */
  reason: z.nullable(z.string()),
  /** Kept, and not counted yet. */
  pending: z.boolean(),
  contentType: z.string(),
  bytes: z.number(),
});
export type PushAttempt = z.output<typeof pushAttempt>;

const heardDevice = z.object({
  ...lastDevice.shape,
  siteName: z.nullable(z.string()),
  locationId: z.nullable(id),
  heardAt: instant,
  lines: z.array(foundLine),
});
export type HeardDevice = z.output<typeof heardDevice>;

export const listPushAttempts = defineEndpoint({
  name: 'listPushAttempts',
  area,
  summary: 'The latest pushes with a key, accepted or refused, and what the devices behind them count with',
  method: 'GET',
  path: '/api/push-key/{pushKeyId}/attempt',
  access: { ...administrators, clients: false },
  params,
  query,
  reply: z.object({ asOf: instant, attempts: z.array(pushAttempt), devices: z.array(heardDevice) }),
});
export type PushAttempts = z.output<typeof listPushAttempts.reply>;

const { status: _status, contentType: _contentType, ...ofAnyDoor } = pushAttempt.shape;
/** A message of a broker. */
const brokerMessage = z.object({ ...ofAnyDoor, brokerName: z.string(), topic: z.string() });
export type BrokerMessage = z.output<typeof brokerMessage>;

/** A file that came by SFTP; what became of it is an import. */
const sentFile = z.object({
  importStatusId: id,
  fileName: z.string(),
  status: z.enum(importStatuses),
  rowCount: z.number(),
  errorCount: z.number(),
  bytes: z.number(),
  createdAt: instant,
});
export type SentFile = z.output<typeof sentFile>;

export const listOtherArrivals = defineEndpoint({
  name: 'listOtherArrivals',
  area,
  summary: 'What came in last without a push key: messages of MQTT brokers and their devices, and files by SFTP',
  method: 'GET',
  path: '/api/push/arrival',
  access: administrators,
  query,
  reply: z.object({
    asOf: instant,
    /** Whether the organization is connected to a broker. */
    hasBroker: z.boolean(),
    messages: z.array(brokerMessage),
    devices: z.array(heardDevice),
    files: z.array(sentFile),
  }),
});
export type OtherArrivals = z.output<typeof listOtherArrivals.reply>;

/** A device that pushed with a key of the organization and is not one of its sensors; its data waits in quarantine. */
export const newDevice = z.object({
  /** Who it is: its MAC address, EUI-64, or vendor and number. */
  deviceId: z.string(),
  vendor: z.string(),
  firstAt: instant,
  lastAt: instant,
});
export type NewDevice = z.output<typeof newDevice>;

export const listNewDevices = defineEndpoint({
  name: 'listNewDevices',
  area,
  summary: 'Devices that push with a key of the organization and are not assigned to a site, newest first',
  method: 'GET',
  path: '/api/push/device',
  access: administrators,
  query: z.object({ ...listQuery, ...orgBound }),
  reply: z.array(newDevice),
  list: true,
});

export const getNewDevice = defineEndpoint({
  name: 'getNewDevice',
  area,
  summary: 'A device that is not assigned to a site, with the lines and zones found in what it sent last',
  method: 'GET',
  path: '/api/push/device/{deviceId}',
  access: administrators,
  params: z.object({ deviceId: z.string() }),
  query,
  reply: z.object({ deviceId: z.string(), vendor: z.string(), lines: z.array(foundLine) }),
});

export const adoptDevice = defineEndpoint({
  name: 'adoptDevice',
  area,
  summary:
    'Turns a new device into a sensor of a site without an active sensor, or of a new site; it counts from what it sent last',
  method: 'POST',
  path: '/api/push/device/{deviceId}/adopt',
  access: administrators,
  params: z.object({ deviceId: z.string() }),
  query,
  body: z.strictObject({
    orgId: z.optional(z.string()),
    /** Either an existing site, or a new one. */
    siteId: z.optional(z.string()),
    site: z.optional(z.strictObject({ locationId: z.string(), name })),
    name,
    /** Names of zones, by the lines they count. */
    zones: z.optional(
      z.array(z.strictObject({ lineId: z.string().check(z.maxLength(200)), name })).check(z.maxLength(64)),
    ),
  }),
  reply: z.object({ sensorId: id, siteId: id, locationId: id }),
});
