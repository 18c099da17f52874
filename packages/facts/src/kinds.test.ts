import { socketAgent } from '@atrium/engines/socket-agent';
import { sharedTestEngines } from '@atrium/engines/testing';
import { createClient } from '@clickhouse/client';
import { afterAll, expect, it } from 'vitest';
import { describeAmounts } from './contract-suite-amounts.ts';
import { describeEvents } from './contract-suite-events.ts';
import { describeForecasts } from './contract-suite-forecasts.ts';
import { describeGenerated } from './contract-suite-generated.ts';
import { describeLevels } from './contract-suite-levels.ts';
import { describeSamples } from './contract-suite-samples.ts';
import type { Facts } from './facts-interface.ts';
import { openFacts } from './facts.ts';
import { openMaintenance } from './maintenance.ts';
import { schemaOf } from './schema.ts';

let opened: ReturnType<typeof openStore> | undefined;
async function openStore() {
  const { address, drop } = await (await sharedTestEngines()).createClickHouseDatabase();
  return { facts: openFacts(address), drop };
}
afterAll(async () => {
  const store = await opened;
  await store?.facts.close();
  await store?.drop();
});

const suites = [describeLevels, describeSamples, describeAmounts, describeEvents, describeForecasts, describeGenerated];
for (const describeKind of suites) {
  describeKind('ClickHouse', async () => {
    const { facts } = await (opened ??= openStore());
    return { ...facts, close: async () => {} };
  });
}

it('[I92] are migrated from a store that had only counts, where their tables are not missing yet', async () => {
  const { address, drop } = await (await sharedTestEngines()).createClickHouseDatabase();
  const client = createClient({ url: 'http://localhost', http_agent: socketAgent(address.socketPath) });
  const { foundation, steps } = schemaOf(address);
  const former = steps.filter(({ version }) => version < 4);
  for (const { text } of [...foundation, ...former.flatMap(({ statements }) => statements)]) {
    await client.command({ query: text });
  }
  await client.command({ query: `INSERT INTO ${address.database}.schema_version (version) SELECT 3` });
  const care = openMaintenance(address);
  expect(await care.missingTables()).toEqual([]);
  const facts = openFacts(address);
  await facts.migrate();
  await facts.heard.append([{ org: 7, series: 9, at: 1_740_787_200, seconds: 4, ver: 5n << 8n, gone: 0 }]);
  expect(await care.extent()).toEqual({ org: 7, series: 9, seq: 5n });
  await client.command({ query: `DROP TABLE ${address.database}.visit` });
  expect(await care.missingTables()).toEqual(['visit']);
  await Promise.all([facts.close(), care.close(), client.close()]);
  await drop();
});

const fact = { org: 1, series: 1, at: 900, ver: 1n, gone: 0 as const };
const level = { ...fact, span: 60, last: 1, lo: 0, hi: 2 };
const visit = { ...fact, id: 1n, ms: 5, n: 1, outcome: 'served' as const };
const amount = { ...fact, span: 1, employee: 0n, value: 5, n: 1, indivisible: false };
const forecast = { ...fact, at: 3600, grain: 'hour' as const, span: 3600, ins: 5, outs: 5, made: 0, model: 'b0' };
const event = { ...fact, track: 1n, type: 'zone_left' as const, logic: 0, ms: 0, keepUntil: 0 };
const slices = (weight: number) => [
  { edges: [0, 60], members: [{ series: 1, from: 0, to: 60, key: 0, unit: 0, weight }] },
];

it.each<[string, (facts: Facts) => Promise<unknown>]>([
  ['a lowest above the highest', ({ levels }) => levels.append([{ ...level, lo: 3 }])],
  ['a level of half a person', ({ levels }) => levels.append([{ ...level, last: 0.5 }])],
  ['a reading longer than a day', ({ levels }) => levels.append([{ ...level, span: 86_401 }])],
  ['a sample that stands for nothing', ({ samples }) => samples.append([{ ...visit, n: 0 }])],
  ['an unknown outcome', ({ samples }) => samples.append([{ ...visit, outcome: 'x' as 'served' }])],
  ['an amount beyond counting', ({ amounts }) => amounts.append([{ ...amount, value: 2 ** 49 }])],
  ['an amount longer than 26 hours', ({ amounts }) => amounts.append([{ ...amount, span: 93_601 }])],
  ['an event kept until noon', ({ events }) => events.append([{ ...event, keepUntil: 43_200 }])],
  ['an event finer than milliseconds', ({ events }) => events.append([{ ...event, at: 1.0005 }])],
  ['more seconds heard than there are', ({ heard }) => heard.append([{ ...fact, seconds: 901 }])],
  ['half a quarter hour', ({ heard }) => heard.append([{ ...fact, at: 450, seconds: 1 }])],
  ['a forecast of half a hundredth', ({ forecasts }) => forecasts.append([{ ...forecast, ins: 0.5 }])],
  ['a model that is no word', ({ forecasts }) => forecasts.append([{ ...forecast, model: 'a,b' }])],
  [
    'a forecast that begins before itself',
    ({ forecasts }) => forecasts.replace({ org: 1, series: [1], from: 7200, ver: 1n, rows: [forecast] }),
  ],
  ['a weight that is no number', ({ amounts }) => amounts.aggregate({ org: 1, slices: slices(NaN), columns: ['n'] })],
  [
    'freshness inside a day',
    ({ levels }) => levels.aggregate({ org: 1, slices: slices(1), columns: ['avg'], freshFrom: 60, marks: [] }),
  ],
])('other kinds of facts refuse %s', async (_, call) => {
  const facts = openFacts({ url: 'http://127.0.0.1:9', database: 'nowhere' });
  await expect(call(facts)).rejects.toThrow(RangeError);
  await facts.close();
});
