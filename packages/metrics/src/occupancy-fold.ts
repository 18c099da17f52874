import { dayStart, localDay, type Zone } from '@atrium/calendar/zones';

/**
 * How many people are in a space, minute by minute: a running sum of ins less outs that resets set to a new value. The grain is one closed UTC
 * minute with the net of all zones, so the order in which readings arrive changes nothing. The level of a minute is the one at its
 * end. A minute without a reading has no level; the sum carries over.
 *
 * Folding `[a, b)` and then `[b, c)` from where it ended is folding `[a, c)`.
 */
export function foldOccupancy(input: OccupancyInput): FoldedOccupancy {
  const { from, to, zone } = input;
  const resets = effectiveResets(input.resets, from, to);
  const pressed = byHandMinute(input.presses ?? [], input.resets);
  const minutes = withPressed(input.minutes, pressed);
  const gainAt = gainsInOrder(input.gains ?? []);
  const levels: LevelMinute[] = [];
  const days: OccupancyDay[] = [];
  let value = unitsOf(input.start);
  const entries = openEntries(input);
  let nextReset = 0;
  let nextMinute = 0;
  let applied: AppliedReset[] = [];
  const resetUntil = (at: number) => {
    for (; nextReset < resets.length && resets[nextReset]!.minute <= at; nextReset += 1) {
      const { minute, units } = resets[nextReset]!;
      applied.push({ at: minute, before: peopleOf(value), value: peopleOf(units) });
      value = units;
      entries?.restart(minute, value);
    }
  };

  for (let day = localDay(zone, from); from < to; day += 1) {
    const begin = Math.max(from, firstMinute(zone, day));
    if (begin >= to) break;
    const end = Math.min(to, firstMinute(zone, day + 1));
    if (begin >= end) continue;
    const start = value;
    let [ins, outs, residual, factored] = [0, 0, 0, 0];
    let [corrected, stopped, reflected, byHand, overstayed] = [0, 0, 0, 0, 0];
    applied = [];
    for (; nextMinute < minutes.length && minutes[nextMinute]!.at < end; nextMinute += 1) {
      const minute = minutes[nextMinute]!;
      if (minute.at < begin) continue;
      resetUntil(minute.at);
      const gain = gainAt(minute.at);
      const [entered, left] = [unitsOf(minute.ins), unitsOf(minute.outs)];
      const [came, went] = [Math.round(entered * gain.ins), Math.round(left * gain.outs)];
      const isIgnored = isStopped(input.stops, minute.at);
      const inside = value;
      if (isIgnored) stopped += entered - left;
      else {
        value += came - went;
        corrected += came - went - (entered - left);
      }
      if (value < 0 && reflectsAt(input.reflects, minute.at)) {
        reflected -= value;
        value = 0;
      }
      const change = pressed.get(minute.at) ?? 0;
      const counted = value;
      value = afterPresses(value, change);
      byHand += value - counted;
      const most = entries?.add(minute.at, (isIgnored ? 0 : came) + Math.max(0, change), inside) ?? Infinity;
      if (!isIgnored && value > most) {
        overstayed += value - most;
        value = most;
      }
      ins += entered;
      outs += left;
      residual += came - went;
      factored += went;
      levels.push({ at: minute.at, last: peopleOf(value) });
    }
    resetUntil(end - minuteSeconds);
    days.push({
      day,
      from: begin,
      to: end,
      start: peopleOf(start),
      end: peopleOf(value),
      ins: peopleOf(ins),
      outs: peopleOf(outs),
      residual: peopleOf(residual),
      factor: outs > 0 ? Math.round((factored / outs) * unitsPerPerson) / unitsPerPerson : 1,
      entered: entries?.stored(),
      changes: {
        corrected: peopleOf(corrected),
        stopped: peopleOf(stopped),
        reflected: peopleOf(reflected),
        pressed: peopleOf(byHand),
        overstayed: peopleOf(overstayed),
        resets: applied,
      },
    });
  }
  return { levels, days, end: peopleOf(value), entered: entries?.stored() };
}

/** Levels are added up in ten-thousandths of a person: weighted counts have four decimals, and integers do not drift. */
export const unitsPerPerson = 10_000;

export function unitsOf(people: number): number {
  return Math.round(people * unitsPerPerson);
}

export function peopleOf(units: number): number {
  return units / unitsPerPerson;
}

