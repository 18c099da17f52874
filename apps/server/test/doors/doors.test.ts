import { sharedTestEngines } from '@atrium/engines/testing';
import { expect, it } from 'vitest';
import { registryTemplate } from '../world.ts';
import { killsOf, runDoors } from './doors.ts';

/** apps/server/test/crash-campaign.ts kills it as often as you like, and the engines with it. */
it('[I205] [I206] counts what every door acknowledged exactly once when the server is killed again and again', async () => {
  const engines = await sharedTestEngines();
  const [database, facts] = await Promise.all([
    engines.createDatabase(registryTemplate),
    engines.createClickHouseDatabase(),
  ]);
  const stores = { postgres: database.address, clickhouse: facts.address };
  try {
    const result = await runDoors({ kills: killsOf(Number(process.env.ATRIUM_KILLS ?? 20)), seed: 7, days: 3, stores });
    expect(result).toMatchObject({ lost: 0, twice: 0, unbalanced: 0, quarantined: 0, notes: [] });
    const { bodies, messages, sftpFiles, apiFiles, undone } = result;
    for (const acknowledged of [bodies, messages, sftpFiles, apiFiles, undone]) expect(acknowledged).toBeGreaterThan(0);
  } finally {
    await Promise.all([database.drop(), facts.drop()]);
  }
}, 900_000);
