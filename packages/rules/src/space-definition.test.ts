import { describe, expect, it } from 'vitest';
import { noReset } from './reset-config.ts';
import { changedStretch, countedSettings, foldGeneration, noHours, type SpaceDefinition } from './space-definition.ts';

const door = { series: 1, from: 1000 * 60, to: 1e9, wIn: 1, wOut: 1, reversed: false };
const setting = { from: 0, to: 1e9, reflects: true, resetConfig: noReset };
const space: SpaceDefinition = {
  generation: foldGeneration,
  timezone: 'UTC',
  members: [door],
  settings: [setting],
  resets: [{ at: 90_000, value: 3 }],
  hours: noHours,
};
const now = 600_000;
const changed = (after: Partial<SpaceDefinition>) => changedStretch(space, { ...space, ...after }, now);

describe('the definition of a space', () => {
  it('[R721] differs only where something else counts', () => {
    expect(changed({})).toBeUndefined();
    expect(changed(JSON.parse(JSON.stringify(space)) as SpaceDefinition)).toBeUndefined();
    const [before, after] = [
      { ...door, to: 300_000 },
      { ...door, from: 300_000, reversed: true },
    ];
    expect(changed({ members: [before, after] })).toEqual({ from: 300_000, to: now });
    // A correction takes one hour out of the past.
    const around = [
      { ...door, to: 120_000 },
      { ...door, from: 123_600 },
    ];
    expect(changed({ members: around })).toEqual({ from: 120_000, to: 123_600 });
    expect(
      changed({
        members: [
          { ...door, to: now },
          { ...door, from: now, wIn: 2 },
        ],
      }),
    ).toBeUndefined();
    expect(
      changed({
        members: [
          { ...door, to: 300_000 },
          { ...door, from: 300_000 },
        ],
      }),
    ).toBeUndefined();
  });

  it('[R721] differs from a manual reset on, and everywhere in another time zone', () => {
    expect(changed({ resets: [] })).toEqual({ from: 90_000, to: 90_060 });
    expect(changed({ resets: [...space.resets, { at: 120_010, value: 1 }] })).toEqual({ from: 120_060, to: 120_120 });
    expect(changed({ timezone: 'Europe/Berlin' })).toEqual({ from: 0, to: now });
    expect(changed({ generation: foldGeneration + 1 })).toEqual({ from: 0, to: now });
  });

  it('[R721] counts the settings of its first hour for all the time before', () => {
    const first = { ...setting, from: 10_000, to: 10_600 };
    const second = { ...setting, from: 10_600, to: 20_000, reflects: false };
    const third = { ...setting, from: 20_000 };
    expect(countedSettings([third, first, second])).toEqual([{ ...second, from: 0 }, third]);
    expect(countedSettings([{ ...setting, from: 10_000 }])).toEqual([{ ...setting, from: 0 }]);
    expect(countedSettings([])).toEqual([]);
  });
});
