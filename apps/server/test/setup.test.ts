import { getProfile } from '@atrium/contract/profile';
import { firstStaff } from '@atrium/contract/setup';
import { passwordMessage } from '@atrium/rules/password';
import { isNull } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { issueSetupToken } from '../src/features/setup/setup.ts';
import { localUser } from '../src/registry/schema/people.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeEach(async () => {
  world = await openWorld();
});
afterEach(() => world.close());

const person = { name: 'Ada', email: 'ada@example.test', password: 'Analytical-engine-1' };
const staffUsers = () =>
  world.registry.system(({ sql }) => sql.select().from(localUser).where(isNull(localUser.orgId)));
const closed = 'This setup link is not valid, or it was already used.';

async function token(): Promise<string> {
  const issued = await issueSetupToken(world.registry);
  if (issued === null) throw new Error('There is staff already.');
  return issued;
}

describe('[S18] the first staff user', () => {
  it('is created with the one-time token and signed in at once', async () => {
    const client = world.anonymous();
    const answer = await client.post<{ userId: string; landing: string }>('/api/setup', {
      token: await token(),
      ...person,
    });
    expect([answer.status, answer.body.landing]).toEqual([200, '/app/admin-welcome']);
    expect(await client.call(getProfile)).toMatchObject({
      userId: answer.body.userId,
      email: person.email,
      roles: ['SenSourceUser'],
      scope: 3890,
      orgId: null,
    });
    expect((await world.signIn(person)).jar.size).toBe(2);
  });

  it('is created once, however many try at the same time', async () => {
    const shared = await token();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        world.anonymous().post('/api/setup', { token: shared, ...person, email: `ada${i}@example.test` }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(19);
    expect(await staffUsers()).toHaveLength(1);
  });

  it('cannot be created with a wrong token, a replaced one, or after one exists', async () => {
    const replaced = await token();
    const current = await token();
    const attempt = async (tried: string) => {
      const answer = await world
        .anonymous()
        .post<{ message: string }>('/api/setup', { token: tried, ...person, email: `${tried.length}@example.test` });
      return [answer.status, answer.body.message];
    };
    expect(await attempt('guess')).toEqual([403, closed]);
    expect(await attempt(replaced)).toEqual([403, closed]);
    await world.staff();
    expect(await attempt(current)).toEqual([403, closed]);
    expect(await issueSetupToken(world.registry)).toBeNull();
  });

  it('[R047] needs a good password, and may try again after a bad one', async () => {
    const kept = await token();
    const weak = await world.anonymous().post('/api/setup', { token: kept, ...person, password: 'analytical' });
    const failedRules = [
      'Use at least one uppercase letter.',
      'Use at least one number or one of these symbols: `~!@#$%^&*()-_=+{}[]\\|;:\'",<.>/?',
    ];
    expect(weak).toMatchObject({
      status: 400,
      body: {
        code: 'invalid',
        message: passwordMessage,
        reason: passwordMessage,
        failedRules,
        details: failedRules.map((message) => ({ path: 'password', message })),
      },
    });
    expect((await world.anonymous().post('/api/setup', { token: kept, ...person })).status).toBe(200);
  });

  it('keeps the token out of every public response and of the log', async () => {
    const secret = await token();
    const client = world.anonymous();
    for (const path of ['/', '/healthz', '/loggedin', '/api/openapi.json', '/api/setup', '/api/profile']) {
      const answer = await client.get(path);
      expect(JSON.stringify(answer.body)).not.toContain(secret);
    }
    await client.post('/api/setup', { token: secret, ...person });
    expect(world.log.join('')).not.toContain(secret);
  });
});

describe('[S18] the set-up call', () => {
  it('succeeds once for the holder of the token, and is closed to everyone afterward', async () => {
    const user = await world.user();
    const admin = await world.user({ role: 'OrganizationAdministrator' });
    const members = [await world.signIn(user), await world.signIn(admin)];
    for (const client of [world.anonymous(), ...members]) {
      await world.registry.owner.query('UPDATE local_user SET deleted_at = now() WHERE org_id IS NULL');
      const setupToken = await issueSetupToken(world.registry);
      const attempt = async () =>
        (
          await client.send(firstStaff.method, firstStaff.path, {
            token: setupToken,
            name: 'Ada',
            email: `${randomUUID()}@example.test`,
            password: 'Analytical-engine-1',
          })
        ).status;
      expect([await attempt(), await attempt()]).toEqual([200, 403]);
    }
    const left = await world.registry.system(({ sql }) => sql.select().from(localUser));
    expect(left.filter(({ orgId, deletedAt }) => orgId === null && deletedAt === null)).toHaveLength(1);
  });
});
