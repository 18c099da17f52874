import { describe, expect, it } from 'vitest';
import type { MappingSpec } from '@atrium/rules/mapping';
import { json } from '../vendors/testing.ts';
import { decodeMapped, type MappedContext } from './decode-mapped.ts';
import { guessMapping } from './guess.ts';

const context: MappedContext = {
  receivedAt: Date.UTC(2026, 2, 4, 12) / 1000,
  speaker: null,
  zoneOfDevice: () => 'Europe/Berlin',
};
const at = (text: string) => Date.parse(text) / 1000;
const read = (body: Buffer, change: Partial<MappingSpec> = {}) =>
  decodeMapped({ ...guessMapping(body).spec, ...change }, body, context);
const readingsOf = (body: Buffer, change?: Partial<MappingSpec>) =>
  read(body, change).logics.map(({ name, readings }) => [
    name,
    readings.map(({ at: from, span, ins, outs }) => [from, span, ins, outs]),
  ]);

describe('a guessed mapping reads', () => {
  it('[I165] JSON with a list of records, the device around them and the line in them', () => {
    const body = json({
      gateway: { macAddress: '24:E1:24:FF:39:20', firmware: '1.2' },
      data: [
        { door: 'North', start: '2026-03-04T10:00:00Z', end: '2026-03-04T10:15:00Z', enter: 3, exit: '2' },
        { door: 'South', start: '2026-03-04T10:00:00Z', end: '2026-03-04T10:15:00Z', enter: 1, exit: 0 },
      ],
    });
    expect(read(body)).toMatchObject({ device: '24E124FF3920', flaws: [], status: { firmware: '1.2' } });
    expect(readingsOf(body)).toEqual([
      ['North', [[at('2026-03-04T10:00:00Z'), 900, 3, 2]]],
      ['South', [[at('2026-03-04T10:00:00Z'), 900, 1, 0]]],
    ]);
  });

  it('[I165] XML with attributes, German names and a date and a time of day in the zone of the location', () => {
    const body = Buffer.from(
      '<?xml version="1.0"?><Bericht Seriennummer="A-77"><Datum>04.03.2026</Datum><Uhrzeit>11:15:00</Uhrzeit>' +
        '<Zaehler Tür="Haupteingang" Eingang="7" Ausgang="5"/></Bericht>',
    );
    const { spec, assumed } = guessMapping(body);
    expect(assumed).toEqual(['interval', 'zone']);
    expect([spec.device, spec.records]).toEqual([
      ['Bericht', '@Seriennummer'],
      ['Bericht', 'Zaehler'],
    ]);
    expect(read(body).device).toBe('custom:A-77');
    expect(readingsOf(body)).toEqual([['Haupteingang', [[at('2026-03-04T10:00:00Z'), 900, 7, 5]]]]);
  });

  it('[I165] CSV with lines in columns, semicolons and the interval in a field', () => {
    const body = Buffer.from(
      'record_id;timestamp;period;Door_Adult_IN;Door_Adult_OUT;Back_Adult_IN;Back_Adult_OUT\n' +
        '1001;2026-01-01 10:15:00;900;12;9;1;0\n1002;2026-01-01 10:30:00;900;"4";;2;1\n',
    );
    const start = at('2026-01-01T09:00:00Z');
    expect(readingsOf(body)).toEqual([
      [
        'Door adult',
        [
          [start, 900, 12, 9],
          [start + 900, 900, 4, 0],
        ],
      ],
      [
        'Back adult',
        [
          [start, 900, 1, 0],
          [start + 900, 900, 2, 1],
        ],
      ],
    ]);
  });

  it('[I165] one count with a direction, counters that only grow, and devices of a gateway', () => {
    const directed = json([
      { sensor: 'S1', time: 1_772_618_400, richtung: 'Ein', anzahl: 4 },
      { sensor: 'S1', time: 1_772_618_400, richtung: 'Aus', anzahl: 1 },
    ]);
    expect(readingsOf(directed, { interval: { kind: 'fixed', seconds: 60, stamp: 'end' } })[0]?.[1]).toEqual([
      [1_772_618_340, 60, 4, 1],
    ]);
    const growing = json({ sn: '77', ts: '2026-03-04T10:00:00Z', inTotal: 500, outTotal: 480 });
    expect(read(growing, { modulus: 65_536 }).logics[0]?.counters).toEqual([
      { measure: 'people', way: 'ins', at: at('2026-03-04T10:00:00Z'), value: 500, modulus: 65_536 },
      { measure: 'people', way: 'outs', at: at('2026-03-04T10:00:00Z'), value: 480, modulus: 65_536 },
    ]);
    const gateway = json({ values: ['1', '2'].map((serial) => ({ serial, ts: 1_772_618_400, in: 1, out: 2 })) });
    const { device, carried } = read(gateway);
    expect([device, carried?.map((each) => each.device)]).toEqual([null, ['custom:1', 'custom:2']]);
  });

  it('[I165] a level alone, and lists without names by position', () => {
    expect(read(json({ mac: '24E124FF3920', timestamp: 1_772_618_400, occupancy: 12 })).logics).toEqual([
      {
        deviceId: 'Line 1',
        name: 'Line 1',
        form: 'zone',
        readings: [],
        levels: [{ measure: 'people', at: 1_772_618_400, span: null, last: 12, lo: 12, hi: 12 }],
      },
    ]);
    const rows = json({
      rows: [
        [1_772_618_400, 3, 2],
        [1_772_618_460, 5, 1],
      ],
    });
    const { spec } = guessMapping(rows);
    const by: MappingSpec = {
      ...spec,
      records: ['rows'],
      counting: 'interval',
      lines: [{ name: 'Door', nameField: null, ins: ['rows', '1'], outs: ['rows', '2'], level: null, direction: null }],
      time: { fields: [['rows', '0']], dayFirst: false, zone: 'offset' },
      interval: { kind: 'fixed', seconds: 60, stamp: 'start' },
    };
    expect(readingsOf(rows, by)).toEqual([
      [
        'Door',
        [
          [1_772_618_400, 60, 3, 2],
          [1_772_618_460, 60, 5, 1],
        ],
      ],
    ]);
  });
});

