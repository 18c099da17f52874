import { fromEpoch, instantsShowing, parseTimestamp, type Timestamp } from '@atrium/calendar/timestamps';
import { zoneOf } from '@atrium/calendar/zones';
import { hellaDevice, numberedDevice, readDevice } from '@atrium/rules/device-identity';
import { type FieldPath, type MappedLine, type MappingSpec, needsInterval, sameText } from '@atrium/rules/mapping';
import { collect, type Collector, type DeviceCollector, type LogicCollector } from '../vendors/collector.ts';
import { intervalBetween, type Interval } from '../vendors/intervals.ts';
import { lengthBetween, localClock, type Sent } from '../vendors/local-times.ts';
import { isBlank, nameOf, plainValues, writtenCount } from '../vendors/values.ts';
import type { Decoded, Flaw } from '../vendors/vendor.ts';
import { readDocument } from './document.ts';
import { fieldOf, recordsAt, type Trail } from './fields.ts';

/** What a body does not say about itself. */
export interface MappedContext {
  /** Epoch seconds. */
  readonly receivedAt: number;
  /** The device that the push address or key named; null while nobody has. */
  readonly speaker: string | null;
  /** The zone of the location where a device is installed; undefined while it is installed nowhere. */
  readonly zoneOfDevice: (device: string | null) => string | undefined;
}

/** Reads a body as a mapping says. Never throws, and only finds what the mapping names. */
export function decodeMapped(spec: MappingSpec, body: Buffer, context: MappedContext): Decoded {
  if (isBlank(body)) return nothing([]);
  const document = readDocument(body, spec);
  if (!document.ok) return nothing([document.flaw]);
  const records = recordsAt(document.top, spec.records);
  if (!records) return nothing(['too_many_records']);
  const devices = records.map((record) =>
    spec.device ? deviceIn(fieldOf(record, spec.records, spec.device), spec) : null,
  );
  const isGateway = new Set(devices.filter((device) => device !== null)).size > 1;
  return collect((into) => {
    const clocks = new Map<string, ReturnType<typeof localClock>>();
    let byLine: ReadonlyMap<string, readonly Trail[]> | undefined;
    const ofLine = (line: string) => (byLine ??= recordsByLine(records, devices, spec, context)).get(line) ?? [];
    const directions = new Map<string, DirectedCount>();
    let found = 0;
    records.forEach((record, index) => {
      const device = devices[index] ?? null;
      if (isGateway && device === null) return;
      const target = isGateway && device !== null ? into.carried(device) : into;
      if (!isGateway) into.device(device);
      const speaker = device ?? context.speaker;
      const read = { record, spec, into, target, clocks, ofLine, directions, context, device: speaker };
      found += readRecord(read);
      if (index === 0 || isGateway) readStatus(read);
    });
    for (const { logic, interval, counted } of directions.values()) logic.count('people', interval, counted);
    if (found === 0) into.flaw('unknown_shape');
  });
}

/** What both directions of a line counted in an interval, said by one record each. */
interface DirectedCount {
  readonly logic: LogicCollector;
  readonly interval: Interval;
  readonly counted: Counted;
}

interface ReadRecord {
  readonly record: Trail;
  readonly spec: MappingSpec;
  readonly into: Collector;
  readonly target: DeviceCollector;
  /** How the hour that clocks repeat is read, line by line. */
  readonly clocks: Map<string, ReturnType<typeof localClock>>;
  /** All records of the body that speak of a line. */
  readonly ofLine: (line: string) => readonly Trail[];
  readonly directions: Map<string, DirectedCount>;
  readonly context: MappedContext;
  readonly device: string | null;
}

/** How many lines of the mapping it speaks of. */
function readRecord(read: ReadRecord): number {
  const { spec } = read;
  const { spoken, names } = spokenOf(read.record, spec);
  if (spoken.length === 0) return 0;
  const when = timeOf(read);
  const interval = when === null || !needsInterval(spec) ? undefined : intervalOf(read, when);
  spoken.forEach((line, index) => {
    const name = names[index];
    if (name === undefined) read.into.flaw('unknown_shape');
    else if (when === null || (needsInterval(spec) && !interval)) read.into.flaw('bad_interval');
    else readLine(read, line, name.trim(), when, interval);
  });
  return spoken.length;
}

function spokenOf(record: Trail, { lines, records }: MappingSpec) {
  const spoken = lines.filter((line) =>
    [line.ins, line.outs, line.level, line.direction?.count].some(
      (path) => path && isSaid(fieldOf(record, records, path)),
    ),
  );
  const names = spoken.map((line) => (line.nameField ? nameOf(fieldOf(record, records, line.nameField)) : line.name));
  return { spoken, names };
}

