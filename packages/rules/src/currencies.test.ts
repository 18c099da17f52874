import { expect, it } from 'vitest';
import { currencies, isCurrency } from './currencies.ts';

it('[R574] knows the currencies of ISO 4217 by code and name, and nothing else', () => {
  expect(currencies).toContainEqual({ code: 'USD', name: 'US Dollar' });
  expect(['EUR', 'JPY', 'KWD'].every(isCurrency)).toBe(true);
  for (const other of ['', 'usd', 'US', 'USDX', 'DEM', 'XAU', 'XXX', 'constructor'])
    expect(isCurrency(other)).toBe(false);
  expect(new Set(currencies.map(({ code }) => code)).size).toBe(currencies.length);
});
