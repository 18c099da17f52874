import type { Collector, LogicCollector } from './collector.ts';
import type { Interval } from './intervals.ts';
import { isObject, nameOf, objects, writtenCount, type Json } from './values.ts';

/** When the message was made: at an instant, or at the end of an interval. */
export interface RegionTimes {
  readonly interval: Interval | undefined;
  /** Epoch seconds. */
  readonly when: number | null;
  readonly instant: (value: unknown) => number | null;
}

/** Sections that say something of lines, or repeat what other sections count. */
const lineSections = ['line_periodic_data', 'line_total_data', 'line_trigger_data'];
/** A field of each stay, which old firmware also names among the sections. */
const noFacts = [...lineSections, 'dwell_start_time'];
const regionSections = ['region_periodic_data', 'region_count_data', 'region_trigger_data', 'dwell_time_data'];

/**
 * How many people are in each region, and how long each of them stayed: in sections of their own, or inside the one for
 * triggers or periods. Every other section with something in it is named, so that nothing is lost unseen.
 */
export function readRegionSections(message: Json, times: RegionTimes, into: Collector): void {
  for (const [section, said] of Object.entries(message)) {
    if (regionSections.includes(section)) readSection(section, said, times, into);
    else if (section.endsWith('_data') && !noFacts.includes(section) && !isEmpty(said)) into.flaw('unsupported_kind');
  }
}

function readSection(section: string, said: unknown, times: RegionTimes, into: Collector): void {
  // What triggered is true from now on, not of an interval.
  const own = section === 'region_trigger_data' ? { ...times, interval: undefined } : times;
  if (isObject(said)) {
    for (const [inner, entries] of Object.entries(said)) {
      if (regionSections.includes(inner)) for (const entry of objects(entries)) readEntry(entry, own, into);
      else if (!noFacts.includes(inner) && !isEmpty(entries)) into.flaw('unsupported_kind');
    }
  } else for (const entry of objects(said)) readEntry(entry, own, into);
}

function readEntry(entry: Json, times: RegionTimes, into: Collector): void {
  const id = nameOf(entry.region_uuid) ?? nameOf(entry.region);
  if (id === undefined) {
    into.flaw('unknown_shape');
    return;
  }
  const number = nameOf(entry.region);
  const region = () => into.logic(id, nameOf(entry.region_name) ?? `Region ${number ?? id}`, 'zone');
  const present = [
    ['people', entry.current_total ?? totalIn(entry.total)],
    ['child', totalIn(entry.children)],
  ] as const;
  const levels = present.filter(([, value]) => value !== undefined);
  for (const [measure, value] of levels) readLevel(measure, value, times, region, into);
  if (entry.duration !== undefined) readStay(entry, times, region, into);
  else if (levels.length === 0) into.flaw('unsupported_kind');
}

function totalIn(part: unknown): unknown {
  return isObject(part) ? part.current_total : undefined;
}

function readLevel(
  measure: string,
  value: unknown,
  { interval, when }: RegionTimes,
  region: () => LogicCollector,
  into: Collector,
): void {
  const last = writtenCount(value);
  const time = interval ?? (when === null ? undefined : { at: when, span: null });
  if (last === undefined || !time) into.flaw(time ? 'bad_value' : 'bad_interval');
  else region().level({ measure, ...time, last, lo: last, hi: last });
}

/** Milliseconds; it ended at its own time, or when the message was made. */
function readStay(
  { duration, dwell_end_time: end, people_id: person }: Json,
  { when, instant }: RegionTimes,
  region: () => LogicCollector,
  into: Collector,
): void {
  const milliseconds = writtenCount(duration);
  const at = end === undefined ? when : instant(end);
  if (milliseconds === undefined || at === null) into.flaw(at === null ? 'bad_interval' : 'bad_value');
  else
    region().sample({
      measure: 'dwell',
      at,
      span: 0,
      id: nameOf(person) ?? '',
      milliseconds,
      n: 1,
      outcome: 'unknown',
    });
}

function isEmpty(said: unknown): boolean {
  if (said === null || said === undefined || said === '') return true;
  return typeof said === 'object' && Object.values(said).every(isEmpty);
}
