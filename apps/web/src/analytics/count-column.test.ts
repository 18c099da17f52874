import { expect, it } from 'vitest';
import { cellOf } from '../ui/table/column.ts';
import { toCsv } from '../ui/table/csv.ts';
import { countColumn } from './count-column.ts';

it('[I44] writes the count of a scaled zone as a whole number, on the screen and in the file', () => {
  const column = countColumn<{ ins: number | null }>({ id: 'ins', header: 'In', width: 80, value: ({ ins }) => ins });
  const rows = [{ ins: 1211.3333 }, { ins: 0.5 }, { ins: null }];
  expect(rows.map((row) => cellOf(column, row))).toEqual(['1,211', '1', 'N/A']);
  expect(toCsv([column], rows)).toBe('In\r\n1211\r\n1\r\n\r\n');
});
