import { offsetMinutes, parseTimestamp } from '@atrium/calendar/timestamps';
import { isIpAddress } from '@atrium/rules/ip-address';
import type { Collector, Counted } from './collector.ts';
import { jsonVendor } from './document-vendor.ts';
import { crossingAt, intervalBetween, type Interval } from './intervals.ts';
import { readRegionSections } from './milesight-regions.ts';
import { at, isObject, nameOf, objects, plainValues, writtenCount, type Json } from './values.ts';
import { macAddress, type Vendor } from './vendor.ts';
import { withoutSnapshots } from './without-snapshots.ts';

/**
 * Milesight sensors that push JSON: VS125, VS133 and VS135 with the sections for lines and regions that their operator ticked, VS121
 * with the people in its regions. Crossings one by one (`line_trigger_data`) repeat what the periodic sections count, so they are left out.
 */
export const milesight: Vendor = {
  ...jsonVendor({
    name: 'milesight',
    title: 'Milesight VS121, VS125, VS133 and VS135',
    generation: 1,
    read: (message, into) => readMessage(message, into, readLines),
  }),
  withoutPictures: withoutSnapshots,
};

/** For sensors that report each crossing and no intervals: only the crossings count. */
export const milesightCrossings: Vendor = {
  ...jsonVendor({
    name: 'milesight-crossings',
    title: 'Milesight VS125, VS133 and VS135, single crossings only',
    generation: 1,
    read: (message, into) => readMessage(message, into, readCrossings),
  }),
  withoutPictures: withoutSnapshots,
};

function readMessage(message: Json, into: Collector, readSections: typeof readLines): void {
  const info = message.device_info;
  if (!isObject(info)) {
    into.flaw('unknown_shape');
    return;
  }
  readDevice(info, message.time_info, into);
  const times = timesIn(message.time_info);
  if (message.event !== undefined) readRegions(message, intervalBetween(times.start, times.end), into);
  else {
    readSections(message, times, into);
    const { start, end, at: made, instant } = times;
    readRegionSections(message, { interval: intervalBetween(start, end), when: made ?? end ?? start, instant }, into);
  }
}

function readDevice(info: Json, time: unknown, into: Collector): void {
  into.device(macAddress(info.device_mac));
  const { ip_address: address, device_name, device, device_sn, firmware_version, hardware_version } = info;
  const ipAddress = typeof address === 'string' && isIpAddress(address) ? address : null;
  into.status({
    firmware: nameOf(firmware_version) ?? null,
    ipAddress,
    config: plainValues({
      name: device_name ?? device,
      serial: device_sn,
      firmware: firmware_version,
      hardware: hardware_version,
      ipAddress,
      timezone: at(time, 'time_zone') ?? at(time, 'timezone'),
    }),
    detail: plainValues({ uptimeSeconds: info.running_time }),
  });
}

/** Where its times have no offset, it is in the text of the zone, without daylight saving. */
function timesIn(time: unknown): Times {
  if (!isObject(time)) return { start: null, end: null, at: null, instant: () => null };
  const zone = time.time_zone ?? time.timezone;
  const [written] = typeof zone === 'string' ? (/^UTC[+-]\d{1,2}(:\d\d)?/i.exec(zone) ?? []) : [];
  const standard = written === undefined ? null : offsetMinutes(written);
  const offset = standard === null ? null : standard + (time.dst_status === true ? 60 : 0);
  const instant = (value: unknown) => {
    const read = typeof value === 'string' ? parseTimestamp(value) : null;
    if (read?.kind === 'instant') return read.seconds;
    return read?.kind === 'local' && offset !== null ? read.wall - 60 * offset : null;
  };
  return {
    start: instant(time.start_time),
    end: instant(time.end_time),
    at: instant(time.time ?? time.trigger_time),
    instant,
  };
}

interface Times {
  readonly start: number | null;
  readonly end: number | null;
  /** When the message was made, where it speaks of no interval. */
  readonly at: number | null;
  /** Any other time of the message, by the same offset. */
  readonly instant: (value: unknown) => number | null;
}

/** Under which the counts of intervals are found, in firmware after firmware. */
const periodicSections = ['line_periodic_data', 'linePeriod', 'line'];

