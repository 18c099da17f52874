import { isIpAddress } from '@atrium/rules/ip-address';
import { parseBounded } from './bounded-json.ts';
import { identityIn } from './identity.ts';
import { instantOf, intervalBetween, withinFacts } from './intervals.ts';
import type { CounterValue, LevelReading } from './kinds.ts';
import { at, isBlank, isObject, nameOf, objects, plainValues, writtenCount, type Json } from './values.ts';
import {
  macAddress,
  maxRecords,
  type Decoded,
  type DeviceStatus,
  type Flaw,
  type Logic,
  type Reading,
  type Vendor,
} from './vendor.ts';

/**
 * Axis cameras: "Axis Retail Data" of the people counters, interval by interval, and the events of Object Analytics, whose
 * scenarios count up from their last reset or say how many there are.
 */
export const axis: Vendor = {
  name: 'axis',
  title: 'Axis people counters and Object Analytics',
  generation: 1,
  acceptsType: (type) => type === '' || /^(application\/(json|octet-stream)|text\/(json|plain))$/.test(type),
  identify: (body) => identityIn(decode(body)),
  decode,
};

function decode(body: Buffer): Decoded {
  const nothing = { device: null, testData: false, logics: [], status: null };
  if (isBlank(body)) return { ...nothing, flaws: [] };
  const parsed = parseBounded(body);
  if (!parsed.ok) return { ...nothing, flaws: [parsed.flaw] };
  const messages = Array.isArray(parsed.value) ? (parsed.value as unknown[]) : [parsed.value];
  if (messages.length > maxRecords) return { ...nothing, flaws: ['too_many_records'] };
  const found: Found = { devices: new Set(), logics: new Map(), status: null, flaws: new Set() };
  for (const message of messages) readMessage(message, found);
  const [device = null, ...others] = found.devices;
  if (others.length > 0) return { ...nothing, flaws: ['several_devices'] };
  const logics = [...found.logics.values()];
  return { device, testData: false, logics, status: found.status, flaws: [...found.flaws] };
}

interface Found {
  readonly devices: Set<string>;
  readonly logics: Map<string, Collected>;
  status: DeviceStatus | null;
  readonly flaws: Set<Flaw>;
}

interface Collected extends Logic {
  readonly readings: Reading[];
  readonly counters: CounterValue[];
  readonly levels: LevelReading[];
}

function readMessage(message: unknown, found: Found): void {
  if (!isObject(message)) found.flaws.add('unknown_shape');
  else if (message.apiName === 'Axis Retail Data' || isObject(message.data)) readRetailData(message, found);
  else if (typeof message.topic === 'string' && isObject(message.message)) readEvent(message, message.topic, found);
  else found.flaws.add('unknown_shape');
}

function readRetailData(message: Json, found: Found): void {
  const { sensor } = message;
  noteDevice(at(sensor, 'serial'), found);
  found.status = statusOf(sensor);
  const measurements = at(message, 'data', 'measurements');
  if (!Array.isArray(measurements)) {
    found.flaws.add('unknown_shape');
    return;
  }
  for (const measurement of objects(measurements)) {
    // Other kinds than people are measured with other apps.
    if (measurement.kind !== 'people-counts') continue;
    const interval = intervalBetween(instantOf(measurement.utcFrom), instantOf(measurement.utcTo));
    if (!interval) {
      found.flaws.add('bad_interval');
      continue;
    }
    const logic = logicOf(found, '1', 'Counter', 'line');
    for (const [measure, key] of measures) {
      const counted = countedOf(objects(measurement.items), key);
      if (counted === 'unreadable') found.flaws.add('bad_value');
      else if (counted) logic.readings.push(...withinFacts({ measure, ...interval, ...counted, partial: false }));
    }
  }
}

const measures = [
  ['people', 'count'],
  ['adult', 'adults'],
] as const;

/** Undefined where no direction says it: that is missing, not zero. */
function countedOf(items: readonly Json[], key: string): { ins: number; outs: number } | 'unreadable' | undefined {
  const sums: { ins?: number; outs?: number } = {};
  for (const item of items) {
    const way = item.direction === 'in' ? 'ins' : item.direction === 'out' ? 'outs' : undefined;
    if (way === undefined || item[key] === undefined) continue;
    const count = writtenCount(item[key]);
    if (count === undefined || sums[way] !== undefined) return 'unreadable';
    sums[way] = count;
  }
  if (sums.ins === undefined && sums.outs === undefined) return undefined;
  return { ins: sums.ins ?? 0, outs: sums.outs ?? 0 };
}

function statusOf(sensor: unknown): DeviceStatus | null {
  if (!isObject(sensor)) return null;
  const { application, applicationVersion, ipAddress, name } = sensor;
  const address = typeof ipAddress === 'string' && isIpAddress(ipAddress) ? ipAddress : null;
  return {
    firmware: nameOf(applicationVersion) ?? null,
    ipAddress: address,
    config: plainValues({
      type: application,
      firmware: applicationVersion,
      ipAddress: address,
      name,
      timezone: sensor.timeZone ?? sensor.timezone,
    }),
    detail: {},
  };
}

/** What a scenario of Object Analytics counts; everything in it is text. */
const classes = [
  ['people', 'totalHuman', 'human'],
  ['car', 'totalCar', 'car'],
  ['bicycle', 'totalBike', 'bike'],
  ['truck', 'totalTruck', 'truck'],
  ['bus', 'totalBus', 'bus'],
] as const;

function readEvent(event: Json, topic: string, found: Found): void {
  noteDevice(event.serial, found);
  const data = at(event, 'message', 'data');
  const when = instantOf(event.timestamp);
  const scenario = /Device\d+Scenario\d+$/.exec(topic)?.[0];
  if (!isObject(data) || scenario === undefined || !['Crossline', 'Occupancy'].includes(String(data.scenario))) {
    found.flaws.add('unsupported_kind');
    return;
  }
  if (when === null) {
    found.flaws.add('bad_interval');
    return;
  }
  const isLine = data.scenario === 'Crossline';
  const logic = logicOf(found, scenario, scenario, isLine ? 'line' : 'zone');
  for (const [measure, total, present] of classes) {
    const value = data[isLine ? total : present];
    if (value === undefined) continue;
    const count = writtenCount(value);
    if (count === undefined) found.flaws.add('bad_value');
    // A scenario watches one direction of its line.
    else if (isLine) logic.counters.push({ measure, way: 'ins', at: when, value: count, modulus: null });
    else logic.levels.push({ measure, at: when, span: null, last: count, lo: count, hi: count });
  }
}

function noteDevice(serial: unknown, { devices }: Found): void {
  const device = macAddress(serial);
  if (device !== null) devices.add(device);
}

function logicOf({ logics }: Found, deviceId: string, name: string, form: Logic['form']): Collected {
  const known = logics.get(deviceId) ?? { deviceId, name, form, readings: [], counters: [], levels: [] };
  logics.set(deviceId, known);
  return known;
}
