import { afterEach, expect } from 'vitest';
import { networkProblems } from './network.ts';

afterEach(() => {
  expect(networkProblems()).toEqual([]);
});
