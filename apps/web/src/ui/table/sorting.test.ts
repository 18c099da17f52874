import { expect, it } from 'vitest';
import type { Column } from './column.ts';
import { sortRows, toggleSorting } from './sorting.ts';

type Row = [name: string, ins: number | null];
const name: Column<Row> = { key: 'name', label: 'Name', kind: 'text', width: 1, value: (row) => row[0] };
const ins: Column<Row> = { key: 'ins', label: 'In', kind: 'number', width: 1, value: (row) => row[1] };
const rows: Row[] = [
  ['Shop 10', 5],
  ['shop 2', null],
  ['Shop 1', 30],
];
const order = (column: Column<Row>, direction: 'ascending' | 'descending') =>
  sortRows(rows, [name, ins], { column: column.key, direction }).map((row) => row[0]);

it('sorts numbers as numbers and keeps missing values at the end both ways', () => {
  expect(order(ins, 'ascending')).toEqual(['Shop 10', 'Shop 1', 'shop 2']);
  expect(order(ins, 'descending')).toEqual(['Shop 1', 'Shop 10', 'shop 2']);
});

it('sorts names as people read them', () => {
  expect(order(name, 'ascending')).toEqual(['Shop 1', 'shop 2', 'Shop 10']);
});

it('cycles from ascending to descending to the original order', () => {
  const first = toggleSorting(null, ins);
  const second = toggleSorting(first, ins);
  expect([first?.direction, second?.direction, toggleSorting(second, ins)]).toEqual(['ascending', 'descending', null]);
  expect(toggleSorting(second, name)).toEqual({ column: 'name', direction: 'ascending' });
});
