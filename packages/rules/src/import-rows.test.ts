import { zoneOf } from '@atrium/calendar/zones';
import { describe, expect, it } from 'vitest';
import { importTypeOf } from './import-file.ts';
import { type AmountContext, laborReader, posReader } from './import-rows.ts';

const context: AmountContext = {
  locationOf: (number) =>
    number === '1' ? { locationId: 'L', zone: zoneOf('Europe/Berlin') } : number === '2' ? 'ambiguous' : 'unknown',
  decimals: 2,
  now: Date.UTC(2026, 0, 1) / 1000,
};
const header = { line: 1, fields: ['Location Number', 'recordDate', 'netSales', 'itemCount', 'transactionCount'] };

function pos(...fields: string[]) {
  const reader = posReader(header, context);
  if ('message' in reader) throw new Error(reader.message);
  const read = reader({ line: 2, fields });
  return 'rows' in read ? read.rows.map(({ at, span, value, n }) => [at, span, value, n]) : read.column;
}

const at = (text: string) => Date.parse(text) / 1000;

describe('[R612] a row of sales', () => {
  it.each([
    [
      'a local time',
      ['1', '2025-06-01T10:00', '10.5', '2', '1'],
      [
        [at('2025-06-01T08:00Z'), 1, 1050, 1],
        [at('2025-06-01T08:00Z'), 1, 2, 1],
      ],
    ],
    [
      'an offset',
      ['1', '2025-06-01T10:00:00-05:00', '-1', '0', '0'],
      [
        [at('2025-06-01T15:00Z'), 1, -100, 0],
        [at('2025-06-01T15:00Z'), 1, 0, 0],
      ],
    ],
    [
      'the day of 25 hours',
      ['1', '2025-10-26', '1,005', '1', '1'],
      [
        [at('2025-10-25T22:00Z'), 90_000, 101, 1],
        [at('2025-10-25T22:00Z'), 90_000, 1, 1],
      ],
    ],
    [
      'the repeated hour',
      ['1', '2025-10-26T02:30', '1', '1', '1'],
      [
        [at('2025-10-26T00:30Z'), 1, 100, 1],
        [at('2025-10-26T00:30Z'), 1, 1, 1],
      ],
    ],
    ['the skipped hour', ['1', '2025-03-30T02:30', '1', '1', '1'], 'recordDate'],
    ['another spelling of dates', ['1', '6/1/2025 10:00', '1', '1', '1'], 'recordDate'],
    ['the future', ['1', '2026-02-01', '1', '1', '1'], 'recordDate'],
    ['an unknown location', ['9', '2025-06-01', '1', '1', '1'], 'locationNumber'],
    ['an ambiguous location', ['2', '2025-06-01', '1', '1', '1'], 'locationNumber'],
    ['a missing location', ['', '2025-06-01', '1', '1', '1'], 'locationNumber'],
    ['thousands separators', ['1', '2025-06-01', '1.000,50', '1', '1'], 'netSales'],
    ['a missing amount', ['1', '2025-06-01', '', '1', '1'], 'netSales'],
    ['half an item', ['1', '2025-06-01', '1', '1.5', '1'], 'itemCount'],
    ['a negative number of sales', ['1', '2025-06-01', '1', '1', '-1'], 'transactionCount'],
    ['too few fields', ['1', '2025-06-01'], 'netSales'],
  ])('with %s', (_, fields, expected) => {
    expect(pos(...fields)).toEqual(expected);
  });

  it('names missing columns, and one that is there twice', () => {
    expect(posReader({ line: 1, fields: ['locationNumber'] }, context)).toMatchObject({ column: 'recordDate' });
    const twice = { line: 1, fields: [...header.fields, 'netsales'] };
    expect(posReader(twice, context)).toMatchObject({ message: 'The column netsales appears twice.' });
  });
});

describe('[R615] a shift', () => {
  it.each([
    ['that lasts a day', ['1', 'E', '2025-06-01T08:00', '2025-06-02T08:00'], 86_400],
    ['with spaces around it', [' 1', ' E ', '2025-06-01T08:00 ', ' 2025-06-01T09:00'], 3600],
    ['of nobody but spaces', ['1', ' ', '2025-06-01T08:00', '2025-06-01T09:00'], 'employeeId'],
    ['over the repeated hour', ['1', 'E', '2025-10-26T00:00', '2025-10-26T04:00'], 5 * 3600],
    ['that lasts longer', ['1', 'E', '2025-06-01T08:00', '2025-06-02T08:01'], 'shiftEnd'],
    ['that ends when it starts', ['1', 'E', '2025-06-01T08:00', '2025-06-01T08:00'], 'shiftEnd'],
    ['of nobody', ['1', '', '2025-06-01T08:00', '2025-06-01T09:00'], 'employeeId'],
    ['without a time', ['1', 'E', '2025-06-01', '2025-06-01T09:00'], 'shiftStart'],
  ])('%s', (_, fields, expected) => {
    const reader = laborReader(
      { line: 1, fields: ['locationNumber', 'employeeId', 'shiftStart', 'shiftEnd'] },
      context,
    );
    if ('message' in reader) throw new Error(reader.message);
    const read = reader({ line: 2, fields });
    expect('rows' in read ? read.rows[0]?.value : read.column).toBe(expected);
  });
});

describe('[R616] the name of a file', () => {
  it.each([
    ['pos.csv', 'pos'],
    ['POS_2026.CSV', 'pos'],
    ['labor-week.csv', 'labor'],
    ['counts\n.csv', 'counts'],
    ['deposits.csv', undefined],
    ['pos.xlsx', undefined],
    ['', undefined],
  ])('%j holds %s', (name, type) => {
    expect(importTypeOf(name)).toBe(type);
  });
});
