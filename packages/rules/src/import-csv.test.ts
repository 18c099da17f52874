import { describe, expect, it } from 'vitest';
import { CsvProblem, openCsv } from './import-csv.ts';

/** In pieces of some length, as from a disk. */
function read(text: string, length = 3) {
  const csv = openCsv();
  const records = [];
  for (let at = 0; at < text.length; at += length) records.push(...csv.push(text.slice(at, at + length)));
  return [...records, ...csv.end()].map(({ line, fields }) => [line, ...fields]);
}

describe('[R612] a CSV file', () => {
  it.each([
    [
      'commas',
      'a,b\n1,2\n',
      [
        [1, 'a', 'b'],
        [2, '1', '2'],
      ],
    ],
    [
      'semicolons, with a comma inside',
      'a;b\n1,5;2',
      [
        [1, 'a', 'b'],
        [2, '1,5', '2'],
      ],
    ],
    [
      'tabs',
      'a\tb\n1\t2',
      [
        [1, 'a', 'b'],
        [2, '1', '2'],
      ],
    ],
    [
      'a byte order mark and Windows line ends',
      '\uFEFFa,b\r\n1,2\r\n',
      [
        [1, 'a', 'b'],
        [2, '1', '2'],
      ],
    ],
    [
      'empty lines',
      'a,b\n\n\r\n1,2\n',
      [
        [1, 'a', 'b'],
        [4, '1', '2'],
      ],
    ],
    [
      'quoted line breaks',
      'a,b\n"x\ny",2\n3,4',
      [
        [1, 'a', 'b'],
        [2, 'x\ny', '2'],
        [4, '3', '4'],
      ],
    ],
    [
      'doubled quotation marks',
      'a,b\n"say ""hi""","x,y"\n',
      [
        [1, 'a', 'b'],
        [2, 'say "hi"', 'x,y'],
      ],
    ],
    [
      'empty fields',
      'a,b,c\n,,\n"",,1',
      [
        [1, 'a', 'b', 'c'],
        [2, '', '', ''],
        [3, '', '', '1'],
      ],
    ],
  ])('is read with %s, in pieces of any length', (_, text, expected) => {
    for (const length of [1, 2, 3, 7, 1000]) expect(read(text, length)).toEqual(expected);
  });

  it.each([
    ['inches', '24" wide,"x', ['24" wide', '"x']],
    ['a mark at the end', '5"x,"', ['5"x', '"']],
    ['doubled marks that end nowhere', 'a"b,""",c', ['a"b', '"""', 'c']],
  ])('[I218] has quotation marks that nothing closes as text: %s', (_, row, fields) => {
    expect(read(`a,b\n${row}\n1,2\n`)).toEqual([
      [1, 'a', 'b'],
      [2, ...fields],
      [3, '1', '2'],
    ]);
  });

  it('[I218] with a row of many lines and quotation marks takes no longer than one with many rows', () => {
    const started = process.cpuUsage();
    expect(read(`a,b\n"${'\n""'.repeat(33_000)}",2\n`, 64 * 1024)).toHaveLength(2);
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1e6).toBeLessThan(2);
  });

  it('says where a quotation mark was left open', () => {
    expect(() => read('a,b\n1,"2\n3,4\n')).toThrow('A quotation mark in line 2 is never closed.');
  });

  it('never holds more than one row of a bounded length', () => {
    const csv = openCsv();
    expect(() => {
      csv.push('a\n"');
      for (let piece = 0; piece < 1000; piece += 1) csv.push('x'.repeat(1000));
    }).toThrow(CsvProblem);
  });
});