/** A closed UTC minute in which something was received, of all zones of a space together: weighted, and reversed where zones are. */
export interface CountedMinute {
  /** Epoch seconds. */
  readonly at: number;
  readonly ins: number;
  readonly outs: number;
}

/** The number of people is known at an instant. */
export interface KnownOccupancy {
  /** Epoch seconds; within a minute, it counts from the next one on. */
  readonly at: number;
  readonly value: number;
}

/** Someone counted by hand: a change of the number of people, which never takes it below zero. */
export interface Press {
  /** Epoch seconds. */
  readonly at: number;
  readonly change: number;
}

/** Readings of the minutes in `[from, to)` leave the number of people alone. */
export interface Stop {
  readonly from: number;
  readonly to: number;
}

/** Whether a sum that falls below zero begins again at zero, in `[from, to)`. Outside of all of them it does. */
export interface Reflection {
  readonly from: number;
  readonly to: number;
  readonly reflects: boolean;
}

export interface OccupancyInput {
  /** Whose days are counted. */
  readonly zone: Zone;
  /** Whole minutes, `[from, to)`; all of them are closed. */
  readonly from: number;
  readonly to: number;
  /** The sum before `from`. */
  readonly start: number;
  /** In order of time; those outside of the range are left out. */
  readonly minutes: readonly CountedMinute[];
  /** In any order. Of two in the same minute the later counts, of two at the same instant the one that is listed last. */
  readonly resets: readonly KnownOccupancy[];
  readonly reflects?: readonly Reflection[] | undefined;
  /** In any order. One after a reset of the same minute counts from where the reset does. */
  readonly presses?: readonly Press[] | undefined;
  readonly stops?: readonly Stop[] | undefined;
  /** In order of time, not overlapping. Outside of all of them, counts are taken as they are. */
  readonly gains?: readonly Gain[] | undefined;
  readonly stays?: readonly StayLimit[] | undefined;
  /** Who entered before `from`, according to the fold up to there. */
  readonly entered?: readonly Entered[] | undefined;
}

/** Doors are known to count too low or too high in `[from, to)`: ins and outs are multiplied. */
export interface Gain {
  readonly from: number;
  readonly to: number;
  readonly ins: number;
  readonly outs: number;
}

/** Nobody stays longer in `[from, to)`; null where there is no such limit. */
export interface StayLimit {
  readonly from: number;
  readonly to: number;
  readonly maxStayMinutes: number | null;
}

/** How many people entered in the quarter of an hour that begins at an instant. */
export type Entered = readonly [at: number, people: number];

/** The level at the end of a minute, which stands for the whole minute. */
export interface LevelMinute {
  readonly at: number;
  readonly last: number;
}

/** What was folded of a local day. */
export interface OccupancyDay {
  /** The day number. */
  readonly day: number;
  readonly from: number;
  readonly to: number;
  /** The sums before and after, resets included. */
  readonly start: number;
  readonly end: number;
  /** As counted. */
  readonly ins: number;
  readonly outs: number;
  /** Ins less factored outs: who did not leave, or was not counted. */
  readonly residual: number;
  /** By which the outs of the day were multiplied on average. */
  readonly factor: number;
  /** Who entered lately, where there is a limit for stays. */
  readonly entered: readonly Entered[] | undefined;
  readonly changes: OccupancyChanges;
}

/**
 * How the end of a day follows from its start:
 * start + ins − outs + corrected − stopped + reflected + pressed − overstayed + Σ (value − before) of its resets = end.
 */
export interface OccupancyChanges {
  /** What factored counts add to those that were counted. */
  readonly corrected: number;
  /** Ins less outs while readings left the number of people alone. */
  readonly stopped: number;
  /** By how much the sum fell below zero. */
  readonly reflected: number;
  /** By hand. */
  readonly pressed: number;
  /** Who had been inside for longer than anyone stays. */
  readonly overstayed: number;
  readonly resets: readonly AppliedReset[];
}

/** A reset in the minute from which it counts. */
export interface AppliedReset {
  readonly at: number;
  readonly before: number;
  readonly value: number;
}

export interface FoldedOccupancy {
  readonly levels: readonly LevelMinute[];
  readonly days: readonly OccupancyDay[];
  readonly end: number;
  readonly entered: readonly Entered[] | undefined;
}

const minuteSeconds = 60;

/** The first whole minute of a local day. */
export function firstMinute(zone: Zone, day: number): number {
  return Math.ceil(dayStart(zone, day) / minuteSeconds) * minuteSeconds;
}

