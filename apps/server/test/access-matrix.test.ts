import { isOpenToClients } from '@atrium/contract/access';
import { catalog } from '@atrium/contract/catalog';
import { type EntityType, entityTypes } from '@atrium/contract/data';
import { liveTraffic } from '@atrium/contract/live-traffic';
import { socketPath } from '@atrium/contract/socket-address';
import { type Acknowledgement, socketEventNames, topics } from '@atrium/contract/topics';
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { demoWeather } from '../src/demo/weather.ts';
import { notification } from '../src/registry/notifications.ts';
import { idOf } from './access-data.ts';
import { accessEntries, askedSeparately, visitedEmail } from './access-entries.ts';
import type { Ids } from './access-entry.ts';
import {
  type ActorName,
  actors,
  expected,
  isBound,
  isMadeUp,
  isToken,
  mustNotShow,
  namesOtherIds,
  personBehind,
  type PersonName,
  roleOf,
  type Variant,
  variantNames,
} from './access-expected.ts';
import { bearerOf } from './api-client-world.ts';
import { accessEstate, belongingsOf } from './access-estate.ts';
import { knownToBeOpen, routesOf, withoutNames } from './access-routes.ts';
import { Client, pathOf, queryOf } from './client.ts';
import type { User } from './estate.ts';
import { type IdentityProvider, startIdentityProvider } from './identity-provider.ts';
import { withMappings } from './mapped-zones.ts';
import { openWorld, type World } from './world.ts';

/*
 * Every endpoint under every path, and every socket event, called by everyone with ids of every kind. A cell counts
 * only if the same request with own ids succeeds: a refusal of something that never works proves nothing.
 */

/** The ids and the organization that a request names; own ones by default. */
const variants = {
  'own ids': {},
  'ids of another location': { ids: () => ids.elsewhere },
  "the neighbor's ids": { ids: () => ids.neighbor },
  'unknown ids': { ids: () => everywhere(randomUUID) },
  'malformed ids': { ids: () => everywhere(() => 'nonsense') },
  "the neighbor's orgId": { orgIds: () => [ids.neighbor.orgId] },
  'an unknown orgId': { orgIds: () => [randomUUID()] },
  'two orgIds': { orgIds: () => [ids.own.orgId, ids.neighbor.orgId] },
} satisfies Record<Variant, { ids?: () => Ids; orgIds?: () => string[] }>;

let world: World;
let ids: Record<'own' | 'elsewhere' | 'neighbor', Ids>;
let people: Record<PersonName, User>;
const clients = new Map<ActorName, Client>();
let neighborSeries: number;
let provider: IdentityProvider;
/** What a subscription does not include is refused before anyone's rights are looked at. */
const everythingOn = {
  ...withMappings,
  canViewGender: true,
  canViewPOS: true,
  canViewLabor: true,
  canViewZoneOccupancy: true,
  sftpEnabled: true,
  apiClientsEnabled: true,
  headroomEnabled: true,
  alarmsEnabled: true,
};
let cells = 0;

beforeAll(async () => {
  const simulatedWeather = { ...demoWeather(), covers: () => true };
  const clientRate = { perSecond: 1000, burst: 1000 };
  world = await openWorld({ internalHosts: ['127.0.0.1'], app: { simulatedWeather, clientRate } });
  provider = await startIdentityProvider(`${world.http.publicUrl()}/sso/callback`);
  const [ours, theirs] = [await organization('Ours'), await organization('Neighbor')];
  const { issuer } = provider;
  const belongings = await belongingsOf(world, ours, 'Ours', issuer);
  const own = await accessEstate(world, ours, 'Ours', belongings);
  const neighbor = await accessEstate(world, theirs, 'Neighbor', await belongingsOf(world, theirs, 'Neighbor', issuer));
  neighborSeries = neighbor.seriesId;
  ids = {
    own: own.ids,
    elsewhere: (await accessEstate(world, ours, 'Elsewhere', belongings)).ids,
    neighbor: neighbor.ids,
  };
  people = {
    user: await world.user({ orgId: ours }),
    limited: await world.user({ locations: [own.location] }),
    admin: await world.user({ orgId: ours, role: 'OrganizationAdministrator' }),
    staff: await world.staff(),
  };
  await world.user({ orgId: ours, email: visitedEmail });
  for (const name of actors) clients.set(name, await clientOf(name));
});
afterAll(async () => {
  await provider.close();
  await world.close();
  console.log(`Access matrix: ${cells} cells.`);
});

