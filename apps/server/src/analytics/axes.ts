import { secondsPerDay, type WeekStart } from '@atrium/calendar/civil';
import { bucketEdges, type GroupingStep, refuseLongRange } from '@atrium/calendar/groupings';
import { InvalidPeriod } from '@atrium/calendar/invalid-period';
import type { LikeForLike } from '@atrium/calendar/like-for-like';
import type { PreviousPeriod } from '@atrium/calendar/previous-period-kinds';
import { comparisonBuckets, previousPeriodOf } from '@atrium/calendar/previous-periods';
import { type Period, rangeLengthDays, type RelativeDate, resolveRelativeDate } from '@atrium/calendar/relative-dates';
import { dayStart, firstInstantAt, localDay, wallClock, type Zone, zoneOf } from '@atrium/calendar/zones';
import type { EntityHead, Member } from '../registry/directory/resolve.ts';
import type { Calendar } from './calendars.ts';

/** An entity, and its series for each reading (readings.ts). */
export interface AskedEntity extends EntityHead {
  readonly readings: readonly (readonly Member[])[];
}

/** The requested time line; `now` is epoch seconds. */
export interface TimeQuestion {
  readonly relativeDate: RelativeDate;
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
  /** A local date that replaces today. */
  readonly dateOverride?: string | undefined;
  /** Of the organization; Sunday when absent. */
  readonly weekStart?: WeekStart | undefined;
  /** One bucket for the whole period when absent. */
  readonly grouping?: GroupingStep | undefined;
  readonly previousPeriod?: PreviousPeriod | undefined;
  /** The previous period goes back by whole weeks. */
  readonly likeForLike?: boolean | undefined;
  /** Like for like, days with the same name are compared with each other. */
  readonly holidays?: LikeForLike['holidays'] | undefined;
  /** How many earlier windows of the same length are shown beside the period; not together with a previous period. */
  readonly trend?: number | undefined;
  readonly now: number;
  /** Buckets are not shown but combined: only as much counts of each earlier one as there has been of its partner. */
  readonly combinesBuckets?: boolean | undefined;
  /** How many local days, today included, can be answered although they are not over. Otherwise answers end now. */
  readonly futureDays?: number | undefined;
  /** When only opening hours count: those of the location a series belongs to. */
  readonly calendarOf?: ((member: Member) => Calendar | undefined) | undefined;
}

/**
 * Entities whose buckets begin together, and the buckets.
 *
 *     entities           0 Berlin · 1 New York · 2 Berlin
 *
 *     axis of Berlin     edges   |   0   |   1   |   2   |  period of Berlin
 *       strand           members of 0 and 2 that always count
 *       strand           members of 2 that count while their shop is open
 *     axis of New York   edges     |   0   |   1   |   2   |  period of New York
 *       strand           members of 1
 *
 *     window (window.ts) buckets 0 and 1 of each axis        and, compared with them, a second one
 *       slices           what the facts are asked: a strand, its edges, a key for each entity
 *       cells            | 0·0 | 0·1 | 1·0 | 1·1 | 2·0 | 2·1 |    entity·bucket; named columns: ins, outs, got, due
 *       rows             0·0, 2·0, 1·0, 0·1 …                     by time, then as the entities were named
 *
 * A strand of an organization, or of several entities in one row, may have the edges of another zone, bucket for bucket beside those of its axis. In an
 * answer by weekday (fold.ts) many buckets share a cell.
 */
export interface Axis {
  /** Indexes into the list of entities, ascending. */
  readonly entities: readonly number[];
  /** Ascending; the last one is the end of the last bucket. */
  readonly edges: readonly number[];
  /** Buckets that have begun, the only ones with readings; of a forecast, those that it reaches. */
  readonly begun: number;
  readonly strands: readonly Strand[];
  /** What the period is compared with: the previous period, or the windows of a trend, newest first. */
  readonly earlier: readonly EarlierAxis[];
}

export interface EarlierAxis {
  readonly edges: readonly number[];
  readonly strands: readonly Strand[];
  /** The bucket here that each bucket of the period is compared with, or -1. */
  readonly partners: readonly number[];
}

