import { civilDate, dayNumber, isCivilDate, secondsPerDay, weekdayOf } from './civil.ts';

/**
 * A time zone of the IANA database. Instants are epoch seconds. The wall-clock time of a zone is also written as
 * seconds: `instant + offset`, as if the clock showed UTC.
 */
export interface Zone {
  readonly name: string;
  /** The segment of constant offset that contains an instant; a long one may be split. */
  readonly segmentAt: (instant: number) => Segment;
}

/** From (inclusive) to (exclusive) the wall clock runs `offset` seconds ahead of UTC. */
export interface Segment {
  readonly from: number;
  readonly to: number;
  readonly offset: number;
}

export interface LocalTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** 0 is Sunday, 6 Saturday. */
  readonly weekday: number;
}

const zones = new Map<string, Zone>();

export function zoneOf(name: string): Zone {
  const known = zones.get(name);
  if (known) return known;
  const zone = { name, segmentAt: segmentFinder(offsetProbe(name)) };
  zones.set(name, zone);
  return zone;
}

export function isZone(name: string): boolean {
  try {
    offsetProbe(name);
    return true;
  } catch {
    return false;
  }
}

/** Seconds that the wall clock is ahead of UTC. */
export function offsetAt(zone: Zone, instant: number): number {
  return zone.segmentAt(instant).offset;
}

/** The segments of constant offset that cover [from, to), cut to it. */
export function segments(zone: Zone, from: number, to: number): Segment[] {
  const found: Segment[] = [];
  let at = from;
  while (at < to) {
    const segment = zone.segmentAt(at);
    const end = Math.min(segment.to, to);
    const last = found.at(-1);
    if (last?.offset === segment.offset) found[found.length - 1] = { ...last, to: end };
    else found.push({ from: at, to: end, offset: segment.offset });
    at = end;
  }
  return found;
}

export function wallClock(zone: Zone, instant: number): number {
  return instant + zone.segmentAt(instant).offset;
}

export function toLocal(zone: Zone, instant: number): LocalTime {
  const wall = Math.floor(wallClock(zone, instant));
  const number = Math.floor(wall / secondsPerDay);
  const ofDay = wall - number * secondsPerDay;
  const { year, month, day } = civilDate(number);
  return {
    year,
    month,
    day,
    hour: Math.floor(ofDay / 3600),
    minute: Math.floor(ofDay / 60) % 60,
    second: ofDay % 60,
    weekday: weekdayOf(number),
  };
}

/**
 * The instant of a wall-clock time. A skipped time is moved by the length of the gap, `later` or `earlier`; of a
 * repeated time the `first` or `second` is used.
 */
export function toInstant(
  zone: Zone,
  local: Omit<LocalTime, 'weekday'>,
  { gap = 'later', fold = 'first' }: { gap?: 'later' | 'earlier'; fold?: 'first' | 'second' } = {},
): number {
  const { hour, minute, second } = local;
  if (!isCivilDate(local) || !(hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 60))
    throw new RangeError(`Not a date and time: ${JSON.stringify(local)}`);
  const wall = dayNumber(local.year, local.month, local.day) * secondsPerDay + hour * 3600 + minute * 60 + second;
  const around = segments(zone, wall - widestOffset, wall + widestOffset);
  const shown = around
    .filter(({ from, to, offset }) => wall - offset >= from && wall - offset < to)
    .map(({ offset }) => wall - offset);
  const candidate = fold === 'first' ? shown[0] : shown.at(-1);
  if (candidate !== undefined) return candidate;
  const after = around.findIndex(({ from, offset }) => from + offset > wall);
  const side = around[gap === 'later' ? after - 1 : after];
  if (!side) throw new RangeError(`No such time in ${zone.name}: ${JSON.stringify(local)}`);
  return wall - side.offset;
}

/** The first instant at which the wall clock shows `wall` or anything later. Monotonic in `wall`. */
export function firstInstantAt(zone: Zone, wall: number): number {
  for (let at = wall - widestOffset; ;) {
    const { from, to, offset } = zone.segmentAt(at);
    const instant = Math.max(from, wall - offset);
    if (instant < to) return instant;
    at = to;
  }
}

/** The instant after which the wall clock never shows anything before `wall`. */
export function lastInstantAt(zone: Zone, wall: number): number {
  let last = wall - widestOffset;
  for (const { from, to, offset } of segments(zone, last, wall + widestOffset))
    if (from + offset < wall) last = Math.min(to, wall - offset);
  return last;
}

