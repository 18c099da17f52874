import { describe, expect, it } from 'vitest';
import { irisys, irisysMqtt } from './irisys.ts';
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
    // How tall people were is left out on purpose: it counts nobody.
    expect(irisys.identify(fixture('irisys-histograms.json'))).toEqual({ kind: 'test' });
    expect(irisys.decode(fixture('irisys-histograms.json'))).toMatchObject({ logics: [], flaws: [] });
  });
});

describe('Irisys Vector 4D over MQTT', () => {
  const at = Date.UTC(2026, 0, 1, 12, 30) / 1000;

  it('[R1176] counts each change of a register, whose name says the direction', () => {
    const { device, logics, flaws } = irisysMqtt.decode(fixture('irisys-mqtt-counts.json'));
    expect({ device, flaws }).toEqual({ device: null, flaws: [] });
    expect(logics).toMatchObject([
      {
        deviceId: 'MainEntranceIn',
        form: 'line',
        readings: [
          { at, ins: 1, outs: 0 },
          { at: at + 5, ins: 2, outs: 0 },
        ],
      },
      { deviceId: 'MainEntranceOut', readings: [{ at, ins: 0, outs: 1 }] },
    ]);
    expect(irisysMqtt.addressed('V4D-21060107')).toBe('irisys:V4D-21060107');
    expect(irisysMqtt.addressed('0021AC0431CB')).toBe('0021AC0431CB');
    expect(irisysMqtt.addressed('counts')).toBeNull();
  });

  it('[R1176] says whether the sensor is connected, and nothing when nothing changed', () => {
    const status = irisysMqtt.decode(json({ status: 'disconnected' }));
    expect(status).toMatchObject({ logics: [], flaws: [], status: { detail: { connection: 'disconnected' } } });
    expect(irisysMqtt.identify(json([]))).toEqual({ kind: 'test' });
  });

  it('[R1176] [I125] counts at no other address, and no log at its own', () => {
    expect(irisys.decode(fixture('irisys-mqtt-counts.json'))).toMatchObject({ logics: [], flaws: [] });
    expect(irisysMqtt.decode(fixture('irisys-counts.json'))).toMatchObject({ logics: [], flaws: ['unsupported_kind'] });
  });

  it.each([
    ['unsupported_kind', { counts: [{ name: 'Enter', count: 12 }] }],
    ['unknown_shape', { value: 1, t: '2026-01-01T12:30:00+0000' }],
    ['bad_interval', { register: 'In', value: 1, t: 'now' }],
    ['bad_value', { register: 'In', value: 'one', t: '2026-01-01T12:30:00+0000' }],
  ])('[R1171] [I40] says %s of %j', (flaw, message) => {
    expect(irisysMqtt.decode(json(message)).flaws).toEqual([flaw]);
  });

  it.each([
    ['MainEntranceOut', 'outs'],
    ['door_out', 'outs'],
    ['Exit2', 'outs'],
    ['Salida', 'outs'],
    ['MainEntranceIn', 'ins'],
    ['Outlet', 'ins'],
    ['Line 2', 'ins'],
  ])('[R1177] a register without a tag that is called %s counts %s', (Name, way) => {
    const body = { CountLogs: [{ Counts: [{ RegisterId: 0, Name, Value: 3 }], Timestamp: '2026-01-01T12:30:00Z' }] };
    expect(irisys.decode(json(body)).logics[0]?.counters).toMatchObject([{ way }]);
  });
});
