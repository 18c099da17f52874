import {
  deleteApiClient,
  tokenPaths,
  type TokenRefusal,
  type TokenReply,
  updateApiClient,
} from '@atrium/contract/api-clients';
import { listAudit } from '@atrium/contract/audit';
import { listLocations } from '@atrium/contract/locations';
import { getSensorPassword } from '@atrium/contract/sensors';
import { eq } from 'drizzle-orm';
import { io } from 'socket.io-client';
import { socketPath } from '@atrium/contract/socket-address';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashToken } from '../src/accounts/secrets.ts';
import { apiToken } from '../src/registry/schema/api-clients.ts';
import { organization } from '../src/registry/schema/organizations.ts';
import { localUser } from '../src/registry/schema/people.ts';
import { aClientShop, asForm, bearer, bearerOf, createFor, formOf, tokenFor } from './api-client-world.ts';
import { auditOf } from './audit-trail.ts';
import type { Client } from './client.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ app: { clientRate: { perSecond: 10, burst: 40 } }, trustedProxies: ['loopback'] });
});
afterAll(() => world.close());

/** Limits count by address, so each test that exceeds one has its own. */
let lastAddress = 0;
const from = () => ({ 'x-forwarded-for': `198.51.100.${(lastAddress += 1)}` });

const statusOf = async (client: Client, path = '/api/location') => (await client.get(path)).status;