/** Series of one reading that are cut at the same instants and count at the same times. Has as many edges as its axis. */
export interface Strand {
  /** The index of the reading. */
  readonly reading: number;
  readonly edges: readonly number[];
  /** Always, when absent. */
  readonly calendar: Calendar | undefined;
  /** Its last edge is only how far an unfinished period has come, in the earlier one that it is compared with. */
  readonly endsEarly?: boolean | undefined;
  readonly members: readonly { readonly entity: number; readonly member: Member }[];
}

/**
 * Days are local: each entity is queried in its own time zone. An organization that spans time zones is the sum of its
 * locations, so its `today` is the today of each of them. Their buckets are aligned by the wall clock, cut as in the
 * time zone of its first location, and named by local dates without a zone.
 */
export function axesOf(question: TimeQuestion, entities: readonly AskedEntity[]): Axis[] {
  const byZone = new Map<string, number[]>();
  for (const [place, { timezone }] of entities.entries()) {
    const same = byZone.get(timezone);
    if (same) same.push(place);
    else byZone.set(timezone, [place]);
  }
  const periodIn = periodsOf(question);
  const axes = [...byZone].map(([timezone, places]) =>
    axisOf({ ...question, periodIn }, zoneOf(timezone), places, entities),
  );
  if (question.relativeDate === 'custom' && axes.length > 0 && axes.every((axis) => axis.begun === 0))
    throw new InvalidPeriod('startDate', futureText(question));
  return axes;
}

function futureText({ futureDays }: TimeQuestion): string {
  if (futureDays) return `Forecasts end after ${futureDays} days: the range must begin before then.`;
  return 'Readings cannot be in the future: the range must begin before now.';
}

/** Until when there may be values. */
function answerableUntil({ now, futureDays }: TimeQuestion, zone: Zone): number {
  return futureDays ? dayStart(zone, localDay(zone, now) + futureDays) : now;
}

/** Refuses what no location could answer, before anything is looked up. */
export function checkPeriod(question: TimeQuestion): void {
  resolvePeriod(question, zoneOf('UTC'));
}

/** How many local days the period overlaps in a time zone. */
export function daysOf(question: TimeQuestion, timezone: string): number {
  const zone = zoneOf(timezone);
  return rangeLengthDays(zone, resolvePeriod(question, zone));
}

/** The period in a time zone, and what it is compared with. */
export function comparedPeriods(question: TimeQuestion, timezone: string): readonly Period[] {
  const zone = zoneOf(timezone);
  const period = resolvePeriod(question, zone);
  const earlier = ({ kind, times, alike }: Back) => previousPeriodOf(zone, period, kind, times, alike);
  return [period, ...stepsBack(question).map(earlier)];
}

interface ResolvedQuestion extends TimeQuestion {
  readonly periodIn: (zone: Zone) => Period;
}

/** The period in each time zone, resolved once. */
function periodsOf(question: TimeQuestion): ResolvedQuestion['periodIn'] {
  const known = new Map<Zone, Period>();
  return (zone) => {
    const period = known.get(zone) ?? resolvePeriod(question, zone);
    known.set(zone, period);
    return period;
  };
}

function axisOf(
  question: ResolvedQuestion,
  zone: Zone,
  places: readonly number[],
  entities: readonly AskedEntity[],
): Axis {
  const { periodIn } = question;
  const period = periodIn(zone);
  const edges = cut(zone, period, question);
  const edgesOf = new Map([[zone, edges]]);
  const beside = (other: Zone): readonly number[] => {
    const known =
      edgesOf.get(other) ??
      edgesBeside({ zone, edges }, other, periodIn(other), question, (own) => cut(other, own, question));
    edgesOf.set(other, known);
    return known;
  };
  const strands = strandsOf(question, places, entities, zone, beside);
  const until = answerableUntil(question, zone);
  const begun = Math.max(...[...edgesOf.values()].map((each) => begunBuckets(each, until)));
  return {
    entities: places,
    edges,
    begun,
    strands,
    earlier: stepsBack(question).map((back) =>
      earlierAxis(question, back, { zone, edgesOf, begun }, (cutIn, endsEarly) =>
        strandsOf(question, places, entities, zone, cutIn, endsEarly),
      ),
    ),
  };
}

/** The period of an axis. */
interface Asked {
  readonly zone: Zone;
  /** In each time zone of its strands. */
  readonly edgesOf: ReadonlyMap<Zone, readonly number[]>;
  readonly begun: number;
}

/** A previous period, gone back to a number of times. */
interface Back {
  readonly kind: PreviousPeriod;
  readonly times: number;
  readonly alike?: LikeForLike | undefined;
}

