import { parseBounded } from './bounded-json.ts';
import { collect, nothing, type Collector } from './collector.ts';
import { instantOf } from './intervals.ts';
import { at, isBlank, isCount, isObject, objects, type Json } from './values.ts';
import { macAddress, maxCarried, maxRecords, type Decoded, type Flaw, type Identity, type Vendor } from './vendor.ts';
import { readLive } from './xovis5-live.ts';
import { readLogics } from './xovis5-logics.ts';
import { readStatus } from './xovis5-status.ts';

interface Manner {
  /** Whether a body may bring packages of several sensors. */
  readonly several: boolean;
  /** Whether people are counted from live data instead of logics. */
  readonly live: boolean;
}

/** Xovis sensors of the fifth generation and multisensors: JSON packages of logics, live data or the device's status. */
export const xovis5 = xovisVendor('xovis5', 'Xovis PC Series, firmware 5', { several: false, live: false });

/** A unit that sends for the multisensors and sensors behind it, several in one body. */
export const xovisSpider = xovisVendor('xovis-spider', 'Xovis Spider', { several: true, live: false });

/** For a sensor that pushes live data and no logics: its counters are counted. */
export const xovisLive = xovisVendor('xovis5-live', 'Xovis PC Series, firmware 5, live data only', {
  several: false,
  live: true,
});

function xovisVendor(name: string, title: string, manner: Manner): Vendor {
  return {
    name,
    title,
    generation: 3,
    // The content type is a free setting of the sensor; only what is certainly something else is refused.
    acceptsType: (type) => type === '' || /^(application\/(json|.+\+json|octet-stream)|text\/(json|plain))$/.test(type),
    contentType: 'application/json',
    addressed: macAddress,
    identify: (body) => identify(body, manner),
    decode: (body) => decode(body, manner),
  };
}

interface Package {
  readonly kind: 'logics' | 'status' | 'live';
  readonly device: string | null;
  readonly data: Json;
}

type Message = Package | { readonly kind: 'test' | 'unknown'; readonly device: null };

/** Its packages are large: what the endpoint needs is found without reading all of them. */
function identify(body: Buffer, manner: Manner): Identity {
  if (isBlank(body)) return { kind: 'test' };
  const messages = readMessages(body);
  if (!Array.isArray(messages)) return { kind: 'unreadable', device: null };
  if (messages.every(({ kind }) => kind === 'test')) return { kind: 'test' };
  const devices = devicesIn(messages);
  if (devices.length > 1 && !manner.several) return { kind: 'unreadable', device: null };
  const device = devices.length > 1 ? null : (devices[0] ?? null);
  const { records, newest } = extentOf(messages);
  if (records > maxRecords || devices.length > maxCarried) return { kind: 'too-large' };
  const kinds = new Set(messages.map(({ kind }) => kind));
  const kind = kinds.has('logics') || kinds.has('live') ? 'readings' : kinds.has('status') ? 'status' : 'unreadable';
  if (kind === 'unreadable') return { kind, device };
  return { kind, device, ...(devices.length > 1 ? { carried: devices } : {}), records, newest };
}

function extentOf(messages: readonly Message[]): { records: number; newest: number | null } {
  let records = 0;
  let newest: number | null = null;
  const note = (count: number, end: number | null) => {
    records += count;
    if (end !== null && end > (newest ?? 0)) newest = end;
  };
  for (const message of messages) {
    if (message.kind === 'logics')
      for (const logic of objects(message.data.logics))
        for (const { to } of objects(logic.records)) note(1, instantOf(to));
    if (message.kind === 'live')
      for (const { events, time } of objects(message.data.frames)) note(objects(events).length, instantOf(time));
  }
  return { records, newest };
}

function decode(body: Buffer, manner: Manner): Decoded {
  if (isBlank(body)) return nothing([]);
  const messages = readMessages(body);
  if (!Array.isArray(messages)) return nothing([messages]);
  const devices = devicesIn(messages);
  if (devices.length > 1 && !manner.several) return nothing(['several_devices']);
  if (extentOf(messages).records > maxRecords || devices.length > maxCarried)
    return { ...nothing(['too_many_records']), device: devices.length > 1 ? null : (devices[0] ?? null) };
  return collect((into) => {
    if (devices.length === 1) into.device(devices[0]!);
    for (const message of messages) {
      // Of several sensors, each package must name its own.
      const isNobodys = devices.length > 1 && message.device === null;
      if (message.kind === 'test') continue;
      if ('data' in message && !isNobodys) readPackage(message, devices.length > 1, manner, into);
      else into.flaw('unknown_shape');
    }
  }, maxReadings);
}

function readPackage({ kind, device, data }: Package, isOneOfSeveral: boolean, manner: Manner, into: Collector): void {
  const own = isOneOfSeveral && device !== null ? into.carried(device) : into;
  if (kind === 'status') own.status(readStatus(data));
  else if (isTestData(data)) into.testData();
  if (kind === 'live') readLive(data, own, into, { counts: manner.live });
  // Logics repeat what live data has counted.
  if (kind === 'logics' && manner.live) into.flaw('unsupported_kind');
  if (kind === 'logics' && !manner.live) readLogics(data, own, into);
  const { id, agent_id: agent } = isObject(data.package_info) ? data.package_info : {};
  if (isCount(id) && isCount(agent)) into.package(isOneOfSeveral ? `${device}/${agent}` : String(agent), id);
}

/** A record has about a dozen counters. */
const maxReadings = 20 * maxRecords;

/** One package, or several in an array, which the sensor sends after an interruption. */
function readMessages(body: Buffer): Message[] | Flaw {
  const parsed = parseBounded(body);
  if (!parsed.ok) return parsed.flaw;
  const items = Array.isArray(parsed.value) ? (parsed.value as unknown[]) : [parsed.value];
  if (items.length > maxRecords) return 'too_many_records';
  return items.map(readMessage);
}

function readMessage(item: unknown): Message {
  if (!isObject(item)) return { kind: 'unknown', device: null };
  if ('connection_test' in item) return { kind: 'test', device: null };
  for (const kind of ['logics', 'status', 'live'] as const) {
    const data = item[`${kind}_data`];
    if (isObject(data)) return { kind, device: kind === 'status' ? statusDevice(data) : infoDevice(data), data };
  }
  return { kind: 'unknown', device: null };
}

function devicesIn(messages: readonly Message[]): string[] {
  return [...new Set(messages.flatMap(({ device }) => device ?? []))];
}

function infoDevice(data: Json): string | null {
  return macAddress(at(data, 'sensor_info', 'serial_number'));
}

function statusDevice(data: Json): string | null {
  return (
    infoDevice(data) ??
    macAddress(at(data, 'states', 'device', 'info', 'serial')) ??
    macAddress(at(data, 'states', 'network', 'state', 'details', 'link', 'mac'))
  );
}

/** The sensor's own test trigger; no document says where it is written, so every likely place is checked. */
function isTestData(data: Json): boolean {
  const info = data.package_info;
  return isObject(info) && ['type', 'trigger', 'trigger_type', 'data_type'].some((key) => info[key] === 'DUMMY_DATA');
}
