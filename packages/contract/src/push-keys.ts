import * as z from 'zod/mini';
import { administrators } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, instant, listQuery, orgBound } from './envelope.ts';

const area = 'imports';

/** What becomes of the pushes of a device. */
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

/** With the secret: the key, and the address that a sensor of each vendor pushes to. */
export const openPushKey = z.object({
  ...pushKey.shape,
  key: z.string(),
  addresses: z.array(z.object({ vendor: z.string(), title: z.string(), url: z.string() })),
});
export type OpenPushKey = z.output<typeof openPushKey>;

const params = z.object({ pushKeyId: z.string() });
const query = z.object(orgBound);
/** `packages/rules/src/push-key.ts` says what is wrong with a name. */
const name = z.optional(z.nullable(z.string().check(z.maxLength(1_000))));

export const listPushKeys = defineEndpoint({
  name: 'listPushKeys',
  area,
  summary: 'The push keys of an organization, without the keys themselves; revoked ones only with `revoked=true`',
  method: 'GET',
  path: '/api/push-key',
  access: administrators,
  query: z.object({ ...listQuery, ...orgBound, revoked: z.optional(z.enum(['true', 'false'])) }),
  reply: z.array(pushKey),
  list: true,
});

export const getPushKey = defineEndpoint({
  name: 'getPushKey',
  area,
  summary: 'A push key with its secret and the push URL of each vendor; not found once it is revoked',
  method: 'GET',
  path: '/api/push-key/{pushKeyId}',
  access: { ...administrators, needsRecentProof: true },
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
  summary: 'Renames a push key',
  method: 'PUT',
  path: '/api/push-key/{pushKeyId}',
  access: administrators,
  params,
  query,
  body: z.strictObject({ name }),
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

/** A device that pushed with a key of the organization and is none of its sensors; its data waits in quarantine. */
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

export const adoptDevice = defineEndpoint({
  name: 'adoptDevice',
  area,
  summary: 'Makes a new device a sensor of a site without an active sensor; it counts from now on',
  method: 'POST',
  path: '/api/push/device/{deviceId}/adopt',
  access: administrators,
  params: z.object({ deviceId: z.string() }),
  query,
  body: z.strictObject({ orgId: z.optional(z.string()), siteId: z.string(), name }),
  reply: z.object({ sensorId: id }),
});