function stepsBack({ previousPeriod, likeForLike, holidays = new Map(), trend = 0 }: TimeQuestion): Back[] {
  if (previousPeriod) return [{ kind: previousPeriod, times: 1, alike: likeForLike ? { holidays } : undefined }];
  return Array.from({ length: trend }, (_, index) => ({ kind: 'previousperiod', times: index + 1 }));
}

function earlierAxis(
  question: ResolvedQuestion,
  back: Back,
  asked: Asked,
  strands: (edgesIn: (zone: Zone) => readonly number[], endsEarly?: (zone: Zone) => boolean) => Strand[],
): EarlierAxis {
  const { grouping, weekStart, combinesBuckets = false, periodIn } = question;
  const { kind, times, alike } = back;
  const { zone } = asked;
  const endsEarly = (other: Zone) =>
    samePart(question, other, back)[1] < previousPeriodOf(other, periodIn(other), kind, times, alike).to;
  if (!grouping) {
    const part = (other: Zone) => samePart(question, other, back);
    return { edges: part(zone), strands: strands(part, endsEarly), partners: [0] };
  }
  const bucketsIn = (cutIn: Zone) => {
    const options = { times, weekStart, alike };
    return comparisonBuckets(cutIn, periodIn(cutIn), grouping.grouping, grouping.step, kind, options);
  };
  const { edges, partners } = bucketsIn(zone);
  const beside = (other: Zone) => {
    if (other === zone) return edges;
    const before = previousPeriodOf(other, periodIn(other), kind, times, alike);
    return edgesBeside({ zone, edges }, other, before, question, () => bucketsIn(other).edges);
  };
  if (grouping.fold) {
    // What is added up by weekday is all that a total would count.
    const part = (other: Zone) => {
      const [, end] = samePart(question, other, back);
      return beside(other).map((edge) => Math.min(edge, end));
    };
    return { edges, strands: strands(part, endsEarly), partners };
  }
  if (!combinesBuckets) return { edges, strands: strands(beside), partners };
  const { part, partners: moved } = sameParts(question, asked, partners, beside);
  return { edges: part(zone), strands: strands(part), partners: moved };
}

/** The value of an unfinished period is compared with the same part of an earlier one. */
function samePart(question: ResolvedQuestion, zone: Zone, { kind, times, alike }: Back): [from: number, to: number] {
  const period = question.periodIn(zone);
  const earlier = previousPeriodOf(zone, period, kind, times, alike);
  return [earlier.from, endOfPart(zone, answerableUntil(question, zone), period, earlier)];
}

/**
 * Splits the partner of each bucket that is not over in every time zone: the first part is as much as there has been of
 * the bucket, and the second part is no partner.
 */
function sameParts(
  question: ResolvedQuestion,
  { edgesOf, begun }: Asked,
  partners: readonly number[],
  earlierIn: (zone: Zone) => readonly number[],
) {
  const isOver = (bucket: number) =>
    [...edgesOf].every(([zone, edges]) => edges[bucket + 1]! <= answerableUntil(question, zone));
  const bucketOf = new Map<number, number>();
  for (const [bucket, partner] of partners.slice(0, begun).entries())
    if (partner >= 0 && !isOver(bucket)) bucketOf.set(partner, bucket);
  const part = (zone: Zone) => {
    const [edges, known] = [edgesOf.get(zone)!, answerableUntil(question, zone)];
    return earlierIn(zone).flatMap((from, at, earlier) => {
      const bucket = bucketOf.get(at);
      if (bucket === undefined) return [from];
      const period = { from: edges[bucket]!, to: edges[bucket + 1]! };
      return [from, endOfPart(zone, known, period, { from, to: earlier[at + 1]! })];
    });
  };
  const splitBefore = (partner: number) => [...bucketOf.keys()].filter((split) => split < partner).length;
  return { part, partners: partners.map((partner) => partner + splitBefore(partner)) };
}

/** Where an earlier stretch ends that is as long on the wall clock as what there has been of a later one. */
function endOfPart(zone: Zone, known: number, { from, to }: Period, earlier: Period): number {
  if (known >= to) return earlier.to;
  if (known <= from) return earlier.from;
  const elapsed = Math.floor((wallClock(zone, known) - wallClock(zone, from)) / 60) * 60;
  const wall = wallClock(zone, earlier.from) + elapsed;
  // In an hour that the clock repeats, the time that comes after the beginning.
  const further = earlier.from + elapsed;
  const end = wallClock(zone, further) === wall ? further : firstInstantAt(zone, wall);
  return Math.max(earlier.from, Math.min(earlier.to, end));
}

