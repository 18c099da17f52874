import { type Zone, zoneOf } from '@atrium/calendar/zones';
import { isIpAddress } from '@atrium/rules/ip-address';
import type { Collector, Counted } from './collector.ts';
import { jsonVendor } from './document-vendor.ts';
import { instantOf, intervalBetween } from './intervals.ts';
import { lengthBetween, localClock, wallOf } from './local-times.ts';
import { at, isObject, nameOf, objects, plainValues, writtenCount, type Json } from './values.ts';
import { macAddress, type DecodeContext, type DeviceStatus } from './vendor.ts';

/**
 * Axis cameras: "Axis Retail Data" of the people counters, interval by interval, and the events of Object Analytics, whose
 * scenarios count up from their last reset or say how many there are.
 */
export const axis = jsonVendor({
  name: 'axis',
  title: 'Axis people counters and Object Analytics',
  generation: 1,
  read: readMessage,
});

function readMessage(message: Json, into: Collector, context: DecodeContext): void {
  if (message.apiName === 'Axis Retail Data' || isObject(message.data)) readRetailData(message, into, context);
  else if (typeof message.topic === 'string' && isObject(message.message)) readEvent(message, message.topic, into);
  else into.flaw('unknown_shape');
}

function readRetailData(message: Json, into: Collector, { zoneOf: zoneOfDevice, receivedAt }: DecodeContext): void {
  const { sensor } = message;
  const device = macAddress(at(sensor, 'serial'));
  into.device(device);
  if (isObject(sensor)) into.status(statusOf(sensor));
  const measurements = at(message, 'data', 'measurements');
  if (!Array.isArray(measurements)) into.flaw('unknown_shape');
  // Other kinds than people are measured with other apps.
  const counts = objects(measurements).filter(({ kind }) => kind === 'people-counts');
  const isLocal = counts.some(({ utcFrom }) => utcFrom === undefined);
  const timezone = isLocal ? zoneOfDevice(device) : null;
  const clock = timezone === null ? undefined : wallClocks(zoneOf(timezone), counts, receivedAt);
  for (const measurement of counts) {
    const interval = intervalOf(measurement, clock);
    if (!interval) {
      into.flaw(measurement.utcFrom === undefined && !clock ? 'unknown_time_zone' : 'bad_interval');
      continue;
    }
    const logic = into.logic('1', 'Counter', 'line');
    const items = objects(measurement.items);
    logic.count('people', interval, countedIn(items, 'count'));
    logic.count('adult', interval, countedIn(items, 'adults'));
  }
}

/** In UTC, or by the clock on the wall where an application says nothing else. */
function intervalOf({ utcFrom, utcTo, localFrom, localTo }: Json, clock: ReturnType<typeof wallClocks> | undefined) {
  if (utcFrom !== undefined) return intervalBetween(instantOf(utcFrom), instantOf(utcTo));
  if (!clock) return undefined;
  return intervalBetween(clock.from(writtenWall(localFrom)), clock.to(writtenWall(localTo)));
}

/** Starts and ends, each in their order. */
function wallClocks(zone: Zone, counts: readonly Json[], receivedAt: number | undefined) {
  const wallsIn = (edge: 'localFrom' | 'localTo') => counts.flatMap((each) => writtenWall(each[edge]) ?? []);
  const [starts, ends] = [wallsIn('localFrom'), wallsIn('localTo')];
  const lastSpan = lengthBetween(starts.at(-1) ?? 0, ends.at(-1) ?? 0);
  const from = localClock(zone, { walls: starts, lastSpan, receivedAt });
  return { from, to: localClock(zone, { walls: ends, lastSpan: 0, receivedAt }) };
}

function writtenWall(written: unknown): number | undefined {
  return typeof written === 'string' ? wallOf(written) : undefined;
}

function countedIn(items: readonly Json[], key: string): Counted {
  const countOf = (direction: string) => {
    const said = items.filter((item) => item.direction === direction && item[key] !== undefined);
    return said.length === 0 ? undefined : said.length > 1 ? null : (writtenCount(said[0]?.[key]) ?? null);
  };
  return { ins: countOf('in'), outs: countOf('out') };
}

function statusOf(sensor: Json): DeviceStatus {
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

function readEvent(event: Json, topic: string, into: Collector): void {
  into.device(macAddress(event.serial));
  const data = at(event, 'message', 'data');
  const scenario = /Device\d+Scenario\d+$/.exec(topic)?.[0];
  if (!isObject(data) || scenario === undefined || !['Crossline', 'Occupancy'].includes(String(data.scenario))) {
    into.flaw('unsupported_kind');
    return;
  }
  const when = instantOf(event.timestamp);
  if (when === null) {
    into.flaw('bad_interval');
    return;
  }
  const isLine = data.scenario === 'Crossline';
  const logic = into.logic(scenario, scenario, isLine ? 'line' : 'zone');
  for (const [measure, total, present] of classes) {
    const value = data[isLine ? total : present];
    if (value === undefined) continue;
    const count = writtenCount(value);
    if (count === undefined) into.flaw('bad_value');
    // A scenario watches one direction of its line, and its zone says which.
    else if (isLine) logic.oneWay().counter({ measure, way: 'ins', at: when, value: count, modulus: null });
    else logic.level({ measure, at: when, span: null, last: count, lo: count, hi: count });
  }
}
