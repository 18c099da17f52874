import { getTrafficTotal } from '@atrium/contract/data';
import { FactsTimeout, FactsUnavailable } from '@atrium/facts/errors';
import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { organization } from '../src/registry/schema/organizations.ts';
import { type Client, queryOf } from './client.ts';
import { countingIn, type Detail } from './counting.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
afterEach(() => vi.restoreAllMocks());
const { count, shop, adminOf } = countingIn(() => world);

const yesterday = (client: Client, entityType: Detail['entityType']) =>
  client.call(getTrafficTotal, { query: { entityType, relativeDate: 'yesterday' } });

describe('a caller', () => {
  it('[S05] is refused when the capability is off, staff included', async () => {
    const { org, zone } = await shop();
    const client = await adminOf(org);
    const staff = await world.signIn(await world.staff());
    const paths = ['traffic', 'traffic/total'].map(
      (path) => `/api/data/${path}?entityType=zone&entityIds=${zone.zoneId}`,
    );
    for (const path of paths) {
      expect((await client.get(path)).status).toBe(200);
      expect((await staff.get(`${path}&orgId=${org.orgId}`)).status).toBe(200);
    }
    await world.registry.system(({ sql }) =>
      sql.update(organization).set({ canViewTraffic: false }).where(eq(organization.orgId, org.orgId)),
    );
    await new Promise((resolve) => setTimeout(resolve, 1000));
    for (const path of paths) {
      expect((await client.get(path)).status).toBe(403);
      expect((await staff.get(`${path}&orgId=${org.orgId}`)).status).toBe(403);
    }
  });

  it('needs a session, and staff must name an organization', async () => {
    const { org, zone } = await shop();
    const staff = await world.signIn(await world.staff());
    const path = `/api/data/traffic?entityType=zone&entityIds=${zone.zoneId}`;
    expect((await world.anonymous().get(path)).status).toBe(401);
    expect((await staff.get(path)).status).toBe(400);
    expect((await staff.get(`${path}&orgId=${randomUUID()}`)).status).toBe(404);
    expect((await staff.get(`${path}&orgId=${org.orgId}`)).status).toBe(200);
  });

  it('[S06] sees only data of their own locations, even in the sum of the organization', async () => {
    const own = await shop({ timezone: 'UTC' });
    const other = await shop({ timezone: 'UTC', org: own.org });
    for (const { zone } of [own, other]) await count(own.org, zone, '2026-03-03T00:00:00Z', '2026-03-03T01:00:00Z');
    const admin = await adminOf(own.org);
    const limited = await world.signIn(await world.user({ locations: [own.location] }));
    expect((await yesterday(admin, 'organization')).results[0]?.sumins).toBe(120);
    expect((await yesterday(limited, 'organization')).results[0]?.sumins).toBe(60);
    for (const entityType of ['location', 'site', 'sensor', 'zone'] as const) {
      expect((await yesterday(admin, entityType)).results).toHaveLength(2);
      expect((await yesterday(limited, entityType)).results).toMatchObject([{ sumins: 60 }]);
    }
    for (const [entityType, id] of [
      ['location', other.location.locationId],
      ['site', other.site.siteId],
      ['sensor', other.sensor.sensorId],
      ['zone', other.zone.zoneId],
    ]) {
      const path = `/api/data/traffic?entityType=${entityType}&entityIds=${id}`;
      expect([entityType, (await admin.get(path)).status]).toEqual([entityType, 200]);
      expect([entityType, (await limited.get(path)).status]).toEqual([entityType, 404]);
    }
  });

  it('[S01] finds no entity of another organization, none that is unknown or of another kind', async () => {
    const own = await shop();
    const theirs = await shop();
    const client = await adminOf(own.org);
    const status = async (entityType: string, ...ids: string[]) =>
      (await client.get(`/api/data/traffic?entityType=${entityType}&entityIds=${ids.map(encodeURIComponent).join()}`))
        .status;
    expect(await status('zone', own.zone.zoneId)).toBe(200);
    expect(await status('zone', own.zone.zoneId, theirs.zone.zoneId)).toBe(404);
    expect(await status('location', theirs.location.locationId)).toBe(404);
    expect(await status('organization', theirs.org.orgId)).toBe(404);
    expect(await status('organization', own.org.orgId)).toBe(200);
    expect(await status('site', own.zone.zoneId)).toBe(404);
    expect(await status('zone', randomUUID())).toBe(404);
    expect(await status('zone', 'nonsense')).toBe(404);
    expect(await status('zone', "' OR 1=1--")).toBe(404);
  });
});

