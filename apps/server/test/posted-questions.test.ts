import { dataCalls, getTraffic, getTrafficTotal, maxIdsInQuery } from '@atrium/contract/data';
import { csvFormat } from '@atrium/contract/formats';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearerOf } from './api-client-world.ts';
import { type Client, queryOf } from './client.ts';
import { countingIn } from './counting.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let client: Client;
let locationId: string;
let orgId: string;

const { count, shop } = countingIn(() => world);

beforeAll(async () => {
  world = await openWorld({ now: new Date('2026-03-30T12:00:30Z') });
  const org = await world.organization({ apiClientsEnabled: true });
  const { location, zone } = await shop({ org, timezone: 'UTC' });
  await count(org, zone, '2026-03-24T10:00:00Z', '2026-03-24T12:00:00Z');
  ({ locationId } = location);
  ({ orgId } = org);
  client = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
});
afterAll(() => world.close());

const day = { relativeDate: 'custom', startDate: '2026-03-24', endDate: '2026-03-24' };
const path = getTraffic.path;
const errorOf = ({ status, body }: { status: number; body: unknown }) => ({
  status,
  ...(body as { details?: { path: string; message: string }[] }).details?.[0],
});

const many = (length: number) => ({
  entityType: 'location',
  entityIds: Array<string>(length).fill(locationId),
});

describe('[R771] a question in a body', () => {
  it('is answered as in an address, in every format', async () => {
    const question = { entityType: 'location', ...day, entityIds: locationId, metrics: 'ins,outs', order: '-sumins' };
    const asJson = { ...question, entityIds: [locationId], metrics: ['ins', 'outs'], order: ['-sumins'] };
    const more = { limit: 3, excludeClosedHours: true, countFilter: 0 };
    const got = await client.get<{ results: { sumins: number }[] }>(`${path}${queryOf({ ...question, ...more })}`);
    expect(got.body.results.map(({ sumins }) => sumins)).toEqual([60, 60, null]);
    expect((await client.post(path, { ...asJson, ...more, orgId: 'myorg' })).body).toEqual(got.body);
    const { order: _, ...whole } = asJson;
    const total = await client.post(getTrafficTotal.path, whole);
    expect(total.body).toMatchObject({ results: [{ sumins: 120, sumouts: 240 }] });
    const headers = { cookie: client.cookieHeader(), accept: csvFormat, 'content-type': 'application/json' };
    const table = await fetch(`${world.url}${path}`, { method: 'POST', headers, body: JSON.stringify(asJson) });
    expect(await table.text()).toMatch(/^recordDate,entityId,name,timezone,sumins,sumouts,completeness\r\n/);
    const last = await client.post('/api/data/traffic/total', { ...whole, lastReading: true });
    expect(last.body).toMatchObject({ results: [{ sumins: null, ageSeconds: null }] });
    for (const { aliases = [] } of [dataCalls.zone_occupancy.postedDetail, dataCalls.zone_occupancy.postedTotal])
      expect((await client.post(aliases[0]!, { entityType: 'location' })).status).toBe(403);
  });

  it('may have more ids than an address', async () => {
    expect((await client.post(path, { ...many(10_000), ...day })).body).toMatchObject({ results: { length: 24 } });
    expect(errorOf(await client.post(path, many(10_001)))).toEqual({
      status: 400,
      path: 'entityIds',
      message: 'must have at most 10000 ids',
    });
    const inAddress = (length: number) =>
      client.get(`${path}?entityType=location&entityIds=${Array.from({ length }, () => randomUUID()).join()}`);
    expect((await inAddress(maxIdsInQuery)).status).toBe(404);
    expect(errorOf(await inAddress(maxIdsInQuery + 1))).toEqual({
      status: 400,
      path: 'entityIds',
      message: 'must have at most 1000 ids: send more of them as JSON, with POST to the same address',
    });
  });

  it('is refused with a clear message where it is wrong', async () => {
    const ask = async (body: object) => errorOf(await client.post(path, body));
    expect(await ask({})).toMatchObject({ status: 400, path: 'entityType' });
    expect(await ask({ entityType: 'location', entityId: locationId })).toEqual({
      status: 400,
      path: 'entityId',
      message: 'is not a known field',
    });
    expect(await ask({ entityType: 'location', aggregate: 1 })).toMatchObject({ status: 400, path: 'aggregate' });
    expect(await ask({ entityType: 'location', entityIds: [randomUUID()] })).toMatchObject({ status: 404 });
    expect((await client.post(path, [])).status).toBe(400);
    expect((await client.send('POST', path, undefined)).status).toBe(400);
  });
});

describe('[S165] a question in a body', () => {
  it('is answered to API clients, and not to pages of other sites', async () => {
    const question = { entityType: 'location', ...day };
    const user = await world.user({ orgId });
    const token = await bearerOf(world, client, user);
    expect((await token.post(path, question)).status).toBe(200);
    const foreign = await client.send('POST', path, question, { origin: 'https://evil.test' });
    expect(foreign.status).toBe(403);
    expect((await world.anonymous().post(path, question)).status).toBe(401);
  });
});
