import {
  actualsOf,
  directions,
  firstKnownDay,
  type Direction,
  leastDays,
  runTrials,
  type Trials,
} from './back-test.ts';
import { medianOf } from './baselines.ts';
import { type Band, type BandOf, dayBands, hourBands, type Trial, wideBand } from './bands.ts';
import { type Grid, gridOf, type History, horizonDays, type HorizonHour, hoursPerDay } from './grid.ts';
import { type Choose, type Score, type Scored, scoresOf } from './scores.ts';

/** What a published forecast was made with; `m1+m2` is the mean of both. */
export const forecastModels = ['b0', 'b1', 'm1', 'm2', 'm1+m2'] as const;
export type ForecastModel = (typeof forecastModels)[number];

/**
 * Why a model is used or not. `passed`: better than the baselines in the back-test. `short`: too little history to test
 * one, so the last week is repeated. `no better`: the better baseline is used. `no pattern`, `silent`: nothing is
 * published, because one figure for all hours says as much, or because nothing came for four weeks.
 */
export const verdicts = ['passed', 'short', 'no better', 'no pattern', 'silent'] as const;
export type Verdict = (typeof verdicts)[number];

export interface ZoneForecast {
  readonly verdict: Verdict;
  /** Null: nothing is published. */
  readonly model: ForecastModel | null;
  /** In time; an hour without data is absent. */
  readonly hours: readonly ForecastHour[];
  readonly days: readonly ForecastDay[];
  /** Of the back-test. */
  readonly scores: ForecastScores;
  /** For the sum of several zones. */
  readonly material: Material;
}

export interface ForecastHour extends HourValues {
  readonly at: number;
}

/** Its values are the sums of its hours; the bands are from residuals of days. */
export interface ForecastDay extends HourValues {
  /** A day number. */
  readonly day: number;
}

export interface HourValues {
  readonly ins: number;
  readonly outs: number;
  readonly insBand: Band | null;
  readonly outsBand: Band | null;
}

export interface ForecastScores {
  readonly origins: number;
  readonly b0: Score;
  readonly b1: Score;
  readonly m1: Score;
  readonly m2: Score;
  /** Of what is published, or of the best that was not. */
  readonly final: Score;
  /** Share of hours within the band, from origins that the band was not made of. Null without enough of them. */
  readonly coverage: number | null;
}

export interface Material {
  readonly grid: Grid;
  readonly ahead: Readonly<Record<Direction, Float64Array>>;
  readonly trials: Readonly<Record<Direction, readonly Trial[]>>;
  readonly origins: readonly number[];
}

/** A model must be this much better than the median of four weeks, and than the last week. */
const gate = 0.95;
/** In so many of the weeks it must be closer: one lucky week does not make a model. */
const leastWins = 0.75;
/** Fewer do not show anything. */
const leastOrigins = 4;
const silentDays = 28;

export function forecastZone(history: History): ZoneForecast {
  const grid = gridOf(history);
  const trials = runTrials(grid);
  const ways = {
    b0: (run, direction) => run[direction].b0,
    b1: (run, direction) => run[direction].b1,
    flat: (run, direction) => run[direction].flat,
    m1: (run, direction) => run[direction].m1,
    m2: (run, direction) => run[direction].m2,
    'm1+m2': (run, direction) => meanOf(run[direction].m1, run[direction].m2),
  } as const satisfies Record<string, Choose>;
  const scored = scoresOf(grid, trials, ways);
  const { scores } = scored;
  const isOff = (name: ForecastModel) => isUnlikeLastWeek(grid, trials, ways[name]);
  const { verdict, model, best } = decide(grid, trials, scored, isOff);
  const choose: Choose = ways[best];
  const material: Material = {
    grid,
    origins: trials.origins,
    ahead: { ins: choose(trials.ahead, 'ins'), outs: choose(trials.ahead, 'outs') },
    trials: { ins: trialsOf(grid, trials, choose, 'ins'), outs: trialsOf(grid, trials, choose, 'outs') },
  };
  const { b0, b1, m1, m2, [best]: final } = scores;
  const published = model === null ? { hours: [], days: [] } : publish(material);
  return {
    verdict,
    model,
    ...published,
    scores: { origins: trials.origins.length, b0, b1, m1, m2, final, coverage: coverageOf(material) },
    material,
  };
}

