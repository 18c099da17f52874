import { anyone, isPublic, members } from '@atrium/contract/access';
import { defineEndpoint, type Endpoint } from '@atrium/contract/endpoint';
import { id, orgBound } from '@atrium/contract/envelope';
import { pino } from 'pino';
import * as z from 'zod/mini';
import { notFound } from '../refusal.ts';
import type { PersonActor, Identity } from './actor.ts';
import { createHttp, type Http, type HttpOptions } from './server.ts';

export const now = new Date('2026-03-02T12:00:00Z');
export const orgId = '7d9f4f0e-4f9e-4a52-8a53-0a53b7a3d001';
const open: Http[] = [];
export async function closeServers(): Promise<void> {
  await Promise.all(open.splice(0).map((http) => http.close()));
}

export const reply = z.looseObject({});
export const endpoint = <const E extends Partial<Endpoint>>(more: E) => ({
  name: 'thing',
  area: 'test',
  summary: 'A thing',
  method: 'GET' as const,
  path: '/api/thing',
  reply,
  ...more,
});
export const read = defineEndpoint(
  endpoint({ access: isPublic, query: z.object({ limit: z.optional(z.coerce.number()) }) }),
);
export const write = defineEndpoint(
  endpoint({
    name: 'write',
    method: 'POST',
    aliases: ['/thing'],
    access: anyone,
    body: z.strictObject({ name: z.string().check(z.minLength(1), z.maxLength(10)), size: z.optional(z.number()) }),
  }),
);
export const inside = defineEndpoint(
  endpoint({
    path: '/api/thing/{thingId}',
    access: members,
    params: z.object({ thingId: id }),
    query: z.object(orgBound),
  }),
);

export const actor: PersonActor = {
  kind: 'person',
  sessionId: 's',
  userId: 'u',
  role: 'OrganizationUser',
  organization: {
    orgId,
    name: 'Acme',
    isEnabled: true,
    subExpiration: null,
    headroomExpiration: null,
    headroomEnabled: false,
    isHeadroomLite: false,
    capabilities: new Set(),
  },
  locationIds: 'all',
  owesTerms: false,
  owesSecondFactor: false,
  usesSingleSignOn: false,
  provenAt: null,
  actingStaffId: null,
};
/** The cookie `a=<role>` is the session here; the real identity is tested on the real registry. */
export const identity: Identity = {
  authenticate: async (cookies) =>
    cookies?.startsWith('a=') ? { ...actor, role: cookies.slice(2) as PersonActor['role'] } : null,
  authenticateClient: async () => null,
  authenticateKiosk: async () => null,
  async scopeFor(who, asked) {
    if (asked !== undefined && asked !== orgId) throw notFound('The organization');
    return { ...who, orgId, capabilities: new Set() };
  },
  forget: () => {},
};
export const member = { cookie: 'a=OrganizationUser' };

export async function start(catalog: readonly Endpoint[], more: Partial<HttpOptions> = {}) {
  const lines: string[] = [];
  const http = await createHttp({
    identity,
    log: pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) }),
    clock: () => now,
    publicUrl: undefined,
    trustedProxies: [],
    health: { problems: async () => [], isReady: async () => true },
    catalog,
    ...more,
  });
  open.push(http);
  return { http, lines };
}

export async function send(http: Http, payload: string, type = 'application/json') {
  const answer = await http.fastify.inject({
    method: 'POST',
    url: '/api/thing',
    headers: { ...member, 'content-type': type },
    payload,
  });
  return {
    status: answer.statusCode,
    body: answer.json<{ code: string; message: string; err: string; details?: unknown }>(),
  };
}
