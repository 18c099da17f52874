import { type CountedMinute, firstMinute, type KnownOccupancy } from '@atrium/metrics/occupancy-fold';
import { localDay, type Zone, zoneOf } from '@atrium/calendar/zones';

/**
 * A year of a place whose visitors are known one by one, and what its doors counted of them: the measure for corrections of drift.
 * Everything follows from the seed.
 */
export interface DriftWorld {
  readonly name: string;
  readonly zone: Zone;
  readonly from: number;
  readonly to: number;
  /** As counted by all doors together; minutes in which no door reported are missing. */
  readonly minutes: readonly CountedMinute[];
  readonly resets: readonly KnownOccupancy[];
  /** People at the end of each minute from `from` on. */
  readonly truth: Float64Array;
  /** 1 for minutes in which the place is open. */
  readonly open: Uint8Array;
  /** What someone who runs the place would say: nobody stays longer. */
  readonly maxStayMinutes: number;
}

export const placeNames = ['shop', 'market', 'office', 'library', 'theater', 'museum'] as const;
export const errorNames = ['bias', 'occlusion', 'side door', 'dead sensor', 'all of them', 'noise'] as const;
export type PlaceName = (typeof placeNames)[number];
export type ErrorName = (typeof errorNames)[number];

/** `nightShift`: how many people come at most after closing, and leave in the morning; they are inside at every reset. */
export function driftWorld(
  seed: number,
  place: PlaceName = placeNames[seed % placeNames.length]!,
  error: ErrorName = errorNames[seed % (errorNames.length - 1)]!,
  { nightShift = 0 } = {},
): DriftWorld {
  const random = randomOf(seed);
  const zone = zoneOf('America/New_York');
  const first = localDay(zone, Date.UTC(2025, 0, 1, 12) / 1000);
  const [from, to] = [firstMinute(zone, first), firstMinute(zone, first + 365)];
  const length = (to - from) / 60;
  const crossings = { ins: new Uint32Array(length), outs: new Uint32Array(length) };
  const counted = { ins: new Uint16Array(length), outs: new Uint16Array(length) };
  const open = new Uint8Array(length);
  const kind = places[place](random);
  const resetAt: number[] = [];
  const visits: Visit[] = [];
  for (let day = first; day < first + 365; day += 1) {
    const begin = (firstMinute(zone, day) - from) / 60;
    resetAt.push(begin + kind.resetAt);
    const hours = kind.hours(weekdayOf(day));
    if (!hours) continue;
    open.fill(1, begin + hours[0], begin + hours[1]);
    const busy = kind.visitors * (0.8 + 0.4 * random()) * (1 + 0.25 * Math.sin(day / 58));
    for (const { enters, leaves } of kind.visits(random, weekdayOf(day), busy, hours)) {
      const visit = {
        enters: begin + Math.floor(clamp(enters, hours[0], hours[1] - 20 * random())),
        // Nobody stays long after closing time; they do not leave in the same minute.
        leaves: begin + Math.ceil(Math.min(leaves, hours[1] - 10 + 25 * random())),
        doors: [pick(random, kind.doors.ins), pick(random, kind.doors.outs)] as const,
      };
      visits.push(visit);
    }
    if (nightShift > 0 && day < first + 364) visits.push(...shiftOf(random, nightShift, begin));
  }
  for (const { enters, leaves } of visits) {
    crossings.ins[enters]! += 1;
    crossings.outs[leaves]! += 1;
  }
  const sees = watcher(random, error, kind, length, (minute) => localMinute(zone, from + minute * 60));
  for (const { enters, leaves, doors } of visits) {
    counted.ins[enters]! += sees('ins', doors[0], enters, crossings.ins[enters]! + crossings.outs[enters]!);
    counted.outs[leaves]! += sees('outs', doors[1], leaves, crossings.ins[leaves]! + crossings.outs[leaves]!);
  }
  const truth = new Float64Array(length);
  const minutes: CountedMinute[] = [];
  let people = 0;
  for (let minute = 0; minute < length; minute += 1) {
    truth[minute] = people += crossings.ins[minute]! - crossings.outs[minute]!;
    minutes.push({ at: from + minute * 60, ins: counted.ins[minute]!, outs: counted.outs[minute]! });
  }
  const { maxStayMinutes } = kind;
  const resets = resetAt.map((minute) => ({ at: from + minute * 60, value: truth[minute]! }));
  return { name: `${place}, ${error} (${seed})`, zone, from, to, minutes, resets, truth, open, maxStayMinutes };
}