function decide(
  grid: Grid,
  { origins }: Trials,
  { scores, winsOver }: Scored<ForecastModel | 'flat'>,
  isOff: (name: ForecastModel) => boolean,
): { verdict: Verdict; model: ForecastModel | null; best: ForecastModel } {
  const mae = (name: ForecastModel | 'flat') => scores[name].mae ?? Number.POSITIVE_INFINITY;
  const wins = isVolatile(grid) ? 1 : leastWins;
  const beats = (one: ForecastModel, other: 'b0' | 'b1') =>
    mae(one) < gate * mae(other) && winsOver(one, other) >= wins;
  const baseline = beats('b1', 'b0') && !isOff('b1') ? 'b1' : 'b0';
  if (isSilent(grid)) return { verdict: 'silent', model: null, best: baseline };
  if (origins.length < leastOrigins || grid.days - firstKnownDay(grid) < leastDays)
    return { verdict: 'short', model: 'b0', best: 'b0' };
  const passes = (name: ForecastModel) => beats(name, 'b0') && mae(name) < gate * mae('b1') && !isOff(name);
  const best =
    passes('m1') && passes('m2') ? 'm1+m2' : (['m1', 'm2', 'm1+m2'] as const).toSorted((a, b) => mae(a) - mae(b))[0]!;
  const used = passes(best) ? best : baseline;
  if (!(mae(used) < gate * mae('flat'))) return { verdict: 'no pattern', model: null, best: used };
  return { verdict: passes(best) ? 'passed' : 'no better', model: used, best: used };
}

/**
 * Whether the last week was so unlike what this expected that something has changed which only that week knows of: the
 * place moved, or closed without a word.
 */
function isUnlikeLastWeek(grid: Grid, { origins, past }: Trials, choose: Choose): boolean {
  const [origin, run] = [origins.at(-1), past.at(-1)];
  if (origin === undefined || !run) return false;
  let [expected, came] = [0, 0];
  for (const direction of directions) {
    const forecast = choose(run, direction);
    const actual = actualsOf(grid, direction, origin);
    for (let hour = 0; hour < 7 * hoursPerDay; hour += 1) {
      if (Number.isNaN(forecast[hour]! + actual[hour]!)) continue;
      expected += forecast[hour]!;
      came += actual[hour]!;
    }
  }
  return expected + came > 100 && (came < expected / change || came > expected * change);
}

const volatileWeeks = 8;
const volatile = 0.16;

/** Whether days differ from those a week before by more than weather and chance explain: then luck wins weeks as well. */
function isVolatile({ ins, days, live }: Grid): boolean {
  const sums = new Float64Array(volatileWeeks * 7 + 7).fill(Number.NaN);
  for (let day = 0; day < sums.length; day += 1) {
    const from = (days - sums.length + day) * hoursPerDay;
    if (from < 0) continue;
    let sum = 0;
    for (let hour = 0; hour < hoursPerDay; hour += 1) if (live[from + hour]) sum += ins[from + hour]!;
    sums[day] = sum;
  }
  const known = sums.filter((sum) => sum > 0);
  const changes = sums.slice(7).map((sum, day) => Math.abs(Math.log(sum / sums[day]!)));
  const ofChance = 0.7 * Math.sqrt(2 / medianOf(known));
  return medianOf(changes.filter((each) => Number.isFinite(each))) > volatile + ofChance;
}

/** A factor that no ordinary week has. */
const change = 1.8;

function isSilent({ days, ins, outs }: Grid): boolean {
  const from = Math.max(0, days - silentDays) * hoursPerDay;
  return ![ins, outs].some((values) => values.subarray(from, days * hoursPerDay).some((value) => value > 0));
}

function meanOf(a: Float64Array, b: Float64Array): Float64Array {
  return a.map((value, hour) => (value + b[hour]!) / 2);
}

function trialsOf(grid: Grid, { origins, past }: Trials, choose: Choose, direction: Direction): Trial[] {
  return origins.map((origin, at) => ({
    forecast: choose(past[at]!, direction),
    actual: actualsOf(grid, direction, origin),
  }));
}

