import { zoneOf } from '@atrium/calendar/zones';
import { describe, expect, it } from 'vitest';
import type { OccupancyInput } from './occupancy-fold.ts';
import { visitDuration, visitsOfDay } from './visit-duration.ts';

const day = Date.parse('2026-03-04') / 1000;
const minute = (hour: number, ins: number, outs: number) => ({ at: day + hour * 3600, ins, outs });
/** Every minute is received: some of them count people. */
function visits(counted: readonly ReturnType<typeof minute>[], given: Partial<OccupancyInput> = {}) {
  const known = new Map(counted.map((each) => [each.at, each]));
  const minutes = Array.from({ length: 1440 }, (_, index) => {
    const at = day + index * 60;
    return known.get(at) ?? { at, ins: 0, outs: 0 };
  });
  return visitsOfDay({ zone: zoneOf('UTC'), from: day, to: day + 86_400, start: 0, minutes, resets: [], ...given });
}

describe('visit duration', () => {
  it('[R719] is the area under the curve for each who came', () => {
    const found = visits([minute(9, 10, 0), minute(10, 0, 4), minute(12, 0, 6)]);
    expect(found?.ins).toBe(10);
    expect(visitDuration([found])).toBe((4 * 1 + 6 * 3) * 360);
  });

  it('[R719] factors outs, so that those who were missed at the exit do not stay until midnight', () => {
    expect(visitDuration([visits([minute(9, 10, 0), minute(11, 0, 8)])])).toBe(7200);
  });

  it('[R719] is unknown where nobody came, nobody left, or someone was always inside', () => {
    expect(visits([minute(9, 0, 3)])).toBeNull();
    expect(visits([minute(9, 3, 0)])).toBeNull();
    expect(visits([minute(9, 3, 3)], { start: 2 })).toBeNull();
    expect(visits([minute(9, 3, 5)], { start: 2 })).not.toBeNull();
    expect(visitDuration([null, null])).toBeNull();
  });

  it('[R719] of several days is weighted by their visits', () => {
    const [short, long] = [
      visits([minute(9, 30, 0), minute(10, 0, 30)]),
      visits([minute(9, 10, 0), minute(14, 0, 10)]),
    ];
    expect(visitDuration([short, null, long])).toBe(2 * 3600);
  });
});
