import { expect, it } from 'vitest';
import type { Column } from './column.ts';
import { withoutLast } from './fitting-columns.ts';

const column = (key: string, from?: Column<unknown>['from']): Column<unknown> => ({
  key,
  label: key,
  kind: 'text',
  width: 100,
  value: () => null,
  ...(from && { from }),
});

it('[R571] hides the columns for the widest screens first, and never those that someone chose or needs', () => {
  const columns = [
    column('name'),
    column('site', 'tablet'),
    column('mac', 'roomy'),
    column('since'),
    column('cause', 'roomy'),
    column('by', 'wide'),
    { ...column('actions', 'tablet'), isActions: true as const },
  ];
  const left = (count: number, chosen = '') =>
    withoutLast(columns, count, ({ key }) => key === chosen).map(({ key }) => key);
  expect(left(0)).toEqual(['name', 'site', 'mac', 'since', 'cause', 'by', 'actions']);
  expect(left(1)).toEqual(['name', 'site', 'mac', 'since', 'cause', 'actions']);
  expect(left(2)).toEqual(['name', 'site', 'mac', 'since', 'actions']);
  expect(left(2, 'cause')).toEqual(['name', 'site', 'since', 'cause', 'actions']);
  expect(left(9)).toEqual(['name', 'since', 'actions']);
});
