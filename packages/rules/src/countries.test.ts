import { expect, it } from 'vitest';
import { countryName, countryNames } from './countries.ts';

it('[R529] lists every country of the standard once, by name', () => {
  expect(countryNames).toHaveLength(249);
  expect(new Set(countryNames).size).toBe(249);
  expect(countryNames.slice(0, 2)).toEqual(['Afghanistan', 'Åland Islands']);
});

it.each([
  ['US', 'United States'],
  [' de ', 'Germany'],
  ['united states', 'United States'],
  ['USA', 'United States'],
  ['u.k.', 'United Kingdom'],
  ['Atlantis', 'Atlantis'],
  ['', ''],
])('[R529] reads %o as %o', (written, name) => {
  expect(countryName(written)).toBe(name);
});
