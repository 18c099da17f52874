import { buildingOf, countsOf, doorOf, type Door } from '../building.ts';
import type { Range } from '../history.ts';
import { chance, seedOf } from '../noise.ts';
import type { OpeningHours } from '../profile.ts';
import { formats, type FormatName } from './formats.ts';
import type { FleetRecord, Format, FleetSensor, LineReport, Message } from './message.ts';

export interface FleetOptions {
  readonly sensors: number;
  /** Names of formats, dealt out in turn. */
  readonly formats: readonly string[];
  readonly seed: number;
}

const always: OpeningHours = Array.from({ length: 7 }, () => [0, 24] as const);

/** Sensors of a large place that never closes. The same options give the same devices and the same people. */
export function fleetOf({ sensors, formats: names, seed }: FleetOptions): FleetSensor[] {
  const place = { timezone: 'Etc/UTC', country: 'US', profile: 'station', hours: always, growth: 0 } as const;
  const building = buildingOf({ key: 'fleet', visitors: 1500 * sensors, ...place }, seed);
  const base = seedOf(seed, 'devices') & 0xff_ff00;
  return Array.from({ length: sensors }, (_, index) => {
    const format = formatNamed(names[index % names.length] ?? '');
    const lines = Math.min(format.maxLines, 1 + Math.floor(2 * chance(seed, index)));
    return {
      device: format.deviceOf((base + index) & 0xff_ffff),
      name: `Simulated ${index + 1}`,
      format,
      lines: Array.from({ length: lines }, (__, line) => ({
        number: line + 1,
        name: `Door ${line + 1}`,
        door: doorOf(building, `${index}/${line}`, 1 / (lines * sensors), 0.96, seed),
      })),
    };
  });
}

function formatNamed(name: string): Format {
  if (!Object.hasOwn(formats, name))
    throw new RangeError(`Unknown format "${name}". Known: ${Object.keys(formats).join(', ')}`);
  return formats[name as FormatName];
}

/**
 * What the sensors send of `[from, to)` in intervals of `span` seconds, each when its interval has ended, in order of time. Counters
 * start at zero at `from`, and say so: that is their first message.
 */
export function timelineOf(fleet: readonly FleetSensor[], { from, to }: Range, span: number): Message[] {
  if (span % 60 !== 0 || from % span !== 0 || to % span !== 0)
    throw new RangeError(`Cannot cut ${from} to ${to} into intervals of ${span} seconds`);
  const messages = fleet.flatMap((sensor) => messagesOf(sensor, { from, to }, span));
  return messages.toSorted((a, b) => a.at - b.at);
}

function messagesOf(sensor: FleetSensor, { from, to }: Range, span: number): Message[] {
  const messages: Message[] = [];
  const send = (at: number, lines: LineReport[]) =>
    void messages.push({ sensor, number: messages.length + 1, at, lines });
  const last = new Map(sensor.lines.map((line) => [line.number, nothingYet(from)]));
  if (sensor.format.counts === 'totals')
    send(
      from,
      sensor.lines.map((line) => ({ line, records: [nothingYet(from)] })),
    );
  for (let start = from; start < to; start += span) {
    const lines = sensor.lines.map((line) => {
      const record = nextRecord(line.door, last.get(line.number) ?? nothingYet(from), start, start + span);
      last.set(line.number, record);
      return { line, records: [record] };
    });
    send(start + span, lines);
  }
  return messages;
}

function nothingYet(at: number): FleetRecord {
  return { from: at, to: at, ins: 0, outs: 0, insTotal: 0, outsTotal: 0 };
}

function nextRecord(door: Door, before: FleetRecord, from: number, to: number): FleetRecord {
  let [ins, outs] = [0, 0];
  for (let minute = from; minute < to; minute += 60) {
    const counted = countsOf(door, minute);
    ins += counted.ins;
    outs += counted.outs;
  }
  return { from, to, ins, outs, insTotal: before.insTotal + ins, outsTotal: before.outsTotal + outs };
}
