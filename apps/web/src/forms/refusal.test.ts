import { expect, it } from 'vitest';
import { ApiError } from '../api/api-error.ts';
import { refusalOf } from './refusal.ts';

const options = { shown: ['name', 'site', 'hours'], fieldNames: { siteId: 'site' }, noAnswer: 'No answer came.' };
const refused = (...details: { path: string; message: string }[]) =>
  refusalOf(new ApiError(400, { code: 'invalid', message: 'No.', err: 'No.', details }, ''), options);

it('puts each problem next to its field, whatever the call names it', () => {
  const taken = { path: 'siteId', message: 'Site is taken' };
  expect(refused({ path: 'name', message: 'Name is required' }, taken).fields).toEqual({
    name: 'Name is required',
    site: 'Site is taken',
  });
  expect(refused({ path: 'hours.2.openTime', message: 'Too early' }).fields).toEqual({
    'hours.2.openTime': 'Too early',
  });
});

it('shows problems without a field above the form', () => {
  expect(refused({ path: 'token', message: 'Token has expired' })).toEqual({
    message: 'Token has expired',
    fields: {},
  });
  expect(refused()).toEqual({ message: 'No.', fields: {} });
  expect(refusalOf(new ApiError(0, undefined, ''), options).message).toBe('No answer came.');
});
