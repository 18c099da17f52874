import { sharedTestEngines } from '@atrium/engines/testing';
import { expect, it } from 'vitest';
import { registryTemplate } from '../world.ts';
import { runAlarmKills } from './alarm-kills.ts';

/** apps/server/test/crash-campaign.ts kills it as often as you like. */
it('[R915] [R918] tells everything once by email and text message when the server is killed ten times', async () => {
  const engines = await sharedTestEngines();
  const [database, facts] = await Promise.all([
    engines.createDatabase(registryTemplate),
    engines.createClickHouseDatabase(),
  ]);
  const stores = { postgres: database.address, clickhouse: facts.address };
  try {
    const result = await runAlarmKills({ kills: 10, seed: 3, stores });
    const { messages, slowest, handedOverTwice, ...rest } = result;
    expect(rest).toEqual({ kills: 10, reached: 10, lost: 0, wrong: 0, twice: 0 });
    expect(messages).toBeGreaterThan(20);
    expect(slowest).toBeLessThan(60_000);
    expect(handedOverTwice).toBeLessThan(10);
  } finally {
    await Promise.all([database.drop(), facts.drop()]);
  }
}, 600_000);