describe('bad input', () => {
  const hostile = [
    "' OR 1=1--",
    '"',
    '$$',
    '\0',
    '../../etc/passwd',
    "file('/etc/passwd')",
    '); DROP TABLE minute; --',
    '[object Object]',
    '\u202e',
    '1e308',
    '-1',
    'x'.repeat(60_000),
  ];
  const parameters = [
    'entityType',
    'relativeDate',
    'metrics',
    'previousPeriod',
    'dateGroupings',
    'order',
    'limit',
    'startDate',
    'endDate',
    'dateOverride',
    'countFilter',
    'timezone',
    'aggregation',
  ];

  let client: Client;
  let zoneId: string;
  beforeAll(async () => {
    const { org, zone } = await shop();
    client = await adminOf(org);
    ({ zoneId } = zone);
  });

  it('[S22] is refused with a clear message, in every parameter and every form, without text from an engine', async () => {
    const good = {
      entityType: 'zone',
      entityIds: zoneId,
      relativeDate: 'custom',
      startDate: '2026-03-01',
      endDate: '2026-03-02',
    };
    expect((await client.get(`/api/data/traffic${queryOf(good)}`)).status).toBe(200);
    const base = `/api/data/traffic${queryOf(good)}`;
    for (const name of parameters) {
      const forms = [
        ...hostile.map((value) => {
          return `/api/data/traffic${queryOf({ ...good, [name]: value })}`;
        }),
        `${base}&${name}=a&${name}=b`,
        `${base}&${name}[]=a`,
        `${base}&${name}[$ne]=`,
      ];
      for (const form of forms) {
        const { status, body } = await client.get<{ code?: string; err?: string; message?: string }>(form);
        // An address that is too long does not reach the parameter.
        expect([form.slice(0, 300), [400, 414, 431].includes(status)]).toEqual([form.slice(0, 300), true]);
        if (status !== 400) continue;
        expect(body).toMatchObject({ code: 'invalid', err: body.message });
        expect(body.message).toMatch(/^\w.*\.$/);
        expect(JSON.stringify(body)).not.toMatch(/clickhouse|postgres|syntax|SELECT|DB::|at .*\.ts/i);
      }
    }
  });

  it.each([
    ['dateGroupings=fortnight', 'dateGroupings'],
    ['dateGroupings=minute(0)', 'dateGroupings'],
    ['dateGroupings=hour(25)', 'dateGroupings'],
    ['relativeDate=tomorrow', 'relativeDate'],
    ['relativeDate=next7days', 'relativeDate'],
    ['relativeDate=custom', 'startDate'],
    ['relativeDate=custom&startDate=2026-03-01', 'endDate'],
    ['relativeDate=custom&startDate=2026-02-30&endDate=2026-03-01', 'startDate'],
    ['relativeDate=custom&startDate=2026-03-01T10:00:00Z&endDate=2026-03-02', 'startDate'],
    ['relativeDate=custom&startDate=2026-03-02&endDate=2026-03-01', 'endDate'],
    ['relativeDate=custom&startDate=2026-01-01&endDate=2026-02-01&dateGroupings=minute', 'endDate'],
    ['relativeDate=custom&startDate=2026-04-01&endDate=2026-04-02', 'startDate'],
    ['limit=0', 'limit'],
    ['limit=50401', 'limit'],
    ['limit=1.5', 'limit'],
    ['order=nonsense', 'order'],
    ['metrics=ins,nonsense', 'metrics'],
    ['entityType=building', 'entityType'],
  ])('[R355] [R356] [R358] names the parameter: %s', async (query, path) => {
    const search = { entityType: 'zone', entityIds: zoneId, ...Object.fromEntries(new URLSearchParams(query)) };
    const { status, body } = await client.get<{ details: { path: string }[] }>(`/api/data/traffic${queryOf(search)}`);
    expect(status).toBe(400);
    expect(body.details[0]?.path.split('.')[0]).toBe(path);
  });

  it('is refused before an entity is looked up', async () => {
    const { status } = await client.get(
      `/api/data/traffic?entityType=zone&entityIds=${randomUUID()}&relativeDate=custom`,
    );
    expect(status).toBe(400);
  });
});

describe('when the facts do not respond', () => {
  it('[R346] returns 503 with our own message', async () => {
    const { org, zone } = await shop();
    await count(org, zone, '2026-03-03T00:00:00Z', '2026-03-03T00:01:00Z');
    const client = await adminOf(org);
    const path = `/api/data/traffic?entityType=zone&entityIds=${zone.zoneId}`;
    for (const failure of [new FactsUnavailable(210), new FactsTimeout(159)]) {
      vi.spyOn(world.facts, 'tally').mockRejectedValueOnce(failure);
      const { status, body, headers } = await client.get<{ err: string }>(path);
      expect([status, body.err]).toEqual([503, failure.message]);
      expect(headers.get('retry-after')).not.toBeNull();
    }
    expect((await client.get(path)).status).toBe(200);
  });

  it('ends the query when the caller disconnects', async () => {
    const { org, zone } = await shop();
    const client = await adminOf(org);
    let state = 'not asked';
    vi.spyOn(world.facts, 'tally').mockImplementationOnce((_question, _add, asking) => {
      state = 'asked';
      return new Promise((_, reject) => {
        asking?.signal?.addEventListener('abort', () => {
          state = 'ended';
          reject(new Error('The caller disconnected.'));
        });
      });
    });
    const caller = new AbortController();
    const call = fetch(`${world.url}/api/data/traffic?entityType=zone&entityIds=${zone.zoneId}`, {
      headers: { cookie: client.cookieHeader() },
      signal: caller.signal,
    }).catch(() => 'aborted');
    await vi.waitFor(() => expect(state).toBe('asked'));
    caller.abort();
    await vi.waitFor(() => expect(state).toBe('ended'));
    expect(await call).toBe('aborted');
  });
});
