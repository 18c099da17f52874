import { sharedTestEngines } from '@atrium/engines/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Facts } from './facts-interface.ts';
import { openFacts } from './facts.ts';
import { openOracle } from './oracle.ts';
import { randomScenario } from './random-scenario.ts';

/** Repeat a failure of `npm run soak` with ATRIUM_SEED=<the number in its title>. */
const first = Number(process.env.ATRIUM_SEED);
const seeds = Array.from({ length: 25 }, (_, index) => first + index);

describe('facts kept by ClickHouse answer as the oracle does', () => {
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

  it.each(seeds)('[I12] [I14] [I16] [I20] seed %i', async (seed) => {
    const oracle = openOracle();
    for (const { changes, questions, sums } of randomScenario(seed, seed)) {
      for (const change of changes) {
        for (const keeper of [facts, oracle]) {
          if (change.do === 'append') await keeper.append(change.rows);
          else if (change.do === 'erase') await keeper.erase(change.erasure);
          else await keeper.recompute(seed, change.days);
        }
      }
      expect(await facts.sums(sums)).toEqual(await oracle.sums(sums));
      await Promise.all(
        questions.map(async (question) => {
          const [answer, truth] = [await facts.aggregate(question), await oracle.aggregate(question)];
          expect(answer, JSON.stringify(question)).toEqual(truth);
          const { keys, buckets, ins, outs, got } = truth;
          const cells = new Map<string, number>();
          const columns = Array.from({ length: 3 }, () => new Float64Array(keys.length));
          await facts.tally(question, {
            cellOf(key, bucket) {
              const place = `${key} ${bucket}`;
              if (!cells.has(place)) cells.set(place, cells.size);
              return cells.get(place)!;
            },
            columns: { ins: columns[0]!, outs: columns[1]!, got: columns[2]! },
          });
          const tallied = new Map([...cells].map(([place, cell]) => [place, columns.map((column) => column[cell])]));
          const same = Array.from(keys, (key, at) => [`${key} ${buckets[at]}`, [ins[at], outs[at], got[at]]] as const);
          expect(tallied, JSON.stringify(question)).toEqual(new Map(same));
        }),
      );
    }
  });
});
