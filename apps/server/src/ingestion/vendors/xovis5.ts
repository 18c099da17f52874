import { isIpAddress } from '@atrium/rules/ip-address';
import { parseBounded } from './bounded-json.ts';
import { rfc3339Instant } from './rfc3339.ts';
import {
  macAddress,
  maxRecords,
  type Decoded,
  type DeviceStatus,
  type Flaw,
  type Identity,
  type Logic,
  type Reading,
  type Vendor,
} from './vendor.ts';

/** Xovis sensors of the fifth generation, multisensors and Spiders: JSON packages of logics or of the device's status. */
export const xovis5: Vendor = {
  name: 'xovis5',
  title: 'Xovis PC Series, firmware 5',
  generation: 2,
  // The content type is a free setting of the sensor; only what is certainly something else is refused.
  acceptsType: (type) => type === '' || /^(application\/(json|.+\+json|octet-stream)|text\/(json|plain))$/.test(type),
  addressed: macAddress,
  identify,
  decode,
};

type Json = Readonly<Record<string, unknown>>;

type Message =
  | { readonly kind: 'logics'; readonly device: string | null; readonly data: Json }
  | { readonly kind: 'status'; readonly device: string | null; readonly data: Json }
  | { readonly kind: 'live'; readonly device: string | null; readonly data: Json }
  | { readonly kind: 'test' | 'unknown'; readonly device: null };

function identify(body: Buffer): Identity {
  if (isBlank(body)) return { kind: 'test' };
  const messages = readMessages(body);
  if (!Array.isArray(messages)) return { kind: 'unreadable', device: null };
  if (messages.every(({ kind }) => kind === 'test')) return { kind: 'test' };
  const device = soleDevice(messages);
  if (device === undefined) return { kind: 'unreadable', device: null };
  const count = { records: 0, newest: null as number | null };
  let readable = 0;
  for (const message of messages) {
    if (message.kind === 'status') readable += 1;
    if (message.kind !== 'logics') continue;
    readable += 1;
    for (const logic of objects(message.data.logics)) {
      for (const record of objects(logic.records)) {
        const to = instantOf(record.to);
        count.records += 1;
        if (to !== null && to > (count.newest ?? 0)) count.newest = to;
      }
    }
  }
  if (count.records > maxRecords) return { kind: 'too-large' };
  if (readable === 0) return { kind: 'unreadable', device };
  return { kind: messages.some(({ kind }) => kind === 'logics') ? 'readings' : 'status', device, ...count };
}

function decode(body: Buffer): Decoded {
  const nothing = { device: null, testData: false, logics: [], status: null };
  if (isBlank(body)) return { ...nothing, flaws: [] };
  const messages = readMessages(body);
  if (!Array.isArray(messages)) return { ...nothing, flaws: [messages] };
  const device = soleDevice(messages);
  if (device === undefined) return { ...nothing, flaws: ['several_devices'] };
  const flaws = new Set<Flaw>();
  const logics: Logic[] = [];
  let status: DeviceStatus | null = null;
  let testData = false;
  let records = 0;
  for (const message of messages) {
    switch (message.kind) {
      case 'logics':
        testData ||= isTestData(message.data);
        for (const logic of readObjects(message.data.logics, flaws)) {
          records += objects(logic.records).length;
          if (records > maxRecords) return { ...nothing, device, flaws: ['too_many_records'] };
          const read = readLogic(logic, message.data, flaws);
          if (read) logics.push(read);
        }
        break;
      case 'status':
        status = readStatus(message.data);
        break;
      case 'live':
        flaws.add('unsupported_kind');
        break;
      case 'unknown':
        flaws.add('unknown_shape');
        break;
      case 'test':
        break;
    }
  }
  return { device, testData, logics, status, flaws: [...flaws] };
}

/** One package, or several in an array, as the sensor sends them after an interruption. */
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

