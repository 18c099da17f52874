import { expect, it } from 'vitest';
import { parseSearch, stringifySearch } from './query-string.ts';

it('keeps text that looks like a number, a boolean or JSON as text', () => {
  const search = '?resetKey=1e5&flag=true&list=%5B1%5D&zero=007';
  expect(parseSearch(search)).toEqual({ resetKey: '1e5', flag: 'true', list: '[1]', zero: '007' });
});

it('round-trips every value', () => {
  const search = { email: 'a+b@example.com', invitationId: 'x&y=z' };
  expect(parseSearch(stringifySearch(search))).toEqual(search);
  expect(stringifySearch({})).toBe('');
  expect(stringifySearch({ gone: undefined, none: null, page: 2 })).toBe('?page=2');
});
