import { fourDecimals } from '@atrium/metrics/precision';

/**
 * A zone where people wait, are served or stay, as its readings of today show it. The last minutes are kept record by
 * record, so a repeated or corrected record replaces the earlier one; older minutes of the day are closed sums. A record
 * that starts before `tailFrom` leaves those alone: they are read again from the facts. Times are epoch seconds.
 */
export interface LiveZone {
  /** The local day of the sums, `[from, to)`. */
  readonly day: Day;
  /** Of the minutes of the day before `tailFrom`. */
  readonly closed: ZoneSums;
  readonly tailFrom: number;
  readonly levels: readonly LevelRecord[];
  readonly visits: readonly VisitRecord[];
}

export interface Day {
  readonly from: number;
  readonly to: number;
}

export interface ZoneSums {
  readonly served: number;
  /** Seconds with someone in the zone. */
  readonly occupied: number;
  /** Seconds with a reading. */
  readonly got: number;
}

/** How many people were in the zone at the end of `span` seconds. */
export interface LevelRecord {
  readonly at: number;
  readonly span: number;
  readonly last: number;
  readonly ver: bigint;
}

/** `n` visits that ended in the second `at`, and their times added up. */
export interface VisitRecord {
  readonly at: number;
  /** Tells apart what ended in the same second. */
  readonly id: string;
  readonly ms: number;
  readonly n: number;
  readonly abandoned: boolean;
  readonly ver: bigint;
}

/** Records as they arrive: one that is gone takes back what it replaces. */
export interface ZoneRecords {
  readonly levels: readonly (LevelRecord & { readonly gone?: 0 | 1 })[];
  readonly visits: readonly (VisitRecord & { readonly gone?: 0 | 1 })[];
}

/** What a count application makes of the visits to a zone. */
const applications: Readonly<Record<number, { readonly visits: string; readonly serves: boolean }>> = {
  5: { visits: 'wait', serves: true },
  6: { visits: 'service', serves: true },
  8: { visits: 'dwell', serves: false },
  10: { visits: 'wait', serves: true },
};

export function isLiveApplication(countApplication: number): boolean {
  return applications[countApplication] !== undefined;
}

/** The measure of the visits to a zone with such a count application. */
export function visitMeasure(countApplication: number): string | undefined {
  return applications[countApplication]?.visits;
}

const minute = 60;
/** Seconds that waits and throughput are about. */
const recent = 15 * minute;
/** Seconds that records are kept for; late ones within it need no facts. */
const tailLength = 20 * minute;
const maxRecords = 2000;
/** A level that is older is no longer the one of now. */
const freshSeconds = 5 * minute;
const nothing: ZoneSums = { served: 0, occupied: 0, got: 0 };

/** A zone whose records are kept from an instant on; what came before it today is to be read from the facts. */
export function openZone(day: Day, from = day.from): LiveZone {
  const tailFrom = Math.max(firstMinute(day.from), minuteOf(from));
  return { day, closed: nothing, tailFrom, levels: [], visits: [] };
}

/** Goes on to the current day. `unsure`: the time zone was edited, so that the closed sums must be read again. */
export function turnZone(zone: LiveZone, day: Day): { zone: LiveZone; unsure: boolean } {
  if (zone.day.from === day.from && zone.day.to === day.to) return { zone, unsure: false };
  return { zone: { ...zone, day, closed: nothing }, unsure: day.from < zone.day.to };
}

/** With these records; the same zone when nothing changed. */
export function withRecords(zone: LiveZone, records: ZoneRecords): LiveZone {
  const levels = merged(zone.levels, records.levels, ({ at, span }) => `${at}/${span}`);
  const visits = merged(zone.visits, records.visits, ({ at, id }) => `${at}/${id}`);
  if (levels === zone.levels && visits === zone.visits) return zone;
  return closeOldMinutes({ ...zone, levels, visits });

  function merged<Row extends { readonly at: number; readonly ver: bigint }>(
    known: readonly Row[],
    rows: readonly (Row & { readonly gone?: 0 | 1 })[],
    keyOf: (row: Row) => string,
  ): readonly Row[] {
    if (rows.length === 0) return known;
    const byKey = new Map(known.map((row) => [keyOf(row), row]));
    let changed = false;
    for (const { gone, ...fields } of rows) {
      const row = fields as unknown as Row;
      const before = byKey.get(keyOf(row));
      if (endOf(row) <= zone.tailFrom || (before && before.ver >= row.ver)) continue;
      if (gone === 1) changed = byKey.delete(keyOf(row)) || changed;
      else {
        byKey.set(keyOf(row), row);
        changed = true;
      }
    }
    return changed ? [...byKey.values()].toSorted((a, b) => a.at - b.at) : known;
  }
}

/** Old records leave for the closed sums. */
function closeOldMinutes(zone: LiveZone): LiveZone {
  const newest = Math.max(...[...zone.levels, ...zone.visits].map(endOf), 0);
  const byCount = [zone.levels, zone.visits].map((rows) =>
    rows.length > maxRecords ? firstMinute(rows.at(-maxRecords / 2)!.at) : 0,
  );
  const next = Math.max(firstMinute(newest - tailLength), ...byCount);
  // Records of tomorrow, from a clock that runs ahead, stay until the day has turned.
  const tailFrom = Math.max(zone.tailFrom, Math.min(next, firstMinute(zone.day.to)));
  if (tailFrom === zone.tailFrom) return zone;
  return {
    ...zone,
    closed: add(zone.closed, sumsOf(zone, Math.max(zone.tailFrom, zone.day.from), tailFrom)),
    tailFrom,
    levels: zone.levels.filter((row) => endOf(row) > tailFrom),
    visits: zone.visits.filter((row) => endOf(row) > tailFrom),
  };
}

