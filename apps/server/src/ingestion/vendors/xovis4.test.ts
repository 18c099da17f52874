import { describe, expect, it } from 'vitest';
import { changed, fixture } from './testing.ts';
import { xovis4, xovis4Events } from './xovis4.ts';

const start = Date.UTC(2026, 0, 1, 9, 20) / 1000;
const interval = { at: start, span: 60, partial: false };

describe('Xovis 4', () => {
  it('[I103] counts people of a line, and men and women by their share of them', () => {
    const { device, logics, flaws, status } = xovis4.decode(fixture('xovis4-lines.json'));
    expect({ device, flaws }).toEqual({ device: '801F12D530DC', flaws: [] });
    expect(status).toMatchObject({ ipAddress: '192.168.0.94', config: { type: 'PC2S - UL', name: 'Office Entrance' } });
    expect(logics).toEqual([
      {
        deviceId: '0',
        name: 'Line 0',
        form: 'line',
        readings: [
          { measure: 'people', ...interval, ins: 3, outs: 0 },
          { measure: 'male', ...interval, ins: 2, outs: 0 },
          { measure: 'female', ...interval, ins: 1, outs: 0 },
        ],
      },
    ]);
  });

  it('[R1171] names what no document explains: the figures of a dwell zone, and a fill level without a number', () => {
    const zone = xovis4.decode(fixture('xovis4-dwell-zone.json'));
    expect(zone.flaws).toEqual(['unsupported_kind']);
    expect(zone.logics).toEqual([{ deviceId: '4', name: 'Shelf', form: 'zone', readings: [] }]);
    expect(xovis4.decode(fixture('xovis4-fill-level.json'))).toMatchObject({ logics: [], flaws: ['unsupported_kind'] });
  });

  it('[R1171] counts the labels of a line that it knows, beside one that it does not', () => {
    const body = changed('xovis4-lines.json', (text) => text.replace('"femaleFwPercentage"', '"childFwPercentage"'));
    const { logics, flaws } = xovis4.decode(body);
    expect(flaws).toEqual(['unsupported_kind']);
    expect(logics[0]?.readings.map(({ measure }) => measure)).toEqual(['people', 'male']);
  });

  it('[I103] reads single crossings and stays of people, and not those of groups again', () => {
    const { logics, flaws } = xovis4.decode(fixture('xovis4-events.json'));
    expect(flaws).toEqual([]);
    expect(logics).toEqual([
      {
        deviceId: '0',
        name: 'Line 0',
        form: 'line',
        readings: [],
        events: [{ type: 'line_forward', at: 1_767_225_664.305, track: '3006', milliseconds: null }],
      },
      {
        deviceId: '4',
        name: 'Shelf',
        form: 'zone',
        readings: [],
        samples: [
          {
            measure: 'dwell',
            at: 1_767_225_665,
            span: 0,
            id: '3006',
            milliseconds: 4200,
            n: 1,
            outcome: 'unknown',
          },
        ],
        events: [{ type: 'zone_left', at: 1_767_225_665, track: '3006', milliseconds: 4200 }],
      },
      {
        deviceId: '5',
        name: 'Lobby',
        form: 'zone',
        readings: [],
        events: [{ type: 'zone_left', at: 1_767_225_667.5, track: '3006', milliseconds: null }],
      },
    ]);
  });

  it.each([
    ['xovis4-lines.json', 'bad_value', '"value": 3,', '"value": "three",'],
    ['xovis4-lines.json', 'bad_value', '"value": 67,', '"value": 670,'],
    ['xovis4-lines.json', 'bad_interval', /2026-01-01T10:21:00\+01:00/g, '2026-01-01T10:21:00'],
    ['xovis4-lines.json', 'unknown_shape', '"element-id": 0', '"element-id": null'],
    ['xovis4-events.json', 'unsupported_kind', '"ZoneDwellTime"', '"FillLevelChanged"'],
    ['xovis4-events.json', 'unsupported_kind', '"forward"', '"sideways"'],
    ['xovis4-events.json', 'bad_value', '4200', '-4200'],
    ['xovis4-events.json', 'bad_interval', '1767225664305', '"now"'],
  ])('[I40] in %s says %s where %s is %s', (file, flaw, from, to) => {
    expect(xovis4.decode(changed(file, (text) => text.replace(from, to))).flaws).toContain(flaw);
  });
});

const counted = (vendor: typeof xovis4) =>
  vendor.decode(fixture('xovis4-events.json')).logics.flatMap(({ readings }) => readings);

it('[I125] events count crossings only at the address for sensors that push nothing else', () => {
  expect(counted(xovis4)).toEqual([]);
  expect(counted(xovis4Events)).toMatchObject([{ measure: 'people', at: 1_767_225_664.305, ins: 1, outs: 0 }]);
  expect(xovis4Events.decode(fixture('xovis4-lines.json')).flaws).toEqual(['unsupported_kind']);
});
