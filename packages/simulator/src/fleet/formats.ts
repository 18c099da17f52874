import type { Reading } from '../measures.ts';
import { encodePush } from '../xovis5.ts';
import { irisysChanges, milesightCrossing, vs121, xovis4Events, xovisLive, xovisSpider } from './more-formats.ts';
import { lorawanBody, type LorawanServer } from './lorawan-bodies.ts';
import type { FleetRecord, Format, Message } from './message.ts';
import { both, byInterval, iso, json, macWith, pairs } from './format-parts.ts';
import { brickstreamBody, pointSixBody } from './xml-bodies.ts';

const localText = (seconds: number) => iso(seconds).slice(0, 19).replace('T', ' ');
/** The number behind the colon of `vendor:number`. */
const numberOf = (device: string) => device.slice(device.indexOf(':') + 1);

const xovis5: Format = {
  ...byInterval,
  vendor: 'xovis5',
  deviceOf: macWith('801F12'),
  encode: ({ sensor, number, lines }) =>
    JSON.stringify(
      encodePush({
        kind: 'logics',
        device: { macAddress: sensor.device, timezone: 'Etc/UTC' },
        packageId: number,
        logics: lines.map(({ line, records }) => ({
          id: line.number,
          name: line.name,
          records: records.map(({ from, to, ins, outs }) => ({
            from,
            to,
            forward: ins,
            backward: outs,
            samples: to - from,
            samplesExpected: to - from,
          })),
        })),
      }),
    ),
};

const xovis4: Format = {
  ...byInterval,
  vendor: 'xovis',
  deviceOf: macWith('801F13'),
  encode: ({ sensor, at, lines }) =>
    JSON.stringify({
      'sensor-time': { timezone: 'Etc/UTC', time: iso(at) },
      status: { code: 'OK' },
      content: {
        element: lines.map(({ line, records }) => ({
          'element-id': line.number,
          'element-name': line.name,
          'sensor-type': 'SINGLE_SENSOR',
          'data-type': 'LINE',
          resolution: 'ONE_MINUTE',
          measurement: records.map(({ from, to, ins, outs }) => ({
            from: iso(from),
            to: iso(to),
            value: [
              { value: ins, label: 'fw' },
              { value: outs, label: 'bw' },
            ],
          })),
        })),
      },
      'sensor-info': { 'serial-number': pairs(sensor.device), name: sensor.name, 'device-type': 'PC2S - UL' },
    }),
};

const axis: Format = {
  ...byInterval,
  vendor: 'axis',
  maxLines: 1,
  deviceOf: macWith('B8A44F'),
  encode: ({ sensor, at, lines }) =>
    JSON.stringify({
      apiName: 'Axis Retail Data',
      apiVersion: '0.4',
      utcSent: iso(at),
      data: {
        measurements: recordsOf(lines).map(({ from, to, ins, outs }) => ({
          kind: 'people-counts',
          utcFrom: iso(from),
          utcTo: iso(to),
          items: [
            { direction: 'in', count: ins },
            { direction: 'out', count: outs },
          ],
        })),
      },
      sensor: {
        application: 'AXIS 3D People Counter',
        applicationVersion: '11.11.148',
        timeZone: 'Etc/UTC',
        name: sensor.name,
        serial: sensor.device.toLowerCase(),
      },
    }),
};

const axisAnalytics: Format = {
  vendor: 'axis',
  contentType: json,
  counts: 'totals',
  ways: ['ins'],
  maxLines: 1,
  maxRecords: 1,
  deviceOf: macWith('ACCC8E'),
  encode: ({ sensor, lines }) => {
    const record = lastRecord(lines);
    return JSON.stringify({
      topic: 'axis:CameraApplicationPlatform/ObjectAnalytics/Device1Scenario1',
      timestamp: record.to * 1000,
      serial: sensor.device,
      message: {
        source: {},
        key: {},
        data: { scenario: 'Crossline', reason: 'human', totalHuman: String(record.insTotal) },
      },
    });
  },
};

const milesight: Format = {
  ...byInterval,
  vendor: 'milesight',
  deviceOf: macWith('24E124'),
  encode: (message) => {
    const intervals = (message.lines[0]?.records ?? []).map((record, index) =>
      milesightInterval(message, record, index),
    );
    return JSON.stringify(intervals.length === 1 ? intervals[0] : intervals);
  },
};

function milesightInterval({ sensor, lines }: Message, { from, to }: FleetRecord, index: number): object {
  return {
    device_info: { device_mac: pairs(sensor.device), device_name: sensor.name, firmware_version: 'V_135-P.1.0.5' },
    time_info: {
      dst_status: false,
      enable_dst: false,
      start_time: localText(from),
      end_time: localText(to),
      time_zone: 'UTC+0:00',
    },
    line_periodic_data: lines.map(({ line, records }) => ({
      line: line.number,
      line_name: line.name,
      in: records[index]?.ins ?? 0,
      out: records[index]?.outs ?? 0,
    })),
  };
}

const irisys: Format = {
  ...byInterval,
  vendor: 'irisys',
  deviceOf: macWith('0021AC'),
  encode: ({ sensor, number, lines }) =>
    JSON.stringify({
      macAddress: pairs(sensor.device),
      DeviceName: sensor.name,
      CountLogs: (lines[0]?.records ?? []).map(({ from, to }, index) => ({
        LogEntryId: number * 1000 + index,
        StartTimestamp: iso(from),
        Timestamp: iso(to),
        Counts: lines.flatMap(({ line, records }) => irisysRegisters(line.number, line.name, records[index])),
      })),
    }),
};

