import { expect, it } from 'vitest';
import { waitOf } from './wait.ts';

it.each([
  [
    { expectedwaittime: 0, waitlinelength: 0 },
    { minutes: 0, people: 0 },
  ],
  [
    { expectedwaittime: 61, waitlinelength: 3 },
    { minutes: 2, people: 3 },
  ],
  [
    { expectedwaittime: 60, waitlinelength: 2.6 },
    { minutes: 1, people: 3 },
  ],
  [
    { expectedwaittime: null, waitlinelength: 5 },
    { minutes: null, people: 5 },
  ],
  [{}, { minutes: null, people: null }],
])('[R994] a wait of %o is %o', (figures, wait) => {
  expect(waitOf({ figures })).toEqual(wait);
});

it('[R994] without a reading nothing is known', () => {
  expect(waitOf(undefined)).toEqual({ minutes: null, people: null });
});
