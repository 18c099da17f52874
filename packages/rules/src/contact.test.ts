import { expect, it } from 'vitest';
import { contactProblems, namedProblems } from './contact.ts';

const ada = { name: 'Ada', phone: '+44 20 7946 0000', email: 'ada@example.com' };

it('[R124] requires name, phone and a valid email address for a contact', () => {
  expect(contactProblems(ada)).toEqual([]);
  expect(contactProblems({ name: ' ', phone: null, email: 'ada' })).toEqual([
    { path: 'name', message: 'Name is required' },
    { path: 'phone', message: 'Phone is required' },
    { path: 'email', message: 'Valid email is required' },
  ]);
  expect(contactProblems({ ...ada, email: null })).toEqual([{ path: 'email', message: 'Valid email is required' }]);
});

it('requires a name for an address', () => {
  expect(namedProblems({ name: 'Head office' })).toEqual([]);
  expect(namedProblems({ name: null })).toEqual([{ path: 'name', message: 'Name is required' }]);
});
