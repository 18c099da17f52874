import { expect, it } from 'vitest';
import { type Column, writtenValue } from '../ui/table/column.ts';
import { toCsv } from '../ui/table/csv.ts';
import { asCount, fraction, wholePercent } from './numbers.ts';

it('never rounds a share up to all of it', () => {
  expect([wholePercent(0.997), wholePercent(1), wholePercent(0.29), wholePercent(null)]).toEqual([
    '99%',
    '100%',
    '29%',
    'N/A',
  ]);
});

it('keeps the zeros of whole numbers, and writes no others', () => {
  expect([0, 30, 1200, 2.5, 2.504, 0.1].map(fraction)).toEqual(['0', '30', '1,200', '2.5', '2.5', '0.1']);
});

it('[I44] writes the count of a scaled zone as a whole number, on the screen and in the file', () => {
  const column: Column<{ ins: number | null }> = {
    ...asCount,
    key: 'ins',
    label: 'In',
    width: 80,
    value: ({ ins }) => ins,
  };
  const rows = [{ ins: 1211.3333 }, { ins: 0.5 }, { ins: null }];
  expect(rows.map((row) => writtenValue(column, row))).toEqual(['1,211', '1', 'N/A']);
  expect(toCsv([column], rows)).toBe('In\r\n1211\r\n1\r\n\r\n');
});
