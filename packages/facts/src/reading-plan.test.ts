import { describe, expect, it } from 'vitest';
import type { Member, Question, Slice } from './question.ts';
import { randomScenario } from './random-scenario.ts';
import { planReading, type Region, type Scan } from './reading-plan.ts';
import { DAY, HOUR, MINUTE, QUARTER } from './rows.ts';

const D = Date.UTC(2025, 2, 1) / 1000;
const FAR = Date.UTC(2090, 0, 1) / 1000;

describe('a reading plan', () => {
  it('reads quarters for clean days, minutes for fresh ones', () => {
    const scans = scansFor({ freshFrom: D + 5 * DAY });
    expect(scans).toEqual([
      ['quarter', [[0, 5 * DAY]], [], []],
      ['minute', [[5 * DAY, 10 * DAY]], [], []],
    ]);
  });

  it('reads minutes for marked days of the marked series, unless they are fresh or not requested', () => {
    const marks = [
      { series: 1, day: D + 2 * DAY },
      { series: 1, day: D + 2 * DAY },
      { series: 1, day: D + 7 * DAY },
      { series: 1, day: D + 30 * DAY },
      { series: 9, day: D + DAY },
    ];
    const days = [{ series: 1, day: D + 2 * DAY }];
    expect(scansFor({ freshFrom: D + 5 * DAY, marks })).toEqual([
      ['quarter', [[0, 5 * DAY]], days, []],
      ['minute', [[5 * DAY, 10 * DAY]], [], days],
    ]);
  });

  it('reads minutes for days in which an edge or a member boundary falls inside a quarter', () => {
    const edges = [D, D + DAY + 600, D + 10 * DAY];
    expect(scansFor({ edges, from: D + 3 * DAY + 60 })).toEqual([
      ['quarter', [[3 * DAY + 60, 10 * DAY]], [{ series: 1, day: D + 3 * DAY }], []],
      ['minute', [], [], [{ series: 1, day: D + 3 * DAY }]],
    ]);
    expect(scansFor({ edges })).toEqual([
      [
        'quarter',
        [
          [0, DAY],
          [2 * DAY, 10 * DAY],
        ],
        [],
        [],
      ],
      ['minute', [[DAY, 2 * DAY]], [], []],
    ]);
  });

  it('reads quarters where opening hours align with quarters, and minutes for other days', () => {
    expect(scansFor({ open: [hours(1, 9 * 3600), hours(2, 9.25 * 3600)] })).toEqual([
      ['quarter', [[0, 10 * DAY]], [], []],
    ]);
    expect(scansFor({ open: [hours(1, 9 * 3600), hours(2, 9 * 3600 + 300), hours(3, 0)] })).toEqual([
      [
        'quarter',
        [
          [0, 2 * DAY],
          [3 * DAY, 10 * DAY],
        ],
        [],
        [],
      ],
      ['minute', [[2 * DAY, 3 * DAY]], [], []],
    ]);
  });

  it('reads only minutes when the grain is finer than a quarter', () => {
    const edges = Array.from({ length: 2881 }, (_, index) => D + index * 300);
    expect(scansFor({ edges })).toEqual([['minute', [[0, 10 * DAY]], [], []]]);
  });

  it('reads minutes of whole intervals when single days would make a long statement', () => {
    const marks = Array.from({ length: 2500 }, (_, index) => ({ series: 1, day: D + (index + 1) * DAY }));
    const edges = [D, D + 3000 * DAY];
    expect(scansFor({ edges, marks })).toEqual([
      [
        'quarter',
        [
          [0, DAY],
          [2501 * DAY, 3000 * DAY],
        ],
        [],
        [],
      ],
      ['minute', [[DAY, 2501 * DAY]], [], []],
    ]);
    const scattered = Array.from({ length: 40 }, (_, index) => D + index * 3 * DAY + 60);
    expect(scansFor({ edges: scattered })).toEqual([['minute', [[60, 39 * 3 * DAY + 60]], [], []]]);
  });

  it('reads hours for days that nothing cuts inside an hour, and quarters for the others if these are few', () => {
    const days = 600;
    const edges = [D, D + 5 * DAY + 900, D + days * DAY];
    const marks = [{ series: 1, day: D + 2 * DAY }];
    expect(scansFor({ edges, marks, hours: true })).toEqual([
      [
        'hour',
        [
          [0, 5 * DAY],
          [6 * DAY, days * DAY],
        ],
        marks,
        [],
      ],
      ['quarter', [[5 * DAY, 6 * DAY]], marks, []],
      ['minute', [], [], marks],
    ]);
    expect(scansFor({ edges: [D, D + days * DAY], from: D + DAY + 900, hours: true })).toEqual([
      ['hour', [[DAY + 900, days * DAY]], [{ series: 1, day: D + DAY }], []],
      ['quarter', [], [], [{ series: 1, day: D + DAY }]],
    ]);
    expect(scansFor({ hours: true })).toEqual([['hour', [[0, 10 * DAY]], [], []]]);
  });

  it('reads only quarters where a few hours are not worth a scan, and where buckets are shorter than an hour', () => {
    expect(scansFor({ edges: [D, D + 5 * DAY + 900, D + 10 * DAY], hours: true })).toEqual([
      ['quarter', [[0, 10 * DAY]], [], []],
    ]);
    const edges = Array.from({ length: 600 * 96 + 1 }, (_, index) => D + index * QUARTER);
    expect(scansFor({ edges, hours: true })).toEqual([['quarter', [[0, 600 * DAY]], [], []]]);
  });

  it.each([false, true])(
    'reads every minute of every member once, and no sum that may be wrong (hours: %s)',
    (withHours) => {
      const seed = Date.now() % 1_000_000;
      const rounds = Array.from({ length: 30 }, (_, index) => randomScenario(seed + index, 1)).flat();
      const faults = rounds.flatMap(({ questions }) => questions.flatMap((question) => faultsIn(question, withHours)));
      expect(faults, `seed ${seed}`).toEqual([]);
    },
  );
});

