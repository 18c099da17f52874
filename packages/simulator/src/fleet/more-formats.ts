import { countsBySecond, crossingsOf } from './crossings.ts';
import { byInterval, iso, macWith, pairs } from './format-parts.ts';
import type { FleetRecord, Format, Message } from './message.ts';

/** A person takes more room in a body than an interval does. */
const byPerson = { ...byInterval, maxRecords: 12 } as const;

/** A Spider brings several multisensors; each is a sensor of its own. */
export const xovisSpider: Format = {
  ...byInterval,
  vendor: 'xovis-spider',
  deviceOf: macWith('006E02'),
  encode: ({ sensor, number, lines }) =>
    JSON.stringify({
      logics_data: {
        package_info: { version: '5.0', id: number, agent_id: 1 },
        sensor_info: { serial_number: pairs(sensor.device), type: 'MULTI_SENSOR', multisensor_id: 1 },
        logics: lines.map(({ line, records }) => ({
          id: line.number,
          name: line.name,
          info: 'XLT_LINE_IN_OUT_COUNT',
          geometries: [{ id: line.number, type: 'LINE', name: line.name }],
          records: records.map(({ from, to, ins, outs }) => ({
            from: from * 1000,
            to: to * 1000,
            counts: [
              { id: 1, name: 'fw', value: ins },
              { id: 2, name: 'bw', value: outs },
            ],
          })),
        })),
      },
    }),
};

export const xovisLive: Format = {
  ...byPerson,
  vendor: 'xovis5-live',
  deviceOf: macWith('801F14'),
  encode: ({ sensor, number, lines }) =>
    JSON.stringify({
      live_data: {
        package_info: { version: '5.0', id: number, agent_id: 2 },
        sensor_info: { serial_number: pairs(sensor.device), type: 'SINGLE_SENSOR', timezone: 'Etc/UTC' },
        frames: crossingsOf({ lines }).map(({ line, way, at, track }) => ({
          frametype: 'FULL',
          time: at * 1000,
          events: [
            {
              category: 'COUNT',
              type: 'COUNT_INCREMENT',
              attributes: {
                track_id: track,
                logic_id: line.number,
                logic_name: line.name,
                counter_name: way === 'ins' ? 'fw' : 'bw',
                counter_value: 1,
              },
            },
          ],
        })),
      },
    }),
};

export const xovis4Events: Format = {
  ...byPerson,
  vendor: 'xovis-events',
  deviceOf: macWith('801F15'),
  encode: ({ sensor, lines }) =>
    JSON.stringify({
      values: crossingsOf({ lines }).map(({ line, way, at, track }) => ({
        timestamp: at * 1000,
        type: 'LineCount',
        serial: pairs(sensor.device),
        direction: way === 'ins' ? 'forward' : 'backward',
        object: { id: track },
        countItem: { id: line.number, name: line.name },
        objectType: 'PERSON',
      })),
    }),
};

export const milesightCrossing: Format = {
  ...byPerson,
  vendor: 'milesight-crossings',
  deviceOf: macWith('24E125'),
  encode: ({ sensor, lines }) =>
    JSON.stringify(
      countsBySecond(lines).map(({ line, at, ins, outs }) => ({
        device_info: { device_mac: pairs(sensor.device), device_name: sensor.name },
        time_info: { time: iso(at), time_zone: 'UTC+0:00' },
        line_trigger_data: [{ line: line.number, line_name: line.name, total: { in: ins, out: outs } }],
      })),
    ),
};

/** Each direction is a register, whose name says it. */
export const irisysChanges: Format = {
  ...byPerson,
  vendor: 'irisys-mqtt',
  isAddressed: true,
  deviceOf: macWith('0021AD'),
  encode: ({ lines }) =>
    JSON.stringify(
      countsBySecond(lines).flatMap(({ line, at, ins, outs }) =>
        (
          [
            ['In', ins],
            ['Out', outs],
          ] as const
        ).flatMap(([way, value]) =>
          value === 0 ? [] : [{ register: `Door${line.number}${way}`, value, t: iso(at).replace('Z', '+0000') }],
        ),
      ),
    ),
};

/** A workplace sensor knows how many people are there, and counts nobody in or out. */
export const vs121: Format = {
  ...byInterval,
  vendor: 'milesight',
  ways: [],
  maxLines: 1,
  deviceOf: macWith('001628'),
  encode: (message) => JSON.stringify((message.lines[0]?.records ?? []).map((record) => regionsOf(message, record))),
};

const slashed = (seconds: number) => iso(seconds).slice(0, 19).replaceAll('-', '/').replace('T', ' ');

function regionsOf({ sensor, lines }: Message, { from, to, insTotal, outsTotal }: FleetRecord): object {
  const people = Math.abs(insTotal - outsTotal) % 100;
  return {
    event: 'Region People Counting',
    report_type: 'interval',
    device_info: { device: sensor.name, device_mac: pairs(sensor.device) },
    time_info: { timezone: 'UTC+0:00', dst_status: false, start_time: slashed(from), end_time: slashed(to) },
    current_total: people,
    max_counted: people,
    total_mapped_regions: 1,
    regions_name: [lines[0]?.line.name],
    numbering_regions: [1],
    occupancy: [people > 0 ? 1 : 0],
    current_counted: [people],
  };
}
