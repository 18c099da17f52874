import type { OpeningHours } from './profile.ts';

export const daily = (open: number, close: number): OpeningHours =>
  Array.from({ length: 7 }, () => [open, close] as const);
export const usShop: OpeningHours = [[11, 18], ...daily(10, 21).slice(1)];
export const germanShop: OpeningHours = [null, ...daily(10, 20).slice(1)];
export const branch: OpeningHours = [
  [13, 17],
  [9, 20],
  [9, 20],
  [9, 20],
  [9, 20],
  [9, 18],
  [10, 17],
];

/** Weeks that several places share, by name. */
export const namedWeeks: ReadonlyMap<OpeningHours, string> = new Map([
  [usShop, 'Shops in the United States'],
  [germanShop, 'Shops in Germany'],
  [branch, 'Branches'],
]);
