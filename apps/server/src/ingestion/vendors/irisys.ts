import { numberedDevice } from '@atrium/rules/device-identity';
import { isIpAddress } from '@atrium/rules/ip-address';
import type { Collector } from './collector.ts';
import { jsonVendor } from './document-vendor.ts';
import { instantOf, intervalBetween, type Interval } from './intervals.ts';
import { nameOf, objects, plainValues, writtenCount, type Json } from './values.ts';
import { macAddress } from './vendor.ts';

/**
 * Irisys Vector 4D: after each log period the counts of every register, which only grow, and what they grew by. A register
 * has a name and tags that the installer chose; it counts one direction.
 */
export const irisys = jsonVendor({
  name: 'irisys',
  title: 'Irisys Vector 4D',
  generation: 1,
  read: readMessage,
});

function readMessage(message: Json, into: Collector): void {
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
  return typeof Name === 'string' && /\b(outs?|exits?|salidas?)\b/i.test(Name) ? 'outs' : 'ins';
}

function isLevel({ RegisterType, Name }: Json): boolean {
  return RegisterType === 'Custom' && typeof Name === 'string' && /occupan|inside/i.test(Name);
}
