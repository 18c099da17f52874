import {
  createApiClient,
  deleteApiClient,
  getApiClient,
  listApiClients,
  updateApiClient,
} from '@atrium/contract/api-clients';
import { apiClientTexts } from '@atrium/rules/api-client';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashToken } from '../src/accounts/secrets.ts';
import { apiClient } from '../src/registry/schema/api-clients.ts';
import { organization } from '../src/registry/schema/organizations.ts';
import { localUser } from '../src/registry/schema/people.ts';
import { aClientShop, bearer, createFor, tokenFor } from './api-client-world.ts';
import { auditOf } from './audit-trail.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const missing = '7d9f4f0e-4f9e-4a52-8a53-0a53b7a3d001';

describe('an API client', () => {
  it('[R486] [R489] [R696] is created, listed with its user, renamed and deleted', async () => {
    const { orgId, admin } = await aClientShop(world);
    const user = await world.user({ orgId, name: 'Ada' });
    const created = await admin.call(createApiClient, { body: { name: '  Reports ', userId: user.userId } });
    const { clientSecret, ...client } = created;
    expect(clientSecret).toMatch(/^\w{32}$/);
    expect(client).toEqual({
      clientId: expect.any(String),
      name: 'Reports',
      userId: user.userId,
      localuser: { userId: user.userId, name: 'Ada', email: user.email },
      isActive: true,
      createdAt: world.now().toISOString(),
      lastUsedAt: null,
      requestCount: 0,
      version: 1,
    });
    const params = { clientId: client.clientId };
    expect(await admin.call(listApiClients, { query: { include: 'localuser' } })).toEqual([client]);
    expect(await admin.call(getApiClient, { params })).toEqual(client);
    const renamed = await admin.call(updateApiClient, { params, body: { name: 'Figures' } });
    expect(renamed).toEqual({ ...client, name: 'Figures', version: 2 });
    await admin.call(deleteApiClient, { params });
    expect(await admin.call(listApiClients)).toEqual([]);
    expect((await admin.get(`/api/client/${client.clientId}`)).status).toBe(404);
  });

  it('[R487] [R696] gets a new secret by a parameter or a field', async () => {
    const { admin, administrator } = await aClientShop(world);
    const client = await createFor(admin, administrator);
    const params = { clientId: client.clientId };
    const byQuery = await admin.call(updateApiClient, { params, query: { regenerateSecret: 'true' } });
    const byBody = await admin.call(updateApiClient, { params, body: { regenerateSecret: true, name: 'New' } });
    expect(byBody.name).toBe('New');
    expect(new Set([client.clientSecret, byQuery.clientSecret, byBody.clientSecret]).size).toBe(3);
    expect(
      await admin.call(updateApiClient, { params, query: { regenerateSecret: 'false' }, body: {} }),
    ).not.toHaveProperty('clientSecret');
    await expect(tokenFor(world, { ...client, clientSecret: byQuery.clientSecret ?? '' })).rejects.toThrow('401');
    expect(await tokenFor(world, { ...client, clientSecret: byBody.clientSecret ?? '' })).toBeTypeOf('string');
  });

  it('[R698] [S156] belongs to a registered, enabled user of the same organization', async () => {
    const { orgId, admin, administrator } = await aClientShop(world);
    const client = await createFor(admin, administrator);
    const stranger = await world.user({});
    const [disabled, invited, staff] = [
      await world.user({ orgId, loginDisabled: true }),
      await world.user({ orgId, expiration: world.now() }),
      await world.staff(),
    ];
    const deleted = await world.user({ orgId, deletedAt: world.now() });
    const asked = async (userId: string) => {
      const body = { name: 'Other', userId };
      const answers = [
        await admin.send<{ message: string }>('POST', '/api/client', body),
        await admin.send<{ message: string }>('PUT', `/api/client/${client.clientId}`, body),
      ];
      expect(answers[1]?.status).toBe(answers[0]?.status);
      expect(answers[1]?.body.message).toBe(answers[0]?.body.message);
      return [answers[0]?.status, answers[0]?.body.message];
    };
    for (const { userId } of [stranger, staff, deleted, { userId: missing }, { userId: 'nonsense' }]) {
      expect(await asked(userId)).toEqual([404, 'The user was not found.']);
    }
    expect(await asked(disabled.userId)).toEqual([400, apiClientTexts.userDisabled]);
    expect(await asked(invited.userId)).toEqual([400, apiClientTexts.userInvited]);
    expect(await admin.call(listApiClients)).toHaveLength(1);
  });

  it('[R698] needs a name and a user, and is one of at most 100', async () => {
    const { orgId, admin, administrator } = await aClientShop(world);
    const { userId } = administrator;
    const asked = async (body: object) => {
      const { status, body: answer } = await admin.post<{ message: string }>('/api/client', body);
      return [status, answer.message];
    };
    expect(await asked({ name: ' ', userId })).toEqual([400, apiClientTexts.name]);
    expect(await asked({ name: 'x'.repeat(101), userId })).toEqual([400, apiClientTexts.nameLong]);
    expect(await asked({ name: 'x' })).toEqual([400, apiClientTexts.userId]);
    expect((await asked({ name: 'x', userId, clientSecret: 'mine' }))[0]).toBe(400);
    const values = { orgId, userId, secretHash: '', createdAt: world.now(), updatedAt: world.now() };
    await world.registry.system(({ sql }) =>
      sql.insert(apiClient).values(Array.from({ length: 99 }, (_, index) => ({ ...values, name: `Client ${index}` }))),
    );
    const both = await Promise.all([asked({ name: 'Last', userId }), asked({ name: 'Too many', userId })]);
    expect(new Set(both.map(([status]) => status))).toEqual(new Set([200, 409]));
    const page = await admin.get<{ name: string }[]>('/api/client?limit=2&order=-name&search=client 9');
    expect([page.headers.get('x-total-count'), page.body.map(({ name }) => name)]).toEqual([
      '10',
      ['Client 98', 'Client 97'],
    ]);
  });

  it('[R697] shows when it was used last and how many calls it made, stored together', async () => {
    const { orgId, admin, administrator } = await aClientShop(world);
    const client = await createFor(admin, administrator);
    const caller = bearer(world, await tokenFor(world, client));
    const params = { clientId: client.clientId };
    expect((await admin.call(getApiClient, { params })).requestCount, 'a token is no call').toBe(0);
    const writes = async () => {
      const { rows } = await world.registry.owner.query<{ writes: number }>(
        'SELECT xmin::text::int AS writes FROM api_client WHERE client_id = $1',
        [client.clientId],
      );
      return rows[0]?.writes;
    };
    const before = await writes();
    for (let call = 0; call < 5; call += 1) expect((await caller.get('/api/location')).status).toBe(200);
    expect((await caller.get('/api/profile')).status, 'a refused call counts').toBe(403);
    expect(await writes(), 'no call has written yet').toBe(before);
    await expect
      .poll(() => admin.call(getApiClient, { params }), { timeout: 5_000 })
      .toMatchObject({
        requestCount: 6,
        lastUsedAt: world.now().toISOString(),
        version: 1,
      });
    const other = await createFor(admin, await world.user({ orgId }));
    expect(other.requestCount).toBe(0);
  });

  it('shows that its user is gone, without the name of someone in another organization', async () => {
    const { orgId, admin } = await aClientShop(world);
    const elsewhere = await world.organization({});
    const user = await world.user({ orgId });
    const { clientId } = await createFor(admin, user);
    const shown = async (values: Partial<typeof localUser.$inferInsert>) => {
      await world.registry.system(({ sql }) =>
        sql.update(localUser).set(values).where(eq(localUser.userId, user.userId)),
      );
      const { isActive, localuser } = await admin.call(getApiClient, { params: { clientId } });
      return [isActive, localuser?.email ?? null];
    };
    expect(await shown({ loginDisabled: true })).toEqual([false, user.email]);
    expect(await shown({ loginDisabled: false })).toEqual([true, user.email]);
    expect(await shown({ orgId: elsewhere.orgId })).toEqual([false, null]);
    expect(await shown({ orgId, deletedAt: world.now() })).toEqual([false, null]);
  });

  it('is not changed by someone who has seen another version', async () => {
    const { admin, administrator } = await aClientShop(world);
    const { clientId } = await createFor(admin, administrator);
    const headers = { 'if-match': '7' };
    expect((await admin.send('PUT', `/api/client/${clientId}`, { name: 'Mine' }, headers)).status).toBe(412);
    expect((await admin.send('DELETE', `/api/client/${clientId}`, undefined, headers)).status).toBe(412);
    expect((await admin.send('PUT', `/api/client/${clientId}`, { name: 'Mine' }, { 'if-match': '1' })).status).toBe(
      200,
    );
  });

  it('[S155] [S152] leaves audit entries without its secret', async () => {
    const { orgId, admin, administrator } = await aClientShop(world);
    const client = await createFor(admin, administrator, 'Till');
    const params = { clientId: client.clientId };
    const user = await world.user({ orgId, name: 'Ada' });
    await admin.call(updateApiClient, { params, body: { name: 'Register', userId: user.userId } });
    await admin.call(updateApiClient, { params, body: { name: 'Register' } });
    const { clientSecret = '' } = await admin.call(updateApiClient, { params, query: { regenerateSecret: 'true' } });
    await admin.call(deleteApiClient, { params });
    const entries = (await auditOf(world, orgId)).filter(({ entityType }) => entityType === 'api-client');
    expect(entries.map(({ action, detail, entityId }) => [action, detail, entityId === client.clientId])).toEqual([
      ['api-client-created', { name: 'Till', user: administrator.name }, true],
      ['api-client-changed', { name: 'Register', before: 'Till', user: 'Ada' }, true],
      ['api-client-secret-regenerated', { name: 'Register' }, true],
      ['api-client-deleted', { name: 'Register' }, true],
    ]);
    const text = JSON.stringify([entries, world.log]);
    for (const secret of [client.clientSecret, clientSecret, hashToken(clientSecret)])
      expect(text).not.toContain(secret);
  });

  it('[R488] needs the subscription, and a recent proof for a secret', async () => {
    const { orgId, admin, administrator } = await aClientShop(world);
    const { clientId } = await createFor(admin, administrator);
    world.pass({ minutes: 11 });
    const body = { name: 'Late', userId: administrator.userId };
    expect((await admin.post('/api/client', body)).body).toMatchObject({ status: 'proofRequired' });
    const regenerating = await admin.send('PUT', `/api/client/${clientId}?regenerateSecret=true`);
    expect([regenerating.status, regenerating.body]).toMatchObject([403, { status: 'proofRequired' }]);
    expect((await admin.send('PUT', `/api/client/${clientId}`, { name: 'Renamed' })).status).toBe(200);
    await world.registry.system(({ sql }) =>
      sql.update(organization).set({ apiClientsEnabled: false }).where(eq(organization.orgId, orgId)),
    );
    await expect.poll(async () => (await admin.get('/api/client')).status).toBe(403);
    expect((await admin.send('DELETE', `/api/client/${clientId}`)).status).toBe(403);
  });
});
