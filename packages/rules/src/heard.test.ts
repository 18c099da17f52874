import { describe, expect, it } from 'vitest';
import { heardMinutes, heldMinutes, heldMinutesAtMost } from './heard.ts';

const reported = (at: number, last: number) => ({ at, last, lo: last, hi: last });

describe('heard minutes', () => {
  it('[I110] silence of up to 15 minutes between two signs is bridged, a longer one is not', () => {
    expect([...heardMinutes([130, 100, 115])].length).toBe(31);
    expect([...heardMinutes([100, 116, 116])]).toEqual([100, 116]);
    expect(heardMinutes([]).size).toBe(0);
  });
});

describe('held levels', () => {
  it('[I111] a level holds until the next one and is weighted by time', () => {
    const changes = [reported(6030, 4), reported(6150, 6), reported(6165, 1), reported(6240, 9)];
    expect(heldMinutes(changes, heardMinutes([100, 101, 102, 103, 104]), 100, 105)).toEqual([
      // The minute in which it is first reported counts whole.
      { minute: 100, last: 4, lo: 4, hi: 4, area: 240 },
      { minute: 101, last: 4, lo: 4, hi: 4, area: 240 },
      { minute: 102, last: 1, lo: 1, hi: 6, area: 30 * 4 + 15 * 6 + 15 },
      { minute: 103, last: 1, lo: 1, hi: 1, area: 60 },
      { minute: 104, last: 9, lo: 9, hi: 9, area: 540 },
    ]);
  });

  it('[I111] a held level ends with the device’s silence and does not come back until it is reported again', () => {
    const heard = heardMinutes([100, 105, 140, 141]);
    const minutes = heldMinutes([reported(6000, 4), reported(8460, 7)], heard, 90, 150).map(({ minute, last }) => [
      minute,
      last,
    ]);
    expect(minutes).toEqual([100, 101, 102, 103, 104, 105].map((minute) => [minute, 4]).concat([[141, 7]]));
  });

  it('[I111] what was reported before the range is carried into it, for a day at most', () => {
    const end = 100 + heldMinutesAtMost;
    const heard = new Set(Array.from({ length: 3000 }, (_, at) => 100 + at));
    expect(heldMinutes([reported(6000, 4)], heard, end - 1, end + 5).map(({ minute }) => minute)).toEqual([
      end - 1,
      end,
    ]);
  });
});