function strandsOf(
  { calendarOf }: TimeQuestion,
  places: readonly number[],
  entities: readonly AskedEntity[],
  zone: Zone,
  edgesIn: (zone: Zone) => readonly number[],
  endsEarlyIn?: (zone: Zone) => boolean,
): Strand[] {
  type Members = { entity: number; member: Member }[];
  const count = entities[places[0]!]!.readings.length;
  return Array.from({ length: count }, (_, reading) => {
    const strands = new Map<Zone, Map<Calendar | undefined, Members>>([[zone, new Map([[undefined, []]])]]);
    for (const entity of places) {
      const { entityType, isJoined, readings } = entities[entity]!;
      const spansLocations = entityType === 'organization' || isJoined === true;
      for (const member of readings[reading]!) {
        // Anything smaller than an organization has moved if its series were elsewhere before.
        const own = spansLocations ? zoneOf(member.timezone) : zone;
        const calendar = calendarOf?.(member);
        const inZone = strands.get(own) ?? new Map<Calendar | undefined, Members>();
        strands.set(own, inZone);
        const strand = inZone.get(calendar);
        if (strand) strand.push({ entity, member });
        else inZone.set(calendar, [{ entity, member }]);
      }
    }
    return [...strands].flatMap(([own, inZone]) => {
      const edges = edgesIn(own);
      const endsEarly = endsEarlyIn?.(own);
      return [...inZone].map(([calendar, members]) => ({ reading, edges, calendar, endsEarly, members }));
    });
  }).flat();
}

function resolvePeriod(question: TimeQuestion, zone: Zone): Period {
  const { relativeDate, grouping } = question;
  const period = resolveRelativeDate(relativeDate, { ...question, zone });
  if (relativeDate === 'custom' && grouping) refuseLongRange(zone, period, grouping);
  return period;
}

function cut(zone: Zone, { from, to }: Period, { grouping, weekStart }: TimeQuestion): number[] {
  return grouping ? bucketEdges(zone, from, to, grouping.grouping, grouping.step, weekStart) : [from, to];
}

function begunBuckets(edges: readonly number[], until: number): number {
  let begun = edges.length - 1;
  while (begun > 0 && edges[begun - 1]! >= until) begun -= 1;
  return begun;
}

/**
 * Cuts the period of another time zone so that each bucket aligns with the axis bucket of the same wall-clock time.
 * Nothing is lost: time for which the axis has no bucket (an hour it skips, a month that is longer there) goes to the
 * bucket before it; a repeated time goes to the first.
 */
function edgesBeside(
  axis: { readonly zone: Zone; readonly edges: readonly number[] },
  zone: Zone,
  period: Period,
  { grouping }: TimeQuestion,
  cutOf: (period: Period) => readonly number[],
): number[] {
  const { from, to } = period;
  const buckets = axis.edges.length - 1;
  const within = (instant: number) => Math.min(Math.max(instant, from), to);
  if (grouping?.grouping === 'minute' || grouping?.grouping === 'hour') {
    const shift = (localDay(zone, from) - localDay(axis.zone, axis.edges[0]!)) * secondsPerDay;
    const walls = risingWalls(axis.zone, axis.edges);
    return [from, ...walls.slice(1).map((wall) => within(firstInstantAt(zone, wall + shift))), to];
  }
  const own = cutOf(period);
  return [...Array.from({ length: buckets }, (_, i) => own[i] ?? to), to];
}

/** The wall-clock time at the start of each bucket; a repeated one has no length and is placed at its end. */
function risingWalls(zone: Zone, edges: readonly number[]): number[] {
  const walls = edges.slice(0, -1).map((edge) => wallClock(zone, edge));
  let latest = Number.NEGATIVE_INFINITY;
  const repeated = walls.map((wall) => {
    const again = wall <= latest;
    latest = Math.max(latest, wall);
    return again;
  });
  for (let i = walls.length - 1; i >= 0; i -= 1) if (repeated[i]) walls[i] = walls[i + 1] ?? latest;
  return walls;
}
