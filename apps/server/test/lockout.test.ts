import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { User } from '@atrium/contract/users';
import { issueResetKey } from '../src/accounts/reset-key-store.ts';
import { hashPassword } from '../src/accounts/passwords.ts';
import type { Client } from './client.ts';
import { password } from './estate.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ trustedProxies: ['loopback'] });
});
afterAll(() => world.close());

let lastAddress = 0;
/** Someone with their own network address. */
const someone = (address = `198.51.100.${(lastAddress += 1)}`) => world.anonymous({ 'x-forwarded-for': address });

async function tryPassword(client: Client, username: string, tried: string) {
  const answer = await client.post<{ code?: string; message?: string }>('/login', { username, password: tried });
  return { status: answer.status, message: answer.body.message, retryAfter: answer.headers.get('retry-after') };
}

async function failTimes(count: number, client: Client, username: string): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < count; i++) statuses.push((await tryPassword(client, username, 'Wrong-one-1')).status);
  return statuses;
}

describe('[S17] guessing passwords', () => {
  it('is locked after five failures of an account from an address, for 15 minutes, then twice as long', async () => {
    const { email } = await world.user();
    const client = someone();
    expect(await failTimes(5, client, email)).toEqual([401, 401, 401, 401, 401]);
    expect(await tryPassword(client, email, password)).toEqual({
      status: 429,
      message:
        'Too many failed sign-ins. Please try again in 15 minutes, or ask an administrator to unlock the account.',
      retryAfter: '900',
    });
    world.pass({ minutes: 14, seconds: 30 });
    expect((await tryPassword(client, email, password)).message).toContain('in 1 minute,');
    world.pass({ seconds: 30 });
    expect(await failTimes(5, client, email)).toEqual([401, 401, 401, 401, 401]);
    expect((await tryPassword(client, email, password)).message).toContain('in 30 minutes');
    world.pass({ minutes: 30 });
    expect((await tryPassword(client, email, password)).status).toBe(200);
    expect(await failTimes(4, client, email)).toEqual([401, 401, 401, 401]);
    expect((await tryPassword(client, email, password)).status).toBe(200);
  });

  it('starts from zero after the right password', async () => {
    const { email } = await world.user();
    const client = someone();
    await failTimes(4, client, email);
    expect((await tryPassword(client, email, password)).status).toBe(200);
    client.jar.clear();
    expect(await failTimes(6, client, email)).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('locks an unknown account just the same', async () => {
    const client = someone();
    expect(await failTimes(6, client, 'nobody@example.test')).toEqual([401, 401, 401, 401, 401, 429]);
  });

  it('counts exactly: of 100 concurrent attempts five are checked', async () => {
    const { email } = await world.user();
    const client = someone();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => tryPassword(client, email, 'Wrong-one-1').then(({ status }) => status)),
    );
    expect(answers.filter((status) => status === 401)).toHaveLength(5);
    expect(answers.filter((status) => status === 429)).toHaveLength(95);
  });

  it('does not count correct attempts: 30 people in one office sign in at once, twice', async () => {
    const users = await Promise.all(Array.from({ length: 30 }, () => world.user()));
    const office = '198.51.100.200';
    const tries = [...users, ...users].map(({ email }) => tryPassword(someone(office), email, password));
    expect(new Set((await Promise.all(tries)).map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('from many addresses locks the account', async () => {
    const { email } = await world.user();
    for (let i = 0; i < 5; i++) expect(await failTimes(5, someone(), email)).toEqual([401, 401, 401, 401, 401]);
    expect((await tryPassword(someone(), email, password)).status).toBe(429);
  });

  it('at many accounts locks the address, and IPv6 callers cannot evade it inside their network', async () => {
    const tries = Array.from({ length: 50 }, (_, i) =>
      tryPassword(someone(`2001:db8:7:7::${i.toString(16)}`), `person${i}@example.test`, 'Spring-2026'),
    );
    expect(new Set((await Promise.all(tries)).map(({ status }) => status))).toEqual(new Set([401]));
    const { email } = await world.user();
    expect((await tryPassword(someone('2001:db8:7:7:ffff::1'), email, password)).status).toBe(429);
    expect((await tryPassword(someone('2001:db8:7:8::1'), email, password)).status).toBe(200);
  });

  it('[S84] at made-up accounts locks the address, shows that with the account, and an unlock frees the person there', async () => {
    const { orgId, ...user } = await world.user();
    const admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }), {
      'x-forwarded-for': '203.0.113.9',
    });
    const office = '203.0.113.8';
    const device = someone(office);
    const colleague = await world.user({ orgId });
    expect((await tryPassword(device, colleague.email, password)).status).toBe(200);
    const made = Array.from({ length: 50 }, (_, i) =>
      tryPassword(someone(office), `x${i}@made.up.test`, 'Wrong-one-1'),
    );
    await Promise.all(made);
    expect((await tryPassword(someone(office), user.email, password)).status).toBe(429);
    const path = `/api/user/${user.userId}`;
    expect((await admin.get<User>(path)).body.lockedUntil).toBe(
      new Date(world.now().getTime() + 15 * 60_000).toISOString(),
    );
    const unlocked = await admin.send<User>('PUT', `${path}/resetlogin`);
    expect(unlocked.body).toMatchObject({ failedLoginCounter: 0, lockedUntil: null });
    // Guessing remains limited, for this account and for all others.
    expect(await failTimes(4, someone(office), user.email)).toEqual([401, 401, 401, 401]);
    expect((await tryPassword(someone(office), user.email, password)).status).toBe(200);
    expect((await tryPassword(someone(office), (await world.user()).email, password)).status).toBe(429);
    expect((await tryPassword(device, colleague.email, password)).status).toBe(200);
  });

  it('[S84] a reset by email also unlocks the person at a locked address', async () => {
    const { userId, email } = await world.user();
    const office = '203.0.113.10';
    await Promise.all(
      Array.from({ length: 50 }, (_, i) => tryPassword(someone(office), `y${i}@made.up.test`, 'Wrong-1')),
    );
    expect((await tryPassword(someone(office), email, password)).status).toBe(429);
    const resetKey = await world.registry.system((tx) => issueResetKey(tx, userId, world.now()));
    const newPassword = 'Analytical-engine-1';
    expect((await someone(office).post('/api/reset-password', { resetKey, newPassword })).status).toBe(200);
    expect((await tryPassword(someone(office), email, newPassword)).status).toBe(200);
  });

  it('does not lock out the victim: a device that has signed in before passes a lock caused by others', async () => {
    const { email } = await world.user();
    const home = someone();
    expect((await tryPassword(home, email, password)).status).toBe(200);
    for (let i = 0; i < 5; i++) await failTimes(5, someone(), email);
    expect((await tryPassword(someone(), email, password)).status).toBe(429);
    expect((await tryPassword(home, email, password)).status).toBe(200);
  });

  it('is counted on a known device too, which has its own lock', async () => {
    const { email } = await world.user();
    const [home, office] = [someone(), someone()];
    await tryPassword(home, email, password);
    await tryPassword(office, email, password);
    expect(await failTimes(6, home, email)).toEqual([401, 401, 401, 401, 401, 429]);
    expect((await tryPassword(home, email, password)).status).toBe(429);
    expect((await tryPassword(office, email, password)).status).toBe(200);
  });

  it('gains nothing from someone else’s device, or from a made-up one', async () => {
    const [{ email }, other] = [await world.user(), await world.user()];
    const attacker = someone();
    await tryPassword(attacker, other.email, password);
    await failTimes(5, attacker, email);
    expect((await tryPassword(attacker, email, password)).status).toBe(429);
    attacker.jar.set('atrium-device', 'a'.repeat(43));
    expect((await tryPassword(attacker, email, password)).status).toBe(429);
  });
});

async function timeOfRefusal(username: string, address: number): Promise<number> {
  const client = someone(`203.0.113.${address}`);
  const started = performance.now();
  expect((await tryPassword(client, username, 'Wrong-one-1')).status).toBe(401);
  return performance.now() - started;
}

describe('[S16] the response time of a refusal', () => {
  // A busy machine disturbs single measurements; the fastest quarter reflects the work itself.
  it('does not reveal whether the account exists', { timeout: 120_000, retry: 2 }, async () => {
    const { email } = await world.user({ passwordHash: await hashPassword(password) });
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let i = 0; i < 60; i++) {
      // Neither the account nor an address may reach its lock.
      world.pass({ days: 2 });
      for (const who of i % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
        times[who].push(await timeOfRefusal(who === 'known' ? email : 'nobody@example.test', i));
      }
    }
    const [known, unknown] = [quartile(times.known), quartile(times.unknown)];
    expect(known / unknown, `${known.toFixed(1)} ms against ${unknown.toFixed(1)} ms`).toBeGreaterThan(0.9);
    expect(known / unknown, `${known.toFixed(1)} ms against ${unknown.toFixed(1)} ms`).toBeLessThan(1.1);
  });
});

function quartile(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 4)] ?? NaN;
}