/** Some of them, from eleven at night until seven in the morning. */
function shiftOf(random: Random, most: number, begin: number): Visit[] {
  return Array.from({ length: Math.ceil(most * random()) }, () => ({
    enters: begin + 23 * 60 + Math.floor(10 * random()),
    leaves: begin + 31 * 60 + Math.floor(10 * random()),
    doors: [0, 0] as const,
  }));
}

type Random = () => number;
type Hours = readonly [opens: number, closes: number];
/** Minutes of the day. */
interface Stay {
  readonly enters: number;
  readonly leaves: number;
}
interface Visit extends Stay {
  readonly doors: readonly [number, number];
}

interface Place {
  readonly visitors: number;
  readonly resetAt: number;
  readonly maxStayMinutes: number;
  /** Shares of the doors. */
  readonly doors: { readonly ins: readonly number[]; readonly outs: readonly number[] };
  hours(weekday: number): Hours | undefined;
  visits(random: Random, weekday: number, visitors: number, hours: Hours): Stay[];
}

const oneDoor = { ins: [1], outs: [1] };
const threeDoors = { ins: [0.6, 0.3, 0.1], outs: [0.5, 0.35, 0.15] };

const places: Record<PlaceName, (random: Random) => Place> = {
  shop: (random) => ({
    visitors: 300 + 1500 * random(),
    resetAt: 4 * 60,
    maxStayMinutes: 180,
    doors: random() < 0.5 ? oneDoor : threeDoors,
    hours: (weekday) => (weekday === 0 ? undefined : [9 * 60, 20 * 60]),
    visits: through((hour) => [1, 1.5, 2, 2.2, 2.5, 2, 1.8, 2, 3, 3, 1.5][hour - 9] ?? 1, 25, 0.7, 170),
  }),
  market: (random) => ({
    visitors: 1500 + 3000 * random(),
    resetAt: 3 * 60,
    maxStayMinutes: 150,
    doors: { ins: [0.9, 0.1], outs: [0.1, 0.9] },
    hours: (weekday) => (weekday === 0 ? [9 * 60, 18 * 60] : [7 * 60, 22 * 60]),
    visits: through((hour) => (hour >= 16 && hour < 19 ? 3 : hour < 9 ? 0.7 : 1.3), 38, 0.5, 140),
  }),
  office: (random) => ({
    visitors: 80 + 600 * random(),
    resetAt: 2 * 60,
    maxStayMinutes: 600,
    doors: { ins: [0.8, 0.2], outs: [0.7, 0.3] },
    hours: (weekday) => (weekday === 0 || weekday === 6 ? undefined : [7 * 60, 20 * 60]),
    visits: office,
  }),
  library: (random) => ({
    visitors: 150 + 700 * random(),
    resetAt: 5 * 60,
    maxStayMinutes: 420,
    doors: oneDoor,
    hours: (weekday) => (weekday === 0 ? [12 * 60, 18 * 60] : [8 * 60, 21 * 60]),
    visits: through((hour) => (hour < 15 ? 1.5 : 1), 85, 0.8, 400),
  }),
  theater: (random) => ({
    visitors: 300 + 900 * random(),
    resetAt: 6 * 60,
    maxStayMinutes: 240,
    doors: threeDoors,
    hours: (weekday) => (weekday === 1 ? undefined : [13 * 60, 23 * 60]),
    visits: shows,
  }),
  museum: (random) => ({
    visitors: 400 + 2000 * random(),
    resetAt: 0,
    maxStayMinutes: 330,
    doors: { ins: [0.7, 0.3], outs: [0.3, 0.7] },
    hours: (weekday) => (weekday === 1 ? undefined : [10 * 60, 18 * 60]),
    visits: through((hour) => (hour < 14 ? 2 : hour < 16 ? 1 : 0.4), 110, 0.4, 320),
  }),
};

/** People who come all day long, more in some hours, and stay for a while. */
function through(rate: (hour: number) => number, median: number, spread: number, longest: number): Place['visits'] {
  return (random, weekday, visitors, [opens, closes]) => {
    const rates = Array.from({ length: 24 }, (_, hour) => (hour * 60 >= opens && hour * 60 < closes ? rate(hour) : 0));
    const people = Math.round(visitors * (weekday === 6 ? 1.4 : weekday === 0 ? 0.7 : 1));
    return Array.from({ length: people }, () => {
      const enters = (pick(random, rates) + random()) * 60;
      return { enters, leaves: enters + clamp(median * Math.exp(spread * normal(random)), 2, longest) };
    });
  };
}

/** They come in the morning, some go out for lunch, all leave in the evening. */
function office(random: Random, _weekday: number, visitors: number): Stay[] {
  return Array.from({ length: Math.round(visitors) }).flatMap(() => {
    const comes = 8.7 * 60 + 35 * normal(random);
    const goes = Math.max(comes + 60, 17.3 * 60 + 50 * normal(random));
    if (random() < 0.4) return [{ enters: comes, leaves: goes }];
    const lunch = 12.4 * 60 + 20 * normal(random);
    return [
      { enters: comes, leaves: lunch },
      { enters: lunch + 25 + 20 * random(), leaves: goes },
    ];
  });
}