async function organization(name: string): Promise<string> {
  return (await world.organization({ name, ...everythingOn })).orgId;
}

const callerOf = (name: ActorName) => people[name === 'anonymous' ? 'user' : personBehind(name)];
async function clientOf(name: ActorName): Promise<Client> {
  if (name === 'anonymous') return world.anonymous();
  return isToken(name) ? bearerOf(world, clients.get('admin')!, callerOf(name)) : world.signIn(callerOf(name));
}

function everywhere(value: () => string): Ids {
  const names = Object.keys(ids.own) as (keyof Ids)[];
  return Object.fromEntries(names.map((name) => [name, value()])) as Record<keyof Ids, string>;
}

function idsFor(variant: Variant): Ids {
  const asked = variants[variant];
  return 'ids' in asked ? asked.ids() : ids.own;
}

function orgIdsFor(variant: Variant, mustName: boolean): string[] {
  const asked = variants[variant];
  if ('orgIds' in asked) return asked.orgIds();
  return mustName ? [ids.own.orgId] : [];
}

/** Every topic with every kind of entity that can be followed. */
const followed = topics.flatMap(({ name, events, subscription }) =>
  entityTypes
    .map((entityType) => ({ topic: name, ...events, entityType }))
    .filter((each) => z.safeParse(subscription, subscriptionTo(each, randomUUID())).success),
);

/** Topics are about entities of some kinds, or name a space. */
function subscriptionTo({ entityType }: { entityType: EntityType }, entityId: string): object {
  return { entityType, entityId, ...(entityType === 'space' && { spaceId: entityId }) };
}

it('knows every endpoint and every socket topic', () => {
  const asked = [...accessEntries.map(({ endpoint }) => endpoint), ...askedSeparately];
  expect(catalog.filter((endpoint) => !asked.includes(endpoint)).map(({ name }) => name)).toEqual([]);
  expect(new Set(followed.map(({ topic }) => topic))).toEqual(new Set(topics.map(({ name }) => name)));
});

it('[S03] has only the routes of the catalog and the few that are known to be open', () => {
  const known = [...catalog.flatMap(({ path, aliases = [] }) => [path, ...aliases]), ...knownToBeOpen];
  const routes = routesOf(world.http.fastify.printRoutes({ commonPrefix: false }));
  expect(new Set(routes.map(withoutNames))).toEqual(new Set(known.map(withoutNames)));
});

