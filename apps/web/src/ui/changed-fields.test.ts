import { expect, it } from 'vitest';
import { changedFields, changedValues } from './changed-fields.ts';

it('sends only what changed', () => {
  const before = { name: 'Ada', phone: '+1 512 555 0100', notes: '' };
  expect(changedFields(before, before)).toEqual({});
  expect(changedFields(before, { ...before, name: ' Ada ', notes: '  ' })).toEqual({});
  expect(changedFields(before, { ...before, phone: '1' })).toEqual({ phone: '1' });
});

it('sends emptied fields as null, and filled fields of a new record', () => {
  expect(changedFields({ name: 'Ada' }, { name: ' ' })).toEqual({ name: null });
  expect(changedFields({}, { name: ' Ada ', notes: '' })).toEqual({ name: 'Ada' });
});

it('sends changed numbers, switches and lists', () => {
  const before = { code: 1, on: false, nodes: ['a'], at: null as number | null };
  expect(changedValues(before, { ...before, nodes: ['a'] })).toEqual({});
  expect(changedValues(before, { code: 2, on: true, nodes: ['a', 'b'], at: 0 })).toEqual({
    code: 2,
    on: true,
    nodes: ['a', 'b'],
    at: 0,
  });
});
