import { describe, expect, it } from 'vitest';
import { csvTexts, headerName, readCsv } from './csv-import.ts';

const read = (text: string) => readCsv(new TextEncoder().encode(text));
const rows = (text: string) => {
  const reading = read(text);
  return 'table' in reading ? reading.table.rows : reading.problem;
};

const fileOf = (bytes: number) => `a\n${'x'.repeat(bytes - 2)}`;

describe('a CSV file', () => {
  it('[R244] has at most 40,960 bytes', () => {
    expect(read(fileOf(40_960))).toHaveProperty('table');
    expect(read(fileOf(40_961))).toEqual({ problem: 'CSV file is too large. Try a file less than 40Kb' });
  });
  it.each(['', '   \n\n', 'email', 'email,role\n', 'email\n\n , \n'])('[R245] is empty when it is %j', (text) => {
    expect(rows(text)).toBe('No data found in CSV file. Please check the file and formatting and try again');
  });
  it.each([
    ['a quote that never ends', 'a,b\n"1,2\n3,4'],
    ['a quote in the wrong place', 'a,b\n"1"x,2\n'],
    ['more cells than columns', 'a,b\n1,2,3\n'],
    ['a column without a name', 'a,?\n1,2\n'],
    ['two columns of the same name', 'a,a!\n1,2\n'],
    ['control characters', 'a,b\n1,\u0000\n'],
  ])('[R246] cannot be read with %s', (_, text) => {
    expect(rows(text)).toBe('Unable to parse CSV file. Please check the formatting and try again');
  });
  it.each([
    ['letters of another code page', [...Buffer.from('name\nZ\u00fcrich', 'latin1')]],
    ['half of the mark of UTF-16', [0x41, 0xfe, 0x61, 0, 0x0a, 0, 0x62, 0]],
  ])('[R246] cannot be read with %s', (_, bytes) => {
    expect(readCsv(Uint8Array.from(bytes))).toEqual({ problem: csvTexts.unreadable });
  });
  it('[R246] cannot be read when it is not text at all', () => {
    expect(readCsv(Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))).toEqual({
      problem: csvTexts.unreadable,
    });
  });
  it('[R247] keeps letters, digits and underscores of its header', () => {
    expect(headerName('Net Sales ($)')).toBe('NetSales');
    expect(read('E-Mail *,Net Sales ($),_x1\na@b.co,2,3\n')).toEqual({
      table: { columns: ['EMail', 'NetSales', '_x1'], rows: [{ EMail: 'a@b.co', NetSales: '2', _x1: '3' }] },
    });
  });
  it('is read with commas, semicolons or tabs, quotes, byte order marks and any line ending', () => {
    expect(rows('a,b\r\n"1, ""one""", 2 \r\n')).toEqual([{ a: '1, "one"', b: '2' }]);
    expect(rows('a;b\n1;2\n')).toEqual([{ a: '1', b: '2' }]);
    expect(rows('a\tb\n1\t2\n')).toEqual([{ a: '1', b: '2' }]);
    expect(rows('\uFEFFa,b\nä,"two\nlines"\n')).toEqual([{ a: 'ä', b: 'two\nlines' }]);
    expect(rows('a,b\n1\n')).toEqual([{ a: '1', b: '' }]);
    const utf16 = Buffer.from('\uFEFFa\tb\n1\t2\n', 'utf16le');
    expect(readCsv(utf16)).toMatchObject({ table: { rows: [{ a: '1', b: '2' }] } });
  });
  it('does not let a column named __proto__ change a prototype', () => {
    const [row = {}] = rows('__proto__,b\nx,1\n') as Record<string, string>[];
    expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
    expect(Object.keys(row)).toEqual(['__proto__', 'b']);
  });
});
