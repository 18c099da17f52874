import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { xovis5 } from './xovis5.ts';

const fixture = (name: string) => readFileSync(new URL(`./fixtures/xovis5-${name}.json`, import.meta.url));
const changed = (name: string, change: (text: string) => string) => Buffer.from(change(fixture(name).toString()));
const json = (value: unknown) => Buffer.from(JSON.stringify(value));
const named = (name: unknown) => xovis5.decode(json({ logics_data: { logics: [{ id: 7, name }] } })).logics[0]?.name;
const start = 1_767_225_600;

/** The result of an interval: its readings, or the flaw. */
function intervalOf(from: unknown, to: unknown) {
  const counts = [{ name: 'fw', value: 1 }];
  const { logics, flaws } = xovis5.decode(
    json({ logics_data: { logics: [{ id: 7, records: [{ from, to, counts }] }] } }),
  );
  return flaws[0] ?? logics[0]?.readings;
}

describe('a package of logics', () => {
  it('[I120] counts people and the subgroups the sensor distinguishes, and says how many are in zones and queues', () => {
    expect(xovis5.decode(fixture('logics'))).toEqual({
      device: '801F12D530DC',
      testData: false,
      status: null,
      package: { agent: '1008', number: 4711 },
      flaws: [],
      logics: [
        {
          deviceId: '2',
          name: 'Main door',
          form: 'line',
          readings: [
            { measure: 'people', at: start, span: 60, ins: 7, outs: 5, partial: false },
            { measure: 'male', at: start, span: 60, ins: 3, outs: 0, partial: false },
            { measure: 'female', at: start, span: 60, ins: 4, outs: 0, partial: false },
            { measure: 'mask', at: start, span: 60, ins: 0, outs: 0, partial: false },
            { measure: 'no_mask', at: start, span: 60, ins: 7, outs: 0, partial: false },
          ],
        },
        {
          deviceId: '1',
          name: 'Lobby',
          form: 'zone',
          readings: [],
          levels: [{ measure: 'people', at: start, span: 60, last: 12, lo: 12, hi: 12 }],
        },
        {
          deviceId: '1000',
          name: 'Till queue',
          form: 'zone',
          readings: [],
          levels: [{ measure: 'queue', at: start, span: 60, last: 4, lo: 4, hi: 4 }],
          samples: [
            {
              measure: 'wait',
              at: start,
              span: 60,
              id: '',
              milliseconds: 124_400,
              n: 8,
              isSumOrAverage: true,
              outcome: 'unknown',
            },
          ],
        },
      ],
    });
    expect(xovis5.identify(fixture('logics'))).toEqual({
      kind: 'readings',
      device: '801F12D530DC',
      records: 3,
      newest: start + 60,
    });
  });

  it('may be one of several in a body, come from a multi-sensor unit, use RFC 3339, be incomplete, and count groups', () => {
    expect(xovis5.decode(fixture('multisensor'))).toMatchObject({
      device: '006E0201AB7C',
      logics: [
        {
          deviceId: '1.3',
          readings: [{ measure: 'group', at: start, span: 300, ins: 2, outs: 1, partial: true }],
        },
      ],
    });
  });

  it('reads the same in seconds and after a byte order mark', () => {
    const expected = xovis5.decode(fixture('logics'));
    expect(xovis5.decode(changed('logics', (text) => text.replaceAll(/(17672256\d\d)000/g, '$1')))).toEqual(expected);
    expect(xovis5.decode(changed('logics', (text) => `\uFEFF${text}`))).toEqual(expected);
  });

  it('is test data when the test function of the sensor sends it', () => {
    const body = changed('logics', (text) => text.replace('"id": 4711', '"trigger": "DUMMY_DATA", "id": 4711'));
    expect(xovis5.decode(body).testData).toBe(true);
  });

  it('longer than a day is split without losing anyone', () => {
    const { logics } = xovis5.decode(
      changed('logics', (text) => text.replace('"to": 1767225660000', `"to": ${(start + 90_000) * 1000}`)),
    );
    expect(logics[0]?.readings.slice(0, 2)).toEqual([
      { measure: 'people', at: start, span: 86_400, ins: 6, outs: 4, partial: false },
      { measure: 'people', at: start + 86_400, span: 3600, ins: 1, outs: 1, partial: false },
    ]);
  });

  it.each([
    ['a bad value', '"value": 7 }', '"value": -1 }', 'bad_value'],
    ['a fraction', '"value": 7 }', '"value": 0.5 }', 'bad_value'],
    ['an end before the start', '"to": 1767225660000', '"to": 1767225600000', 'bad_interval'],
    ['no end', '"to": 1767225660000', '"to": "soon"', 'bad_interval'],
    [
      'a logic without a number',
      '"id": 2,\n        "name": "Main',
      '"id": "x",\n        "name": "Main',
      'unknown_shape',
    ],
  ])('with %s reports the flaw and reads the rest', (_, from, to, flaw) => {
    const decoded = xovis5.decode(changed('logics', (text) => text.replace(from, to)));
    expect(decoded.flaws).toEqual([flaw]);
    expect(decoded.logics.map(({ deviceId }) => deviceId)).toContain('1');
  });

  it.each(['"7"', 'null', '5.5', '-1', '1e300', 'true', '4294967296'])(
    '[I40] with the count %s has no value for its measure: missing is not zero, and the other measures stay',
    (value) => {
      const { logics, flaws } = xovis5.decode(
        changed('logics', (text) => text.replace('"name": "bw", "value": 5', `"name": "bw", "value": ${value}`)),
      );
      expect(flaws).toEqual(['bad_value']);
      expect(logics[0]?.readings.map(({ measure }) => measure)).toEqual(['male', 'female', 'mask', 'no_mask']);
    },
  );

  it.each([
    ['a count sent twice, differently', '"name": "bw", "value": 5', '"name": "fw", "value": 5', 'bad_value'],
    ['counts that are no list', '"counts": [', '"counts": {}, "others": [', 'unknown_shape'],
    ['no counts', '"counts": [', '"others": [', 'unknown_shape'],
  ])('[I40] with %s has no value and reports why', (_, from, to, flaw) => {
    const { logics, flaws } = xovis5.decode(changed('logics', (text) => text.replace(from, to)));
    expect(flaws).toEqual([flaw]);
    expect(logics[0]?.readings.filter(({ measure }) => measure === 'people')).toEqual([]);
  });

  it.each([
    ['2026-01-01T00:00:00Z', '2026-01-01T00:01:00Z', start],
    ['2026-01-01T05:30:00+05:30', '2026-01-01T00:01:00.000Z', start],
    ['2025-12-31T12:00:00-12:00', '2026-01-01T14:01:00+14:00', start],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:01:00Z', 1_709_164_800],
  ])('[T14] reads the instants %s and %s', (from, to, at) => {
    expect(intervalOf(from, to)).toMatchObject([{ at, span: 60 }]);
  });

  it.each([
    ['2026-02-30T00:00:00Z', '2026-02-30T00:01:00Z'],
    ['2025-02-29T00:00:00Z', '2025-02-29T00:01:00Z'],
    ['2026-00-10T00:00:00Z', '2026-00-10T00:01:00Z'],
    ['2026-01-01T23:59:00Z', '2026-01-01T24:00:00Z'],
    ['2026-01-01T25:00:00Z', '2026-01-01T25:01:00Z'],
    ['2026-06-30T23:59:00Z', '2026-06-30T23:59:60Z'],
    ['2026-01-01T00:00:00+15:00', '2026-01-01T00:01:00+15:00'],
    ['2026-01-01T00:00:00+01:60', '2026-01-01T00:01:00+01:60'],
    ['2026-01-01T00:00:00', '2026-01-01T00:01:00'],
    [1e308, 1e308],
    [-60, 0],
  ])('[T14] has no interval from %s to %s, which exists on no calendar or clock', (from, to) => {
    expect(intervalOf(from, to)).toEqual('bad_interval');
  });

  it('[I39] may have several records in one second, each with its own start', () => {
    const first = start * 1000;
    expect(intervalOf(first, first + 500)).toMatchObject([{ at: start, span: 0.5 }]);
    expect(intervalOf(first + 500, first + 1000)).toMatchObject([{ at: start + 0.5, span: 0.5 }]);
    expect(intervalOf('2026-01-01T00:00:00.250Z', '2026-01-01T00:00:00.500Z')).toMatchObject([
      { at: start + 0.25, span: 0.25 },
    ]);
    expect(intervalOf(first + 400, first + 60_300)).toMatchObject([{ at: start, span: 60 }]);
  });

  it('removes control characters from names, and names a logic that has none', () => {
    expect(named(' A\u0000\u202Edoor\n ')).toBe('A  door');
    expect(named('\u0000')).toBe('Logic 7');
    expect(named(undefined)).toBe('Logic 7');
    expect(named('x'.repeat(500))).toHaveLength(100);
  });
});

