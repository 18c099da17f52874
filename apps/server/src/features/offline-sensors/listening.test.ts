import { describe, expect, it } from 'vitest';
import { lastSilenceOf, listeningTime } from './listening.ts';

const stretches = [
  { from: 0, to: 100 },
  { from: 150, to: 200 },
  { from: 400, to: 1_000 },
];

describe('listening time', () => {
  it('is the part of a period inside the listening intervals', () => {
    expect(listeningTime(stretches, 0, 1_000)).toBe(750);
    expect(listeningTime(stretches, 50, 160)).toBe(60);
    expect(listeningTime(stretches, 200, 400)).toBe(0);
    expect(listeningTime(stretches, 1_000, 2_000)).toBe(0);
    expect(listeningTime(stretches, 500, 400)).toBe(0);
    expect(listeningTime([], 0, 100)).toBe(0);
  });
});

describe('the latest start of a silence', () => {
  it('excludes the time when the server was not listening', () => {
    expect(lastSilenceOf(stretches, 1_000, 600)).toBe(400);
    expect(lastSilenceOf(stretches, 1_000, 601)).toBe(199);
    expect(lastSilenceOf(stretches, 1_000, 700)).toBe(50);
    expect(lastSilenceOf(stretches, 500, 100)).toBe(400);
    expect(lastSilenceOf(stretches, 500, 150)).toBe(150);
  });

  it('agrees with the listening time, in any order of the intervals', () => {
    for (const least of [1, 50, 99, 601, 650, 750]) {
      const since = lastSilenceOf(stretches.toReversed(), 1_000, least);
      expect(since === undefined ? undefined : listeningTime(stretches, since, 1_000)).toBe(least);
    }
  });

  it('is unknown while the listening time is too short', () => {
    expect(lastSilenceOf(stretches, 1_000, 751)).toBeUndefined();
    expect(lastSilenceOf([], 1_000, 1)).toBeUndefined();
    expect(lastSilenceOf(stretches, -5, 1)).toBeUndefined();
  });
});
