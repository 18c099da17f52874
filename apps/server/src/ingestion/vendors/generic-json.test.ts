import { describe, expect, it } from 'vitest';
import { genericJson } from './generic-json.ts';
import { changed, fixture, json } from './testing.ts';

const file = 'generic.json';
const at = Date.UTC(2026, 0, 1, 8) / 1000;
const interval = { at, span: 60 };
const deviceOf = (device: unknown) => genericJson.decode(json({ device, readings: [] })).device;

describe('the JSON format of this product', () => {
  it('[I103] carries counts, totals, levels, waits and the state of a device', () => {
    const { device, logics, flaws, status } = genericJson.decode(fixture(file));
    expect({ device, flaws }).toEqual({ device: '24E124FF3920', flaws: [] });
    expect(status).toMatchObject({ firmware: '1.2.0', ipAddress: '192.0.2.7', detail: { temperature: 41.5 } });
    expect(logics).toEqual([
      {
        deviceId: '1',
        name: 'Main door',
        form: 'line',
        readings: [
          { measure: 'people', ...interval, ins: 3, outs: 2, partial: false },
          { measure: 'male', ...interval, ins: 1, outs: 2, partial: false },
        ],
      },
      {
        deviceId: '2',
        name: 'Side door',
        form: 'line',
        readings: [],
        counters: [
          { measure: 'people', way: 'ins', at: at + 60, value: 120, modulus: null },
          { measure: 'people', way: 'outs', at: at + 60, value: 118, modulus: null },
        ],
      },
      {
        deviceId: 'lobby',
        name: 'Lobby',
        form: 'zone',
        readings: [],
        levels: [{ measure: 'people', ...interval, last: 12, lo: 9, hi: 15 }],
      },
      {
        deviceId: 'cafe',
        name: 'Zone cafe',
        form: 'zone',
        readings: [],
        levels: [{ measure: 'people', at: at + 60, span: null, last: 4, lo: 4, hi: 4 }],
      },
      {
        deviceId: 'till',
        name: 'Zone till',
        form: 'zone',
        readings: [],
        samples: [{ measure: 'wait', ...interval, id: '', milliseconds: 124_400, n: 8, outcome: 'served' }],
      },
    ]);
  });

  it('names a device by its MAC address, its EUI-64 or a number of its own', () => {
    expect(deviceOf('24-e1-24-ff-39-20')).toBe('24E124FF3920');
    expect(deviceOf('24E124FFFEFF3920')).toBe('24E124FFFEFF3920');
    expect(deviceOf('door-7')).toBe('atrium:DOOR-7');
    expect(deviceOf(42)).toBe('atrium:42');
    expect(deviceOf('a b')).toBeNull();
  });

  it('may say that it is a test', () => {
    expect(genericJson.decode(json({ test: true, readings: [] })).testData).toBe(true);
  });

  it.each([
    ['bad_value', '"in": 3', '"in": 3.5'],
    ['bad_value', '"inTotal": 120', '"inTotal": -120'],
    ['bad_value', '"min": 9', '"min": 13'],
    ['bad_value', '"wait": 124.4', '"wait": "long"'],
    ['bad_value', '"people": 8', '"people": -8'],
    ['bad_value', '"served"', '"happy"'],
    ['bad_interval', '"to": "2026-01-01T08:01:00Z"', '"to": "2026-01-01T08:01:00"'],
    ['unknown_shape', '"line": "2"', '"door": "2"'],
    ['unknown_shape', '"measure": "male"', '"measure": "Men & boys"'],
    ['unknown_shape', '"readings": [', '"readings": {}, "others": ['],
  ])('[I40] says %s where %s is %s', (flaw, from, to) => {
    expect(genericJson.decode(changed(file, (text) => text.replace(from, to))).flaws).toEqual([flaw]);
  });
});
