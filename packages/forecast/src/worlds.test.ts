import { type HourWorld, hourWorldOf, type Trait, worldDrafts } from '@atrium/simulator/hour-worlds';
import { beforeAll, describe, expect, it } from 'vitest';
import { forecastAt, judge, type Judged } from './testing-judge.ts';

/**
 * Some of the worlds that the models were not tuned on; `npx tsx scripts/forecast-worlds.ts held-out` tries all of them
 * and prints the figures.
 */
const tried: readonly Trait[] = ['plain', 'growing', 'closure', 'gaps', 'moved', 'walk', 'flat', 'erratic'];
const shapes = new Set(['shop', 'museum', 'office']);

describe('forecasts of places that the models were not tuned on', () => {
  let judged: Judged[];
  let worlds: HourWorld[];
  beforeAll(() => {
    const drafts = worldDrafts('held-out').filter(({ shape, trait }) => shapes.has(shape) && tried.includes(trait));
    worlds = drafts.map(hourWorldOf);
    judged = worlds.map(judge);
    // Seconds of computing, minutes on a busy machine.
  }, 300_000);
  const published = () => judged.filter((each) => each.published > 0);
  const sum = (part: (each: Judged) => number) => published().reduce((total, each) => total + part(each), 0);

  const ratios = (of: 'week' | 'month') =>
    published()
      .map((each) => each[of].model / each[of].lastWeek)
      .toSorted((a, b) => a - b);

  it('[R744] are at least 10% closer than the same hour last week in the median, and nowhere 2% worse', () => {
    const week = ratios('week');
    expect(week[week.length >> 1]).toBeLessThan(0.9);
    expect(week.at(-1)).toBeLessThan(1.02);
  });

  it('[R744] are as much closer 28 days ahead', () => {
    const month = ratios('month');
    expect(month[month.length >> 1]).toBeLessThan(0.9);
  });

  it('[R744] are withheld where there is no pattern, and use a baseline where no model is better', () => {
    const patternless = judged.filter(({ trait }) => trait === 'flat' || trait === 'erratic');
    expect(patternless).toHaveLength(6);
    for (const each of patternless) expect(each.published, each.world).toBe(0);
    const verdicts = new Set(judged.flatMap((each) => each.verdicts.map((verdict) => verdict.split(':')[0])));
    expect(verdicts).toContain('passed');
    expect(verdicts).toContain('no better');
    expect(verdicts).toContain('no pattern');
  });

  it('[R745] come between their bands about 80 of 100 times', () => {
    const hours = sum(({ hourCoverage }) => hourCoverage.inside) / sum(({ hourCoverage }) => hourCoverage.all);
    expect(hours).toBeGreaterThan(0.75);
    expect(hours).toBeLessThan(0.85);
  });

  it('are the same each time', () => {
    const world = worlds[0]!;
    const [first, second] = [forecastAt(world, world.testDay), forecastAt(world, world.testDay)];
    expect(second.hours).toEqual(first.hours);
    expect(second.scores).toEqual(first.scores);
  });
});
