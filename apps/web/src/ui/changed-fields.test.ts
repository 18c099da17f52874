import { expect, it } from 'vitest';
import { changedFields, changedValues } from './changed-fields.ts';

it('sends what changed and nothing else', () => {
  const before = { name: 'Ada', phone: '+1 512 555 0100', notes: '' };
  expect(changedFields(before, before)).toEqual({});
  expect(changedFields(before, { ...before, name: ' Ada ', notes: '  ' })).toEqual({});
  expect(changedFields(before, { ...before, phone: '1' })).toEqual({ phone: '1' });
});

it('sends what was emptied as null, and of something new what was filled in', () => {
  expect(changedFields({ name: 'Ada' }, { name: ' ' })).toEqual({ name: null });
  expect(changedFields({}, { name: ' Ada ', notes: '' })).toEqual({ name: 'Ada' });
});

it('sends of numbers, switches and lists what changed', () => {
  const before = { code: 1, on: false, nodes: ['a'], at: null as number | null };
  expect(changedValues(before, { ...before, nodes: ['a'] })).toEqual({});
  expect(changedValues(before, { code: 2, on: true, nodes: ['a', 'b'], at: 0 })).toEqual({
    code: 2,
    on: true,
    nodes: ['a', 'b'],
    at: 0,
  });
});
