import { sharedTestEngines } from '@atrium/engines/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Facts } from './facts-interface.ts';
import { openFacts } from './facts.ts';
import { openOracle } from './oracle.ts';
import { randomKinds } from './random-kinds.ts';

/** Repeat a failure of `npm run soak` with ATRIUM_SEED=<the number in its title>. */
const first = Number(process.env.ATRIUM_SEED);
const seeds = Array.from({ length: 8 }, (_, index) => first + index);

describe('other kinds of facts kept by ClickHouse answer as the oracle does', () => {
  let facts: Facts;
  let drop: () => Promise<void>;
  beforeAll(async () => {
    const database = await (await sharedTestEngines()).createClickHouseDatabase();
    ({ drop } = database);
    facts = openFacts(database.address);
    await facts.migrate();
  });
  afterAll(async () => {
    await facts.close();
    await drop();
  });

  it.each(seeds)('[I90] [I92] [I93] [I94] [I95] seed %i', async (seed) => {
    const oracle = openOracle();
    for (const { changes, levels, samples, amounts, heard, events, forecasts } of randomKinds(seed, seed)) {
      for (const change of changes) {
        for (const keeper of [facts, oracle]) {
          if (change.do === 'erase') await keeper.erase(change.erasure);
          else if (change.do === 'recompute') await keeper.levels.recompute(seed, change.days);
          else {
            await keeper.levels.append(change.levels);
            await keeper.samples.append(change.samples);
            await keeper.amounts.append(change.amounts);
            await keeper.heard.append(change.heard);
            await keeper.events.append(change.events);
            await keeper.forecasts.append(change.forecasts);
          }
        }
      }
      const answers = async (keeper: Facts) => [
        await Promise.all(levels.map((question) => keeper.levels.aggregate(question))),
        await keeper.samples.aggregate(samples),
        await keeper.amounts.aggregate(amounts),
        await keeper.heard.aggregate(heard),
        await pagesOf(keeper.events.read(events)),
        await keeper.forecasts.aggregate(forecasts),
      ];
      expect(await answers(facts), JSON.stringify({ levels, samples, amounts, heard, forecasts })).toEqual(
        await answers(oracle),
      );
    }
  });
});

async function pagesOf<Item>(pages: AsyncIterable<Item>): Promise<Item[]> {
  const read: Item[] = [];
  for await (const page of pages) read.push(page);
  return read;
}
