import { numberedDevice, readDevice } from '@atrium/rules/device-identity';
import { isIpAddress } from '@atrium/rules/ip-address';
import type { Collector, Counted, LogicCollector } from './collector.ts';
import { jsonVendor } from './document-vendor.ts';
import { instantOf, intervalBetween, type Interval } from './intervals.ts';
import { isObject, nameOf, objects, plainValues, writtenCount, type Json } from './values.ts';
import type { DeviceStatus } from './vendor.ts';

/** The format of our own (`docs/push-format.md`), for devices and programs that can be told what to send. */
export const genericJson = jsonVendor({
  name: 'json',
  title: 'Any device, in the JSON format of this product',
  generation: 1,
  read: readMessage,
});

function readMessage(message: Json, into: Collector): void {
  const { device, readings, status } = message;
  if (readings !== undefined && !Array.isArray(readings)) into.flaw('unknown_shape');
  if (readings === undefined && status === undefined) into.flaw('unknown_shape');
  if (typeof device === 'string' || typeof device === 'number')
    into.device(readDevice(String(device)) ?? numberedDevice('atrium', String(device)));
  if (message.test === true) into.testData();
  if (isObject(status)) into.status(statusOf(status));
  for (const reading of objects(readings)) readReading(reading, into);
}

function statusOf({ firmware, ipAddress, ...detail }: Json): DeviceStatus {
  const address = typeof ipAddress === 'string' && isIpAddress(ipAddress) ? ipAddress : null;
  return {
    firmware: nameOf(firmware) ?? null,
    ipAddress: address,
    config: plainValues({ firmware, ipAddress: address }),
    detail: plainValues(detail),
  };
}

function readReading(reading: Json, into: Collector): void {
  const id = nameOf(reading.line ?? reading.zone);
  const measure = reading.measure ?? 'people';
  if (id === undefined || typeof measure !== 'string' || !/^[a-z][a-z0-9_]{0,30}$/.test(measure)) {
    into.flaw('unknown_shape');
    return;
  }
  const isLine = reading.line !== undefined;
  const logic = into.logic(id, nameOf(reading.name) ?? `${isLine ? 'Line' : 'Zone'} ${id}`, isLine ? 'line' : 'zone');
  const interval = intervalBetween(instantOf(reading.from), instantOf(reading.to));
  const when = instantOf(reading.at);
  if (interval) readInterval(reading, measure, interval, logic, into);
  else if (when !== null) readInstant(reading, measure, when, logic, into);
  else into.flaw('bad_interval');
}

function readInterval(
  reading: Json,
  measure: string,
  interval: Interval,
  logic: LogicCollector,
  into: Collector,
): void {
  logic.count(measure, interval, countsOf(reading, 'in', 'out'), reading.partial === true);
  if (reading.level !== undefined) readLevel(reading, measure, interval, logic, into);
  for (const kind of ['wait', 'service', 'dwell'] as const) {
    if (reading[kind] === undefined) continue;
    const seconds = reading[kind];
    const n = reading.people === undefined ? 1 : writtenCount(reading.people);
    const outcome = outcomes.find((each) => each === (reading.outcome ?? 'unknown'));
    const milliseconds = typeof seconds === 'number' ? Math.round(seconds * 1000) : -1;
    if (n === undefined || outcome === undefined || milliseconds < 0 || milliseconds > 0xffff_ffff)
      into.flaw('bad_value');
    else if (n > 0)
      logic.sample({ measure: kind, ...interval, id: nameOf(reading.id) ?? '', milliseconds, n, outcome });
  }
}

const outcomes = ['unknown', 'served', 'abandoned'] as const;

function readInstant(reading: Json, measure: string, at: number, logic: LogicCollector, into: Collector): void {
  const { ins, outs } = countsOf(reading, 'inTotal', 'outTotal');
  for (const [way, value] of [['ins', ins] as const, ['outs', outs] as const]) {
    if (value === null) into.flaw('bad_value');
    else if (value !== undefined) logic.counter({ measure, way, at, value, modulus: null });
  }
  if (reading.level !== undefined) readLevel(reading, measure, { at, span: null }, logic, into);
}

function readLevel(
  reading: Json,
  measure: string,
  when: { at: number; span: number | null },
  logic: LogicCollector,
  into: Collector,
): void {
  const last = writtenCount(reading.level);
  const [lo, hi] = [reading.min, reading.max].map((value) => (value === undefined ? last : writtenCount(value)));
  if (last === undefined || lo === undefined || hi === undefined || lo > last || hi < last) into.flaw('bad_value');
  else logic.level({ measure, ...when, last, lo, hi });
}

function countsOf(reading: Json, inKey: string, outKey: string): Counted {
  const countOf = (value: unknown) => (value === undefined ? undefined : (writtenCount(value) ?? null));
  return { ins: countOf(reading[inKey]), outs: countOf(reading[outKey]) };
}