function readLine(
  read: ReadRecord,
  line: MappedLine,
  name: string,
  when: number,
  interval: Interval | undefined,
): void {
  const { record, spec, target, into } = read;
  const isZone = line.ins === null && line.outs === null && line.direction === null;
  const logic = target.logic(name, name, isZone ? 'zone' : 'line');
  const said = (path: FieldPath | null) => (path ? countIn(fieldOf(record, spec.records, path)) : undefined);
  if (isOneWay(line, spec)) logic.oneWay();
  const counted = line.direction ? directed(read, line.direction) : { ins: said(line.ins), outs: said(line.outs) };
  if (spec.counting === 'cumulative') readCounters(spec, counted, when, logic, into);
  else if (interval && line.direction) {
    const key = `${read.device}\n${name}\n${interval.at}\n${interval.span}`;
    read.directions.set(key, { logic, interval, counted: { ...read.directions.get(key)?.counted, ...counted } });
  } else if (interval) logic.count('people', interval, counted);
  const level = said(line.level);
  if (level === null) into.flaw('bad_value');
  else if (level !== undefined)
    logic.level({ measure: 'people', ...(interval ?? { at: when, span: null }), last: level, lo: level, hi: level });
}

/** It counts people going in, and none that is named by the same field counts any going out. */
function isOneWay(line: MappedLine, { lines }: MappingSpec): boolean {
  const field = line.nameField?.join('\n');
  const alike = lines.filter((other) => other === line || (field && other.nameField?.join('\n') === field));
  return line.ins !== null && alike.every(({ outs, direction }) => !outs && !direction);
}

interface Counted {
  readonly ins?: number | null | undefined;
  readonly outs?: number | null | undefined;
}

function directed(
  { record, spec, into }: ReadRecord,
  { count, field, ins, outs }: NonNullable<MappedLine['direction']>,
): Counted {
  const value = countIn(fieldOf(record, spec.records, count));
  const way = nameOf(fieldOf(record, spec.records, field)) ?? '';
  if (sameText(way, ins)) return { ins: value };
  if (sameText(way, outs)) return { outs: value };
  if (way !== '') into.flaw('bad_value');
  return {};
}

function readCounters(
  { modulus }: MappingSpec,
  counted: Counted,
  at: number,
  logic: LogicCollector,
  into: Collector,
): void {
  for (const way of ['ins', 'outs'] as const) {
    const value = counted[way];
    if (value === null || (modulus !== null && (value ?? 0) >= modulus)) into.flaw('bad_value');
    else if (value !== undefined) logic.counter({ measure: 'people', way, at, value, modulus });
  }
}

function readStatus({ record, spec, target }: ReadRecord): void {
  const said = Object.fromEntries(spec.status.map(({ name, field }) => [name, fieldOf(record, spec.records, field)]));
  const { firmware, ...detail } = plainValues(said);
  if (firmware === undefined && Object.keys(detail).length === 0) return;
  target.status({
    firmware: firmware === undefined ? null : String(firmware),
    ipAddress: null,
    config: firmware === undefined ? {} : { firmware },
    detail,
  });
}

/** Epoch seconds; null where the record does not say when. */
function timeOf(read: ReadRecord): number | null {
  if (read.spec.time.fields.length === 0) return read.context.receivedAt;
  return instantOf(stampOf(read.record, read.spec), read, 'start');
}

function intervalOf(read: ReadRecord, when: number): Interval | undefined {
  const { record, spec } = read;
  const { interval } = spec;
  if (interval.kind === 'end') return intervalBetween(when, instantOf(endOf(record, spec), read, 'end'));
  const seconds = secondsOf(record, spec);
  if (!seconds) return undefined;
  return interval.stamp === 'start' ? intervalBetween(when, when + seconds) : intervalBetween(when - seconds, when);
}

function stampOf(record: Trail, spec: MappingSpec): Timestamp | null {
  const values = spec.time.fields.map((path) => fieldOf(record, spec.records, path));
  return parsed(values.length === 1 ? values[0] : values.map((value) => nameOf(value) ?? '').join(' '), spec);
}

function endOf(record: Trail, spec: MappingSpec): Timestamp | null {
  return spec.interval.kind === 'end' ? parsed(fieldOf(record, spec.records, spec.interval.field), spec) : null;
}