function irisysRegisters(line: number, name: string, record: FleetRecord | undefined): object[] {
  if (!record) return [];
  const register = (offset: number, direction: string, value: number, total: number) => ({
    RegisterId: 2 * line + offset,
    RegisterType: 'Line',
    Name: `${name} ${direction.toLowerCase()}`,
    Tags: [`direction=${direction}`],
    LogPeriodValue: value,
    Value: total,
  });
  return [register(0, 'IN', record.ins, record.insTotal), register(1, 'OUT', record.outs, record.outsTotal)];
}

const brickstream: Format = {
  ...byInterval,
  vendor: 'brickstream',
  contentType: 'text/xml',
  deviceOf: macWith('00B09D'),
  encode: brickstreamBody,
};

const monnit: Format = {
  vendor: 'monnit',
  contentType: json,
  counts: 'totals',
  ways: ['ins'],
  maxLines: 1,
  maxRecords: 1,
  deviceOf: (number) => `monnit:${100_000 + number}`,
  encode: ({ sensor, lines }) => {
    const record = lastRecord(lines);
    return JSON.stringify({
      gatewayMessage: { gatewayID: '900001', gatewayName: 'Gateway', date: localText(record.to), count: '1' },
      sensorMessages: [
        {
          sensorID: numberOf(sensor.device),
          sensorName: sensor.name,
          messageDate: localText(record.to),
          dataType: 'Count',
          dataValue: String(record.insTotal),
          batteryLevel: '100',
          signalStrength: '100',
          voltage: '3.14',
        },
      ],
    });
  },
};

const pointSix: Format = {
  vendor: 'point-six',
  contentType: 'text/xml',
  counts: 'totals',
  ways: both,
  maxLines: 1,
  maxRecords: 240,
  deviceOf: (number) => `point-six:V4D-${number}`,
  encode: pointSixBody,
};

const lorawan = (server: LorawanServer): Format => ({
  vendor: 'lorawan',
  contentType: json,
  counts: 'totals',
  ways: both,
  maxLines: 4,
  maxRecords: 1,
  deviceOf: macWith('24E124FFFE'),
  encode: lorawanBody(server),
});

/** The log does not say whose it is, so the address does. */
const hella: Format = {
  ...byInterval,
  vendor: 'hella',
  contentType: 'text/csv',
  isAddressed: true,
  deviceOf: macWith('02E11A'),
  encode: ({ number, lines }) => {
    const head = lines.flatMap(({ line }) => [`${line.name}_SUM_IN`, `${line.name}_SUM_OUT`]);
    const rows = (lines[0]?.records ?? []).map(({ from, to }, index) => {
      const counts = lines.flatMap(({ records }) => [records[index]?.ins ?? 0, records[index]?.outs ?? 0]);
      return [number * 1000 + index, localText(from), to - from, 0, ...counts];
    });
    return [['record_id', 'timestamp', 'period', 'status', ...head], ...rows].map((row) => row.join(';')).join('\n');
  },
};

const own: Format = {
  ...byInterval,
  vendor: 'json',
  deviceOf: (number) => `atrium:SIM-${number}`,
  encode: ({ sensor, lines }) =>
    JSON.stringify({
      device: numberOf(sensor.device),
      readings: lines.flatMap(({ line: { number, name }, records }) =>
        records.flatMap(({ from, to, ins, outs, readings = [{ kind: 'count', measure: 'people', ins, outs }] }) =>
          readings.map((reading) => ownReading(reading, String(number), { name, from: iso(from), to: iso(to) })),
        ),
      ),
    }),
};

function ownReading(reading: Reading, id: string, shared: object): object {
  switch (reading.kind) {
    case 'count': {
      const { measure, ins, outs } = reading;
      return { line: id, ...shared, ...(measure === 'people' ? {} : { measure }), in: ins, out: outs };
    }
    case 'level':
      return { zone: id, ...shared, level: reading.level };
    case 'times': {
      const { measure, milliseconds, people } = reading;
      return { zone: id, ...shared, [measure]: milliseconds / 1000, people };
    }
  }
}

/** Every format that a simulated sensor can speak, by the name on the command line. */
export const formats = {
  xovis5,
  'xovis5-live': xovisLive,
  'xovis-spider': xovisSpider,
  xovis: xovis4,
  'xovis-events': xovis4Events,
  axis,
  'axis-analytics': axisAnalytics,
  milesight,
  'milesight-crossings': milesightCrossing,
  'milesight-vs121': vs121,
  irisys,
  'irisys-mqtt': irisysChanges,
  brickstream,
  monnit,
  'point-six': pointSix,
  'things-stack': lorawan('things-stack'),
  chirpstack: lorawan('chirpstack'),
  actility: lorawan('actility'),
  'milesight-gateway': lorawan('milesight-gateway'),
  hella,
  json: own,
} as const satisfies Readonly<Record<string, Format>>;
export type FormatName = keyof typeof formats;

function recordsOf(lines: Message['lines']): readonly FleetRecord[] {
  return lines.flatMap(({ records }) => records);
}

function lastRecord(lines: Message['lines']): FleetRecord {
  const record = recordsOf(lines).at(-1);
  if (!record) throw new RangeError('A message has a record');
  return record;
}
