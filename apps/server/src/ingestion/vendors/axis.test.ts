import { describe, expect, it } from 'vitest';
import { axis } from './axis.ts';
import { changed, fixture, json } from './testing.ts';

const start = Date.UTC(2026, 0, 1, 8, 14) / 1000;
const event = 1_767_225_684.528;

const zoneOf = (device: string | null) => (device === 'B8A44FA89C85' ? 'Europe/Zurich' : null);

describe('Axis Retail Data', () => {
  it('[I131] [I132] is read in the local time of its location where it has no other, and waits where that is unknown', () => {
    const local = changed('axis-retail-data.json', (text) => text.replaceAll(/"utc(From|To)": "[^"]*",/g, ''));
    expect(axis.decode(local, { zoneOf }).logics).toEqual(axis.decode(fixture('axis-retail-data.json')).logics);
    expect(axis.decode(local)).toMatchObject({ logics: [], flaws: ['unknown_time_zone'] });
  });

  it('[I103] counts people and adults of an interval, and says how the camera is', () => {
    expect(axis.decode(fixture('axis-retail-data.json'))).toEqual({
      device: 'B8A44FA89C85',
      testData: false,
      flaws: [],
      logics: [
        {
          deviceId: '1',
          name: 'Counter',
          form: 'line',
          readings: [
            { measure: 'people', at: start, span: 60, ins: 3, outs: 2, partial: false },
            { measure: 'adult', at: start, span: 60, ins: 3, outs: 1, partial: false },
          ],
        },
      ],
      status: {
        firmware: '11.11.148',
        ipAddress: '192.168.109.60',
        config: {
          type: 'AXIS 3D People Counter',
          firmware: '11.11.148',
          ipAddress: '192.168.109.60',
          name: 'axis-b8a44fa89c85',
          timezone: 'Europe/Zurich',
        },
        detail: {},
      },
    });
    expect(axis.identify(fixture('axis-retail-data.json'))).toEqual({
      kind: 'readings',
      device: 'B8A44FA89C85',
      records: 2,
      newest: start + 60,
    });
  });

  it('without measurements is the test of the connection', () => {
    const test = { apiName: 'Axis Retail Data', data: { measurements: [] } };
    expect(axis.identify(json(test))).toEqual({ kind: 'test' });
    expect(axis.identify(Buffer.from(' '))).toEqual({ kind: 'test' });
  });

  it('of another kind than people is left out', () => {
    const body = changed('axis-retail-data.json', (text) => text.replace('people-counts', 'queue-lengths'));
    expect(axis.decode(body)).toMatchObject({ logics: [], flaws: [] });
  });

  it.each(['-1', '2.5', '"three"', 'null', '1e99'])('[I40] with the count %s has no figure of it', (value) => {
    const body = changed('axis-retail-data.json', (text) => text.replace('"count": 3', `"count": ${value}`));
    const { logics, flaws } = axis.decode(body);
    expect(flaws).toEqual(['bad_value']);
    expect(logics[0]?.readings.map(({ measure }) => measure)).toEqual(['adult']);
  });

  it.each(['2026-02-30T08:15:00Z', '2026-01-01T08:14:00Z', 'soon', '2026-01-03T08:14:00Z'])(
    '[T14] until %s is no interval',
    (to) => {
      const body = changed('axis-retail-data.json', (text) => text.replaceAll('2026-01-01T08:15:00Z', to));
      expect(axis.decode(body)).toMatchObject({ logics: [], flaws: ['bad_interval'] });
    },
  );
});

describe('Axis Object Analytics', () => {
  it('[I103] [R1184] counts up from the last reset, class by class', () => {
    const { device, logics, flaws } = axis.decode(fixture('axis-crossline.json'));
    expect({ device, flaws }).toEqual({ device: 'B8A44F9EED3B', flaws: [] });
    expect(logics[0]).toMatchObject({ deviceId: 'Device1Scenario1', form: 'line', isOneWay: true, readings: [] });
    expect(logics[0]?.counters?.slice(0, 2)).toEqual([
      { measure: 'people', way: 'ins', at: event, value: 55, modulus: null },
      { measure: 'car', way: 'ins', at: event, value: 2, modulus: null },
    ]);
  });

  it('[I103] says the same under the topic that older firmware gives it', () => {
    expect(axis.decode(fixture('axis-crossline-tns.json'))).toEqual(axis.decode(fixture('axis-crossline.json')));
  });

  it('[I103] says how many people there are until it says something else', () => {
    const { logics } = axis.decode(fixture('axis-occupancy.json'));
    expect(logics).toMatchObject([
      { form: 'zone', levels: [{ measure: 'people', at: event, span: null, last: 4, lo: 4, hi: 4 }] },
    ]);
  });

  it.each([
    ['bad_value', '"55"', '"many"'],
    ['bad_interval', '1767225684528', '"today"'],
    ['unsupported_kind', 'Device1Scenario1', 'Motion'],
    ['unsupported_kind', 'Crossline', 'Tailgating'],
  ])('says %s where it cannot be read', (flaw, from, to) => {
    expect(axis.decode(changed('axis-crossline.json', (text) => text.replace(from, to))).flaws).toEqual([flaw]);
  });

  it('[R1171] names a threshold that was crossed, and motion in a scenario, which count nobody', () => {
    expect(axis.decode(fixture('axis-threshold.json'))).toMatchObject({
      device: 'B8A44F9EED3B',
      logics: [],
      flaws: ['unsupported_kind'],
    });
    const motion = changed('axis-threshold.json', (text) => text.replace('Threshold', ''));
    expect(axis.decode(motion)).toMatchObject({ logics: [], flaws: ['unsupported_kind'] });
  });

  it('of two cameras in one body is refused', () => {
    const [crossline, retail] = ['axis-crossline.json', 'axis-retail-data.json'].map((file) =>
      fixture(file).toString(),
    );
    expect(axis.decode(Buffer.from(`[${crossline},${retail}]`)).flaws).toEqual(['several_devices']);
  });
});
