import * as z from 'zod/mini';
import { staff, staffOfOrganization } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, instant, listQuery, orgBound } from './envelope.ts';

/** A device whose pushes are refused, on the route of one vendor or on all of them (`_all_`). */
export const blacklistEntry = z.object({
  route: z.string(),
  /** Twelve hexadecimal digits. */
  /** The MAC address, or the identifier of a device that has none. */
  mac: z.string(),
  reason: z.string(),
  createdAt: instant,
});
export type BlacklistEntry = z.output<typeof blacklistEntry>;

/** What is wrong with a value is told by `blacklistProblems` (packages/rules). */
const text = z.optional(z.nullable(z.string().check(z.maxLength(1_000))));

export const listBlacklist = defineEndpoint({
  name: 'listBlacklist',
  area: 'diagnostics',
  summary: 'The devices whose pushes are refused',
  method: 'GET',
  path: '/api/diagnostics/sensor-blacklist',
  access: staff,
  query: z.object(listQuery),
  reply: z.array(blacklistEntry),
  list: true,
});

export const getIsBlacklisted = defineEndpoint({
  name: 'getIsBlacklisted',
  area: 'sensors',
  summary: 'Whether the pushes of a sensor are refused, and why',
  method: 'GET',
  path: '/api/sensor/{sensorId}/is-blacklisted',
  access: staffOfOrganization,
  params: z.object({ sensorId: id }),
  query: z.object(orgBound),
  reply: z.object({ isBlacklisted: z.boolean(), entries: z.array(blacklistEntry) }),
});

export const addToBlacklist = defineEndpoint({
  name: 'addToBlacklist',
  area: 'sensors',
  summary: 'Refuses the pushes of a device from now on, on every route unless one is named',
  method: 'POST',
  path: '/api/sensor/add-to-blacklist',
  access: staff,
  body: z.strictObject({ route: text, mac: text, reason: text }),
  reply: blacklistEntry,
});

export const removeFromBlacklist = defineEndpoint({
  name: 'removeFromBlacklist',
  area: 'sensors',
  summary: 'Accepts the pushes of a device again',
  method: 'POST',
  path: '/api/sensor/remove-from-blacklist',
  access: staff,
  body: z.strictObject({ route: text, mac: text }),
  reply: z.object({ ok: z.literal(true) }),
});
