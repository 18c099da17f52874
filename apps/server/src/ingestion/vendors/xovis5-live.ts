import type { Collector, DeviceCollector, LogicCollector } from './collector.ts';
import { crossingAt, instantOf } from './intervals.ts';
import type { TrackEvent } from './kinds.ts';
import { isCount, isObject, nameOf, objects, plainValues, type Json } from './values.ts';
import { countedAs, levelNames, listed, logicIdIn, millisecondsOf, timeNames } from './xovis5-logics.ts';

/**
 * Live data: what happened to each track. Where people were is left out. People are counted from it only where no package
 * of logics counts them.
 */
export function readLive(
  data: Json,
  own: DeviceCollector,
  into: Collector,
  { counts }: { readonly counts: boolean },
): void {
  for (const frame of listed(data.frames, into)) {
    const when = instantOf(frame.time);
    const events = objects(frame.events);
    if (when === null) {
      if (events.length > 0) into.flaw('bad_interval');
      continue;
    }
    // A group repeats the crossings of the people in it.
    const groups = new Set(
      objects(frame.tracked_objects).flatMap((each) => (each.type === 'GROUP' ? [each.track_id] : [])),
    );
    for (const event of events) {
      const { attributes, category } = event;
      if (category === 'INFO') readAlert(event, when, own);
      if (!isObject(attributes) || groups.has(attributes.track_id)) continue;
      if (category === 'COUNT') {
        if (counts) readCount(event, attributes, when, data, own, into);
      } else readTrack(event, attributes, when, data, own);
    }
  }
}

const eventTypes: Readonly<Record<string, TrackEvent['type']>> = {
  TRACK_CREATE: 'track_created',
  TRACK_DELETE: 'track_deleted',
  LINE_CROSS_FORWARD: 'line_forward',
  LINE_CROSS_BACKWARD: 'line_backward',
  ZONE_ENTRY: 'zone_entered',
  ZONE_EXIT: 'zone_left',
};

/** The sensor failed, is covered or sees too little; nothing says when that is over, so the last one stays with its time. */
function readAlert({ type }: Json, when: number, own: DeviceCollector): void {
  const detail = plainValues({ lastAlert: type, lastAlertAt: new Date(when * 1000).toISOString() });
  if (nameOf(type) !== undefined) own.status({ firmware: null, ipAddress: null, config: {}, detail, adds: true });
}

/**
 * Left out on purpose: doors count nobody, a wrong way is counted by the logic that watches it, and a counter that was set
 * to zero takes back none of its increments.
 */
function readTrack(event: Json, attributes: Json, when: number, data: Json, own: DeviceCollector): void {
  const type = typeof event.type === 'string' && Object.hasOwn(eventTypes, event.type) && eventTypes[event.type];
  const track = nameOf(attributes.track_id);
  if (!type || track === undefined) return;
  logicOf(type, attributes, data, own)?.event({ type, at: when, track, milliseconds: null });
}

/** Lines and zones have the number of the logic that is made from them; the whole scene has none. */
function logicOf(
  type: TrackEvent['type'],
  { geometry_id: id, geometry_name: name }: Json,
  data: Json,
  own: DeviceCollector,
): LogicCollector | undefined {
  if (type.startsWith('track_')) return own.logic(logicIdIn(data, 'scene'), 'Scene', 'zone');
  if (!isCount(id)) return undefined;
  const form = type.startsWith('line_') ? 'line' : 'zone';
  return own.logic(logicIdIn(data, id), nameOf(name) ?? `Logic ${id}`, form);
}

/** A counter has grown by one for a track, a level has changed, or a time has ended. */
function readCount(
  { type }: Json,
  attributes: Json,
  when: number,
  data: Json,
  own: DeviceCollector,
  into: Collector,
): void {
  const { logic_id: id, logic_name: name, counter_name: counter, counter_value: value, track_id: track } = attributes;
  const counted = type === 'COUNT_INCREMENT' ? countedAs(counter, 'people') : undefined;
  const level = typeof counter === 'string' && Object.hasOwn(levelNames, counter) ? levelNames[counter] : undefined;
  const time = type === 'TIME_CHANGE' ? timeNames.find(([, each]) => each === counter) : undefined;
  if (!counted && level === undefined && !time) return;
  if (!isCount(id)) {
    into.flaw('unknown_shape');
    return;
  }
  const logic = own.logic(logicIdIn(data, id), nameOf(name) ?? `Logic ${id}`, counted ? 'line' : 'zone');
  const whose = nameOf(track) ?? '';
  if (counted) {
    const { measure, direction } = counted;
    logic.count(measure, crossingAt(when, `${direction} ${whose}`), { [direction]: 1 });
  } else if (time) {
    const milliseconds = millisecondsOf(attributes.amount, attributes.unit);
    if (milliseconds === null) into.flaw('bad_value');
    else logic.sample({ measure: time[0], at: when, span: 0, id: whose, milliseconds, n: 1, outcome: 'unknown' });
  } else if (isCount(value)) {
    logic.level({ measure: level ?? 'people', at: when, span: null, last: value, lo: value, hi: value });
  } else into.flaw('bad_value');
}