describe('the token endpoint', () => {
  it.each(tokenPaths)('[R694] %s takes a form, JSON and a Basic header', async (path) => {
    const { admin, administrator } = await aClientShop(world);
    const client = await createFor(admin, administrator);
    const { clientId: client_id, clientSecret: client_secret } = client;
    const grant = { grant_type: 'client_credentials' };
    const basic = { authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` };
    const anonymous = world.anonymous();
    const answers = [
      await anonymous.post<TokenReply>(path, formOf(client), asForm),
      await anonymous.post<TokenReply>(path, { ...grant, client_id, client_secret, audience: 'ignored' }),
      await anonymous.post<TokenReply>(path, new URLSearchParams(grant).toString(), { ...asForm, ...basic }),
      await anonymous.post<TokenReply>(path, grant, basic),
    ];
    for (const { status, body, headers } of answers) {
      expect([status, body]).toEqual([
        200,
        { access_token: expect.any(String), token_type: 'Bearer', expires_in: 3600 },
      ]);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(await statusOf(bearer(world, body.access_token))).toBe(200);
    }
    expect(new Set(answers.map(({ body }) => body.access_token)).size).toBe(4);
  });

  it('[R694] says what is wrong with a request', async () => {
    const { admin, administrator } = await aClientShop(world);
    const { clientId: client_id, clientSecret: client_secret } = await createFor(admin, administrator);
    const grant_type = 'client_credentials';
    const basic = { authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` };
    const asked = async (body: unknown, headers = {}) => {
      const answer = await world.anonymous().post<TokenRefusal>('/oauth/token', body, headers);
      expect(answer.body.err).toBe(answer.body.error_description);
      expect(answer.body.err).not.toBe('');
      return [answer.status, answer.body.error, answer.headers.has('www-authenticate')];
    };
    expect(await asked({ client_id, client_secret })).toEqual([400, 'invalid_request', false]);
    expect(await asked({ grant_type: 'password', client_id, client_secret })).toEqual([
      400,
      'unsupported_grant_type',
      false,
    ]);
    expect(await asked({ grant_type, client_id })).toEqual([401, 'invalid_client', true]);
    expect(await asked({ grant_type, client_id, client_secret: 1 })).toEqual([400, 'invalid_request', false]);
    expect(await asked({ grant_type, client_id, client_secret }, basic)).toEqual([400, 'invalid_request', false]);
    expect(await asked('grant_type=a&grant_type=b', asForm)).toEqual([400, 'invalid_request', false]);
    expect(await asked('{', {})).toEqual([400, 'invalid_request', false]);
    expect(await asked('x', { 'content-type': 'text/plain' })).toEqual([400, 'invalid_request', false]);
    expect(await asked('x'.repeat(20_000), asForm)).toEqual([413, 'invalid_request', false]);
    expect(await asked(undefined)).toEqual([400, 'invalid_request', false]);
    const answer = await world.anonymous().get('/oauth/token');
    expect(answer.status).toBe(404);
  });

  it('[S153] refuses an unknown client and a wrong secret alike, and an address after 20 of them', async () => {
    const { orgId, admin, administrator } = await aClientShop(world);
    const client = await createFor(admin, administrator);
    const unknown = { ...client, clientId: '7d9f4f0e-4f9e-4a52-8a53-0a53b7a3d001' };
    const wrong = { ...client, clientSecret: '0'.repeat(32) };
    const headers = { ...asForm, ...from() };
    const ask = (credentials: typeof client) =>
      world.anonymous().post<TokenRefusal>('/oauth/token', formOf(credentials), headers);
    const [first, second] = [await ask(unknown), await ask(wrong)];
    expect([first.status, first.body.error]).toEqual([401, 'invalid_client']);
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    for (let tried = 2; tried < 20; tried += 1) expect((await ask(wrong)).status).toBe(401);
    const locked = await ask(client);
    expect([locked.status, locked.body.error]).toEqual([429, 'temporarily_unavailable']);
    expect(Number(locked.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await tokenFor(world, client), 'another address').toBeTypeOf('string');
    await expect
      .poll(async () => (await auditOf(world, orgId)).map(({ action, detail }) => [action, detail?.apiClient]))
      .toContainEqual(['api-client-refused', client.clientId]);
  });

  it('[S153] gives one client 30 tokens a minute', async () => {
    const { admin, administrator } = await aClientShop(world);
    const client = await createFor(admin, administrator);
    for (let asked = 0; asked < 30; asked += 1) await tokenFor(world, client);
    await expect(tokenFor(world, client)).rejects.toThrow('429');
  });

  it('[R488] [S151] gives no token without the subscription or the user, and says so only to the right secret', async () => {
    const { orgId, admin } = await aClientShop(world);
    const user = await world.user({ orgId });
    const client = await createFor(admin, user);
    const ask = async (clientSecret: string) => {
      const answer = await world
        .anonymous()
        .post<TokenRefusal>('/oauth/token', formOf({ ...client, clientSecret }), asForm);
      return [answer.status, answer.body.error];
    };
    await setUser(user.userId, { loginDisabled: true });
    expect(await ask(client.clientSecret)).toEqual([400, 'unauthorized_client']);
    expect(await ask('0'.repeat(32))).toEqual([401, 'invalid_client']);
    await setUser(user.userId, { loginDisabled: false });
    await setOrganization(orgId, { apiClientsEnabled: false });
    expect(await ask(client.clientSecret)).toEqual([400, 'unauthorized_client']);
    await setOrganization(orgId, { apiClientsEnabled: true, deletedAt: world.now() });
    expect(await ask(client.clientSecret)).toEqual([401, 'invalid_client']);
  });
});

const setUser = (userId: string, values: Partial<typeof localUser.$inferInsert>) =>
  world.registry.system(({ sql }) => sql.update(localUser).set(values).where(eq(localUser.userId, userId)));
const setOrganization = (orgId: string, values: Partial<typeof organization.$inferInsert>) =>
  world.registry.system(({ sql }) => sql.update(organization).set(values).where(eq(organization.orgId, orgId)));

describe('an access token', () => {
  it('[R695] has the rights of its user, as they are at each call', async () => {
    const { orgId, admin } = await aClientShop(world);
    const [shown, hidden] = [await world.location({ orgId }), await world.location({ orgId })];
    const user = await world.user({ orgId, locations: [shown] });
    const caller = await bearerOf(world, admin, user);
    expect((await caller.call(listLocations)).map(({ locationId }) => locationId)).toEqual([shown.locationId]);
    expect(await statusOf(caller, `/api/location/${hidden.locationId}`)).toBe(404);
    expect(await statusOf(caller, '/api/user')).toBe(403);
    await setUser(user.userId, { roleId: 2 });
    await expect.poll(() => statusOf(caller, '/api/user')).toBe(200);
    expect((await caller.call(listLocations)).length).toBe(2);
    await setOrganization(orgId, { canViewTraffic: false });
    await expect
      .poll(() => statusOf(caller, `/api/data/traffic?entityType=location&entityIds=${shown.locationId}`))
      .toBe(403);
    await setOrganization(orgId, { isEnabled: false });
    await expect.poll(() => statusOf(caller)).toBe(403);
  });

  it('[R694] ends after an hour', async () => {
    const { admin, administrator } = await aClientShop(world);
    const client = await createFor(admin, administrator);
    const caller = bearer(world, await tokenFor(world, client));
    world.pass({ minutes: 59, seconds: 59 });
    expect(await statusOf(caller)).toBe(200);
    world.pass({ seconds: 1 });
    expect(await statusOf(caller)).toBe(401);
  });

  it('[R487] [S151] ends with a new secret, another user and deletion, at once', async () => {
    const { orgId, admin } = await aClientShop(world);
    const user = await world.user({ orgId });
    const client = await createFor(admin, user);
    const params = { clientId: client.clientId };
    const issued = async (clientSecret: string) => {
      const caller = bearer(world, await tokenFor(world, { ...client, clientSecret }));
      expect(await statusOf(caller)).toBe(200);
      return caller;
    };
    const first = await issued(client.clientSecret);
    const { clientSecret = '' } = await admin.call(updateApiClient, { params, query: { regenerateSecret: 'true' } });
    expect(await statusOf(first)).toBe(401);
    await expect(tokenFor(world, client)).rejects.toThrow('401');
    const second = await issued(clientSecret);
    await admin.call(updateApiClient, { params, body: { userId: (await world.user({ orgId })).userId } });
    expect(await statusOf(second)).toBe(401);
    const third = await issued(clientSecret);
    await admin.call(updateApiClient, { params, body: { name: 'Renamed' } });
    expect(await statusOf(third), 'a new name changes nothing').toBe(200);
    await admin.call(deleteApiClient, { params });
    expect(await statusOf(third)).toBe(401);
    await expect(tokenFor(world, { ...client, clientSecret })).rejects.toThrow('401');
  });

  it('[R488] [S151] ends with its user and with the subscription', async () => {
    const { orgId, admin } = await aClientShop(world);
    const elsewhere = await world.organization({ apiClientsEnabled: true });
    const ends: (readonly [string, (userId: string) => Promise<unknown>])[] = [
      ['disabled', (userId) => admin.send('PUT', `/api/user/${userId}/disable-login`)],
      ['deleted', (userId) => setUser(userId, { deletedAt: world.now() })],
      ['moved', (userId) => setUser(userId, { orgId: elsewhere.orgId })],
      ['not in the subscription', () => setOrganization(orgId, { apiClientsEnabled: false })],
    ];
    for (const [how, end] of ends) {
      const user = await world.user({ orgId });
      const caller = await bearerOf(world, admin, user);
      expect(await statusOf(caller)).toBe(200);
      await end(user.userId);
      await expect.poll(() => statusOf(caller), { message: how, timeout: 1_000 }).toBe(401);
    }
  });

  it('[S150] reads, and does nothing else', async () => {
    const { orgId, admin, administrator } = await aClientShop(world);
    const caller = await bearerOf(world, admin, administrator);
    const { locationId } = await world.location({ orgId });
    const refused = await caller.send('PUT', `/api/location/${locationId}`, { name: 'Taken' });
    expect([refused.status, refused.body]).toMatchObject([403, { message: 'API clients may not call this.' }]);
    for (const path of ['/api/profile', '/api/audit', '/api/client', '/api/push-key', '/api/profile/sessions'])
      expect([path, await statusOf(caller, path)]).toEqual([path, 403]);
    expect(await statusOf(caller, getSensorPassword.path.replace('{mac}', '001122334455'))).toBe(403);
    expect(await statusOf(caller, '/metrics')).toBe(401);
    expect((await caller.get('/loggedin')).body, 'public calls ignore it').toBe('0');
    const socket = io(world.url, {
      path: socketPath,
      transports: ['websocket'],
      reconnection: false,
      extraHeaders: caller.headers,
    });
    await expect(
      new Promise((resolve, reject) =>
        socket.once('connect', () => resolve('connected')).once('connect_error', reject),
      ),
    ).rejects.toThrow('Please sign in.');
    socket.disconnect();
  });

  it('[S154] is all that counts where a session cookie comes with it', async () => {
    const { orgId, admin, administrator } = await aClientShop(world);
    const user = await world.user({ orgId });
    const token = await tokenFor(world, await createFor(admin, user));
    const both = (authorization: string, path: string) => admin.get(path, { authorization });
    expect((await both(`Bearer ${token}`, '/api/user')).status, 'the user, not the administrator').toBe(403);
    const writing = await admin.send('POST', '/api/location', { name: 'x' }, { authorization: `Bearer ${token}` });
    expect(writing.status).toBe(403);
    for (const wrong of ['Bearer nonsense', 'Bearer', 'bearer  ', `Bearer ${token} x`]) {
      const answer = await both(wrong, '/api/location');
      expect([wrong, answer.status, answer.headers.get('www-authenticate')]).toEqual([
        wrong,
        401,
        'Bearer error="invalid_token"',
      ]);
    }
    expect((await both('Basic eDp5', '/api/user')).status, 'the header of a proxy').toBe(200);
    expect((await both(`Bearer ${token}`, '/loggedin')).body, 'public calls ignore it').toBe(administrator.userId);
  });

  it('[S153] is not found by guessing: an address waits after 100 wrong ones', async () => {
    const { admin, administrator } = await aClientShop(world);
    const caller = await bearerOf(world, admin, administrator);
    const address = from();
    const guess = () =>
      world.anonymous().get('/api/location', { ...address, authorization: `Bearer ${'0'.repeat(32)}` });
    for (let tried = 0; tried < 100; tried += 1) expect((await guess()).status).toBe(401);
    const refused = await guess();
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await caller.get('/api/location', address)).status).toBe(429);
    expect(await statusOf(caller), 'another address').toBe(200);
  });

  it('[R699] makes a number of calls at once and no more', async () => {
    const { admin, administrator } = await aClientShop(world);
    const [caller, other] = [await bearerOf(world, admin, administrator), await bearerOf(world, admin, administrator)];
    const answers = await Promise.all(Array.from({ length: 60 }, () => caller.get('/api/reference/datasources')));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(40);
    const wait = Number(refused[0]?.headers.get('retry-after'));
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(await statusOf(other), 'another client').toBe(200);
    await new Promise((resolve) => setTimeout(resolve, wait * 1000));
    expect(await statusOf(caller)).toBe(200);
  });

  it('[S152] is stored as a hash; neither it nor a secret is in the log or the audit log', async () => {
    const { orgId, admin, administrator } = await aClientShop(world);
    const client = await createFor(admin, administrator);
    const token = await tokenFor(world, client);
    const stored = await world.registry.system(({ sql }) =>
      sql
        .select()
        .from(apiToken)
        .where(eq(apiToken.tokenHash, hashToken(token))),
    );
    expect(stored).toHaveLength(1);
    const { rows } = await world.registry.owner.query<{ text: string }>(
      'SELECT c::text AS text FROM api_client c UNION ALL SELECT t::text FROM api_token t',
    );
    const seen = [...rows.map(({ text }) => text), ...world.log, JSON.stringify(await auditOf(world, orgId))].join(
      '\n',
    );
    expect([seen.includes(token), seen.includes(client.clientSecret)]).toEqual([false, false]);
  });

  it('[S155] is named in the entries of what it did', async () => {
    const { orgId, admin, administrator } = await aClientShop(world);
    const client = await createFor(admin, administrator);
    const caller = bearer(world, await tokenFor(world, client));
    expect(await statusOf(caller, '/api/estatefile')).toBe(200);
    const [entry] = (await auditOf(world, orgId)).filter(({ action }) => action === 'estate-exported');
    expect([entry?.userId, entry?.detail?.apiClient]).toEqual([administrator.userId, client.clientId]);
    expect((await admin.call(listAudit)).some(({ action }) => action === 'estate-exported')).toBe(true);
  });
});
