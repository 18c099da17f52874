import { expect, it } from 'vitest';
import { isCurrency } from './currencies.ts';

it('[R574] lists the currencies of ISO 4217, and nothing else', () => {
  expect(['USD', 'EUR', 'JPY', 'KWD', 'ZWG'].every(isCurrency)).toBe(true);
  for (const other of ['', 'usd', 'US', 'USDX', 'DEM', 'XAU', 'XXX', 'constructor'])
    expect(isCurrency(other)).toBe(false);
});
