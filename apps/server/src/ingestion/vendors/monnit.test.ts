import { describe, expect, it } from 'vitest';
import { monnit } from './monnit.ts';
import { changed, fixture, json } from './testing.ts';

describe('Monnit', () => {
  it('[I103] [R1184] counts sensor by sensor what their gateway brings', () => {
    const { device, logics, carried = [], flaws } = monnit.decode(fixture('monnit.json'));
    expect({ device, logics, flaws }).toEqual({ device: 'monnit:1101081', logics: [], flaws: [] });
    expect(carried.map((report) => [report.device, report.status?.detail.batteryLevel, report.logics])).toEqual([
      [
        'monnit:1076402',
        '100',
        [
          {
            deviceId: '1',
            name: 'Door counter',
            form: 'line',
            readings: [],
            isOneWay: true,
            counters: [
              { measure: 'people', way: 'ins', at: Date.UTC(2026, 0, 1, 9, 41, 40) / 1000, value: 17, modulus: null },
            ],
          },
        ],
      ],
      ['monnit:1076403', '98', []],
    ]);
    expect(monnit.identify(fixture('monnit.json'))).toMatchObject({
      kind: 'readings',
      device: 'monnit:1101081',
      carried: ['monnit:1076402', 'monnit:1076403'],
      records: 1,
    });
  });

  it('reads dates of earlier versions', () => {
    const body = changed('monnit.json', (text) => text.replace('2026-01-01 09:41:40', '1/1/2026 9:41:40 AM'));
    expect(monnit.decode(body)).toEqual(monnit.decode(fixture('monnit.json')));
  });

  it.each([
    ['bad_value', '"dataValue": "17"', '"dataValue": "many"'],
    ['bad_interval', '2026-01-01 09:41:40', 'today'],
    ['unknown_shape', '"sensorID": "1076402"', '"sensorID": "?"'],
  ])('[I40] says %s where %s is %s', (flaw, from, to) => {
    expect(monnit.decode(changed('monnit.json', (text) => text.replace(from, to))).flaws).toEqual([flaw]);
  });

  it('is not what another vendor sends', () => {
    expect(monnit.decode(json({ logics_data: {} })).flaws).toEqual(['unknown_shape']);
  });
});
