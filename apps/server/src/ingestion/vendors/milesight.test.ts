import { describe, expect, it } from 'vitest';
import { milesight, milesightCrossings } from './milesight.ts';
import { changed, fixture, json } from './testing.ts';
import { withoutSnapshots } from './without-snapshots.ts';

const start = Date.UTC(2026, 0, 1, 23, 11) / 1000;
const line = 'fb798b5f-2c15-4360-8713-ba0d213169c7';
const vs125 = (change: (text: string) => string) => milesight.decode(changed('milesight-vs125.json', change));

describe('Milesight VS125, VS133 and VS135', () => {
  it('[I103] [I104] count the people of an interval, and not again what the line has counted in all', () => {
    const { device, logics, flaws, status } = milesight.decode(fixture('milesight-vs125.json'));
    expect({ device, flaws }).toEqual({ device: '24E124FF3920', flaws: [] });
    expect(status).toMatchObject({ firmware: 'V_125-LW.1.0.3-r2', ipAddress: '192.168.1.51' });
    const reading = { measure: 'people', at: start, span: 60, ins: 2, outs: 1, partial: false };
    expect(logics).toEqual([{ deviceId: line, name: 'Line1', form: 'line', readings: [reading] }]);
  });

  it('[I103] say how far their lines have come, in local time with daylight saving', () => {
    const at = Date.UTC(2026, 6, 1, 8, 1) / 1000;
    expect(milesight.decode(fixture('milesight-vs135.json')).logics).toEqual([
      {
        deviceId: '1',
        name: 'Door',
        form: 'line',
        readings: [],
        counters: [
          { measure: 'people', way: 'ins', at, value: 72, modulus: null },
          { measure: 'people', way: 'outs', at, value: 200, modulus: null },
        ],
      },
    ]);
  });

  it.each(['linePeriod', 'line'])('wrote %s in earlier firmware', (section) => {
    const old = vs125((text) => text.replace('line_periodic_data', section));
    expect(old.logics).toEqual(milesight.decode(fixture('milesight-vs125.json')).logics);
  });

  it('[I104] wrote a field for each line and direction at first, which repeats none of their sections', () => {
    const { flaws, logics } = milesight.decode(fixture('milesight-numbered-lines.json'));
    expect(flaws).toEqual([]);
    const interval = { measure: 'people', at: start, span: 60, partial: false };
    expect(logics).toEqual([
      { deviceId: '1', name: 'Line 1', form: 'line', readings: [{ ...interval, ins: 2, outs: 1 }] },
      { deviceId: '2', name: 'Line 2', form: 'line', readings: [{ ...interval, ins: 0, outs: 4 }] },
    ]);
    const both = vs125((text) => text.replace('"line_periodic_data"', '"line1_in": 9, "line_periodic_data"'));
    expect(both.logics).toEqual(milesight.decode(fixture('milesight-vs125.json')).logics);
    const bad = changed('milesight-numbered-lines.json', (text) => text.replace('"line1_in": 2', '"line1_in": "two"'));
    expect(milesight.decode(bad).flaws).toEqual(['bad_value']);
    expect(milesightCrossings.decode(fixture('milesight-numbered-lines.json')).logics).toEqual([]);
  });

  it('[I104] never count single crossings, which their intervals count too', () => {
    const { logics, flaws } = vs125((text) => text.replace('line_periodic_data', 'line_trigger_data'));
    expect(flaws).toEqual([]);
    expect(logics.flatMap(({ readings }) => readings)).toEqual([]);
  });

  it.each([
    ['bad_value', '"in": 2', '"in": -2'],
    ['bad_interval', '2026-01-01T23:12:00-00:00', '2026-01-01T23:11:00-00:00'],
    ['bad_interval', '2026-01-01T23:12:00-00:00', 'soon'],
  ])('[I40] say %s where %s is %s', (flaw, from, to) => {
    expect(vs125((text) => text.replace(from, to)).flaws).toEqual([flaw]);
  });
});

