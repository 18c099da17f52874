import { expect, it } from 'vitest';
import { isCurrency } from './currencies.ts';

it('[R574] knows the currencies of ISO 4217, and nothing else', () => {
  expect(['USD', 'EUR', 'JPY', 'ZWG'].every(isCurrency)).toBe(true);
  expect(['usd', 'XAU', 'XXX', 'DEM', ''].some(isCurrency)).toBe(false);
});
