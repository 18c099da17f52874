import { expect, it } from 'vitest';
import { ago, lasted } from './durations.ts';

it.each([
  [-5, '0 s'],
  [59_400, '59 s'],
  [60_000, '1 min'],
  [3_599_000, '59 min'],
  [3_600_000, '1 h'],
  [8_100_000, '2 h 15 min'],
  [47.5 * 3_600_000, '47 h 30 min'],
  [48 * 3_600_000, '2 days'],
  [76 * 3_600_000, '3 days 4 h'],
])('%d milliseconds are %s', (milliseconds, words) => {
  expect(lasted(milliseconds)).toBe(words);
});

it.each([
  [0, 'just now'],
  [4_999, 'just now'],
  [12_000, '12 s ago'],
  [60_000, '1 min ago'],
  [3_600_000, '1 h ago'],
  [47 * 3_600_000, '47 h ago'],
  [49 * 3_600_000, '2 days ago'],
])('%i milliseconds are %s', (milliseconds, expected) => {
  expect(ago(milliseconds)).toBe(expected);
});
