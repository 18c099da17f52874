import { afterAll, beforeAll, describe } from 'vitest';
import type { Facts } from './facts-interface.ts';
import type { Cells } from './kind-questions.ts';
import { packVer, type Rank } from './version.ts';

/** The facts of one suite, with a new organization for every test. */
export interface Suite {
  readonly facts: () => Facts;
  readonly newOrg: () => number;
}

/** Suites may share a store. */
let org = 0;

/** What every keeper of facts must do with what is not a count: the tests of one kind, run over one keeper. */
export function describeKind(kind: string, keeper: string, open: () => Promise<Facts>, tests: (suite: Suite) => void) {
  describe(`${kind} kept by ${keeper}`, () => {
    let facts: Facts;
    beforeAll(async () => {
      facts = await open();
      await facts.migrate();
    });
    afterAll(() => facts?.close());
    tests({ facts: () => facts, newOrg: () => (org += 1) });
  });
}

/** A Saturday, on the edge of a month, 00:00 UTC. */
export const T = Date.UTC(2025, 2, 1) / 1000;
/** A freshness boundary that serves everything from quarters, and an end for members. */
export const FAR = Date.UTC(2090, 0, 1) / 1000;

export function ver(rank: Rank, seq: bigint): bigint {
  return packVer({ rank, seq, generation: 1 });
}

/** Rows of key, bucket and the columns, in their order. */
export function table<Column extends string>(cells: Cells<Column>, columns: readonly Column[]): number[][] {
  return Array.from(cells.keys, (key, at) => [key, cells.buckets[at]!, ...columns.map((column) => cells[column][at]!)]);
}
