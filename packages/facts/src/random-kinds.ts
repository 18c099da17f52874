import type { Erasure } from './facts-interface.ts';
import {
  amountColumns,
  forecastColumns,
  levelColumns,
  sampleColumns,
  type AmountQuestion,
  type EventQuestion,
  type ForecastQuestion,
  type HeardQuestion,
  type LevelMember,
  type LevelQuestion,
  type SampleQuestion,
} from './kind-questions.ts';
import type { Membership, SeriesDay, Slice } from './question.ts';
import {
  chances,
  DAYS,
  edges,
  erase,
  opening,
  SERIES,
  somewhere,
  STARTS,
  WEIGHTS,
  type World,
} from './random-scenario.ts';
import {
  DAY,
  eventTypes,
  forecastGrains,
  MAX_AMOUNT_SPAN,
  MAX_SPAN,
  outcomes,
  QUARTER,
  type AmountRow,
  type EventRow,
  type ForecastRow,
  type HeardRow,
  type LevelRow,
  type VisitRow,
} from './rows.ts';
import { daysTouchedBy, daysTouchedByErasure } from './touched-days.ts';
import { packVer, ranks } from './version.ts';

/** As `random-scenario.ts`, for what is not a count; every kind is kept under the same few series. */
export function randomKinds(seed: number, org: number): KindRound[] {
  const chance = chances(seed);
  const start = chance.of(STARTS);
  const busy = [chance.below(DAYS * DAY), chance.below(DAYS * DAY), DAY].map((offset) => start + offset);
  const world: World = { org, start, busy, chance, seq: 1n, sent: [], marks: new Map() };
  const sent: Delivery = { levels: [], samples: [], amounts: [], heard: [], events: [], forecasts: [] };
  return Array.from({ length: 2 }, () => ({
    changes: Array.from({ length: chance.below(2) + 2 }, () => change(world, sent)),
    levels: [levelQuestion(world), levelQuestion(world)],
    samples: sampleQuestion(world),
    amounts: amountQuestion(world),
    heard: { org, slices: slices(world, (member) => member) },
    events: eventQuestion(world, sent.events),
    forecasts: forecastQuestion(world),
  }));
}

export interface KindRound {
  changes: KindChange[];
  levels: LevelQuestion[];
  samples: SampleQuestion;
  amounts: AmountQuestion;
  heard: HeardQuestion;
  events: EventQuestion;
  forecasts: ForecastQuestion;
}

interface Delivery {
  levels: LevelRow[];
  samples: VisitRow[];
  amounts: AmountRow[];
  heard: HeardRow[];
  events: EventRow[];
  forecasts: ForecastRow[];
}

export type KindChange =
  | ({ do: 'append' } & Delivery)
  | { do: 'erase'; erasure: Erasure }
  | { do: 'recompute'; days: SeriesDay[] };

const LATER = Date.UTC(2090, 0, 1) / 1000;
const SPANS = [15, 60, 60, 300, 900, 3600, 20, 90, 37, 149, 7200, MAX_SPAN];

function change(world: World, sent: Delivery): KindChange {
  const { chance, marks } = world;
  const mark = (day: SeriesDay) => marks.set(`${day.series} ${day.day}`, day);
  const kind = chance.below(10);
  if (kind < 6 || sent.levels.length === 0) {
    const added = delivery(world, sent);
    daysTouchedBy(added.levels).forEach(mark);
    return { do: 'append', ...added };
  }
  if (kind < 8) {
    const erasure = erase(world);
    daysTouchedByErasure(erasure).forEach(mark);
    return { do: 'erase', erasure };
  }
  const days = [...marks.values()].filter(() => chance.below(3) > 0);
  for (const day of days) marks.delete(`${day.series} ${day.day}`);
  return { do: 'recompute', days };
}