describe('[R231] [S02] [S04] [S07] [S30] calls', () => {
  const questions = accessEntries.flatMap(({ endpoint, requests, ...rest }) =>
    [endpoint.path, ...(endpoint.aliases ?? [])].flatMap((path) =>
      Object.entries(requests).map(([what, request]) => ({ endpoint, path, what, request, ...rest })),
    ),
  );

  it.each(questions)('$endpoint.method $path $what', async ({ endpoint, path, request, usesUpSession, fresh }) => {
    const orgInPath = path.includes('{orgId}');
    const wrong: string[] = [];
    let works = false;
    let right = 0;
    for (const actor of actors) {
      const caller = callerOf(actor);
      const isSame = (other: Ids) => isDeepStrictEqual(request(ids.own, caller), request(other, caller));
      const namesIds = orgInPath || !isSame(ids.neighbor);
      const namesLocation = !isSame(ids.elsewhere);
      for (const variant of variantNames) {
        const status = expected({ endpoint, actor, variant, namesIds, namesLocation, orgInPath });
        if (status === undefined) continue;
        const client = usesUpSession ? await clientOf(actor) : clients.get(actor);
        const named = idsFor(variant);
        const asked = isMadeUp(variant) ? named : { ...named, ...(await fresh(world, named, caller)) };
        const { params, query, body, form } = request(asked, caller);
        const mustName = actor === 'staff' && isBound(endpoint) && !orgInPath;
        const orgIds = orgIdsFor(variant, mustName).map((orgId) => `orgId=${orgId}`);
        const search = [queryOf(query).slice(1), ...orgIds].filter((part) => part !== '').join('&');
        const address = `${pathOf(path, { orgId: asked.orgId, ...(params as object | undefined) })}${search && `?${search}`}`;
        const answer = await client?.send(endpoint.method, address, form?.() ?? body);
        const shown = JSON.stringify(answer?.body ?? null);
        const leak =
          answer?.status === 200 && mustNotShow(actor, variant, endpoint).find((name) => shown.includes(name));
        if (answer?.status !== status) wrong.push(`${actor}, ${variant}: ${answer?.status} instead of ${status}`);
        else if (leak) wrong.push(`${actor}, ${variant}: shows ${leak}`);
        else {
          right += 1;
          works ||= variant === 'own ids' && status === 200;
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(works, 'with own ids it succeeds for someone').toBe(true);
    cells += right;
  });

  it('[S150] closed to API clients are refused to the token of an administrator, whatever is sent', async () => {
    const closed = catalog.filter((endpoint) => !isOpenToClients(endpoint));
    expect(closed.length).toBeGreaterThan(100);
    for (const { method, path, aliases = [] } of closed) {
      for (const each of [path, ...aliases]) {
        const answer = await clients.get('admin token')?.send(
          method,
          each.replaceAll(/\{\w+\}/g, () => randomUUID()),
        );
        expect([method, each, answer?.status]).toEqual([method, each, 403]);
        cells += 1;
      }
    }
  });

  it.each(accessEntries.filter(({ endpoint }) => endpoint.method === 'GET'))(
    'HEAD $endpoint.path is as closed as GET',
    async ({ endpoint, requests }) => {
      for (const request of Object.values(requests)) {
        const { params, query } = request(ids.own, people.user);
        const address = `${pathOf(endpoint.path, params as Record<string, unknown> | undefined)}${queryOf(query)}`;
        const statuses = await Promise.all(
          ['HEAD', 'GET'].map(async (method) => (await world.anonymous().send(method, address)).status),
        );
        expect(statuses[0]).toBe(statuses[1]);
        cells += 1;
      }
    },
  );
});

/** The estate and its help desk. */
const estateAreas = /^(locations|offline-sensors|schedules|sensor.*|sites|spaces-resets|tickets|zones)$/;
/** Records without a version that a caller could have seen. */
const unversioned: readonly string[] = ['deleteOccupancyReset'];

describe('records of the estate', () => {
  const changed = accessEntries.filter(
    ({ endpoint: { area, method, name } }) =>
      estateAreas.test(area) && (method === 'PUT' || method === 'DELETE') && !unversioned.includes(name),
  );

  it.each(changed)('[S33] $endpoint.name changes nothing for a caller who has seen another version', async (asked) => {
    const { endpoint, requests, fresh } = asked;
    for (const request of Object.values(requests)) {
      const { params, body } = request({ ...ids.own, ...(await fresh(world, ids.own, people.staff)) }, people.staff);
      const path = pathOf(endpoint.path, { orgId: ids.own.orgId, ...(params as object | undefined) });
      const address = `${path}${path.includes(ids.own.orgId) ? '' : `?orgId=${ids.own.orgId}`}`;
      const ask = async (ifMatch: string) =>
        (await clients.get('staff')?.send(endpoint.method, address, body, { 'if-match': ifMatch }))?.status;
      expect([await ask('999999'), await ask('*')]).toEqual([412, 200]);
      cells += 1;
    }
  });

  const naming = accessEntries.flatMap(({ endpoint, requests, fresh }) =>
    estateAreas.test(endpoint.area)
      ? Object.entries(requests).map(([what, request]) => ({ endpoint, what, request, fresh }))
      : [],
  );

  it.each(naming)(
    '[S01] $endpoint.name $what with one foreign id among the caller’s own finds nothing',
    async (asked) => {
      const { endpoint, request, fresh } = asked;
      const wrong: string[] = [];
      const names = (Object.keys(ids.own) as (keyof Ids)[]).filter((name) => name !== 'orgId');
      for (const name of names) {
        const own = { ...ids.own, ...(await fresh(world, ids.own, people.admin)) };
        const mixed = { ...own, [name]: ids.neighbor[name] };
        const { params, query, body, form } = request(mixed, people.admin);
        const path = pathOf(endpoint.path, { orgId: own.orgId, ...(params as object | undefined) });
        const isForStaff =
          endpoint.access.kind === 'session' && endpoint.access.roles?.includes(roleOf.admin) === false;
        const search = [queryOf(query).slice(1), isForStaff ? `orgId=${own.orgId}` : ''].filter((part) => part !== '');
        const address = `${path}${search.length > 0 ? `?${search.join('&')}` : ''}`;
        if (!`${address} ${JSON.stringify(body)}`.includes(ids.neighbor[name] ?? '')) continue;
        const client = clients.get(isForStaff ? 'staff' : 'admin');
        const answer = await client?.send(endpoint.method, address, form?.() ?? body);
        if (answer?.status !== 404) wrong.push(`${name}: ${answer?.status} ${JSON.stringify(answer?.body)}`);
        cells += 1;
      }
      expect(wrong).toEqual([]);
    },
  );
});

const ask = (socket: Socket, event: string, payload: unknown): Promise<Acknowledgement> =>
  socket.timeout(5000).emitWithAck(event, payload) as Promise<Acknowledgement>;

describe('[S20] sockets', () => {
  const open: Socket[] = [];
  afterAll(() => open.forEach((socket) => socket.disconnect()));

  async function connect(client: Client | undefined): Promise<Socket> {
    const socket = io(world.url, {
      path: socketPath,
      transports: ['websocket'],
      reconnection: false,
      extraHeaders: client && client.jar.size > 0 ? { cookie: client.cookieHeader() } : {},
    });
    open.push(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    return socket;
  }

  it('are closed to unauthenticated callers', async () => {
    await expect(connect(clients.get('anonymous'))).rejects.toThrow('Please sign in.');
    cells += socketEventNames.length;
  });

  it.each(followed)('$subscribe and $unsubscribe to a $entityType', async (topic) => {
    const { subscribe, unsubscribe, entityType } = topic;
    const wrong: string[] = [];
    for (const actor of ['user', 'limited', 'admin', 'staff'] as const) {
      const socket = await connect(clients.get(actor));
      for (const variant of variantNames) {
        const named = idsFor(variant);
        const isSame = isDeepStrictEqual(idOf(entityType, named), idOf(entityType, ids.own));
        if (isSame && namesOtherIds(variant)) continue;
        const [orgId, second] = orgIdsFor(variant, actor === 'staff');
        const entityId = idOf(entityType, named);
        const payload = {
          ...subscriptionTo(topic, entityId),
          ...(orgId !== undefined && { orgId: second === undefined ? orgId : [orgId, second] }),
        };
        const answer = await ask(socket, subscribe, payload);
        const isFine = variant === 'own ids' || (variant === 'ids of another location' && actor !== 'limited');
        if ('ok' in answer !== isFine) wrong.push(`${actor}, ${variant}: ${JSON.stringify(answer)}`);
        else cells += 1;
        if (isFine && 'ok' in (await ask(socket, unsubscribe, entityId))) cells += 1;
      }
      const otherType = entityType === 'zone' ? 'site' : 'zone';
      const mismatch = await ask(socket, subscribe, {
        ...(topic.topic === liveTraffic.name
          ? { entityType: otherType, entityId: idOf(entityType, ids.own) }
          : { spaceId: idOf(otherType, ids.own) }),
        orgId: ids.own.orgId,
      });
      if ('ok' in mismatch) wrong.push(`${actor}: an id of another kind`);
      else cells += 1;
      socket.disconnect();
    }
    expect(wrong).toEqual([]);
  });

  it('traffic:unsubscribe and traffic:realtimedata affect only the caller', async () => {
    const neighbor = await connect(
      await world.signIn(await world.user({ orgId: ids.neighbor.orgId, role: 'OrganizationAdministrator' })),
    );
    const heard: { ins: number }[] = [];
    neighbor.on('traffic:realtimedata', (reading: { ins: number }) => heard.push(reading));
    const { zoneId } = ids.neighbor;
    expect(await ask(neighbor, 'traffic:subscribe', { entityType: 'zone', entityId: zoneId })).toEqual({ ok: true });
    for (const actor of ['user', 'limited', 'admin', 'staff'] as const) {
      const socket = await connect(clients.get(actor));
      socket.emit('traffic:realtimedata', { entityType: 'zone', entityId: zoneId, ins: 666 });
      await ask(socket, 'traffic:unsubscribe', zoneId);
      socket.disconnect();
      cells += 2;
    }
    await world.registry.system(async ({ client }) => {
      await client.query(
        `INSERT INTO series_last (series_id, org_id, day_from, day_to, closed_ins, closed_outs, closed_got, tail_from,
           tail, ins, outs, got, last_minute, updated_at)
         VALUES ($1, $2, '2026-03-03T23:00Z', '2026-03-04T23:00Z', 7, 5, 60, $3, '[]', 7, 5, 60, $3, $3)`,
        [neighborSeries, ids.neighbor.orgId, world.now()],
      );
      await client.query(notification('readings', [neighborSeries]));
    });
    await expect.poll(() => heard.at(-1)?.ins).toBe(7);
    expect(heard.filter(({ ins }) => ins === 666)).toEqual([]);
  });
});