/** Of records of one line with these local times, in the autumn night in Berlin. */
const startsOf = (times: readonly string[], receivedAt: string, seconds: number) => {
  const sent = json(times.map((time) => ({ ts: `2026-10-25 ${time}`, in: 1, out: 0 })));
  const interval = { kind: 'fixed', seconds, stamp: 'start' } as const;
  const { logics } = decodeMapped({ ...guessMapping(sent).spec, interval }, sent, {
    ...context,
    receivedAt: at(receivedAt),
  });
  return logics[0]!.readings.map((each) => new Date(each.at * 1000).toISOString().slice(11, 16));
};

describe('what a mapping cannot read', () => {
  const body = { mac: '24E124FF3920', timestamp: '2026-03-04T10:00:00Z', in: 3, out: 2 };
  const taught = guessMapping(json(body)).spec;
  it.each([
    ['no field of the mapping', { hello: 1 }, ['unknown_shape']],
    ['a count that is none', { ...body, in: 'many' }, ['bad_value']],
    ['a count below zero', { ...body, out: -1 }, ['bad_value']],
    ['a time without an offset where all have one', { ...body, timestamp: '2026-03-04 10:00' }, ['bad_interval']],
    ['a day that is on no calendar', { ...body, timestamp: '2026-02-30T10:00:00Z' }, ['bad_interval']],
    ['more records than a body may have', Array.from({ length: 10_001 }, () => body), ['too_many_records']],
  ])('[I166] %s: is missing, with a reason', (_, changed, flaws) => {
    const { logics, flaws: found } = decodeMapped(taught, json(changed), context);
    expect([logics.flatMap(({ readings }) => readings), found]).toEqual([[], flaws]);
  });

  it('[I166] reads own keys of a body only', () => {
    const spec = { ...taught, lines: [{ ...taught.lines[0]!, ins: ['toString', 'length'], outs: ['__proto__', 'x'] }] };
    expect(decodeMapped(spec, json(body), context).flaws).toEqual(['unknown_shape']);
  });

  it('[I167] tells the two hours apart when clocks are set back', () => {
    const twice = json(
      ['02:15', '02:45', '02:15', '02:45', '03:15'].map((time) => ({ ts: `2026-10-25 ${time}`, in: 1, out: 0 })),
    );
    const interval = { kind: 'fixed', seconds: 1800, stamp: 'end' } as const;
    expect(
      read(twice, { interval }).logics[0]?.readings.map(
        (each) => (each.at + each.span - at('2026-10-25T00:15:00Z')) / 1800,
      ),
    ).toEqual([0, 1, 2, 3, 4]);
    const skipped = json([{ ts: '2026-03-29 02:30', in: 1, out: 0 }]);
    expect(read(skipped, { interval }).flaws).toEqual(['bad_interval']);
  });

  it('[I211] tells the two hours apart when each record is sent separately, and in a log that is sent while they repeat', () => {
    for (const minutes of [5, 15, 30, 60]) {
      const ends = (hour: number) => new Date(Date.UTC(2026, 9, 25, hour, minutes)).toISOString();
      expect(startsOf(['02:00'], ends(0), minutes * 60)).toEqual(['00:00']);
      expect(startsOf(['02:00'], ends(1), minutes * 60)).toEqual(['01:00']);
    }
    const log = ['02:00', '02:15', '02:30', '02:45', '02:00'];
    expect(startsOf(log, '2026-10-25T01:16:00Z', 900)).toEqual(['00:00', '00:15', '00:30', '00:45', '01:00']);
    const lately = ['02:15', '02:30'];
    expect(startsOf(lately, '2026-10-25T01:46:00Z', 900)).toEqual(['01:15', '01:30']);
  });
});
