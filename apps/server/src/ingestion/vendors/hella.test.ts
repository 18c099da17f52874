import { describe, expect, it } from 'vitest';
import { hella } from './hella.ts';
import { fixture } from './testing.ts';

const berlin = { zoneOf: () => 'Europe/Berlin' };
const header = 'record_id,timestamp,period,status,Door_SUM_IN,Door_SUM_OUT\n';
const decode = (rows: string, context: typeof berlin | undefined = berlin) =>
  hella.decode(Buffer.from(header + rows), context);
const startsOf = (rows: string) =>
  decode(rows).logics.flatMap(({ readings }) =>
    readings.map(({ at }) => new Date(at * 1000).toISOString().slice(0, 16)),
  );

const row = (id: number, time: string) => `${id},${time}:00,1800,0,1,1\n`;

describe('the count log of Hella', () => {
  it('[I130] counts by class at the local time of its location; people are adults and children', () => {
    const { device, logics, flaws, status } = hella.decode(fixture('hella-classes.csv'), berlin);
    expect({ device, flaws, status }).toMatchObject({ device: null, flaws: [], status: { detail: { state: 'ok' } } });
    const at = Date.UTC(2026, 0, 1, 9, 15) / 1000;
    expect(logics).toHaveLength(1);
    expect(logics[0]).toMatchObject({ deviceId: 'Door', name: 'Door', form: 'line' });
    expect(logics[0]?.readings.map(({ measure, ins, outs, at: when }) => [measure, ins, outs, when - at])).toEqual([
      ['adult', 12, 9, 0],
      ['child', 1, 0, 0],
      ['group', 3, 2, 0],
      ['cart', 1, 1, 0],
      ['people', 13, 9, 0],
      ['adult', 4, 6, 1800],
      ['child', 0, 2, 1800],
      ['group', 1, 1, 1800],
      ['cart', 0, 0, 1800],
      ['people', 4, 8, 1800],
    ]);
  });

  it('[I130] counts sums of several lines, with other separators, and no zero while a sensor is blind', () => {
    const { logics, flaws, status } = hella.decode(fixture('hella-sums.csv'), berlin);
    expect(flaws).toEqual([]);
    expect(status?.detail).toEqual({ state: 'too bright' });
    expect(logics.map(({ name, readings }) => [name, readings.map(({ ins, outs }) => [ins, outs])])).toEqual([
      ['North door', [[3, 2], [1, 0]]], // oxfmt-ignore
      ['South door', [[0, 1]]],
    ]);
  });

  it('[I131] reads the hour that is repeated in the order of the file, and flags the hour that is skipped', () => {
    const autumn = ['01:30', '02:00', '02:30', '02:00', '02:30', '03:00'].map((time, id) =>
      row(id, `2026-10-25 ${time}`),
    );
    expect(startsOf(autumn.join(''))).toEqual([
      '2026-10-24T23:30',
      '2026-10-25T00:00',
      '2026-10-25T00:30',
      '2026-10-25T01:00',
      '2026-10-25T01:30',
      '2026-10-25T02:00',
    ]);
    const spring = ['01:30', '02:00', '02:30', '03:00'].map((time, id) => row(id, `2026-03-29 ${time}`)).join('');
    expect(startsOf(spring)).toEqual(['2026-03-29T00:30', '2026-03-29T01:00']);
    expect(decode(spring).flaws).toEqual(['bad_interval']);
  });

  it('[I211] tells the two hours apart when each row is sent separately', () => {
    const sent = [
      ['02:30', '2026-10-25T01:01:00Z', '2026-10-25T00:30'],
      ['02:30', '2026-10-25T02:01:00Z', '2026-10-25T01:30'],
      ['02:30', '2026-10-26T09:00:00Z', '2026-10-25T00:30'],
    ] as const;
    for (const [time, received, start] of sent) {
      const context = { ...berlin, receivedAt: Date.parse(received) / 1000 };
      const { logics } = hella.decode(Buffer.from(header + row(1, `2026-10-25 ${time}`)), context);
      expect(new Date(logics[0]!.readings[0]!.at * 1000).toISOString().slice(0, 16)).toBe(start);
    }
  });

  it('[I132] waits where the time zone of its location is unknown', () => {
    const { flaws, logics } = hella.decode(fixture('hella-sums.csv'), { zoneOf: () => null });
    expect({ flaws, logics }).toEqual({ flaws: ['unknown_time_zone'], logics: [] });
    expect(hella.identify(fixture('hella-sums.csv'))).toEqual({
      kind: 'readings',
      device: null,
      records: 3,
      newest: null,
    });
  });

  it.each([
    ['bad_value', '1,2026-01-01 10:15:00,900,0,-1,1'],
    ['bad_interval', '1,yesterday,900,0,1,1'],
    ['bad_interval', '1,2026-01-01 10:15:00,0,0,1,1'],
    ['bad_interval', '1'],
  ])('[I40] says %s of %s', (flaw, line) => {
    expect(decode(line).flaws).toEqual([flaw]);
  });

  it('counts a row once that the file has twice', () => {
    expect(decode('7,2026-01-01 10:15:00,900,0,1,1\n'.repeat(2)).logics[0]?.readings).toHaveLength(1);
  });

  it('is nothing else', () => {
    expect(hella.decode(Buffer.from('a,b\n1,2'), berlin).flaws).toEqual(['not_csv']);
    expect(hella.identify(Buffer.from(''))).toEqual({ kind: 'test' });
  });

  it.each([
    ['112233FFFE445566', '112233445566'],
    ['02:E1:1A:00:00:01', '02E11A000001'],
    ['24E124FFFF000001', '24E124FFFF000001'],
    ['hella:4711', 'hella:4711'],
    ['counts', null],
  ])('is of the device %s in its address: %s', (part, device) => {
    expect(hella.addressed(part)).toBe(device);
  });
});
