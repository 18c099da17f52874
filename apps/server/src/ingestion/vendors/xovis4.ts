import { isIpAddress } from '@atrium/rules/ip-address';
import type { Collector, Counted } from './collector.ts';
import { jsonVendor } from './document-vendor.ts';
import { crossingAt, instantOf, intervalBetween } from './intervals.ts';
import type { TrackEvent } from './kinds.ts';
import { at, isObject, nameOf, objects, plainValues, writtenCount, type Json } from './values.ts';
import { macAddress } from './vendor.ts';

/** Xovis sensors before the fifth generation: counts of lines by interval, or single events. */
export const xovis4 = jsonVendor({
  name: 'xovis',
  title: 'Xovis PC Series, firmware 3 and 4',
  generation: 1,
  read: (message, into) => readMessage(message, into, false),
});

/** For sensors that push events and no counts of lines: each crossing counts. */
export const xovis4Events = jsonVendor({
  name: 'xovis-events',
  title: 'Xovis PC Series, firmware 3 and 4, events only',
  generation: 1,
  read: (message, into) => readMessage(message, into, true),
});

function readMessage(message: Json, into: Collector, countsEvents: boolean): void {
  const elements = at(message, 'content', 'element');
  if (Array.isArray(elements) && countsEvents) into.flaw('unsupported_kind');
  else if (Array.isArray(elements)) {
    readSensor(message['sensor-info'], at(message, 'sensor-time', 'timezone'), into);
    for (const element of objects(elements)) readElement(element, into);
  } else if (Array.isArray(message.values)) {
    for (const event of objects(message.values)) readEvent(event, into, countsEvents);
  } else into.flaw('unknown_shape');
}

function readSensor(info: unknown, timezone: unknown, into: Collector): void {
  if (!isObject(info)) return;
  into.device(macAddress(info['serial-number']));
  const address = info['ip-address'];
  const ipAddress = typeof address === 'string' && isIpAddress(address) ? address : null;
  into.status({
    firmware: null,
    ipAddress,
    config: plainValues({ type: info['device-type'], name: info.name, group: info.group, ipAddress, timezone }),
    detail: {},
  });
}

function readElement(element: Json, into: Collector): void {
  const id = writtenCount(element['element-id']);
  if (id === undefined || !Array.isArray(element.measurement)) {
    into.flaw('unknown_shape');
    return;
  }
  const isLine = element['data-type'] === 'LINE';
  const logic = into.logic(String(id), nameOf(element['element-name']) ?? `Element ${id}`, isLine ? 'line' : 'zone');
  for (const measurement of objects(element.measurement)) {
    const interval = intervalBetween(instantOf(measurement.from), instantOf(measurement.to));
    if (!interval) {
      into.flaw('bad_interval');
      continue;
    }
    const values = new Map(objects(measurement.value).map(({ label, value }) => [label, value]));
    // A dwell zone says `stat` and `count`, and no document says of what.
    if ([...values.keys()].some((label) => !knownLabels.has(label))) into.flaw('unsupported_kind');
    const people = { ins: countOf(values, 'fw'), outs: countOf(values, 'bw') };
    logic.count('people', interval, people);
    for (const measure of ['male', 'female'])
      logic.count(measure, interval, {
        ins: shareOf(people.ins, values, `${measure}FwPercentage`),
        outs: shareOf(people.outs, values, `${measure}BwPercentage`),
      });
  }
}

const knownLabels: ReadonlySet<unknown> = new Set([
  'fw',
  'bw',
  ...['male', 'female'].flatMap((measure) => [`${measure}FwPercentage`, `${measure}BwPercentage`]),
]);

function countOf(values: ReadonlyMap<unknown, unknown>, label: string): Counted['ins'] {
  return values.has(label) ? (writtenCount(values.get(label)) ?? null) : undefined;
}

/** A part of the people, given in percent of them. */
function shareOf(people: Counted['ins'], values: ReadonlyMap<unknown, unknown>, label: string): Counted['ins'] {
  const percent = values.get(label);
  if (percent === undefined || people === undefined || people === null) return undefined;
  return typeof percent === 'number' && percent >= 0 && percent <= 100 ? Math.round((people * percent) / 100) : null;
}

function readEvent(event: Json, into: Collector, countsEvents: boolean): void {
  into.device(macAddress(event.serial));
  const when = instantOf(event.timestamp);
  const id = writtenCount(at(event, 'countItem', 'id'));
  const track = nameOf(at(event, 'object', 'id')) ?? '';
  const type = eventTypeOf(event);
  if (type === undefined) {
    into.flaw('unsupported_kind');
    return;
  }
  if (when === null || id === undefined) {
    into.flaw(when === null ? 'bad_interval' : 'unknown_shape');
    return;
  }
  // A group repeats the crossings of the people in it.
  if (event.objectType === 'GROUP') return;
  const name = nameOf(at(event, 'countItem', 'name')) ?? `Element ${id}`;
  const logic = into.logic(String(id), name, event.type === 'LineCount' ? 'line' : 'zone');
  const stayed = event.type === 'ZoneDwellTime' ? writtenCount(event.dwellTime) : undefined;
  if (event.type === 'ZoneDwellTime' && stayed === undefined) {
    into.flaw('bad_value');
    return;
  }
  logic.event({ type, at: when, track, milliseconds: stayed ?? null });
  if (countsEvents && event.type === 'LineCount')
    logic.count('people', crossingAt(when, `${type} ${track}`), { [type === 'line_forward' ? 'ins' : 'outs']: 1 });
  if (stayed !== undefined)
    logic.sample({ measure: 'dwell', at: when, span: 0, id: track, milliseconds: stayed, n: 1, outcome: 'unknown' });
}

function eventTypeOf({ type, direction }: Json): TrackEvent['type'] | undefined {
  if (type === 'LineCount' && direction === 'forward') return 'line_forward';
  if (type === 'LineCount' && direction === 'backward') return 'line_backward';
  return type === 'CountZoneExit' || type === 'ZoneDwellTime' ? 'zone_left' : undefined;
}
