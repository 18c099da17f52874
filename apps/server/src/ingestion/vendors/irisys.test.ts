import { describe, expect, it } from 'vitest';
import { irisys } from './irisys.ts';
import { changed, fixture, json } from './testing.ts';

const begin = Date.UTC(2026, 0, 1, 19, 50) / 1000;
const interval = { at: begin, span: 1800 };

describe('Irisys Vector 4D', () => {
  it('[I103] counts each register in its direction for the log period, and leaves out where the clock was set', () => {
    const { device, logics, flaws, status } = irisys.decode(fixture('irisys-counts.json'));
    expect({ device, flaws }).toEqual({ device: '0021AC0431CB', flaws: [] });
    expect(status).toMatchObject({ ipAddress: '192.168.1.54', config: { serial: 'V4D-21060107' } });
    expect(logics).toEqual([
      {
        deviceId: '0',
        name: 'Line 1',
        form: 'line',
        readings: [{ measure: 'people', ...interval, ins: 1, outs: 0, partial: false }],
      },
      {
        deviceId: '1',
        name: 'Line 2',
        form: 'line',
        readings: [{ measure: 'people', ...interval, ins: 0, outs: 2, partial: false }],
      },
      {
        deviceId: '2',
        name: 'Occupancy',
        form: 'zone',
        readings: [],
        levels: [{ measure: 'people', ...interval, last: 1, lo: 1, hi: 1 }],
      },
    ]);
  });

  it('[I103] of old firmware says how far its registers have come', () => {
    const at = Date.UTC(2026, 0, 1, 20, 20) / 1000;
    const { device, logics } = irisys.decode(fixture('irisys-old.json'));
    expect(device).toBe('irisys:V4D-21060107');
    expect(logics.map(({ counters }) => counters)).toEqual([
      [{ measure: 'people', way: 'ins', at, value: 63, modulus: null }],
      [{ measure: 'people', way: 'outs', at, value: 62, modulus: null }],
    ]);
  });

  it.each([
    ['bad_value', '"LogPeriodValue": 1,', '"LogPeriodValue": -1,'],
    ['bad_interval', '"StartTimestamp": "2026-01-01T19:50:00Z"', '"StartTimestamp": "2026-01-01T20:20:00Z"'],
    ['bad_interval', '"Timestamp": "2026-01-01T20:20:00Z"', '"Timestamp": "24:00"'],
    ['unknown_shape', '"RegisterId": 0,', '"RegisterId": "first",'],
  ])('[I40] says %s where it cannot be read, and reads the rest', (flaw, from, to) => {
    expect(irisys.decode(changed('irisys-counts.json', (text) => text.replace(from, to))).flaws).toEqual([flaw]);
  });

  it('without counts is a body of another vendor, or has nobody in it', () => {
    expect(irisys.identify(json({ logics_data: {} }))).toEqual({ kind: 'unreadable', device: null });
    expect(irisys.identify(json({ HistogramLogs: [] }))).toEqual({ kind: 'test' });
  });
});
