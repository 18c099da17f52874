import { describe, expect, it } from 'vitest';
import { lorawan } from './lorawan.ts';
import { changed, fixture, json } from './testing.ts';
import type { Report } from './vendor.ts';

/** What each line and region says, and when. */
function said({ logics }: Pick<Report, 'logics'>) {
  return logics.flatMap(({ deviceId, counters = [], levels = [], samples = [] }) => [
    ...counters.map(({ measure, way, value, modulus, at }) => [deviceId, measure, way, value, modulus, timeOf(at)]),
    ...levels.map(({ measure, last, at }) => [deviceId, measure, last, timeOf(at)]),
    ...samples.map(({ measure, milliseconds, at }) => [deviceId, measure, milliseconds, timeOf(at)]),
  ]);
}

function timeOf(at: number): string {
  return new Date(at * 1000).toISOString().slice(11, 19);
}

const uplink = (hex: string) => ({
  deviceInfo: { devEui: '24e124fffe000135' },
  time: '2026-01-01T08:00:00Z',
  data: Buffer.from(hex, 'hex').toString('base64'),
});

/** When a reading is, of a device that says what its clock shows. */
const at = (hex: string) => said(lorawan.decode(json(uplink(`0DCC01000200${hex}`))))[0]?.at(-1);

describe('Milesight over LoRaWAN', () => {
  it('[I127] is read from The Things Stack: totals, children, regions and stays; periods repeat the totals', () => {
    const decoded = lorawan.decode(fixture('lorawan-things-stack.json'));
    expect(decoded).toMatchObject({ device: '24E124FFFE000135', flaws: [], status: { config: { name: 'main-door' } } });
    expect(said(decoded)).toEqual([
      ['line-1', 'people', 'ins', 72, null, '08:00:00'],
      ['line-1', 'people', 'outs', 200, null, '08:00:00'],
      ['line-1', 'child', 'ins', 5, null, '08:00:00'],
      ['line-1', 'child', 'outs', 4, null, '08:00:00'],
      ['line-2', 'people', 'ins', 0, null, '08:00:00'],
      ['line-2', 'people', 'outs', 0, null, '08:00:00'],
      ['line-4', 'people', 'ins', 5300, null, '08:00:00'],
      ['line-4', 'people', 'outs', 6797, null, '08:00:00'],
      ['region-1', 'people', 2, '08:00:00'],
      ['region-1', 'child', 1, '08:00:00'],
      ['region-1', 'dwell', 30_000, '08:00:00'],
      ['region-2', 'people', 16, '08:00:00'],
      ['region-2', 'child', 0, '08:00:00'],
      ['region-3', 'people', 7, '08:00:00'],
      ['region-3', 'child', 0, '08:00:00'],
      ['region-4', 'people', 9, '08:00:00'],
      ['region-4', 'child', 0, '08:00:00'],
    ]);
  });

  it('[I127] is read from the object of the codec where a server sends no bytes', () => {
    expect(said(lorawan.decode(fixture('lorawan-decoded.json')))).toEqual([
      ['line-1', 'people', 'ins', 75, null, '08:10:00'],
      ['line-1', 'people', 'outs', 201, null, '08:10:00'],
      ['region-0', 'people', 9, '08:10:00'],
      ['region-1', 'people', 4, '08:10:00'],
      ['region-1', 'dwell', 30_000, '08:10:00'],
    ]);
  });

  it('[I127] [I128] is read from ChirpStack 4: a VS121 by its own clock, with a counter of two bytes', () => {
    const decoded = lorawan.decode(fixture('lorawan-chirpstack4.json'));
    expect(decoded).toMatchObject({ device: '24E124FFFE000121', flaws: [] });
    expect(said(decoded).slice(0, 5)).toEqual([
      ['line-1', 'people', 'ins', 65_520, 65_536, '07:59:58'],
      ['line-1', 'people', 'outs', 100, 65_536, '07:59:58'],
      ['region-0', 'people', 3, '07:59:58'],
      ['region-0', 'dwell', 30_000, '07:59:58'],
      ['region-1', 'people', 0, '07:59:58'],
    ]);
    expect(decoded.logics).toHaveLength(18);
  });

  it('[I127] is read from ChirpStack 3, which writes the EUI-64 in base64', () => {
    const decoded = lorawan.decode(fixture('lorawan-chirpstack3.json'));
    expect(decoded).toMatchObject({ device: '24E124FFFE000133', flaws: [] });
    expect(said(decoded).map(([, , , value]) => value)).toEqual([10, 11]);
    const decodedOnly = changed('lorawan-chirpstack3.json', (text) => text.replace(/"data": "[^"]*",/, ''));
    expect(lorawan.decode(decodedOnly).logics).toEqual(decoded.logics);
  });

  it('[I127] is read from ThingPark in hexadecimal digits, with what a device says when it joins', () => {
    const decoded = lorawan.decode(fixture('lorawan-thingpark.json'));
    expect(decoded).toMatchObject({
      device: '24E124FFFE000125',
      status: { firmware: '1.14', config: { serial: '6824e30817560003' }, detail: { batteryLevel: 98 } },
      flaws: [],
    });
    expect(said(decoded).map(([, , , value]) => value)).toEqual([12, 13]);
  });

  it('[I127] [I129] is read from a Milesight gateway, several sensors in one body', () => {
    const { device, carried, flaws } = lorawan.decode(fixture('lorawan-milesight-gateway.json'));
    expect({ device, flaws }).toEqual({ device: null, flaws: [] });
    expect(carried?.map((report) => [report.device, said(report).map(([, , , value]) => value)])).toEqual([
      ['24E124FFFE000350', [12, 7]],
      ['24E124FFFE000135', [72, 200]],
    ]);
    expect(lorawan.identify(fixture('lorawan-milesight-gateway.json'))).toMatchObject({
      kind: 'readings',
      device: null,
      carried: ['24E124FFFE000350', '24E124FFFE000135'],
    });
  });

  it.each([
    ['bad_value', 'cut off', uplink('03D248')],
    ['bad_value', 'not base64', { ...uplink('03D248000000'), data: '§' }],
    ['unsupported_kind', 'of an unknown channel', uplink('03D24800000051FC0000')],
    ['bad_interval', 'without a time', { ...uplink('03D248000000'), time: undefined }],
    ['unknown_shape', 'of nobody', { ...uplink('03D248000000'), deviceInfo: { devEui: 'door' } }],
    ['unknown_shape', 'in no envelope', { payload: '03D248000000' }],
  ])('[I40] says %s of a payload that is %s', (flaw, _, body) => {
    expect(lorawan.decode(json(body)).flaws).toEqual([flaw]);
  });

  it('[I127] goes on after the alarm of a covered sensor, which is part of the state of the device', () => {
    const covered = lorawan.decode(json(uplink('50FC00000103D248000000')));
    expect(covered).toMatchObject({ flaws: [], status: { detail: { occluded: true } } });
    expect(said(covered)).toEqual([['line-1', 'people', 'ins', 72, null, '08:00:00']]);
    expect(lorawan.decode(json(uplink('50FC000000'))).status?.detail).toEqual({ occluded: false });
    expect(lorawan.decode(json(uplink('03D248000000'))).status?.detail).toEqual({});
  });

  it('[I127] skips periods, flows, the most people and the longest stay, which repeat totals or say too little', () => {
    const { flaws, logics, status } = lorawan.decode(fixture('lorawan-skipped.json'));
    expect(flaws).toEqual([]);
    expect(said({ logics })).toEqual([
      ['line-1', 'people', 'ins', 10, 65_536, '08:00:00'],
      ['line-1', 'people', 'outs', 11, 65_536, '08:00:00'],
    ]);
    expect(status?.detail).toEqual({});
  });

  it('[R1175] reads what a sensor had stored at the times when it stored it, and what it shows now after that', () => {
    const decoded = lorawan.decode(fixture('lorawan-history.json'));
    expect(decoded.flaws).toEqual([]);
    expect(said(decoded)).toEqual([
      ['line-1', 'people', 'ins', 70, null, '07:40:00'],
      ['line-1', 'people', 'outs', 198, null, '07:40:00'],
      ['line-1', 'people', 'ins', 72, null, '08:00:00'],
      ['line-1', 'people', 'outs', 200, null, '08:00:00'],
      ['region-1', 'people', 2, '07:40:00'],
      ['region-1', 'dwell', 30_000, '07:40:00'],
      ['region-2', 'people', 16, '07:40:00'],
      ['region-3', 'people', 7, '07:40:00'],
      ['region-4', 'people', 9, '07:40:00'],
    ]);
  });

  it.each([
    ['bad_value', 'cut off', '20CEC024566903460000'],
    ['bad_interval', 'of a clock that was never set', '20CE000000000346000000'],
    ['unsupported_kind', 'of another model', '20CEC024566901460000000000'],
  ])('[R1175] [I40] says %s of a history that is %s', (flaw, _, hex) => {
    expect(lorawan.decode(json(uplink(hex))).flaws).toEqual([flaw]);
  });

  it('[I128] takes the time of the server where the clock of the device is not set or runs ahead', () => {
    expect(at('0F8500000000')).toBe('08:00:00');
    expect(at('0F85FFFFFF7F')).toBe('08:00:00');
    expect(at('0F857E295669')).toBe('07:59:58');
  });

  it('[I122] never counts what was simulated in the console of the network server', () => {
    const body = changed('lorawan-things-stack.json', (text) => text.replace('{', '{ "simulated": true,'));
    expect(lorawan.decode(body).testData).toBe(true);
  });

  it('hears a device that joins or reports its battery', () => {
    const body = json({ deviceInfo: { devEui: '24e124fffe000135' }, batteryLevel: 88, margin: 10 });
    expect(lorawan.identify(body)).toMatchObject({ kind: 'status', device: '24E124FFFE000135' });
    expect(lorawan.decode(body).status?.detail).toEqual({ batteryLevel: 88 });
  });
});