describe('other packages', () => {
  it('report the state of the device', () => {
    expect(xovis5.identify(fixture('status'))).toMatchObject({ kind: 'status', device: '801F12D530DC' });
    expect(xovis5.decode(fixture('status')).status).toEqual({
      firmware: '5.4.2',
      ipAddress: '192.168.0.94',
      config: {
        type: 'PC2SE',
        productCode: 'PC2SE-UL',
        firmware: '5.4.2',
        ipAddress: '192.168.0.94',
        subnetMask: '255.255.255.0',
        gateway: '192.168.0.1',
        dhcp: true,
        ntpHost: 'pool.ntp.org',
      },
      detail: {
        type: 'PC2SE',
        productCode: 'PC2SE-UL',
        uptimeSeconds: 86_400,
        dieTemperature: 61,
        housingTemperature: 43.5,
        ntpHost: 'pool.ntp.org',
        ntpOffset: 0.4,
        illumination: 'OK',
        framesProcessed: 1_036_800,
      },
    });
  });

  it('with a status contain an address only if it is valid', () => {
    const strange = changed('status', (text) => text.replace('192.168.0.94', '<script>'));
    expect(xovis5.decode(strange).status).toMatchObject({ ipAddress: null });
    expect(xovis5.decode(strange).status?.config).not.toHaveProperty('ipAddress');
  });

  it('from several devices in one body belong to none of them', () => {
    const [one] = JSON.parse(fixture('multisensor').toString()) as object[];
    const other = JSON.parse(fixture('logics').toString()) as object;
    expect(xovis5.decode(json([one, other])).flaws).toEqual(['several_devices']);
    expect(xovis5.identify(json([one, other]))).toEqual({ kind: 'unreadable', device: null });
  });

  it.each(['', '  \n', '[]', '{"connection_test":true}'])('that test the connection contain nothing: %j', (text) => {
    expect(xovis5.identify(Buffer.from(text))).toEqual({ kind: 'test' });
    expect(xovis5.decode(Buffer.from(text))).toMatchObject({ logics: [], flaws: [] });
  });
});

