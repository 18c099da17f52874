import { expect, it } from 'vitest';
import { isNotLoaded } from './chunk-load-error.ts';

it.each([
  'Failed to fetch dynamically imported module: https://atrium.example/assets/LocationsPage-x.js',
  'error loading dynamically imported module: https://atrium.example/assets/LocationsPage-x.js',
  'Importing a module script failed.',
  'Unable to preload CSS for /assets/LocationsPage-x.css',
])('[R563] recognizes missing code in %o', (message) => {
  expect(isNotLoaded(new TypeError(message))).toBe(true);
});

it('[R563] does not mistake other errors for it', () => {
  expect(isNotLoaded(new TypeError('x is not a function'))).toBe(false);
  expect(isNotLoaded('Importing a module script failed.')).toBe(false);
});
