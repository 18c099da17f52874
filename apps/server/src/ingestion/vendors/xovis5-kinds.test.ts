import { describe, expect, it } from 'vitest';
import { changed, fixture, json } from './testing.ts';
import type { Decoded, Logic } from './vendor.ts';
import { xovis5, xovisLive, xovisSpider } from './xovis5.ts';

const start = 1_767_225_600;
const frame = 1_767_225_601.47;
const later = 1_767_225_609.23;

/** What each logic says, without times. */
function said(decoded: Decoded) {
  return Object.fromEntries(decoded.logics.map((logic) => [logic.name, valuesOf(logic)]));
}

function valuesOf({ readings, levels = [], samples = [] }: Logic) {
  return [
    ...readings.map(({ measure, ins, outs }) => [measure, ins, outs]),
    ...levels.map(({ measure, last }) => [`${measure} now`, last]),
    ...samples.map(({ measure, milliseconds, n }) => [measure, milliseconds, n]),
  ];
}

describe('logics of Xovis 5', () => {
  it('[I120] are read by every template, each with its own measure', () => {
    const decoded = xovis5.decode(fixture('xovis5-templates.json'));
    expect(decoded.flaws).toEqual([]);
    expect(said(decoded)).toEqual({
      'Door, late': [
        ['people', 6, 4],
        ['adult', 5, 4],
        ['child', 1, 0],
      ],
      Shop: [['people', 9, 8]],
      Hall: [
        ['people', 2, 1],
        ['people now', 31],
      ],
      Shelf: [
        ['people now', 3],
        ['dwell', 90_500, 4],
      ],
      Groups: [['group', 2, 1]],
      Bicycles: [['bicycle', 1, 0]],
      Wheelchairs: [['wheelchair', 0, 1]],
      Strollers: [['pram', 1, 1]],
      Carts: [['cart', 3, 2]],
      'One way': [['wrong_way', 1, 0]],
      'Old door': [['people', 5, 5]],
      'Old door, late': [['people', 4, 3]],
      'Old zone': [['people now', 2]],
      Till: [
        ['queue now', 4],
        ['wait', 124_400, 8],
        ['service', 400_000, 8],
      ],
      'Own rule': [],
    });
  });

  it.each([
    ['nobody left the queue', '"outflow", "value": 8', '"outflow", "value": 0', ['bad_value']],
    ['how many left is not said', '"outflow"', '"inflow"', ['bad_value']],
    ['a wait is no number', '124.4', '"long"', ['bad_value']],
    ['a level is negative', '"value": 31', '"value": -1', ['bad_value']],
  ])('[I121] have no time or level where %s', (_, from, to, flaws) => {
    const decoded = xovis5.decode(changed('xovis5-templates.json', (text) => text.replace(from, to)));
    expect(decoded.flaws).toEqual(flaws);
    expect(said(decoded)).not.toMatchObject({
      Hall: [
        ['people', 2, 1],
        ['people now', 31],
      ],
      Till: [
        ['queue now', 4],
        ['wait', 124_400, 8],
        ['service', 400_000, 8],
      ],
    });
  });

  it('[I121] have no time where nobody left: an empty interval is no wait of zero', () => {
    const empty = xovis5.decode(
      changed('xovis5-templates.json', (text) =>
        text
          .replace('"outflow", "value": 8', '"outflow", "value": 0')
          .replace('124.4', '0')
          .replace('"value": 400', '"value": 0'),
      ),
    );
    expect(empty.flaws).toEqual([]);
    expect(said(empty).Till).toEqual([['queue now', 4]]);
  });

  it('without a sensor in it belong to the sensor that pushed', () => {
    const body = json({ logics_data: { logics: [{ id: 1, records: [] }] } });
    expect(xovis5.decode(body)).toMatchObject({ device: null, logics: [{ deviceId: '1' }] });
  });

  it('[I122] made by the test function of the sensor are marked as such', () => {
    const dummy = changed('xovis5-logics.json', (text) =>
      text.replace('"id": 4711', '"id": 4711, "type": "DUMMY_DATA"'),
    );
    expect(xovis5.decode(dummy).testData).toBe(true);
  });
});

const numbered = (id: number) => ({ logics_data: { package_info: { id, agent_id: 7 }, logics: [] } });

describe('packages', () => {
  it('[I123] have their number, and in a body of several the newest comes first', () => {
    expect(xovis5.decode(json(numbered(41)))).toMatchObject({ package: { agent: '7', number: 41 } });
    const several = xovis5.decode(json([numbered(41), numbered(43), numbered(42)]));
    expect(several).toMatchObject({
      package: { agent: '7', number: 43 },
      otherPackages: [
        { agent: '7', number: 42 },
        { agent: '7', number: 41 },
      ],
    });
    expect(xovis5.decode(json(numbered(-1)))).not.toHaveProperty('package');
  });
});