/** New rows of every kind, and some of the old ones again, in any order. */
function delivery(world: World, sent: Delivery): Delivery {
  const { org, start, chance } = world;
  const fact = () => {
    const ver = packVer({ rank: chance.of(ranks), seq: world.seq, generation: 0 });
    world.seq += 1n;
    return { org, series: chance.of(SERIES), ver, gone: 0 as const };
  };
  const levels = runs(world, () => {
    const base = fact();
    const span = base.series === 1 ? 60 : chance.of(SPANS);
    const first = Math.max(somewhere(world) - chance.below(20) * span, start);
    const at = base.series > 3 ? first : first - (first % span);
    return Array.from({ length: chance.below(20) + 1 }, (_, k): LevelRow => {
      const [lo, more] = [chance.below(40) - 5, chance.below(9)];
      const own = chance.below(3) === 0 ? { area: (lo + chance.below(more + 1)) * span + chance.below(7) } : {};
      return { ...base, at: at + k * span, span, lo, hi: lo + more, last: lo + chance.below(more + 1), ...own };
    });
  });
  const samples = runs(world, () => {
    const base = fact();
    return Array.from({ length: chance.below(25) + 1 }, (): VisitRow => {
      const n = chance.below(3) === 0 ? chance.below(6) + 1 : 1;
      const said = { ms: chance.below(400_000) * n + chance.below(n), n, outcome: chance.of(outcomes) };
      return { ...base, at: somewhere(world), id: BigInt(chance.below(5)), ...said };
    });
  });
  const amounts = runs(world, () => {
    const base = fact();
    return Array.from({ length: chance.below(6) + 1 }, (): AmountRow => {
      const long = chance.of([1, 1, 1800, 3700, 28_830, DAY, MAX_AMOUNT_SPAN]);
      const said = { value: chance.below(30_000) - 5000, n: chance.below(5), indivisible: chance.below(2) === 0 };
      return { ...base, at: somewhere(world), span: long, employee: BigInt(chance.below(3)), ...said };
    });
  });
  const heard = runs(world, () => {
    const base = fact();
    const near = somewhere(world);
    return Array.from({ length: chance.below(20) + 1 }, (_, k): HeardRow => {
      return { ...base, at: near - (near % QUARTER) + k * QUARTER, seconds: chance.below(901) };
    });
  });
  const events = runs(world, () => {
    const base = fact();
    return Array.from({ length: chance.below(20) + 1 }, (): EventRow => {
      const at = (somewhere(world) * 1000 + chance.below(1000)) / 1000;
      const said = { type: chance.of(eventTypes), logic: chance.below(2), ms: chance.below(9000) };
      // Some should be gone long ago.
      const keepUntil = chance.below(5) === 0 ? start : LATER;
      return { ...base, at, track: BigInt(chance.below(3)), ...said, keepUntil };
    });
  });
  const forecasts = runs(world, () => {
    const base = fact();
    const grain = chance.of(forecastGrains);
    const span = grain === 'day' ? DAY : chance.of([3600, 3600, 3600, 1800, 5400]);
    const near = somewhere(world);
    const at = near - (near % span);
    return Array.from({ length: chance.below(30) + 1 }, (_, k): ForecastRow => {
      const [ins, outs] = [chance.below(40_000), chance.below(40_000)];
      const [lowIns, lowOuts] = [chance.below(ins + 1), chance.below(outs + 1)];
      const bands = { lowIns, highIns: ins + chance.below(900), lowOuts, highOuts: outs + chance.below(900) };
      const said = { ins, outs, made: at, model: 'm1', ...(chance.below(5) > 0 && { bands }) };
      return { ...base, at: at + k * span, grain, span, ...said };
    });
  });
  const again = <Row>(rows: Row[], old: Row[]): Row[] => {
    const repeated = chance.below(2) === 0 ? old.filter(() => chance.below(3) === 0) : [];
    old.push(...rows);
    return chance.shuffled([...rows, ...repeated]);
  };
  return {
    levels: again(levels, sent.levels),
    samples: again(samples, sent.samples),
    amounts: again(amounts, sent.amounts),
    heard: again(heard, sent.heard),
    events: again(events, sent.events),
    forecasts: again(forecasts, sent.forecasts),
  };
}