/** Hours and days with the bands that the trials give them. */
export function publish({ grid, ahead, trials, origins }: Material): Pick<ZoneForecast, 'hours' | 'days'> {
  const isLive = (trial: number, hour: number) => grid.live[origins[trial]! * hoursPerDay + hour] === 1;
  const hourBand = { ins: bandsOrWide(trials.ins, isLive), outs: bandsOrWide(trials.outs, isLive) };
  const dayBand = {
    ins: trials.ins.length > 0 ? dayBands(trials.ins) : wideBand,
    outs: trials.outs.length > 0 ? dayBands(trials.outs) : wideBand,
  };
  const hours = grid.horizon.flatMap((hour) => {
    const [ins, outs] = [ahead.ins[hour.slot]!, ahead.outs[hour.slot]!];
    if (Number.isNaN(ins + outs)) return [];
    return [{ at: hour.at, ...valuesOf(grid, hour, ins, outs, hourBand) }];
  });
  return { hours, days: daysOf(grid, ahead, dayBand) };
}

function bandsOrWide(trials: readonly Trial[], isLive: (trial: number, hour: number) => boolean): BandOf {
  return trials.length > 0 ? hourBands(trials, isLive) : wideBand;
}

function valuesOf(
  grid: Grid,
  { slot, seconds }: HorizonHour,
  ins: number,
  outs: number,
  bandOf: Readonly<Record<Direction, BandOf>>,
): HourValues {
  const length = seconds / 3600;
  const day = Math.floor(slot / hoursPerDay);
  const isLive = grid.live[grid.days * hoursPerDay + slot] === 1;
  const band = (direction: Direction, value: number) => {
    const { low, high } = isLive ? bandOf[direction](value, day) : { low: 0, high: 0 };
    return { low: low * length, high: high * length };
  };
  return { ins: ins * length, outs: outs * length, insBand: band('ins', ins), outsBand: band('outs', outs) };
}

/** A day is the sum of its hours in time: 23 or 25 of them when the clocks change. */
function daysOf(
  { firstDay, days, live, horizon }: Grid,
  ahead: Material['ahead'],
  bandOf: Readonly<Record<Direction, BandOf>>,
): ForecastDay[] {
  const sums = Array.from({ length: horizonDays }, () => ({ ins: 0, outs: 0, isOpen: false }));
  for (const { slot, seconds } of horizon) {
    const sum = sums[Math.floor(slot / hoursPerDay)]!;
    for (const direction of directions) sum[direction] += (ahead[direction][slot]! * seconds) / 3600;
    if (live[days * hoursPerDay + slot]) sum.isOpen = true;
  }
  return sums.flatMap(({ ins, outs, isOpen }, day) => {
    if (Number.isNaN(ins + outs)) return [];
    const band = (direction: Direction, value: number) =>
      isOpen ? bandOf[direction](value, day) : { low: 0, high: 0 };
    return [{ day: firstDay + days + day, ins, outs, insBand: band('ins', ins), outsBand: band('outs', outs) }];
  });
}

/** Bands from the earlier origins, tried on the later ones. */
function coverageOf({ grid, trials, origins }: Material): number | null {
  const known = Math.floor(origins.length / 2);
  if (known < 2) return null;
  let [inside, all] = [0, 0];
  for (const direction of directions) {
    const isLive = (trial: number, hour: number) => grid.live[origins[trial]! * hoursPerDay + hour] === 1;
    const band = hourBands(trials[direction].slice(0, known), isLive);
    trials[direction].slice(known).forEach(({ forecast, actual }, at) => {
      for (let hour = 0; hour < 7 * hoursPerDay; hour += 1) {
        if (Number.isNaN(forecast[hour]! + actual[hour]!) || !isLive(known + at, hour)) continue;
        const { low, high } = band(forecast[hour]!, Math.floor(hour / hoursPerDay));
        all += 1;
        if (actual[hour]! >= low && actual[hour]! <= high) inside += 1;
      }
    });
  }
  return all > 0 ? inside / all : null;
}
