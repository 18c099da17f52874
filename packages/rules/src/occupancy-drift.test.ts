import { zoneOf } from '@atrium/calendar/zones';
import { foldOccupancy } from '@atrium/metrics/occupancy-fold';
import { describe, expect, it } from 'vitest';
import { levelsOf, measureDrift, shareWithinExpected } from './drift-measure.ts';
import { type DriftWorld, driftWorld } from './drift-world.ts';
import {
  balanceOf,
  correctionProblems,
  correctionTexts,
  countedStretches,
  type CountedStretch,
  defaultCorrections,
  expectedError,
  gainOfStretch,
  learnBalance,
  learnedGains,
  noCorrections,
} from './occupancy-drift.ts';

const zone = zoneOf('UTC');
const day = 86_400;
const hour = 3600;
/** A Sunday. */
const start = Date.UTC(2026, 2, 1) / 1000;
const minuteAt = (minute: number) => start + minute * 60;
const weekend = (index: number) => [index % 7 === 0 || index % 7 === 6 ? 120 : 100, 100] as const;
const both = { acf: true, weekdayHours: true };

/** Days between resets at midnight, with counts at ten and at four. */
function days(count: number, countsOf: (index: number) => readonly [ins: number, outs: number]): CountedStretch[] {
  const resets = Array.from({ length: count + 1 }, (_, index) => ({ at: start + index * day, value: 0 }));
  const counts = Array.from({ length: count }, (_, index) => index).flatMap((index) => {
    const [ins, outs] = countsOf(index);
    return [10, 16].map((of) => ({ at: start + index * day + of * hour, ins: ins / 2, outs: outs / 2 }));
  });
  return countedStretches(counts, resets);
}

const none = () => [];
const raised = (from: number, to: number) => [{ from, to, ins: 1, outs: 1.1 }];

describe('the drift of a space', () => {
  it('[R774] is known between two resets: what was counted, pressed and left out, and how many more there were', () => {
    const count = (after: number, ins: number, outs: number) => ({ at: start + after, ins, outs });
    const counts = [count(0, 9, 9), count(hour, 100, 60), count(2 * hour, 7, 7), count(3 * hour, 1, 1)];
    const resets = [
      { at: start + 3 * hour, value: 5 },
      { at: start + hour - 20, value: 3 },
    ];
    const presses = [{ at: start + hour, change: 2 }];
    const stops = [{ from: start + 2 * hour, to: start + 2 * hour + 60 }];
    const [stretch, ...others] = countedStretches(counts, resets, { presses, stops });
    expect(stretch).toMatchObject({ from: start + hour, to: start + 3 * hour, ins: 100, outs: 60, gained: 0 });
    expect(others).toEqual([]);
    expect(countedStretches(counts, [resets[0]!, { at: start - 2 * day, value: 0 }])).toEqual([]);
  });

  it('[R775] of a day that is over ends with the value of its reset, by raising the side that counted less', () => {
    const stretch = { from: 0, to: day, counts: [] };
    const [missedOuts] = gainOfStretch({ ...stretch, ins: 220, outs: 200, gained: 0 });
    expect(missedOuts).toEqual({ from: 0, to: day, ins: 1, outs: 1.1 });
    const [missedIns] = gainOfStretch({ ...stretch, ins: 200, outs: 205, gained: 15 });
    expect(missedIns).toEqual({ from: 0, to: day, ins: 1.1, outs: 1 });
    expect(balanceOf({ ins: 400, outs: 49, gained: 0 })).toBeUndefined();
    expect(gainOfStretch({ ...stretch, ins: 5000, outs: 60, gained: 0 })).toEqual([]);
  });

  it('[R776] of today is taken from the last five days, as far as they agree', () => {
    expect(
      learnBalance(
        days(6, () => [110, 100]),
        zone,
      ),
    ).toEqual({ acf: 1.1, hours: null });
    // Older ones, days with few counts and days with a dead door do not count.
    const some = days(8, (index) =>
      index < 3 ? [100, 110] : index === 5 ? [300, 100] : index === 6 ? [40, 40] : [110, 100],
    );
    expect(learnBalance(some, zone).acf).toBe(1.1);
    expect(
      learnBalance(
        days(5, (index) => (index % 2 === 0 ? [110, 100] : [100, 110])),
        zone,
      ).acf,
    ).toBeCloseTo(1, 2);
    expect(
      learnBalance(
        days(5, () => [140, 100]),
        zone,
      ).acf,
    ).toBeNull();
    expect(learnBalance([], zone)).toEqual({ acf: null, hours: null });
    expect(learnedGains({ acf: 1.1, hours: null }, both, zone, 0, 60)).toEqual([
      { from: 0, to: 60, ins: 1, outs: 1.1 },
    ]);
    expect(learnedGains({ acf: 0.8, hours: null }, both, zone, 0, 60)).toEqual([
      { from: 0, to: 60, ins: 1.25, outs: 1 },
    ]);
    expect(learnedGains({ acf: 1.1, hours: null }, { ...both, acf: false }, zone, 0, 60)).toEqual([]);
  });

  it('[R777] is learned by weekday and hour after two weeks, and then comes before that of the last days', () => {
    expect(learnBalance(days(12, weekend), zone).hours).toBeNull();
    const learned = learnBalance(days(56, weekend), zone);
    expect(learned.hours![10]).toBe(1.2);
    expect(learned.hours![24 + 10]).toBe(1);
    const from = start + 56 * day + 10 * hour;
    expect(learnedGains(learned, both, zone, from + 1800, from + hour + 60)).toEqual([
      { from: from + 1800, to: from + hour, ins: 1, outs: 1.2 },
      { from: from + hour, to: from + hour + 60, ins: 1, outs: learned.hours![11] },
    ]);
    const hours = learnedGains(learned, { ...both, weekdayHours: false }, zone, from, from + hour);
    expect(hours).toEqual(learned.acf === 1 ? [] : [expect.objectContaining({ from, to: from + hour })]);
  });

  it('[R799] is expected to be off like the days before, after as many crossings', () => {
    // Ten people are missed in 210 crossings of each day.
    const missed = days(8, () => [110, 100]);
    expect(expectedError(missed, none, 210)).toBeCloseTo(19.6);
    expect(expectedError(missed, none, 840)).toBeCloseTo(39.2);
    expect(expectedError(missed, none, 0)).toBe(0);
    expect(expectedError(missed, raised, 210)).toBeCloseTo(0);
    expect(expectedError(missed.slice(1), none, 210)).toBeUndefined();
    // A day with a dead door says nothing about others.
    const some = days(9, (index) => (index === 4 ? [300, 100] : [110, 100]));
    expect(expectedError(some, none, 210)).toBeCloseTo(19.6);
  });

  it('[R778] is bound by how long people stay, folded whole or in parts', () => {
    const minutes = [
      { at: minuteAt(0), ins: 10, outs: 0 },
      { at: minuteAt(100), ins: 4, outs: 1 },
      { at: minuteAt(119), ins: 0, outs: 0 },
      { at: minuteAt(140), ins: 0, outs: 0 },
      { at: minuteAt(300), ins: 1, outs: 0 },
    ];
    const stays = [{ from: 0, to: 4e9, maxStayMinutes: 120 }];
    const input = {
      zone,
      from: minuteAt(0),
      to: minuteAt(400),
      start: 3,
      minutes,
      resets: [{ at: minuteAt(299), value: 6 }],
      stays,
    };
    const whole = foldOccupancy(input);
    expect(whole.levels.map(({ last }) => last)).toEqual([13, 16, 16, 4, 7]);
    const first = foldOccupancy({ ...input, to: minuteAt(120) });
    const second = foldOccupancy({ ...input, from: minuteAt(120), start: first.end, entered: first.entered });
    expect([...first.levels, ...second.levels]).toEqual(whole.levels);
    expect(second.entered).toEqual(whole.entered);
  });

  it('[R779] has corrections with plain limits', () => {
    expect(correctionProblems(noCorrections)).toEqual([]);
    expect(correctionProblems(defaultCorrections)).toEqual([]);
    for (const maxStayMinutes of [14, 1441, 30.5, Number.NaN])
      expect(correctionProblems({ ...noCorrections, maxStayMinutes })).toEqual([
        { path: 'maxStayMinutes', message: correctionTexts.maxStay },
      ]);
  });
});