/**
 * The first instant of a local day, given by its day number. A day without 00:00 starts where the clock jumps to; a
 * skipped day has no length and starts where the next one does.
 */
export function dayStart(zone: Zone, day: number): number {
  return firstInstantAt(zone, day * secondsPerDay);
}

/** The day number of the local day of an instant: the last one that has begun. */
export function localDay(zone: Zone, instant: number): number {
  let day = Math.floor(wallClock(zone, instant) / secondsPerDay);
  // A clock set back across midnight shows the old date again; the new day has begun anyway.
  while (dayStart(zone, day + 1) <= instant) day += 1;
  return day;
}

export function localDayStart(zone: Zone, instant: number): number {
  return dayStart(zone, localDay(zone, instant));
}

export function nextLocalDayStart(zone: Zone, instant: number): number {
  return dayStart(zone, localDay(zone, instant) + 1);
}

/** The start of the day before the one that contains `instant`; skipped days are passed over. */
export function previousLocalDayStart(zone: Zone, instant: number): number {
  return localDayStart(zone, localDayStart(zone, instant) - 1);
}

export function dayLengthSeconds(zone: Zone, instant: number): number {
  return nextLocalDayStart(zone, instant) - localDayStart(zone, instant);
}

/** Whether the clock is known on a day and on those around it. */
export function isKnownDay(day: number): boolean {
  return (day - 3) * secondsPerDay >= earliest && (day + 3) * secondsPerDay < latest;
}

/** No zone has been further from UTC than this. */
const widestOffset = 16 * 3600;
const earliest = Date.UTC(1850, 0, 1) / 1000;
const latest = Date.UTC(2500, 0, 1) / 1000;

/** Offsets are looked up once per block of 388 days, when an instant in it is first needed. */
const blockLength = 2 ** 25;
/** Three days: the shortest time between two changes of any zone since 1970 is seven. */
const probeStep = 2 ** 18;

function segmentFinder(offsetOf: (instant: number) => number): (instant: number) => Segment {
  const blocks = new Map<number, readonly Segment[]>();
  let recent: Segment = { from: 0, to: 0, offset: 0 };
  return (instant) => {
    if (instant >= recent.from && instant < recent.to) return recent;
    if (!(instant >= earliest && instant < latest)) throw new RangeError(`Instant out of range: ${instant}`);
    const index = Math.floor(instant / blockLength);
    let block = blocks.get(index);
    if (!block) {
      block = findSegments(offsetOf, index * blockLength);
      blocks.set(index, block);
    }
    for (const segment of block) {
      recent = segment;
      if (instant < segment.to) break;
    }
    return recent;
  };
}

function findSegments(offsetOf: (instant: number) => number, start: number): Segment[] {
  const end = start + blockLength;
  const found: Segment[] = [];
  let from = start;
  let offset = offsetOf(start);
  for (let probe = start; probe < end; probe += probeStep) {
    const until = probe + probeStep;
    const offsetUntil = offsetOf(until);
    let low = probe;
    while (offset !== offsetUntil) {
      let high = until;
      while (high - low > 1) {
        const middle = Math.floor((low + high) / 2);
        if (offsetOf(middle) === offset) low = middle;
        else high = middle;
      }
      found.push({ from, to: high, offset });
      from = high;
      low = high;
      offset = offsetOf(high);
    }
  }
  if (from < end) found.push({ from, to: end, offset });
  return found;
}

/** Queries the platform's time zone data, which is slow: hence the segments. */
function offsetProbe(name: string): (instant: number) => number {
  // Newer engines accept offsets such as "+01:00" as names of zones.
  if (!/^[A-Za-z]/.test(name)) throw unknownZone(name);
  const format = wallFormat(name);
  return (instant) => {
    const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] =
      format
        .format(instant * 1000)
        .match(/\d+/g)
        ?.map(Number) ?? [];
    return dayNumber(year, month, day) * secondsPerDay + hour * 3600 + minute * 60 + second - instant;
  };
}

function wallFormat(name: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone: name,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    throw unknownZone(name);
  }
}

function unknownZone(name: string): RangeError {
  return new RangeError(`Unknown time zone: ${JSON.stringify(name.slice(0, 60))}`);
}