/** Until six in the evening of a day. */
function hours(day: number, opens: number) {
  return { from: D + day * DAY + opens, to: D + day * DAY + 18 * 3600 };
}

function scansFor({
  from = 0,
  edges = [D, D + 10 * DAY],
  open,
  hours: withHours = false,
  ...given
}: Partial<Question> & { from?: number; edges?: number[]; open?: Slice['open']; hours?: boolean }) {
  const members = [{ series: 1, from, to: FAR, key: 0, wIn: 1, wOut: 1 }];
  const question = { org: 1, freshFrom: FAR, marks: [], slices: [{ edges, open, members }], ...given };
  const { scans } = planReading(question, { hours: withHours });
  return scans.map(({ source, region }) => [
    source,
    region.ranges.map((range) => [range.from - D, range.to - D]),
    region.except,
    region.also,
  ]);
}

/** Where a plan reads something too often, not at all, or from stale or cut sums. */
function faultsIn(question: Question, withHours: boolean): string[] {
  const { scans } = planReading(question, { hours: withHours, worthOwnScan: 0 });
  return question.slices.flatMap(({ edges, members, open = [] }) => {
    const turns = [...edges, ...open.flatMap(({ from, to }) => [from, to])];
    return telling(edges, members, open).flatMap((t) =>
      [...new Set(members.map((member) => member.series))].flatMap((series) => {
        const readers = scans.filter((scan) => scan.edges === edges && reads(scan, series, t));
        const owners = members.filter((each) => each.series === series && t >= each.from && t < each.to);
        const units = readers.flatMap(({ source }) =>
          source === 'minute' ? [] : [source === 'hour' ? HOUR : QUARTER],
        );
        const isCut = units.some((unit) => !mayUseSum(unit, question, turns, owners, series, t));
        const wrong = readers.length !== owners.length || isCut;
        return wrong ? [`series ${series} at ${t}: ${JSON.stringify(question)}`] : [];
      }),
    );
  });
}

/** Minutes around every edge and boundary, and around their days, hours and quarters. */
function telling(edges: readonly number[], members: readonly Member[], open: NonNullable<Slice['open']>): number[] {
  const bounds = [...members, ...open].flatMap(({ from, to }) => [from, to]);
  const turns = [...edges.slice(0, 20), ...edges.slice(-2), ...bounds];
  const minutes = turns
    .flatMap((turn) => [
      turn,
      turn - (turn % DAY),
      turn - (turn % HOUR),
      turn - (turn % QUARTER),
      turn - (turn % DAY) + DAY,
    ])
    .flatMap((turn) => [turn - MINUTE, turn, turn + MINUTE])
    .map((turn) => Math.ceil(turn / MINUTE) * MINUTE);
  return [...new Set(minutes)].filter((minute) => minute >= edges[0]! && minute < edges.at(-1)!);
}

function mayUseSum(
  unit: number,
  { freshFrom, marks }: Question,
  edges: readonly number[],
  owners: readonly Member[],
  series: number,
  t: number,
): boolean {
  const start = t - (t % unit);
  const cuts = (instant: number) => instant > start && instant <= start + unit - MINUTE;
  return (
    t < freshFrom &&
    !marks.some((mark) => mark.series === series && mark.day === t - (t % DAY)) &&
    !edges.some(cuts) &&
    !owners.some(({ from, to }) => cuts(from) || cuts(to))
  );
}

function reads({ members, region }: Scan, series: number, t: number): boolean {
  return members.some(
    (member) => member.series === series && t >= member.from && t < member.to && isIn(region, series, t),
  );
}

function isIn({ ranges, except, also }: Region, series: number, t: number): boolean {
  const among = (days: Region['also']) => days.some((each) => each.series === series && each.day === t - (t % DAY));
  return among(also) || (ranges.some(({ from, to }) => t >= from && t < to) && !among(except));
}