/** ATRIUM_YEARS=60 measures as many; `npx tsx scripts/drift.ts` prints each correction. */
const years = Array.from({ length: Number(process.env['ATRIUM_YEARS'] ?? 10) }, (_, index) => index + 1);

/** What the corrected history says at the resets of a year. */
function atResets(world: DriftWorld, maxStayMinutes: number | null): number[] {
  const gains = countedStretches(world.minutes, world.resets).flatMap(gainOfStretch);
  const levels = levelsOf(world, gains, maxStayMinutes);
  return world.resets.map(({ at }) => levels[(at - world.from) / 60]!.last);
}

describe('corrected occupancy in ten years with known truth', () => {
  it('[I269] [I270] [I335] is three times closer than the sum, in no year farther, and at every reset what is known', () => {
    const found = years.map((seed) => {
      const world = driftWorld(seed);
      const { plain, endOfDay, live } = measureDrift(world, ['plain', 'endOfDay', 'live']);
      expect(atResets(world, null), world.name).toEqual(world.resets.map(({ value }) => value));
      return {
        name: world.name,
        history: plain / endOfDay,
        today: plain / live,
        expected: shareWithinExpected(world),
      };
    });
    expect(median(found.map(({ history }) => history)), JSON.stringify(found)).toBeGreaterThanOrEqual(3);
    expect(median(found.map(({ today }) => today)), JSON.stringify(found)).toBeGreaterThanOrEqual(2);
    for (const { name, history, today, expected } of found) {
      expect(Math.min(history, today), name).toBeGreaterThan(1 / 1.05);
      expect(expected, name).toBeGreaterThan(0.85);
      expect(expected, name).toBeLessThan(0.97);
    }
  }, 120_000);

  it('[I270] is what a reset says, also with people who stay overnight and with a limit for stays', () => {
    const world = driftWorld(2, 'office', 'all of them', { nightShift: 12 });
    const known = world.resets.map(({ value }) => value);
    expect(new Set(known).size).toBeGreaterThan(8);
    expect(atResets(world, null)).toEqual(known);
    expect(atResets(world, world.maxStayMinutes)).toEqual(known);
    const market = driftWorld(3);
    expect(atResets(market, market.maxStayMinutes)).toEqual(market.resets.map(({ value }) => value));
  }, 60_000);

  it('[I271] is hardly farther from it where doors are fair', () => {
    const { plain, live, endOfDay } = measureDrift(driftWorld(11, 'shop', 'noise'), ['plain', 'live', 'endOfDay']);
    expect(plain / live).toBeGreaterThan(1 / 1.05);
    expect(plain / endOfDay).toBeGreaterThan(1);
  });
});

function median(values: readonly number[]): number {
  const ordered = values.toSorted((one, other) => one - other);
  const half = (ordered.length - 1) / 2;
  return (ordered[Math.floor(half)]! + ordered[Math.ceil(half)]!) / 2;
}
