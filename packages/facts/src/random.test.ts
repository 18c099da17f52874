import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Facts } from './face.ts';
import { openFacts } from './facts.ts';
import { openOracle } from './oracle.ts';
import { randomScenario } from './random-scenario.ts';

/** Repeat a failure with FACTS_SEED=<the number in its title>. */
const given = process.env.FACTS_SEED;
const seeds =
  given === undefined ? Array.from({ length: 50 }, (_, index) => (Date.now() % 1_000_000) + index) : [Number(given)];

describe('facts kept by ClickHouse answer as the oracle does', () => {
  let facts: Facts;
  beforeAll(async () => {
    facts = openFacts({ socketPath: '/tmp/fx/s.sock', database: `r${Date.now()}` });
    await facts.migrate();
  });
  afterAll(() => facts.close());

  it.each(seeds)('seed %i', async (seed) => {
    const oracle = openOracle();
    for (const step of randomScenario(seed, seed)) {
      switch (step.do) {
        case 'append':
          await Promise.all([facts.append(step.rows), oracle.append(step.rows)]);
          break;
        case 'erase':
          await Promise.all([facts.erase(step.erasure), oracle.erase(step.erasure)]);
          break;
        case 'recompute':
          await facts.recompute(seed, step.days);
          break;
        case 'ask': {
          const [answer, truth] = await Promise.all([facts.aggregate(step.question), oracle.aggregate(step.question)]);
          expect(answer, JSON.stringify(step.question)).toEqual(truth);
          break;
        }
      }
    }
  });
});