describe('anything else', () => {
  const values: unknown[] = [null, true, 0, -1, 1e308, '', 'x', [], [[]], {}, { id: 1 }, [null], { logics: 1 }];

  it('never throws, whatever the input', () => {
    const paths = [
      'logics_data',
      'sensor_info',
      'serial_number',
      'logics',
      'records',
      'counts',
      'value',
      'from',
      'to',
      'id',
      'name',
      'info',
      'geometries',
      'package_info',
      'samples',
    ];
    for (const name of ['logics', 'multisensor', 'status', 'live', 'templates', 'spider']) {
      for (const path of [...paths, 'status_data', 'states', 'device', 'live_data']) {
        for (const value of values) {
          const twisted = JSON.stringify(
            JSON.parse(fixture(name).toString(), (key, old: unknown) => (key === path ? value : old)),
          );
          expect(() => xovis5.identify(Buffer.from(twisted))).not.toThrow();
          expect(() => xovis5.decode(Buffer.from(twisted))).not.toThrow();
        }
      }
    }
  });

  it.each([
    ['not_json', '{'],
    ['not_json', '\u0000'],
    ['too_deep', '['.repeat(17)],
    ['too_wide', `{${Array.from({ length: 201 }, (_, i) => `"${i}":1`).join()}}`],
    ['unknown_shape', '"text"'],
    ['unknown_shape', '{"logics_data":[]}'],
  ])('is %s: %j', (flaw, text) => {
    expect(xovis5.decode(Buffer.from(text)).flaws).toEqual([flaw]);
    expect(xovis5.identify(Buffer.from(text))).toEqual({ kind: 'unreadable', device: null });
  });

  it('ignores braces and colons inside text', () => {
    const text = JSON.stringify({ a: `${'{['.repeat(50)}${':'.repeat(300)}\\"` });
    expect(xovis5.decode(Buffer.from(text)).flaws).toEqual(['unknown_shape']);
  });
});