function secondsOf(record: Trail, { interval, records }: MappingSpec): number | null | undefined {
  if (interval.kind === 'end') return undefined;
  return interval.kind === 'fixed' ? interval.seconds : countIn(fieldOf(record, records, interval.field));
}

function parsed(value: unknown, { time: { dayFirst } }: MappingSpec): Timestamp | null {
  if (typeof value === 'number') return fromEpoch(value);
  return typeof value === 'string' ? parseTimestamp(value, { dayFirst }) : null;
}

type Edge = 'start' | 'end';

function instantOf(time: Timestamp | null, read: ReadRecord, edge: Edge): number | null {
  if (time?.kind === 'instant') return time.seconds;
  return time?.kind === 'local' ? zonedInstant(time.wall, read, edge) : null;
}

/** What is installed nowhere counts nowhere, so until then its zone does not matter. */
function zonedInstant(wall: number, read: ReadRecord, edge: Edge): number | null {
  const { spec, context, clocks, device } = read;
  if (spec.time.zone === 'offset') return null;
  const name = spec.time.zone === 'location' ? (context.zoneOfDevice(device) ?? 'UTC') : spec.time.zone;
  const zone = zoneOf(name);
  const found = instantsShowing(zone, wall);
  if (found.length < 2) return found[0] ?? null;
  const line = lineOf(read, spec);
  const key = `${edge}\n${line}`;
  const clock = clocks.get(key) ?? localClock(zone, sentOf(read, edge, line));
  clocks.set(key, clock);
  return clock(wall);
}

function recordsByLine(
  records: readonly Trail[],
  devices: readonly (string | null)[],
  spec: MappingSpec,
  { speaker }: MappedContext,
): Map<string, Trail[]> {
  const byLine = new Map<string, Trail[]>();
  records.forEach((record, index) => {
    const line = lineOf({ record, device: devices[index] ?? speaker }, spec);
    const known = byLine.get(line);
    if (known) known.push(record);
    else byLine.set(line, [record]);
  });
  return byLine;
}

/** What the body says of the times of a line. */
function sentOf({ ofLine, spec, context }: ReadRecord, edge: Edge, line: string): Sent {
  const own = ofLine(line);
  const walls = own.flatMap((record) => wallIn((edge === 'end' ? endOf : stampOf)(record, spec)) ?? []);
  const last = own.at(-1);
  return { walls, lastSpan: last && edge === 'start' ? lasting(last, spec) : 0, receivedAt: context.receivedAt };
}

/** Seconds from the time that a record names until its interval was over. */
function lasting(record: Trail, spec: MappingSpec): number {
  const { interval } = spec;
  if (!needsInterval(spec)) return 0;
  if (interval.kind !== 'end') return interval.stamp === 'start' ? (secondsOf(record, spec) ?? 0) : 0;
  return lengthBetween(wallIn(stampOf(record, spec)) ?? 0, wallIn(endOf(record, spec)) ?? 0);
}

function wallIn(time: Timestamp | null): number | undefined {
  return time?.kind === 'local' ? time.wall : undefined;
}

/** Whose times follow each other: those of a line, and of each of its directions where a record has one. */
function lineOf({ record, device }: Pick<ReadRecord, 'record' | 'device'>, spec: MappingSpec): string {
  const { spoken, names } = spokenOf(record, spec);
  const ways = spoken.map(({ direction }) => (direction ? nameOf(fieldOf(record, spec.records, direction.field)) : ''));
  return [device, ...names, ...ways].join('\n');
}

function deviceIn(value: unknown, { numbers }: MappingSpec): string | null {
  return deviceNamed(typeof value === 'number' ? String(value) : value, numbers);
}

/** A MAC address, an EUI-64, or a number of its vendor. */
export function deviceNamed(value: unknown, numbers: MappingSpec['numbers']): string | null {
  if (typeof value !== 'string' || value.length > 100) return null;
  const device = readDevice(value);
  return (numbers === 'hella' ? hellaDevice(device) : device) ?? numberedDevice(numbers, value);
}

/** Undefined where nothing is said, null where it cannot be read. */
function countIn(value: unknown): number | null | undefined {
  return isSaid(value) ? (writtenCount(value) ?? null) : undefined;
}

/** Empty cells and dashes are how devices write nothing. */
function isSaid(value: unknown): boolean {
  return value !== undefined && !(typeof value === 'string' && /^[\s-]*$/.test(value));
}

function nothing(flaws: readonly Flaw[]): Decoded {
  return { device: null, testData: false, logics: [], status: null, flaws };
}