function readLines(message: Json, { start, end }: Times, into: Collector): void {
  const interval = intervalBetween(start, end);
  const listed = periodicSections.flatMap((section) => objects(message[section]));
  const periodic = listed.length > 0 ? listed : numberedLines(message);
  const totals = objects(message.line_total_data);
  if ((periodic.length > 0 || totals.length > 0) && !interval) {
    into.flaw('bad_interval');
    return;
  }
  if (!interval) return;
  const counted = new Set<string>();
  for (const line of periodic) {
    const found = lineOf(line, into);
    if (!found) continue;
    counted.add(found.id);
    found.logic.count('people', interval, countsOf(line, 'in', 'out'));
  }
  for (const line of totals) {
    const found = lineOf(line, into);
    // What a line counted since its start repeats its intervals.
    if (!found || counted.has(found.id)) continue;
    const { ins, outs } = countsOf(line, 'in_counted', 'out_counted');
    for (const [way, value] of [['ins', ins] as const, ['outs', outs] as const]) {
      if (value === null) into.flaw('bad_value');
      else if (value !== undefined)
        found.logic.counter({ measure: 'people', way, at: interval.at + interval.span, value, modulus: null });
    }
  }
}

/** The oldest firmware wrote a field for each line and direction: `line1_in`, `line1_out`. */
function numberedLines(message: Json): Json[] {
  const lines = new Map<string, Json>();
  for (const [key, count] of Object.entries(message)) {
    const [, line, way] = /^line(\d{1,2})_(in|out)$/.exec(key) ?? [];
    if (line !== undefined && way !== undefined) lines.set(line, { ...lines.get(line), line, [way]: count });
  }
  return [...lines.values()];
}

/** Each as it happens, in the shape of periodic data. */
function readCrossings(message: Json, { start, end, at: made }: Times, into: Collector): void {
  const when = made ?? end ?? start;
  for (const line of objects(message.line_trigger_data)) {
    const found = lineOf(line, into);
    const counts = countsOf(line, 'in', 'out');
    if (when === null) into.flaw('bad_interval');
    else found?.logic.count('people', crossingAt(when, `${counts.ins} ${counts.outs}`), counts);
  }
}

function lineOf(line: Json, into: Collector) {
  const id = nameOf(line.line_uuid) ?? nameOf(line.line);
  if (id === undefined) {
    into.flaw('unknown_shape');
    return undefined;
  }
  return { id, logic: into.logic(id, nameOf(line.line_name) ?? `Line ${id}`, 'line') };
}

/** Directly in the line, or in its `total`. */
function countsOf(line: Json, inKey: string, outKey: string): Counted {
  const countOf = (key: string) => {
    const value = line[key] ?? at(line, 'total', key);
    return value === undefined ? undefined : (writtenCount(value) ?? null);
  };
  return { ins: countOf(inKey), outs: countOf(outKey) };
}

/** The people whom a VS121 sees: all of them, and those in each region. */
function readRegions(message: Json, interval: Interval | undefined, into: Collector): void {
  if (message.event !== 'Region People Counting') {
    into.flaw('unsupported_kind');
    return;
  }
  if (!interval) {
    into.flaw('bad_interval');
    return;
  }
  const level = (id: string, name: string, value: unknown, most?: unknown) => {
    const last = writtenCount(value);
    const hi = most === undefined ? last : writtenCount(most);
    if (last === undefined || hi === undefined) into.flaw('bad_value');
    else
      into
        .logic(id, name, 'zone')
        .level({ measure: 'people', ...interval, last, lo: Math.min(last, hi), hi: Math.max(last, hi) });
  };
  if (message.current_total !== undefined)
    level('0', 'All regions', message.current_total, message.max_counted ?? message.Max_counted);
  const { current_counted: counts, numbering_regions: numbers, regions_name: names } = message;
  if (!Array.isArray(counts)) return;
  counts.forEach((count, index) => {
    const number = nameOf(Array.isArray(numbers) ? numbers[index] : undefined) ?? String(index + 1);
    level(number, nameOf(Array.isArray(names) ? names[index] : undefined) ?? `Region ${number}`, count);
  });
}