describe('live data', () => {
  it('[I124] keeps what happened to tracks and drops where they were; a group repeats its people', () => {
    const { logics, flaws, package: number } = xovis5.decode(fixture('xovis5-live.json'));
    expect(flaws).toEqual([]);
    expect(number).toEqual({ agent: '1005', number: 150 });
    const event = { track: '490', milliseconds: null };
    expect(logics).toEqual([
      {
        deviceId: 'scene',
        name: 'Scene',
        form: 'zone',
        readings: [],
        events: [
          { type: 'track_created', at: frame, ...event },
          { type: 'track_deleted', at: later, ...event },
        ],
      },
      {
        deviceId: '2',
        name: 'Line 0',
        form: 'line',
        readings: [],
        events: [
          { type: 'line_forward', at: frame, ...event },
          { type: 'line_backward', at: later, ...event },
        ],
      },
      {
        deviceId: '1',
        name: 'Zone 0',
        form: 'zone',
        readings: [],
        events: [
          { type: 'zone_entered', at: frame, ...event },
          { type: 'zone_left', at: later, ...event },
        ],
      },
    ]);
    expect(xovis5.identify(fixture('xovis5-live.json'))).toEqual({
      kind: 'readings',
      device: '801F12D530DC',
      records: 14,
      newest: later,
    });
  });

  it('[I125] counts people only at the address for sensors that push nothing else', () => {
    expect(said(xovis5.decode(fixture('xovis5-live.json')))).toEqual({ Scene: [], 'Line 0': [], 'Zone 0': [] });
    expect(said(xovisLive.decode(fixture('xovis5-live.json')))).toEqual({
      Scene: [],
      'Line 0': [
        ['people', 1, 0],
        ['people', 0, 1],
      ],
      'Zone 0': [
        ['people now', 13],
        ['people now', 12],
      ],
      'Till queue': [['wait', 4200, 1]],
    });
    expect(xovisLive.decode(fixture('xovis5-logics.json'))).toMatchObject({ logics: [], flaws: ['unsupported_kind'] });
  });
});

describe('other live events', () => {
  it('[R1179] of the sensor itself are part of its state, the last one with its time', () => {
    for (const vendor of [xovis5, xovisLive]) {
      const { status, flaws } = vendor.decode(fixture('xovis5-live-others.json'));
      expect(flaws).toEqual([]);
      expect(status).toEqual({
        firmware: null,
        ipAddress: null,
        config: {},
        detail: { lastAlert: 'BLOCKED_SPACE_ABOVE', lastAlertAt: '2026-01-01T00:00:22.000Z' },
        adds: true,
      });
    }
  });

  it('[R1179] leave what else the sensor said of its state in the same body', () => {
    const messages = ['xovis5-status.json', 'xovis5-live-others.json'].map((file) => fixture(file).toString());
    const [before, after] = [`[${messages.join()}]`, `[${messages.toReversed().join()}]`].map(
      (body) => xovis5.decode(Buffer.from(body)).status,
    );
    expect(before).toMatchObject({ detail: { housingTemperature: 43.5, lastAlert: 'BLOCKED_SPACE_ABOVE' } });
    expect(before).not.toHaveProperty('adds');
    // The state that was said after the alert is the current one.
    expect(after?.detail).not.toHaveProperty('lastAlert');
  });

  it.each(['DOOR_OPEN', 'DOOR_CLOSED', 'WRONG_WAY_DETECTED', 'COUNT_RESET'])(
    '[R1179] called %s are left out on purpose: they count nobody and take nothing back',
    (type) => {
      const body = fixture('xovis5-live-others.json').toString();
      expect(body).toContain(type);
      expect(xovis5.decode(Buffer.from(body))).toMatchObject({ logics: [], flaws: [] });
      const live = xovisLive.decode(Buffer.from(body));
      expect(live.flaws).toEqual([]);
      // How many are in a zone is what its counter shows, also right after it was set.
      expect(said(live)).toEqual({ Lobby: [['people now', 0]] });
    },
  );
});

describe('Xovis Spider', () => {
  it('[I126] brings several sensors in one body, each with its own lines and zones', () => {
    const { device, carried, flaws, logics, package: newest } = xovisSpider.decode(fixture('xovis5-spider.json'));
    expect({ device, flaws, logics }).toEqual({ device: null, flaws: [], logics: [] });
    expect(newest).toEqual({ agent: '801F12D530DD/1008', number: 77 });
    expect(carried?.map((each) => [each.device, each.logics.map(({ deviceId }) => deviceId)])).toEqual([
      ['006E0201AB7C', ['1.3', '2.3']],
      ['801F12D530DD', ['2']],
    ]);
    expect(xovisSpider.identify(fixture('xovis5-spider.json'))).toEqual({
      kind: 'readings',
      device: null,
      carried: ['006E0201AB7C', '801F12D530DD'],
      records: 3,
      newest: start + 60,
    });
  });

  it('[I126] with one sensor in it speaks for that one', () => {
    expect(xovisSpider.decode(fixture('xovis5-logics.json'))).toEqual(xovis5.decode(fixture('xovis5-logics.json')));
  });

  it('[I126] leaves out a package among several that names no sensor', () => {
    const bodies = JSON.parse(fixture('xovis5-spider.json').toString()) as { logics_data: object }[];
    const nameless = { logics_data: { ...bodies[0]?.logics_data, sensor_info: {} } };
    const { flaws, carried } = xovisSpider.decode(json([...bodies, nameless]));
    expect(flaws).toEqual(['unknown_shape']);
    expect(carried).toHaveLength(2);
  });
});