/** Null when no message names a device; undefined when they name different ones. */
function soleDevice(messages: readonly Message[]): string | null | undefined {
  const devices = new Set(messages.flatMap(({ device }) => (device === null ? [] : [device])));
  return devices.size > 1 ? undefined : ([...devices][0] ?? null);
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

/** The sensor's own test trigger; no document says where it is written, so every likely place is looked at. */
function isTestData(data: Json): boolean {
  const info = data.package_info;
  return isObject(info) && ['type', 'trigger', 'trigger_type', 'data_type'].some((key) => info[key] === 'DUMMY_DATA');
}

function readLogic(logic: Json, data: Json, flaws: Set<Flaw>): Logic | undefined {
  const { id } = logic;
  if (!isCount(id)) {
    flaws.add('unknown_shape');
    return undefined;
  }
  const info = typeof logic.info === 'string' ? logic.info : '';
  const readings = readObjects(logic.records, flaws).flatMap((record) => readRecord(record, measureOf(info), flaws));
  // The logics of the multisensors of one unit are numbered each from the start.
  const unit = at(data, 'sensor_info', 'multisensor_id');
  return {
    deviceId: isCount(unit) ? `${unit}.${id}` : String(id),
    name: (typeof logic.name === 'string' && shown(logic.name)) || `Logic ${id}`,
    form: info.includes('LINE') || at(objects(logic.geometries)[0], 'type') === 'LINE' ? 'line' : 'zone',
    readings,
  };
}

/** A group, a pram or a bicycle crosses the line of the people with it: never the same measure. */
const measuresOfTemplates: readonly (readonly [RegExp, string])[] = [
  [/_GROUP_LINE_/, 'group'],
  [/_BICYCLE_LINE_/, 'bicycle'],
  [/_WHEELCHAIR_LINE_/, 'wheelchair'],
  [/_PRAM_LINE_/, 'pram'],
  [/_SHOPPING_CART_LINE_/, 'cart'],
];

function measureOf(info: string): string {
  return measuresOfTemplates.find(([pattern]) => pattern.test(info))?.[1] ?? 'people';
}

const attributes: readonly string[] = ['male', 'female', 'unknown', 'mask', 'no_mask'];

function readRecord(record: Json, measure: string, flaws: Set<Flaw>): Reading[] {
  const interval = readInterval(record);
  if (!interval) {
    flaws.add('bad_interval');
    return [];
  }
  const { samples, samples_expected: expected } = record;
  const partial = typeof samples === 'number' && typeof expected === 'number' ? samples < expected : null;
  const sums = new Map<string, { ins?: number; outs?: number }>();
  const unreadable = new Set<string>();
  for (const count of readObjects(record.counts ?? null, flaws)) {
    if (typeof count.name !== 'string') flaws.add('unknown_shape');
    const counted = countedAs(count.name, measure);
    if (!counted) continue;
    const sum = sums.get(counted.measure) ?? {};
    const told = sum[counted.direction];
    if (!isCount(count.value) || (told !== undefined && told !== count.value)) unreadable.add(counted.measure);
    else sum[counted.direction] = count.value;
    sums.set(counted.measure, sum);
  }
  // What cannot be read is missing, not zero: of such a measure the whole interval stays open.
  if (unreadable.size > 0) flaws.add('bad_value');
  return [...sums].flatMap(([of, { ins = 0, outs = 0 }]) =>
    unreadable.has(of) ? [] : split({ measure: of, ...interval, ins, outs, partial }),
  );
}

/** Whole seconds; only of what is shorter than one, the milliseconds. */
function readInterval(record: Json): { at: number; span: number } | undefined {
  const from = instantOf(record.from);
  const to = instantOf(record.to);
  if (from === null || to === null) return undefined;
  const length = Math.round((to - from) * 1000) / 1000;
  if (length <= 0 || Math.round(length) > maxSpan) return undefined;
  if (length >= 1) return { at: Math.floor(from), span: Math.round(length) };
  return { at: Math.round(from * 1000) / 1000, span: length };
}

/** A local day has up to 25 hours. A fact has at most 24: the rest of a longer record becomes one of its own. */
const maxSpan = 25 * 3600;
const maxFact = 24 * 3600;

function split(reading: Reading): Reading[] {
  if (reading.span <= maxFact) return [reading];
  const first = (value: number) => Math.floor((value * maxFact) / reading.span);
  const { at: start, span, ins, outs } = reading;
  const [firstIns, firstOuts] = [first(ins), first(outs)];
  return [
    { ...reading, span: maxFact, ins: firstIns, outs: firstOuts },
    { ...reading, at: start + maxFact, span: span - maxFact, ins: ins - firstIns, outs: outs - firstOuts },
  ];
}

/** `fw` and `bw` count everyone, `fw-male` a part of them. Levels and queue times are no counts. */
function countedAs(name: unknown, measure: string): { measure: string; direction: 'ins' | 'outs' } | undefined {
  const [, way, attribute] = (typeof name === 'string' && /^(fw|bw)(?:-(\w+))?$/.exec(name)) || [];
  if (way === undefined) return undefined;
  const direction = way === 'fw' ? 'ins' : 'outs';
  if (attribute === undefined) return { measure, direction };
  return measure === 'people' && attributes.includes(attribute) ? { measure: attribute, direction } : undefined;
}

function readStatus(data: Json): DeviceStatus {
  const states = isObject(data.states) ? data.states : {};
  const info = (name: string) => at(states, 'device', 'info', name);
  const network = (name: string) => at(states, 'network', 'state', 'details', 'ipv4', name);
  const firmware = info('fw_version');
  const address = network('address') ?? at(states, 'network', 'state', 'details', 'link', 'ip');
  const ipAddress = typeof address === 'string' && isIpAddress(address) ? address : null;
  return {
    firmware: typeof firmware === 'string' ? shown(firmware) : null,
    ipAddress,
    config: plainValues({
      type: info('type'),
      variant: info('variant'),
      productCode: info('prod_code'),
      hardware: info('hw_prod_rev'),
      firmware,
      ipAddress,
      subnetMask: network('netmask'),
      gateway: network('gateway'),
      dhcp: network('dhcp_enabled'),
      ntpHost: at(states, 'time', 'state', 'details', 'ntp_host'),
      timezone: at(data, 'sensor_info', 'timezone'),
    }),
    detail: plainValues({
      type: info('type'),
      productCode: info('prod_code'),
      uptimeSeconds: at(states, 'device', 'state', 'details', 'uptime_sec'),
      dieTemperature: at(states, 'device', 'state', 'details', 'temperatures', 'die'),
      housingTemperature: at(states, 'device', 'state', 'details', 'temperatures', 'housing'),
      ntpHost: at(states, 'time', 'state', 'details', 'ntp_host'),
      ntpOffset: at(states, 'time', 'state', 'details', 'ntp_rms_offset'),
      illumination: at(states, 'singlesensor', 'status', 'illumination'),
      framesProcessed: at(states, 'singlesensor', 'status', 'frames_processed'),
    }),
  };
}

function plainValues(found: Readonly<Record<string, unknown>>): Record<string, string | number | boolean> {
  const plain: Record<string, string | number | boolean> = {};
  for (const [key, value] of Object.entries(found)) {
    if (typeof value === 'string' && shown(value) !== '') plain[key] = shown(value);
    else if (typeof value === 'number' || typeof value === 'boolean') plain[key] = value;
  }
  return plain;
}

/** Seconds since 1970 out of milliseconds, seconds or RFC 3339, which is a setting of the sensor. */
function instantOf(value: unknown): number | null {
  const seconds =
    typeof value === 'string' ? rfc3339Instant(value) : typeof value === 'number' ? fromNumber(value) : null;
  return seconds !== null && seconds >= 0 && seconds < latestSecond ? seconds : null;
}

function fromNumber(value: number): number {
  return value < latestSecond ? value : value / 1000;
}

/** In the year 2103; a number above it can only be milliseconds. */
const latestSecond = 4_200_000_000;

/** Without characters that no screen shows and no database takes. */
function shown(text: string): string {
  return text.replaceAll(/\p{C}/gu, ' ').trim().slice(0, 100);
}

function isBlank(body: Buffer): boolean {
  return body.length < 1024 && body.toString('latin1').trim() === '';
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What should be a list of objects; anything else in its place is named. */
function readObjects(value: unknown, flaws: Set<Flaw>): Json[] {
  const found = objects(value);
  if (value !== undefined && !(Array.isArray(value) && value.length === found.length)) flaws.add('unknown_shape');
  return found;
}

function objects(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 0xffff_ffff;
}

function at(value: unknown, ...path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => (isObject(inner) ? inner[key] : undefined), value);
}