/** From which minute on a reset counts: no minute is divided. */
export function minuteOfReset(at: number): number {
  return Math.ceil(at / minuteSeconds) * minuteSeconds;
}

function effectiveResets(resets: readonly KnownOccupancy[], from: number, to: number) {
  return resets
    .map(({ at, value }) => ({ at, minute: minuteOfReset(at), units: unitsOf(value) }))
    .filter(({ minute }) => minute >= from && minute < to)
    .toSorted((one, other) => one.at - other.at);
}

function byHandMinute(presses: readonly Press[], resets: readonly KnownOccupancy[]): Map<number, number> {
  const pressed = new Map<number, number>();
  for (const { at, change } of presses) {
    const own = Math.floor(at / minuteSeconds) * minuteSeconds;
    const isAfterReset = resets.some((reset) => own < reset.at && reset.at <= at);
    const minute = isAfterReset ? own + minuteSeconds : own;
    pressed.set(minute, (pressed.get(minute) ?? 0) + unitsOf(change));
  }
  return pressed;
}

/** A minute in which someone pressed has a level, even without a reading. */
function withPressed(
  minutes: readonly CountedMinute[],
  pressed: ReadonlyMap<number, number>,
): readonly CountedMinute[] {
  if (pressed.size === 0) return minutes;
  const read = new Set(minutes.map(({ at }) => at));
  const silent = [...pressed.keys()].filter((at) => !read.has(at)).map((at) => ({ at, ins: 0, outs: 0 }));
  return [...minutes, ...silent].toSorted((one, other) => one.at - other.at);
}

function afterPresses(units: number, change: number): number {
  return Math.max(units + change, Math.min(units, 0));
}

function isStopped(stops: readonly Stop[] | undefined, at: number): boolean {
  return stops?.some(({ from, to }) => from <= at && at < to) ?? false;
}

function reflectsAt(reflections: readonly Reflection[] | undefined, at: number): boolean {
  return reflections?.find(({ from, to }) => from <= at && at < to)?.reflects ?? true;
}

const noGain = { ins: 1, outs: 1 };

/** Finds the gain of minutes that are asked for in order of time. */
function gainsInOrder(gains: readonly Gain[]): (at: number) => { readonly ins: number; readonly outs: number } {
  let next = 0;
  return (at) => {
    while (next < gains.length && gains[next]!.to <= at) next += 1;
    const gain = gains[next];
    return gain && gain.from <= at ? gain : noGain;
  };
}

const cellSeconds = 900;
/** No limit for stays is longer. */
export const maxStayLimitMinutes = 24 * 60;

/**
 * Who entered lately, by quarters of an hour: nobody stays longer than the limit, so no more people can be inside. Those whom a reset
 * tells of, and those inside when a limit begins, count as if they had entered at that time. Undefined where stays have no limit.
 */
function openEntries({ from, to, entered, stays = [] }: OccupancyInput) {
  const limits = stays.filter((stay) => stay.maxStayMinutes !== null && stay.from < to && stay.to > from);
  if (limits.length === 0) return undefined;
  let cells = entered?.map(([at, people]): [at: number, units: number] => [at, unitsOf(people)]);
  return {
    restart(at: number, units: number) {
      if (cells) cells = [[cellOf(at), units]];
    },
    /** The highest possible number of people at the end of a minute in which `units` entered; `inside` were there before. */
    add(at: number, units: number, inside: number): number {
      const limit = limits.find((stay) => stay.from <= at && at < stay.to);
      if (!limit) {
        cells = undefined;
        return Infinity;
      }
      const cell = cellOf(at);
      cells ??= [[cell, inside]];
      const last = cells.at(-1);
      if (last && last[0] >= cell) last[1] += units;
      else cells.push([cell, units]);
      const kept = cells.findIndex(([begin]) => begin + cellSeconds > at - maxStayLimitMinutes * minuteSeconds);
      if (kept > 0) cells.splice(0, kept);
      const since = at + minuteSeconds - limit.maxStayMinutes! * minuteSeconds;
      return cells.reduce((sum, [begin, each]) => (begin + cellSeconds > since ? sum + each : sum), 0);
    },
    stored: () => cells?.map(([at, units]): Entered => [at, peopleOf(units)]),
  };
}

function cellOf(at: number): number {
  return Math.floor(at / cellSeconds) * cellSeconds;
}
