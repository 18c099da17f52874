import { expect, it } from 'vitest';
import { isEmail } from './email.ts';

it.each(['ada@example.com', "o'neill+mail@sub-domain.example.co.uk", 'A_B-c@x1.museum'])('%s is an address', (text) => {
  expect(isEmail(text)).toBe(true);
});

it.each([
  '',
  'ada',
  'ada@',
  '@example.com',
  'ada@example',
  'ada@-example.com',
  'ada@example.com ',
  'ada@example.com,eve@example.com',
  'ada@example.com\r\nBcc: eve@example.com',
  '"ada eve"@example.com',
  'Ada <ada@example.com>',
  '.ada@example.com',
  'ada..b@example.com',
  'ada@example..com',
])('%j is not an address', (text) => {
  expect(isEmail(text)).toBe(false);
});

it('an address has at most 254 characters', () => {
  const longest = `${'a'.repeat(242)}@example.com`;
  expect([longest.length, isEmail(longest), isEmail(`a${longest}`)]).toEqual([254, true, false]);
});