/** Since local midnight. */
export function sumsOfToday(zone: LiveZone): ZoneSums {
  return add(zone.closed, sumsOf(zone, Math.max(zone.tailFrom, zone.day.from), zone.day.to));
}

/** Replaces the closed sums with those of the facts, as of when they were read. */
export function correctSums(zone: LiveZone, read: ZoneSums, found: ZoneSums): LiveZone {
  const closed = {
    served: zone.closed.served + found.served - read.served,
    occupied: zone.closed.occupied + found.occupied - read.occupied,
    got: zone.closed.got + found.got - read.got,
  };
  return { ...zone, closed };
}

/** The six live metrics of a zone. Times are seconds. */
export interface ZoneFigures {
  readonly queueLength: number | null;
  readonly avgQueueWaitTime: number | null;
  readonly maxQueueWaitTime: number | null;
  readonly expectedQueueWaitTime: number | null;
  readonly totalNumberServed: number | null;
  readonly occupiedTime: number | null;
}

export const noFigures: ZoneFigures = {
  queueLength: null,
  avgQueueWaitTime: null,
  maxQueueWaitTime: null,
  expectedQueueWaitTime: null,
  totalNumberServed: null,
  occupiedTime: null,
};

/** People now; waits and throughput of the last 15 minutes; sums since local midnight. Null where nothing was received. */
export function zoneFigures(zone: LiveZone, countApplication: number, now: number): ZoneFigures {
  const application = applications[countApplication];
  if (!application) return noFigures;
  const to = Math.floor(now / minute) * minute + minute;
  const visits = zone.visits.filter(({ at }) => at >= to - recent && at < to);
  const waits = application.visits === 'wait' ? visits : [];
  const left = countOf(visits);
  const newest = newestLevel(zone);
  const queueLength = newest && now - newest.at <= freshSeconds ? newest.value : null;
  const isToday = zone.day.from <= now && now < zone.day.to;
  const sums = isToday ? sumsOfToday(zone) : nothing;
  const isHeard = sums.got > 0 || sums.served > 0;
  return {
    queueLength,
    avgQueueWaitTime: left > 0 && waits.length > 0 ? fourDecimals(timeOf(waits) / left) : null,
    maxQueueWaitTime: waits.length > 0 ? fourDecimals(Math.max(...waits.map(({ ms, n }) => ms / 1000 / n))) : null,
    expectedQueueWaitTime: expectedAfter(queueLength, sumsOf(zone, to - recent, to).got, left),
    totalNumberServed: isHeard && application.serves ? sums.served : null,
    occupiedTime: sums.got > 0 ? sums.occupied : null,
  };
}

/** People divided by throughput. Seconds without a reading are left out: missing is not idle. */
function expectedAfter(people: number | null, got: number, left: number): number | null {
  if (people === null) return null;
  if (people <= 0) return 0;
  return left > 0 && got > 0 ? fourDecimals((people * got) / left) : null;
}

/** How many people the newest reading saw, and when it ended. */
export function newestLevel({ levels }: Pick<LiveZone, 'levels'>): { value: number; at: number } | undefined {
  let newest: LevelRecord | undefined;
  for (const row of levels) {
    const isNewer = !newest || row.at + row.span > newest.at + newest.span;
    const isFiner = newest && row.at + row.span === newest.at + newest.span && row.span < newest.span;
    if (isNewer || isFiner) newest = row;
  }
  return newest && { value: newest.last, at: newest.at + newest.span };
}

/** Of the minutes that start in `[from, to)`. */
function sumsOf({ levels, visits }: LiveZone, from: number, to: number): ZoneSums {
  let [occupied, got] = [0, 0];
  for (const { last, seconds } of minutesOf(levels, from, to).values()) {
    got += seconds;
    if (last > 0) occupied += seconds;
  }
  const served = countOf(visits.filter(({ at, abandoned }) => !abandoned && minuteOf(at) >= from && minuteOf(at) < to));
  return { served, occupied, got };
}

/** As the facts read levels: a long record is spread over its minutes, and in each minute the finest records count. */
function minutesOf(levels: readonly LevelRecord[], from: number, to: number) {
  const minutes = new Map<number, { span: number; last: number; seconds: number }>();
  for (const { at, span, last } of levels) {
    const count = Math.max(1, Math.round(span / minute));
    const start = minuteOf(at);
    for (let k = 0; k < count; k += 1) {
      const each = start + k * minute;
      if (each < from || each >= to) continue;
      const known = minutes.get(each);
      if (known && known.span < span) continue;
      const before = known?.span === span ? known.seconds : 0;
      const seconds = Math.floor((span * (k + 1)) / count) - Math.floor((span * k) / count);
      minutes.set(each, { span, last, seconds: Math.min(minute, before + seconds) });
    }
  }
  return minutes;
}

function countOf(visits: readonly VisitRecord[]): number {
  return visits.reduce((sum, { n }) => sum + n, 0);
}

function timeOf(visits: readonly VisitRecord[]): number {
  return visits.reduce((sum, { ms }) => sum + ms, 0) / 1000;
}

function add(a: ZoneSums, b: ZoneSums): ZoneSums {
  return { served: a.served + b.served, occupied: a.occupied + b.occupied, got: a.got + b.got };
}

function minuteOf(at: number): number {
  return Math.floor(at / minute) * minute;
}

/** The first whole minute that starts at or after an instant. */
function firstMinute(at: number): number {
  return Math.ceil(at / minute) * minute;
}

/** End of the last minute that a record overlaps. */
function endOf(row: { readonly at: number; readonly span?: number }): number {
  return minuteOf(row.at) + minute * Math.max(1, Math.round((row.span ?? 0) / minute));
}