/** Two shows a day: everyone comes within three quarters of an hour, and leaves within minutes. */
function shows(random: Random, weekday: number, visitors: number): Stay[] {
  const starts = weekday === 0 || weekday === 6 ? [14 * 60, 19.5 * 60] : [19.5 * 60];
  return starts.flatMap((start) =>
    Array.from({ length: Math.round(visitors) }, () => ({
      enters: start - 45 * random(),
      leaves: start + 125 + 12 * Math.abs(normal(random)),
    })),
  );
}

type Sees = (direction: 'ins' | 'outs', door: number, minute: number, flow: number) => number;

/** How often a crossing is counted: 0, 1, and seldom 2. */
function watcher(
  random: Random,
  error: ErrorName,
  place: Place,
  length: number,
  wall: (minute: number) => { minute: number; weekday: number },
): Sees {
  const strength = error === 'all of them' ? 0.5 : 1;
  const has = (name: ErrorName) => error === name || error === 'all of them';
  // Good doors miss one to three of a hundred and count one of two hundred twice; hardly any is as good in both directions.
  const missed = 0.01 + 0.02 * random();
  const worse = random() < 0.75 ? 'outs' : 'ins';
  const uneven = error === 'noise' ? 0 : 0.02 + 0.06 * random();
  const bias = uneven + (has('bias') ? strength * (0.02 + 0.08 * random()) : 0);
  const turnsOver = 100 + Math.floor(random() * 200);
  const biasLater = random() < 0.3 ? bias * 0.4 : bias;
  const occlusion = has('occlusion') ? strength * (0.15 + 0.2 * random()) : 0;
  // A door sees those who come toward it better than those who walk away in a crowd, or the other way around.
  const hiddenDirection = random() < 0.75 ? 'outs' : 'ins';
  const otherShare = 0.3 * random();
  const crowd = Math.max(6, place.visitors / 60);
  const sideShare = has('side door') ? strength * (0.04 + 0.12 * random()) : 0;
  const sideDirection = random() < 0.75 ? 'outs' : 'ins';
  const isUsed = sideDoorHours[Math.floor(random() * sideDoorHours.length)]!;
  const dead = has('dead sensor') ? deadStretches(random, place, length) : [];
  return (direction, door, minute, flow) => {
    if (dead.some((each) => each.door === door && each.from <= minute && minute < each.to)) return 0;
    if (direction === sideDirection && sideShare > 0 && random() < sideShare && isUsed(wall(minute))) return 0;
    const biased = direction === worse ? (minute / 1440 < turnsOver ? bias : biasLater) : 0;
    const hidden = occlusion * Math.min(1, flow / crowd) * (direction === hiddenDirection ? 1 : otherShare);
    const miss = missed + biased + hidden;
    if (random() < miss) return 0;
    return random() < 0.005 ? 2 : 1;
  };
}

/** By minute of the day and weekday: always, in the afternoon, on the weekend. */
const sideDoorHours: ((at: { readonly minute: number; readonly weekday: number }) => boolean)[] = [
  () => true,
  ({ minute }) => minute >= 15 * 60,
  ({ weekday }) => weekday === 0 || weekday === 6,
];

function deadStretches(random: Random, { doors }: Place, length: number) {
  return Array.from({ length: 4 + Math.floor(random() * 8) }, () => {
    const from = Math.floor(random() * length);
    const minutes = random() < 0.6 ? 120 + 600 * random() : 1440 * (1 + 5 * random());
    return { door: Math.floor(random() * doors.outs.length), from, to: from + minutes };
  });
}

function localMinute(zone: Zone, at: number) {
  const day = localDay(zone, at);
  return { minute: Math.floor((at - firstMinute(zone, day)) / 60), weekday: weekdayOf(day) };
}

/** 0 is Sunday. */
function weekdayOf(day: number): number {
  return (((day + 4) % 7) + 7) % 7;
}

function pick(random: Random, shares: readonly number[]): number {
  let left = random() * shares.reduce((sum, share) => sum + share, 0);
  for (const [index, share] of shares.entries()) {
    left -= share;
    if (left < 0) return index;
  }
  return shares.length - 1;
}

function clamp(value: number, lowest: number, highest: number): number {
  return Math.min(highest, Math.max(lowest, value));
}

function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

function randomOf(seed: number): Random {
  let state = Math.imul(seed + 1, 0x9e3779b9);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
