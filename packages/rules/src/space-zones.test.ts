import { describe, expect, it } from 'vitest';
import {
  countedPeriods,
  isOffered,
  type SpaceZone,
  spaceZoneProblems,
  spaceZoneTexts,
  withPastZones,
} from './space-zones.ts';

let serial = 0;
const zone = (values: Partial<SpaceZone> = {}): SpaceZone => ({
  zoneId: `zone ${(serial += 1)}`,
  countType: 1,
  countApplication: 1,
  disabled: false,
  sensor: { sensorType: 'xovis5', active: true },
  ...values,
});
const dummy = () => zone({ sensor: { sensorType: 'dummy', active: true } });
const messages = (candidate: SpaceZone, present: readonly SpaceZone[] = []) =>
  spaceZoneProblems(candidate, present).map(({ message }) => message);

describe('zones of a space', () => {
  it('[R162] are lines for traffic or journeys', () => {
    for (const countApplication of [1, 9]) expect(messages(zone({ countApplication }))).toEqual([]);
    for (const countApplication of [null, 0, 2, 8, 10]) {
      expect(messages(zone({ countApplication }))).toEqual([spaceZoneTexts.kind]);
    }
    for (const countType of [0, 5, 6, 8]) expect(messages(zone({ countType }))).toEqual([spaceZoneTexts.kind]);
  });

  it('[R164] come all from dummy sensors or from none, and each only once', () => {
    const [real, other] = [zone(), zone()];
    expect(messages(real, [other])).toEqual([]);
    expect(messages(dummy(), [dummy()])).toEqual([]);
    expect(messages(dummy(), [real])).toEqual([spaceZoneTexts.mixed]);
    expect(messages(real, [dummy()])).toEqual([spaceZoneTexts.mixed]);
    expect(messages(real, [other, real])).toEqual([spaceZoneTexts.twice]);
  });

  it('[R163] are offered while they count, or on request', () => {
    const inactive = zone({ sensor: { sensorType: 'xovis5', active: false } });
    const disabled = zone({ disabled: true });
    const offered = (inactiveSensors: boolean, disabledZones: boolean) =>
      [zone(), inactive, disabled].map((each) => isOffered(each, [], { inactiveSensors, disabledZones }));
    expect(offered(false, false)).toEqual([true, false, false]);
    expect(offered(true, false)).toEqual([true, true, false]);
    expect(offered(false, true)).toEqual([true, false, true]);
    expect(isOffered(dummy(), [zone()], { inactiveSensors: true, disabledZones: true })).toBe(false);
  });
});

describe('periods in which zones count for a space', () => {
  const [hour, forever] = [3600, 1e12];
  const period = (zoneId: string, from: number, to = forever, reversed = false) => ({ zoneId, from, to, reversed });

  it('[R580] begin at any time before for those it has an hour after its first one, and when they are added for others', () => {
    const [first, removed, second, late] = [
      period('a', 10 * hour),
      period('b', 10.2 * hour, 11 * hour),
      period('b', 11 * hour, forever, true),
      period('c', 11.1 * hour),
    ];
    expect(countedPeriods([late, second, removed, first])).toEqual(
      new Map([
        ['a', [{ ...first, from: 0 }]],
        ['b', [{ ...second, from: 0 }]],
        ['c', [late]],
      ]),
    );
    expect(countedPeriods([])).toEqual(new Map());
  });

  it('[R580] never overlap, not even when a clock was set back', () => {
    const [before, after] = [period('a', 10 * hour, 20 * hour), period('a', 19 * hour)];
    expect(countedPeriods([before, after]).get('a')).toEqual([{ ...before, from: 0, to: 19 * hour }, after]);
  });

  it('[R722] of now replace those of the past from an instant on', () => {
    const now = 40 * hour;
    const kept = period('a', 10 * hour);
    const removed = period('b', 10 * hour, now + 60);
    const forgotten = period('b', 30 * hour, 31 * hour);
    const [forward, turned] = [period('c', 10 * hour, 35 * hour), period('c', 35 * hour, forever, true)];
    const added = period('d', now + 60);
    expect(withPastZones([kept, removed, forgotten, forward, turned, added], 20 * hour, now)).toEqual([
      { ...removed, to: 20 * hour },
      { ...forward, to: 20 * hour },
      kept,
      { ...turned, from: 20 * hour },
      { ...added, from: 20 * hour },
    ]);
    const [early, late] = withPastZones([kept, added], 5 * hour, now);
    expect(countedPeriods([early!, late!])).toEqual(
      new Map([
        ['a', [{ ...kept, from: 0 }]],
        ['d', [{ ...added, from: 5 * hour }]],
      ]),
    );
    expect(withPastZones([kept, removed, added], 0, now)).toEqual([
      { ...kept, from: 0 },
      { ...added, from: 0 },
    ]);
  });
});
