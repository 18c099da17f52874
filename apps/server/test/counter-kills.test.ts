import { counterActions } from '@atrium/contract/manual-occupancy';
import { login } from '@atrium/contract/session';
import { sharedTestEngines } from '@atrium/engines/testing';
import { chance } from '@atrium/simulator/noise';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createSecrets } from '../src/accounts/secrets.ts';
import { openRegistry, type Registry } from '../src/registry/registry.ts';
import { Client } from './client.ts';
import { bundleProduct } from './doors/product.ts';
import { createEstate } from './estate.ts';
import type { ServerProcess } from './ingestion/start-server.ts';
import { Screen } from './screen.ts';
import { registryTemplate } from './world.ts';

const kills = 5;
const seed = 11;

/** A space with a number, and someone who counts there. */
async function counted(registry: Registry) {
  const estate = createEstate(registry, createSecrets(randomBytes(32).toString('base64')), () => new Date());
  const { orgId } = await estate.organization({ canViewOccupancy: true });
  const { locationId } = await estate.location({ orgId });
  const { siteId } = await estate.site({ locationId });
  const { sensorId } = await estate.sensor({ siteId });
  const { zoneId } = await estate.zone({ sensorId });
  const { spaceId } = await estate.space({ orgId, locationId, updatedAt: new Date('2026-02-01T00:00:00Z') });
  await estate.spaceZone({ orgId, spaceId, zoneId });
  return { spaceId, user: await estate.user({ orgId }) };
}

it('[I278] loses and doubles no press when the server is killed between them', async () => {
  const engines = await sharedTestEngines();
  const [database, facts] = await Promise.all([
    engines.createDatabase(registryTemplate),
    engines.createClickHouseDatabase(),
  ]);
  const stores = { postgres: database.address, clickhouse: facts.address };
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-counter-'));
  const product = await bundleProduct();
  const registry = openRegistry(database.address);
  let server: ServerProcess = await product.start({ dataDir, stores });
  let screen: Screen | undefined;
  try {
    const { spaceId, user } = await counted(registry);
    const client = new Client(server.url);
    await client.call(login, { body: { username: user.email, password: user.password } });

    /** Connects where the server is now; undefined while there is none. */
    const connected = async () => {
      if (screen?.socket.connected) return screen;
      screen?.close();
      screen = new Screen(server.url, client.cookieHeader());
      return (await screen.settled()) === 'connected' ? screen : undefined;
    };
    /** As a counter does: the same action again until it is acknowledged. */
    const send = async (action: 'increment' | 'decrement') => {
      const payload = { spaceId, actionId: randomUUID(), at: new Date().toISOString() };
      for (;;) {
        const there = await connected().catch(() => undefined);
        const answer = await there?.send(counterActions[action].event, payload).catch(() => undefined);
        if (answer && 'ok' in answer) return answer.occupancy;
        await sleep(20);
      }
    };
    const restart = async () => {
      const exit = once(server.process, 'exit');
      server.process.kill('SIGKILL');
      await exit;
      server = await product.start({ dataDir, stores });
    };

    let [presses, expected] = [0, 0];
    const press = async () => {
      const action = chance(seed, presses) < 0.7 ? 'increment' : 'decrement';
      presses += 1;
      expected = action === 'increment' ? expected + 1 : Math.max(0, expected - 1);
      expect(await send(action), `after press ${presses}`).toBe(expected);
    };
    for (let kill = 0; kill < kills; kill += 1) {
      for (let i = 0; i < 4; i += 1) await press();
      const inFlight = press();
      // Before it arrives, while it is stored, or before it is acknowledged.
      await sleep(kill * 5);
      await restart();
      await inFlight;
    }
    const { rows } = await registry.owner.query<{ value: number; actions: number }>(
      `SELECT value, (SELECT count(*)::int FROM space_action a WHERE a.space_id = s.space_id) AS actions
       FROM space_state s WHERE space_id = $1`,
      [spaceId],
    );
    expect(rows).toEqual([{ value: expected, actions: presses }]);
    expect(await send('increment')).toBe(expected + 1);
  } finally {
    screen?.close();
    await server.stop();
    await registry.close();
    await Promise.all([database.drop(), facts.drop(), product.remove(), rm(dataDir, { recursive: true, force: true })]);
  }
}, 300_000);
