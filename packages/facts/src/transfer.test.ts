import { socketAgent } from '@atrium/engines/socket-agent';
import { sharedTestEngines, type TestFacts } from '@atrium/engines/testing';
import { createClient } from '@clickhouse/client';
import { expect, it } from 'vitest';
import { copiedTables, openTransfer } from './transfer.ts';

/** A restore writes these itself. */
const ownTables = ['generation', 'hours_made', 'schema_version'];

it('[I160] a copy of the readings has every row of every table', async () => {
  const engines = await sharedTestEngines();
  const places = [await engines.createClickHouseDatabase(), await engines.createClickHouseDatabase()] as const;
  const [from, to] = places.map(({ address }) => openTransfer(address));
  const client = createClient({ url: 'http://localhost', http_agent: socketAgent(places[0].address.socketPath) });
  const rows = async <T>(query: string) => (await client.query({ query, format: 'JSONEachRow' })).json<T>();
  const tablesOf = async ({ address: { database } }: TestFacts) =>
    (await rows<{ name: string }>(`SELECT name FROM system.tables WHERE database = '${database}' ORDER BY name`)).map(
      ({ name }) => name,
    );
  const contentOf = ({ address: { database } }: TestFacts, table: string) =>
    rows(`SELECT * FROM ${database}.${table} ORDER BY tuple(*)`);
  await from!.migrate();
  await to!.migrate();
  const tables = (await tablesOf(places[0])).filter((name) => !ownTables.includes(name));
  expect(tables).toEqual([...copiedTables].toSorted());

  const { database } = places[0].address;
  const lasting: Record<string, string> = {
    raw: ', received_at) SELECT 7, now64(3)',
    event: ", keep_until) SELECT 7, '2100-01-01'",
  };
  for (const table of tables) {
    await client.command({ query: `INSERT INTO ${database}.${table} (org${lasting[table] ?? ') SELECT 7'}` });
  }
  for (const chunk of await from!.chunks()) await to!.write(chunk.table, await from!.read(chunk));
  // A day that was there when the copy began, and was deleted before its turn.
  await to!.write('raw', await from!.read({ table: 'raw', partition: '20000101' }));
  for (const table of tables) {
    const copied = await contentOf(places[1], table);
    expect(copied, table).toHaveLength(1);
    expect(copied, table).toEqual(await contentOf(places[0], table));
  }
  await Promise.all([from!.close(), to!.close(), client.close()]);
  for (const { drop } of places) await drop();
});
