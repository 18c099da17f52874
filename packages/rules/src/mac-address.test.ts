import { describe, expect, it } from 'vitest';
import { formatMac, normalizeMac } from './mac-address.ts';

describe('MAC addresses', () => {
  it.each([
    '001122AABBCC',
    '001122aabbcc',
    '00:11:22:aa:bb:CC',
    '00-11-22-AA-BB-CC',
    ' 00:11:22:AA:BB:CC ',
    '0011.22aa.bbcc',
  ])('[R182] stores %s as twelve upper-case digits', (text) => {
    expect(normalizeMac(text)).toBe('001122AABBCC');
  });

  it.each([
    '',
    '0',
    '00:11',
    '001122AABBC',
    '001122AABBCCD',
    '00:11:22:AA:BB:CG',
    '00:11-22:AA-BB:CC',
    '0:01:122AA:BB:CC',
    '00 11 22 AA BB CC',
    '0011:22AA:BBCC',
    '0011.22AA.BB.CC',
  ])('does not accept %j as an address', (text) => {
    expect(normalizeMac(text)).toBeNull();
  });

  it('[R182] shows pairs with colons', () => {
    expect(formatMac('001122AABBCC')).toBe('00:11:22:AA:BB:CC');
    expect(formatMac('001122aabbcc')).toBe('00:11:22:AA:BB:CC');
    expect(formatMac('gateway')).toBe('gateway');
  });
});
