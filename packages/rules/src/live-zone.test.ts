import { describe, expect, it } from 'vitest';
import {
  correctSums,
  type LevelRecord,
  type LiveZone,
  newestLevel,
  openZone,
  sumsOfToday,
  turnZone,
  type VisitRecord,
  withRecords,
  zoneFigures,
} from './live-zone.ts';

const at = (time: string) => Date.parse(`2026-03-04T${time}Z`) / 1000;
const day = { from: at('05:00:00'), to: at('05:00:00') + 86_400 };
const level = (time: string, last: number, more: Partial<LevelRecord> = {}): LevelRecord => {
  return { at: at(`${time}:00`), span: 60, last, ver: 1n, ...more };
};
const visit = (time: string, seconds: number, more: Partial<VisitRecord> = {}): VisitRecord => {
  return { at: at(`${time}:00`), id: String(seconds), ms: seconds * 1000, n: 1, abandoned: false, ver: 1n, ...more };
};
const queue = (levels: readonly LevelRecord[], visits: readonly VisitRecord[] = []) =>
  withRecords(openZone(day), { levels, visits });

describe('the live numbers of a zone', () => {
  it('[R885] are people now, waits and throughput of 15 minutes, and sums since local midnight', () => {
    const zone = queue(
      [level('11:50', 3), level('11:58', 0), level('11:59', 4)],
      [
        visit('11:44', 900),
        visit('11:46', 60),
        visit('11:50', 90, { n: 3 }),
        visit('11:59', 30, { abandoned: true }),
        visit('11:59', 300),
      ],
    );
    expect(zoneFigures(zone, 5, at('12:00:30'))).toEqual({
      queueLength: 4,
      avgQueueWaitTime: (60 + 90 + 30 + 300) / 6,
      maxQueueWaitTime: 300,
      // Three minutes have a reading, and six people left in them.
      expectedQueueWaitTime: (4 * 180) / 6,
      totalNumberServed: 6,
      occupiedTime: 120,
    });
  });

  it('[R885] say what the count application means', () => {
    const zone = queue([level('11:59', 2)], [visit('11:59', 40)]);
    const now = at('12:00:30');
    expect(zoneFigures(zone, 10, now)).toEqual(zoneFigures(zone, 5, now));
    expect(zoneFigures(zone, 6, now)).toMatchObject({ avgQueueWaitTime: null, totalNumberServed: 1 });
    expect(zoneFigures(zone, 8, now)).toMatchObject({ maxQueueWaitTime: null, totalNumberServed: null });
    expect(zoneFigures(zone, 8, now)).toMatchObject({ queueLength: 2, expectedQueueWaitTime: 120, occupiedTime: 60 });
    expect(zoneFigures(zone, 1, now)).toMatchObject({ queueLength: null, occupiedTime: null });
  });

  it('[R886] are unknown when they are stale, and restart at local midnight', () => {
    const zone = queue([level('11:59', 2)], [visit('11:59', 40)]);
    expect(zoneFigures(zone, 5, at('12:05:00'))).toMatchObject({ queueLength: 2, avgQueueWaitTime: 40 });
    expect(zoneFigures(zone, 5, at('12:05:01'))).toMatchObject({ queueLength: null, expectedQueueWaitTime: null });
    expect(zoneFigures(zone, 5, at('12:13:59'))).toMatchObject({ avgQueueWaitTime: 40, maxQueueWaitTime: 40 });
    expect(zoneFigures(zone, 5, at('12:14:00'))).toMatchObject({
      avgQueueWaitTime: null,
      maxQueueWaitTime: null,
      totalNumberServed: 1,
      occupiedTime: 60,
    });
    expect(zoneFigures(zone, 5, day.to)).toMatchObject({ totalNumberServed: null, occupiedTime: null });
    expect(zoneFigures(openZone(day), 5, at('12:00:00'))).toEqual(zoneFigures(zone, 1, at('12:00:00')));
  });

  it('[R886] nobody waits where nobody is, and nothing is expected where nobody left', () => {
    expect(zoneFigures(queue([level('11:59', 0)]), 5, at('12:00:30')).expectedQueueWaitTime).toBe(0);
    expect(zoneFigures(queue([level('11:59', 3)]), 5, at('12:00:30')).expectedQueueWaitTime).toBeNull();
  });

  it('[R886] keep the last minutes over midnight, and tomorrow begins at zero', () => {
    const late = { from: day.to, to: day.to + 86_400 };
    const before = withRecords(openZone(day), {
      levels: [{ at: day.to - 60, span: 60, last: 3, ver: 1n }],
      visits: [{ ...visit('11:00', 50), at: day.to - 10 }],
    });
    const turned = turnZone(before, late);
    expect(turned.unsure).toBe(false);
    const after = withRecords(turned.zone, { levels: [{ at: day.to, span: 60, last: 5, ver: 2n }], visits: [] });
    expect(zoneFigures(after, 5, day.to + 30)).toEqual({
      queueLength: 5,
      avgQueueWaitTime: 50,
      maxQueueWaitTime: 50,
      expectedQueueWaitTime: 600,
      totalNumberServed: 0,
      occupiedTime: 60,
    });
    // Yesterday's records leave without becoming part of today.
    const later = withRecords(after, {
      levels: [{ at: day.to + 1800, span: 60, last: 1, ver: 3n }],
      visits: [{ ...visit('11:00', 20), at: day.to + 1800 }],
    });
    expect(sumsOfToday(later)).toEqual({ served: 1, occupied: 120, got: 120 });
    // Another time zone: the day begins elsewhere.
    expect(turnZone(before, { from: day.from - 3600, to: day.to - 3600 }).unsure).toBe(true);
  });

  it('[R887] a correction replaces, a repetition changes nothing, and what is gone is taken back', () => {
    const zone = queue([level('11:58', 9), level('11:59', 4)], [visit('11:59', 40)]);
    expect(withRecords(zone, { levels: [level('11:59', 4)], visits: [visit('11:59', 40)] })).toBe(zone);
    const corrected = withRecords(zone, { levels: [level('11:59', 1, { ver: 2n })], visits: [] });
    expect(newestLevel(corrected)).toEqual({ value: 1, at: at('12:00:00') });
    expect(withRecords(corrected, { levels: [level('11:59', 4)], visits: [] })).toBe(corrected);
    const gone = withRecords(corrected, {
      levels: [{ ...level('11:59', 1, { ver: 3n }), gone: 1 }],
      visits: [{ ...visit('11:59', 40, { ver: 3n }), gone: 1 }],
    });
    expect(newestLevel(gone)?.value).toBe(9);
    expect(sumsOfToday(gone)).toEqual({ served: 0, occupied: 60, got: 60 });
  });

  it('[R887] the finest record of a minute counts, and a long one is spread over its minutes', () => {
    const zone = queue([level('11:45', 5, { span: 900 }), level('11:50', 0), level('11:59', 2, { span: 30 })]);
    expect(sumsOfToday(zone)).toEqual({ served: 0, occupied: 13 * 60 + 30, got: 14 * 60 + 30 });
    expect(newestLevel(zone)).toEqual({ value: 5, at: at('12:00:00') });
  });
});