describe('Milesight VS121', () => {
  it('[I103] says how many people are in all regions and in each, and the most there were', () => {
    const interval = { measure: 'people', at: Date.UTC(2026, 0, 1, 10, 15, 52) / 1000, span: 3600 };
    const { device, logics, flaws } = milesight.decode(fixture('milesight-vs121.json'));
    expect({ device, flaws }).toEqual({ device: '001628FA8E68', flaws: [] });
    expect(logics.map(({ deviceId, name, levels }) => [deviceId, name, levels])).toEqual([
      ['0', 'All regions', [{ ...interval, last: 10, lo: 10, hi: 12 }]],
      ['1', 'Region1', [{ ...interval, last: 5, lo: 5, hi: 5 }]],
      ['2', 'Region2', [{ ...interval, last: 5, lo: 5, hi: 5 }]],
    ]);
  });

  it.each([
    ['unsupported_kind', 'Region People Counting', 'Flow'],
    ['bad_value', '"current_total": 10', '"current_total": "ten"'],
    ['bad_interval', 'UTC+8:00', 'China'],
  ])('[I40] says %s where %s is %s', (flaw, from, to) => {
    expect(milesight.decode(changed('milesight-vs121.json', (text) => text.replace(from, to))).flaws).toEqual([flaw]);
  });
});

const cut = (text: string) => withoutSnapshots(Buffer.from(text)).toString();

