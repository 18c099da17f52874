import { expect, it } from 'vitest';
import type { Column } from './column.ts';
import { toCsv } from './csv.ts';

interface Row {
  name: string;
  ins: number | null;
}

const columns: Column<Row>[] = [
  { key: 'name', label: 'Name', kind: 'text', width: 100, value: (row) => row.name },
  { key: 'ins', label: 'In', unit: 'people', kind: 'number', width: 80, value: (row) => row.ins },
];

it('writes the header with units, and leaves missing values empty instead of zero', () => {
  expect(toCsv(columns, [{ name: 'North', ins: null }])).toBe('Name,In (people)\r\nNorth,\r\n');
});

it('quotes commas, quotes and line breaks', () => {
  expect(toCsv(columns, [{ name: 'A "big", shop\nnorth', ins: 3 }])).toBe(
    'Name,In (people)\r\n"A ""big"", shop\nnorth",3\r\n',
  );
});

it.each(['=1+1', '+1', '-1', '@SUM(A1)'])('keeps the text %j from being run as a formula', (name) => {
  expect(toCsv(columns, [{ name, ins: -5 }]).split('\r\n')[1]).toBe(`'${name},-5`);
});
