import { expect, it } from 'vitest';
import { drawsAtRandom, randomTests } from './random-tests.mjs';

it('finds the tests that draw at random, wherever they are', () => {
  const found = randomTests();
  for (const path of [
    'packages/facts/src/random.test.ts',
    'packages/calendar/src/zones.test.ts',
    'apps/server/test/accountant.test.ts',
    'apps/server/src/analytics/shape.test.ts',
  ])
    expect(found).toContain(path);
  expect(drawsAtRandom("import { it } from 'vitest';")).toBe(false);
});

it('draws from the same seed in every run, unless another is given', () => {
  expect(process.env.ATRIUM_SEED).toMatch(/^\d+$/);
});