describe('a picture in a body', () => {
  it('[S207] is cut out, and everything else stays as it was sent, byte by byte', () => {
    const sent = fixture('milesight-vs121-snapshot.json');
    const kept = milesight.withoutPictures!(sent);
    expect(kept.toString()).toBe(sent.toString().replace(/"snapshot": "[^"]+"/, '"snapshot": ""'));
    expect(milesight.decode(kept)).toEqual(milesight.decode(fixture('milesight-vs121.json')));
    expect(withoutSnapshots(kept)).toEqual(kept);
    expect(milesightCrossings.withoutPictures!(sent)).toEqual(kept);
  });

  it.each([
    ['{"a":1.50,"snapshot":"/9j/","b":1e2}', '{"a":1.50,"snapshot":"","b":1e2}'],
    ['[{"snapshot" :\n"/9j/"},{"Snapshot":"/9k="}]', '[{"snapshot" :\n""},{"Snapshot":""}]'],
    ['{"camera":{"snapshot":{"image":"/9j/","of":[1,"}"]}},"b":2}', '{"camera":{"snapshot":""},"b":2}'],
    ['{"snapshot":["/9j/","/9k="],"b":2}', '{"snapshot":"","b":2}'],
    ['{"snapshot":/9j/4AAQ,"b":2}', '{"snapshot":"","b":2}'],
    ['{"snapshot":"a\\"b","c":3}', '{"snapshot":"","c":3}'],
    ['{"b":2,"snapshot":"/9j/4AAQSkZJ', '{"b":2,"snapshot":""'],
    ['{"snapshot":', '{"snapshot":""'],
  ])('[S207] is cut out of %s', (sent, kept) => {
    expect(cut(sent)).toBe(kept);
    expect(cut(kept)).toBe(kept);
  });

  it.each([
    '{"line":"snapshot","in":2}',
    '["snapshot","/9j/"]',
    '{"snapshots":1}',
    '{"a":"\\"snapshot\\":1"}',
    'snapshot',
    '',
  ])('[S207] is in no other place: %s stays as it is', (sent) => expect(cut(sent)).toBe(sent));
});

it('a body of another vendor is none of Milesight', () => {
  expect(milesight.identify(json({ logics_data: {} }))).toEqual({ kind: 'unreadable', device: null });
});

describe('Milesight sensors that report single crossings only', () => {
  it('[I125] count each crossing once, and neither intervals nor totals', () => {
    const { logics, flaws } = milesightCrossings.decode(fixture('milesight-crossing.json'));
    expect(flaws).toEqual([]);
    expect(logics).toMatchObject([
      { deviceId: line, readings: [{ measure: 'people', at: start + 7, ins: 1, outs: 0 }] },
    ]);
    expect(logics[0]?.readings[0]?.span).toBeLessThan(1);
    expect(milesight.decode(fixture('milesight-crossing.json')).logics).toEqual([]);
    expect(milesightCrossings.decode(fixture('milesight-vs125.json')).logics).toEqual([]);
  });

  it('[I125] tell a crossing inward from one outward in the same second', () => {
    const outward = changed('milesight-crossing.json', (text) =>
      text.replace('"in": 1, "out": 0', '"in": 0, "out": 1'),
    );
    const spans = [fixture('milesight-crossing.json'), outward].map(
      (body) => milesightCrossings.decode(body).logics[0]?.readings[0]?.span,
    );
    expect(new Set(spans).size).toBe(2);
  });
});

const waiting = 'a8c63f5d-7d5b-4b1e-9e12-1d8a4e2f1b01';
const kindsOf = ({ logics }: ReturnType<typeof milesight.decode>) =>
  logics.map(({ deviceId, name, form, levels = [], samples = [] }) => ({ deviceId, name, form, levels, samples }));

describe('regions of Milesight VS125, VS133 and VS135', () => {
  const interval = { at: start, span: 60 };
  const stay = { measure: 'dwell', span: 0, id: '5', milliseconds: 96_799, n: 1, outcome: 'unknown' };

  it('[R1170] say how many people are in them, children apart, and how long each stayed, beside the lines', () => {
    const decoded = milesight.decode(fixture('milesight-regions.json'));
    expect(decoded.flaws).toEqual([]);
    expect(decoded.logics[0]?.readings).toMatchObject([{ measure: 'people', ins: 2, outs: 1 }]);
    expect(kindsOf(decoded).slice(1)).toEqual([
      {
        deviceId: waiting,
        name: 'Waiting',
        form: 'zone',
        levels: [
          { measure: 'people', ...interval, last: 6, lo: 6, hi: 6 },
          { measure: 'child', ...interval, last: 1, lo: 1, hi: 1 },
        ],
        samples: [],
      },
      {
        deviceId: '2',
        name: 'Shelf',
        form: 'zone',
        levels: [{ measure: 'people', ...interval, last: 3, lo: 3, hi: 3 }],
        samples: [{ ...stay, at: start + 39 }],
      },
    ]);
  });

  it.each([milesight, milesightCrossings])(
    '[R1170] hold until the next change where $name tells of changes',
    (vendor) => {
      const decoded = vendor.decode(fixture('milesight-region-trigger.json'));
      expect(decoded.flaws).toEqual([]);
      const at = Date.UTC(2026, 0, 1, 23, 12, 20) / 1000;
      expect(kindsOf(decoded)).toEqual([
        {
          deviceId: waiting,
          name: 'Waiting',
          form: 'zone',
          levels: [{ measure: 'people', at, span: null, last: 2, lo: 2, hi: 2 }],
          samples: [{ ...stay, at }],
        },
      ]);
    },
  );

  it.each([
    ['unsupported_kind', '"alarm_data": []', '"alarm_data": [{ "alarm": "blocked" }]'],
    ['unsupported_kind', '"alarm_data": []', '"line_count_data": [{ "line": 1, "capacity_counted": 4 }]'],
    ['unsupported_kind', '"duration": 96799', '"waited": 96799'],
    ['unsupported_kind', '"current_total": 3', '"max_total": 3'],
    ['bad_value', '"current_total": 3', '"current_total": -3'],
    ['bad_value', '"duration": 96799', '"duration": "long"'],
    ['bad_interval', '2026-01-01T23:11:39-00:00', 'now'],
    ['unknown_shape', '"region": 2, "region_name"', '"region_name"'],
  ])('[R1171] [I40] say %s where %s is %s', (flaw, from, to) => {
    const body = changed('milesight-regions.json', (text) => text.replace(from, to));
    expect(milesight.decode(body).flaws).toEqual([flaw]);
  });

  it('[I125] count a crossing at the time when it was sent', () => {
    const body = changed('milesight-crossing.json', (text) =>
      text.replace(/"start_time": "[^"]*",\s*"end_time"/, '"time"'),
    );
    expect(milesightCrossings.decode(body).logics).toEqual(
      milesightCrossings.decode(fixture('milesight-crossing.json')).logics,
    );
  });
});