const sequences = Number(process.env.ATRIUM_ZONES ?? 300);
const seed = Number(process.env.ATRIUM_SEED ?? 1);

describe(`[R887] ${sequences} sequences from seed ${seed}`, () => {
  it('show the same as all records at once, whatever the order, repetitions and corrections', () => {
    for (let sequence = 0; sequence < sequences; sequence += 1) {
      const random = randomFrom(seed * 100_000 + sequence);
      const world = generated(random);
      let zone = openZone(day);
      let refold: LiveZone | undefined;
      const stored: Stored = { levels: new Map(), visits: new Map() };
      for (const { levels, visits } of world.arrivals) {
        store(stored, levels, visits);
        // Facts are read again where something older than the tail was written, at any later time.
        if ([...levels, ...visits].some((row) => row.at < zone.tailFrom)) refold = zone;
        zone = withRecords(zone, { levels, visits });
        if (refold && random() < 0.5) {
          zone = correctSums(zone, zone.closed, sumsIn(stored, day.from, zone.tailFrom));
          refold = undefined;
        }
      }
      if (refold) zone = correctSums(zone, zone.closed, sumsIn(stored, day.from, zone.tailFrom));
      const wanted = obvious(stored, world.now);
      expect(zoneFigures(zone, 5, world.now), `sequence ${seed * 100_000 + sequence}`).toEqual(wanted);
    }
  });
});

interface Stored {
  readonly levels: Map<string, LevelRecord>;
  readonly visits: Map<string, VisitRecord>;
}

