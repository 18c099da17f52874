import { describe, expect, it } from 'vitest';
import { readListState, writeListState } from './list-search-params.ts';

const usual = { column: 'name', direction: 'ascending' } as const;
const read = (words: Record<string, unknown>) => readListState(words, usual, ['roleId']);
const begin = { page: 0, sorting: usual, search: '', filters: {} };

describe('the address of a list', () => {
  it.each([
    [{}, begin],
    [{ page: '3' }, { ...begin, page: 2 }],
    [{ order: '-createdAt' }, { ...begin, sorting: { column: 'createdAt', direction: 'descending' } }],
    [{ order: 'none' }, { ...begin, sorting: null }],
    [{ search: 'a b%&=' }, { ...begin, search: 'a b%&=' }],
    [{ roleId: '2' }, { ...begin, filters: { roleId: '2' } }],
  ] as const)('round-trips %o', (words, state) => {
    expect(read(words)).toEqual(state);
    const written = Object.entries(writeListState(state, usual, ['roleId'])).filter(([, value]) => value !== undefined);
    expect(Object.fromEntries(written)).toEqual(words);
  });

  it.each([
    [{ page: '0' }],
    [{ page: '-1' }],
    [{ page: '1.5' }],
    [{ page: '1e99' }],
    [{ page: 'x' }],
    [{ order: 'name; drop' }],
    [{ order: '--name' }],
    [{ roleId: '' }],
    [{ search: 7, page: ['2'], other: 'thing' }],
  ])('ignores %o', (words) => {
    expect(read(words)).toEqual(begin);
  });

  it('drops a search that the server would refuse', () => {
    expect(read({ search: 'x'.repeat(1000) }).search).toHaveLength(200);
  });
});