function runs<Row>({ chance }: World, run: () => Row[]): Row[] {
  return Array.from({ length: chance.below(3) + 1 }, run).flat();
}

function levelQuestion(world: World): LevelQuestion {
  const { org, start, chance } = world;
  const freshFrom = start + (chance.below(DAYS + 3) - 1) * DAY;
  const marks = [...world.marks.values()].filter(({ day }) => day < freshFrom || chance.below(2) === 0);
  let unit = 0;
  const levels = slices(world, (member): LevelMember[] => {
    const first = { ...member, unit: (unit += 1), weight: chance.of(WEIGHTS) };
    if (chance.below(3) > 0) return [first];
    const turn = somewhere(world);
    // The same unit in another series, or under another weight.
    const next = { ...first, from: turn, series: chance.of(SERIES), weight: chance.of(WEIGHTS) };
    return [{ ...first, to: Math.min(first.to, turn) }, next].filter(({ from, to }) => from < to);
  }).map((slice) => ({ ...slice, members: slice.members.flat() }));
  const columns = levelColumns.filter(() => chance.below(3) > 0);
  return { org, slices: levels, columns: columns.length > 0 ? columns : ['avg'], freshFrom, marks };
}

function sampleQuestion(world: World): SampleQuestion {
  const { org, chance } = world;
  const some = chance.below(2) === 0 ? { outcomes: outcomes.filter(() => chance.below(2) === 0) } : {};
  return { org, slices: slices(world, (member) => member), columns: sampleColumns, ...some };
}

function amountQuestion(world: World): AmountQuestion {
  const { org, chance } = world;
  const weighted = slices(world, (member) => ({ ...member, weight: chance.of(WEIGHTS) }));
  const ended = weighted.map((slice) => ({
    ...slice,
    ...(chance.below(3) === 0 && { endsEarly: slice.edges.at(-1) }),
  }));
  return { org, slices: ended, columns: amountColumns };
}

/** By hour and by day as well as by anything: only those have bands. */
function forecastQuestion(world: World): ForecastQuestion {
  const { org, start, chance } = world;
  const step = chance.of([0, 3600, DAY]);
  const regular = Array.from({ length: (3 * DAY) / (step || DAY) + 1 }, (_, at) => start + at * (step || DAY));
  const drawn = slices(world, (member) => ({
    ...member,
    wIn: chance.of(WEIGHTS),
    wOut: chance.of(WEIGHTS),
    gives: chance.of(['values', 'bands', 'both'] as const),
  }));
  const asked = drawn.map((slice) => ({ ...slice, ...(step > 0 && { edges: regular, buckets: undefined }) }));
  const columns = forecastColumns.filter(() => chance.below(3) > 0);
  return { org, slices: asked, columns: columns.length > 0 ? columns : ['lowins'] };
}

function eventQuestion(world: World, sent: readonly EventRow[]): EventQuestion {
  const { org, start, chance } = world;
  const from = start + chance.below(2 * DAY);
  const behind = sent.length > 0 && chance.below(2) === 0 ? { after: chance.of(sent) } : {};
  const series = SERIES.filter(() => chance.below(4) > 0);
  return { org, series, from, to: from + chance.below(3 * DAY), pageSize: chance.below(40) + 1, ...behind };
}

function slices<Of>(world: World, made: (member: Membership) => Of) {
  const { chance } = world;
  const member = (): Membership => ({
    series: chance.of([...SERIES, 99]),
    from: chance.below(3) > 0 ? 0 : somewhere(world),
    to: chance.below(3) > 0 ? 2 ** 32 : somewhere(world),
    key: chance.below(3),
  });
  const cut = () => {
    const some = edges(world);
    return { edges: some, buckets: chance.below(3) > 0 ? undefined : some.slice(1).map(() => chance.below(4)) };
  };
  return Array.from({ length: chance.below(2) + 1 }, () => ({
    ...cut(),
    open: chance.below(2) === 0 ? undefined : opening(world),
    members: Array.from({ length: chance.below(5) + 1 }, () => made(member())),
  })) satisfies Omit<Slice, 'members'>[];
}