function store(into: Stored, levels: readonly LevelRecord[], visits: readonly VisitRecord[]): void {
  for (const row of levels) keep(into.levels, `${row.at} ${row.span}`, row);
  for (const row of visits) keep(into.visits, `${row.at} ${row.id}`, row);
}

function keep<Row extends { readonly ver: bigint }>(rows: Map<string, Row>, key: string, row: Row): void {
  const known = rows.get(key);
  if (!known || known.ver < row.ver) rows.set(key, row);
}

/** A morning of a queue, in portions that arrive late, twice, in any order and corrected. */
function generated(random: () => number) {
  const now = at('11:00:00') + Math.floor(random() * 7200);
  const whole = (most: number) => Math.floor(random() * (most + 1));
  const minutes = 30 + whole(120);
  const arrivals: { at: number; levels: LevelRecord[]; visits: VisitRecord[] }[] = [];
  for (let k = 0; k < minutes; k += 1) {
    const start = Math.floor(now / 60) * 60 - k * 60;
    if (start < day.from || random() < 0.1) continue;
    const lateness = () => (random() < 0.7 ? whole(90) : whole(5400));
    const span = random() < 0.8 ? 60 : random() < 0.5 ? 30 : 300;
    const levels = [{ at: start, span, last: random() < 0.3 ? 0 : whole(9), ver: 1n }];
    const visits = Array.from({ length: whole(2) }, (_, index) => ({
      at: start + whole(59),
      id: String(index),
      ms: whole(600_000),
      n: 1 + whole(2),
      abandoned: random() < 0.2,
      ver: 1n,
    }));
    const body = { at: start + lateness(), levels, visits };
    arrivals.push(body);
    if (random() < 0.1) arrivals.push({ ...body, at: start + lateness() });
    if (random() < 0.1)
      arrivals.push({
        at: start + lateness(),
        levels: levels.map((row) => ({ ...row, last: whole(9), ver: 2n })),
        visits: visits.map((row) => ({ ...row, ms: whole(600_000), ver: 2n })),
      });
  }
  return { now, arrivals: arrivals.toSorted((a, b) => a.at - b.at) };
}

/** Second by second, from all that is stored. */
function obvious(stored: Stored, now: number) {
  const to = Math.floor(now / 60) * 60 + 60;
  const recent = [...stored.visits.values()].filter((row) => row.at >= to - 900 && row.at < to);
  const left = total(recent.map(({ n }) => n));
  const ends = [...stored.levels.values()].toSorted((a, b) => b.at + b.span - (a.at + a.span) || a.span - b.span);
  const [newest] = ends;
  const isFresh = newest !== undefined && now - (newest.at + newest.span) <= 300;
  const people = isFresh ? newest.last : null;
  const today = sumsIn(stored, day.from, day.to);
  const { got } = sumsIn(stored, to - 900, to);
  return {
    queueLength: people,
    avgQueueWaitTime: recent.length > 0 ? round(total(recent.map(({ ms }) => ms)) / 1000 / left) : null,
    maxQueueWaitTime: recent.length > 0 ? round(Math.max(...recent.map(({ ms, n }) => ms / 1000 / n))) : null,
    expectedQueueWaitTime:
      people === 0 ? 0 : people === null || left === 0 || got === 0 ? null : round((people * got) / left),
    totalNumberServed: today.got > 0 || today.served > 0 ? today.served : null,
    occupiedTime: today.got > 0 ? today.occupied : null,
  };
}

function sumsIn({ levels, visits }: Stored, from: number, to: number) {
  let [occupied, got] = [0, 0];
  const rows = [...levels.values()];
  const first = Math.min(...rows.map((row) => row.at), to);
  for (let start = Math.max(from, Math.floor(first / 60) * 60); start < to; start += 60) {
    const covering = rows.filter((row) => row.at < start + 60 && row.at + Math.max(60, row.span) > start);
    const finest = Math.min(...covering.map(({ span }) => span));
    const row = covering
      .filter(({ span }) => span === finest)
      .toSorted((a, b) => a.at - b.at)
      .at(-1);
    if (!row) continue;
    got += Math.min(60, row.span);
    if (row.last > 0) occupied += Math.min(60, row.span);
  }
  const served = total(
    [...visits.values()].filter((row) => !row.abandoned && row.at >= from && row.at < to).map(({ n }) => n),
  );
  return { served, occupied, got };
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}
