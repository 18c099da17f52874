import { numberedDevice } from '@atrium/rules/device-identity';
import { isIpAddress } from '@atrium/rules/ip-address';
import type { Collector } from './collector.ts';
import { jsonVendor } from './document-vendor.ts';
import { crossingAt, instantOf, intervalBetween, type Interval } from './intervals.ts';
import { nameOf, objects, plainValues, writtenCount, type Json } from './values.ts';
import { macAddress, type Vendor } from './vendor.ts';

/**
 * Irisys Vector 4D: after each log period the counts of every register, which only grow, and what they grew by. A register
 * has a name and tags that the installer chose; it counts one direction.
 */
export const irisys = jsonVendor({
  name: 'irisys',
  title: 'Irisys Vector 4D',
  generation: 2,
  read: readMessage,
});

/** For sensors that publish changes of their registers and push no log: each change counts. The topic names the device. */
export const irisysMqtt: Vendor = {
  ...jsonVendor({
    name: 'irisys-mqtt',
    title: 'Irisys Vector 4D, messages of MQTT only',
    generation: 1,
    read: readPublished,
  }),
  addressed: (part) => macAddress(part) ?? (/^V4D-\d{1,12}$/i.test(part) ? numberedDevice('irisys', part) : null),
};

/** A change of a register, or whether the sensor is connected. What it has counted in all comes without a time. */
function readPublished(message: Json, into: Collector): void {
  const { register, value, t, status } = message;
  if (status === 'connected' || status === 'disconnected') {
    into.status({ firmware: null, ipAddress: null, config: {}, detail: { connection: status } });
    return;
  }
  if (Array.isArray(message.counts) || Array.isArray(message.CountLogs)) {
    into.flaw('unsupported_kind');
    return;
  }
  const name = nameOf(register);
  const when = instantOf(t);
  if (name === undefined || when === null) {
    into.flaw(name === undefined ? 'unknown_shape' : 'bad_interval');
    return;
  }
  const count = writtenCount(value) ?? null;
  into.logic(name, name, 'line').count('people', crossingAt(when, String(count)), { [wayOf({ Name: name })]: count });
}

function readMessage(message: Json, into: Collector): void {
  // Changes one by one repeat what the log counts.
  if (message.register !== undefined) return;
  if (!Array.isArray(message.CountLogs)) {
    // Histograms of heights alone count nobody.
    if (!Array.isArray(message.HistogramLogs)) into.flaw('unknown_shape');
    return;
  }
  const { FriendlyDeviceSerial: serial } = message;
  into.device(macAddress(message.macAddress) ?? (typeof serial === 'string' ? numberedDevice('irisys', serial) : null));
  const address = message.IPv4Address;
  const ipAddress = typeof address === 'string' && isIpAddress(address) ? address : null;
  into.status({
    firmware: null,
    ipAddress,
    config: plainValues({
      serial,
      name: message.DeviceName,
      site: message.SiteName,
      timezone: message.TimeZone,
      ipAddress,
    }),
    detail: {},
  });
  for (const entry of objects(message.CountLogs)) {
    // Where the clock was set, nothing can be said of the time around it.
    if (entry.ClockChangedFrom === undefined) readEntry(entry, into);
  }
}

function readEntry(entry: Json, into: Collector): void {
  const end = instantOf(entry.Timestamp);
  if (end === null || !Array.isArray(entry.Counts)) {
    into.flaw(end === null ? 'bad_interval' : 'unknown_shape');
    return;
  }
  const begin = instantOf(entry.StartTimestamp);
  const interval = begin === null ? undefined : intervalBetween(begin, end);
  if (begin !== null && !interval) into.flaw('bad_interval');
  for (const register of objects(entry.Counts)) readRegister(register, interval, end, into);
}

/** Old firmware says only how far the register has come. */
function readRegister(register: Json, interval: Interval | undefined, end: number, into: Collector): void {
  const id = writtenCount(register.RegisterId);
  if (id === undefined) {
    into.flaw('unknown_shape');
    return;
  }
  const name = nameOf(register.Name) ?? `Register ${id}`;
  const way = wayOf(register);
  if (isLevel(register)) {
    const last = writtenCount(register.Value);
    if (last === undefined) into.flaw('bad_value');
    else
      into
        .logic(String(id), name, 'zone')
        .level({ measure: 'people', ...(interval ?? { at: end, span: null }), last, lo: last, hi: last });
    return;
  }
  const logic = into.logic(String(id), name, 'line');
  if (interval && register.LogPeriodValue !== undefined) {
    logic.count('people', interval, { [way]: writtenCount(register.LogPeriodValue) ?? null });
    return;
  }
  const value = writtenCount(register.Value);
  if (value === undefined) into.flaw('bad_value');
  else logic.counter({ measure: 'people', way, at: end, value, modulus: null });
}

function wayOf({ Tags, Name }: Json): 'ins' | 'outs' {
  const tags = Array.isArray(Tags) ? Tags.filter((tag) => typeof tag === 'string') : [];
  const tagged = tags.find((tag) => /^direction=/i.test(tag));
  if (tagged !== undefined) return /=out$/i.test(tagged) ? 'outs' : 'ins';
  if (typeof Name !== 'string') return 'ins';
  // Words may be joined as in "MainEntranceOut".
  const words = Name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll(/[_\d]+/g, ' ');
  return /\b(outs?|exits?|salidas?)\b/i.test(words) ? 'outs' : 'ins';
}

function isLevel({ RegisterType, Name }: Json): boolean {
  return RegisterType === 'Custom' && typeof Name === 'string' && /occupan|inside/i.test(Name);
}
