import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areCounts, correctionTexts, estimate, type PastHour, periodProblem, without } from './correction.ts';

const hour = 3600;
const now = 1_000 * 86_400;

describe('the period of a correction', () => {
  it.each([
    [{ from: now - hour, to: now }, 'excluded', undefined],
    [{ from: now - hour, to: now + 60 }, 'excluded', correctionTexts.future],
    [{ from: now, to: now }, 'excluded', correctionTexts.order],
    [{ from: now - hour + 1, to: now }, 'excluded', correctionTexts.minutes],
    [{ from: now - 3 * 86_400, to: now }, 'replaced', correctionTexts.tooLong('replaced')],
    [{ from: now - 31 * 86_400, to: now }, 'estimated', undefined],
  ] as const)('[R661] %j as %s: %s', (stretch, kind, problem) => {
    expect(periodProblem(stretch, kind, now)).toBe(problem);
  });

  it('[R663] has a count for every hour', () => {
    expect(areCounts([{ ins: 1, outs: 0 }], 1)).toBe(true);
    expect(areCounts([{ ins: 1, outs: 0 }], 2)).toBe(false);
    expect(areCounts([{ ins: 1.5, outs: 0 }], 1)).toBe(false);
    expect(areCounts([{ ins: -1, outs: 0 }], 1)).toBe(false);
  });
});

const past = (ins: number, week: number, got = hour): PastHour => ({
  from: -week * 7 * 24 * hour,
  to: -week * 7 * 24 * hour + hour,
  slot: 9,
  ins,
  outs: 2 * ins,
  got,
});

describe('an estimate', () => {
  it('[R664] is the median of the same hours before, scaled to a part of an hour', () => {
    const known = [past(10, 1), past(30, 2), past(1000, 3)];
    expect(estimate([{ from: 0, to: hour, slot: 9 }], known)).toEqual([{ ins: 30, outs: 60 }]);
    expect(estimate([{ from: 0, to: hour / 4, slot: 9 }], known)).toEqual([{ ins: 8, outs: 15 }]);
  });

  it('[R664] needs three complete hours of every kind', () => {
    const known = [past(10, 1), past(30, 2), past(20, 3, hour / 2)];
    expect(estimate([{ from: 0, to: hour, slot: 9 }], known)).toBeUndefined();
    expect(estimate([{ from: 0, to: hour, slot: 10 }], [...known, past(5, 4)])).toBeUndefined();
  });
});

const inside = (second: number, list: readonly { from: number; to: number }[]) =>
  list.some(({ from, to }) => second >= from && second < to);

it('[R662] what is left of a stretch and what was taken from it add up', () => {
  const stretch = fc
    .tuple(fc.nat(50), fc.integer({ min: 1, max: 20 }))
    .map(([from, length]) => ({ from, to: from + length }));
  fc.assert(
    fc.property(
      stretch,
      fc.array(fc.tuple(fc.nat(9), fc.integer({ min: 1, max: 9 })), { maxLength: 5 }),
      (whole, gaps) => {
        let at = 0;
        const others = gaps.map(([gap, length]) => {
          const from = at + gap;
          at = from + length;
          return { from, to: at };
        });
        const parts = without(whole, others);
        for (let second = 0; second < 120; second += 1)
          expect(inside(second, parts)).toBe(inside(second, [whole]) && !inside(second, others));
      },
    ),
  );
});
