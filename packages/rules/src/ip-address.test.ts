import { expect, it } from 'vitest';
import { isIpAddress } from './ip-address.ts';

it.each(['10.0.0.1', '0.0.0.0', '255.255.255.255', '192.168.001.010'])('[R157] %s is an IP address', (text) => {
  expect(isIpAddress(text)).toBe(true);
});

it.each([
  '256.1.1.1',
  '1.1.1.256',
  '10.0.0',
  '10.0.0.0.1',
  '10..0.1',
  '10.0.0.1 ',
  '0x0A.0.0.1',
  '-1.0.0.0',
  '1e1.0.0.1',
  '',
])('[R157] %j is not an IP address', (text) => {
  expect(isIpAddress(text)).toBe(false);
});
