import { expect, it } from 'vitest';
import { csvText } from './csv-text.ts';

const cell = (value: string | number | null) => csvText([['x', value]]).slice(2, -2);

it('[R537] keeps text from being run as a formula, however it begins', () => {
  for (const text of ['=1+1', '+1', '-1', '@SUM(A1)', '\uFF1D1+1', '\uFF0B1', '\uFF0D1', '\uFF20A1', ' =1+1'])
    expect(cell(text).replaceAll('"', '')).toBe(`'${text}`);
  for (const text of ['\tx', '\rx', ';x', '\n=1']) expect(cell(text)).toMatch(/^"'/);
});

it('[R537] keeps a formula from starting after another separator', () => {
  expect(cell('a;=1+1')).toBe(`"a;'=1+1"`);
  expect(cell('a\t@x')).toBe(`"a\t'@x"`);
  expect(cell('a\r\n+1')).toBe(`"a\r\n'+1"`);
  expect(cell('a; "=1')).toBe(`"a; ""'=1"`);
  expect(cell('Hall - north; east')).toBe('"Hall - north; east"');
});

it('[R537] keeps numbers as numbers, negative ones too, and missing values empty', () => {
  expect([-5, 0.25, 0, null, Number.NaN].map(cell)).toEqual(['-5', '0.25', '0', '', '']);
});

it('quotes separators, quotes, line breaks and whitespace at the ends', () => {
  expect(cell('A "big", shop')).toBe('"A ""big"", shop"');
  expect([cell(' x'), cell('plain text')]).toEqual(['" x"', 'plain text']);
});
