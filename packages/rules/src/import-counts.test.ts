import { describe, expect, it } from 'vitest';
import { type CountColumns, countReader, defaultCountColumns } from './import-counts.ts';

const context = {
  zoneOf: (text: string) =>
    text === 'Door' ? ({ zoneId: 'Z', timezone: 'America/New_York' } as const) : ('unknown' as const),
  now: Date.UTC(2026, 0, 1) / 1000,
};

function read(header: string[], fields: string[], columns: Partial<CountColumns> = {}) {
  const reader = countReader({ line: 1, fields: header }, { ...defaultCountColumns, ...columns }, context);
  if ('message' in reader) return reader.message;
  const found = reader({ line: 2, fields });
  if (!('rows' in found)) return found.column;
  const [row] = found.rows;
  return [new Date(row!.at * 1000).toISOString(), row!.span, row!.ins, row!.outs];
}

const header = ['zone', 'timestamp', 'in', 'out'];

describe('[R620] a row of a count history', () => {
  it.each([
    ['a local time', header, ['Door', '2025-06-01 10:00', '4', '3'], {}, ['2025-06-01T14:00:00.000Z', 3600, 4, 3]],
    [
      'another time zone',
      header,
      ['Door', '2025-06-01 10:00', '4', '3'],
      { timezone: 'UTC' },
      ['2025-06-01T10:00:00.000Z', 3600, 4, 3],
    ],
    [
      'names as the file writes them',
      ['Main door', 'Start (local)', 'People in', 'People out'],
      ['Door', '2025-06-01T10:00', '4', '3'],
      { zone: 'Main door', timestamp: 'Start (local)', ins: 'People in', outs: 'People out' },
      ['2025-06-01T14:00:00.000Z', 3600, 4, 3],
    ],
    ['American dates', header, ['Door', '6/1/2025 10:00 AM', '4', '3'], {}, ['2025-06-01T14:00:00.000Z', 3600, 4, 3]],
    [
      'European dates',
      header,
      ['Door', '6/1/2025 10:00', '4', '3'],
      { dayFirst: true },
      ['2025-01-06T15:00:00.000Z', 3600, 4, 3],
    ],
    [
      'two columns and no outs',
      ['d', 't', 'zone', 'n'],
      ['2025-06-01', '10:15', 'Door', '4'],
      { timestamp: undefined, date: 'd', time: 't', ins: 'n', outs: undefined, minutes: 15 as const },
      ['2025-06-01T14:15:00.000Z', 900, 4, 0],
    ],
    [
      'one zone for the file',
      ['timestamp', 'in', 'out'],
      ['2025-06-01 10:00', '4', '3'],
      { zone: undefined, zoneId: 'Door' },
      ['2025-06-01T14:00:00.000Z', 3600, 4, 3],
    ],
    ['an unknown zone', header, ['Window', '2025-06-01 10:00', '4', '3'], {}, 'zone'],
    ['the skipped hour', header, ['Door', '2025-03-09 02:30', '4', '3'], {}, 'timestamp'],
    ['a date alone', header, ['Door', '2025-06-01', '4', '3'], {}, 'timestamp'],
    ['an hour that is not over', header, ['Door', '2025-12-31 19:00', '4', '3'], {}, 'timestamp'],
    ['more people than fit', header, ['Door', '2025-06-01 10:00', '36001', '3'], {}, 'in'],
    ['no number', header, ['Door', '2025-06-01 10:00', '4', 'x'], {}, 'out'],
    [
      'a missing column',
      ['zone', 'in', 'out'],
      [],
      {},
      'The column timestamp is missing. The file needs zone, timestamp, in, out.',
    ],
  ])('with %s', (_, names, fields, columns, expected) => {
    expect(read(names, fields, columns)).toEqual(expected);
  });
});

const starts = (times: readonly string[], columns: Partial<CountColumns> = {}) => {
  const reader = countReader({ line: 1, fields: header }, { ...defaultCountColumns, ...columns }, context);
  if ('message' in reader) throw new Error(reader.message);
  return times.map((time, line) => {
    const found = reader({ line: line + 2, fields: ['Door', time, '1', '1'] });
    return 'rows' in found ? new Date(found.rows[0]!.at * 1000).toISOString().slice(11, 16) : found.message;
  });
};

describe('rows of a count history that name a time twice', () => {
  const overlaps = 'is in an interval of an earlier row of this zone. By the settings, intervals are 60 minutes long';

  it('[R685] are both hours where the clock shows it twice, and no more', () => {
    const hours = ['00:00', '01:00', '01:00', '02:00', '01:00'].map((time) => `2025-11-02 ${time}`);
    expect(starts(hours)).toEqual(['04:00', '05:00', '06:00', '07:00', overlaps]);
    const quarters = ['01:30', '01:45', '01:00', '01:15', '01:30', '01:45'].map((time) => `2025-11-02 ${time}`);
    expect(starts(quarters, { minutes: 15 })).toEqual(['05:30', '05:45', '05:00', '05:15', '06:30', '06:45']);
  });

  it('[R685] are an error where they overlap', () => {
    const hours = ['10:00', '10:15', '09:30', '11:00', '11:00'].map((time) => `2025-06-01 ${time}`);
    expect(starts(hours)).toEqual(['14:00', overlaps, overlaps, '15:00', overlaps]);
    expect(starts(['2025-11-02T01:00-04:00', '2025-11-02T01:00-04:00'])).toEqual(['05:00', overlaps]);
  });
});
