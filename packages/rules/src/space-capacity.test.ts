import { describe, expect, it } from 'vitest';
import { limitStretches, type SpaceCapacity } from './space-capacity.ts';

const held = (from: number, to: number, maxCapacity: number | null, targetOccupancy: number | null = null) =>
  ({ from, to, maxCapacity, targetOccupancy }) satisfies SpaceCapacity;
const cut = (kind: 'capacity' | 'target', spaces: Record<string, SpaceCapacity[]>) =>
  limitStretches(kind, new Map(Object.entries(spaces)), 0, 100).map(({ from, to, total }) => [from, to, total]);

describe('the limits of spaces over time', () => {
  it('[R803] change where one of them changes, and are the sum of all', () => {
    const spaces = { hall: [held(0, 40, 20), held(40, 500, 10)], room: [held(0, 60, null), held(60, 500, 5)] };
    expect(cut('capacity', spaces)).toEqual([
      [0, 40, 20],
      [40, 60, 10],
      [60, 100, 15],
    ]);
  });

  it('[R803] have the capacity in place of a target that is not set, and nothing in place of zero', () => {
    const spaces = { hall: [held(0, 50, 20, 8), held(50, 80, 20), held(80, 500, 0)] };
    expect(cut('target', spaces)).toEqual([
      [0, 50, 8],
      [50, 80, 20],
      [80, 100, 0],
    ]);
  });

  it('[R803] stay one stretch where an edit changes nothing that counts', () => {
    expect(cut('capacity', { hall: [held(0, 50, 20, 1), held(50, 500, 20, 2)] })).toEqual([[0, 100, 20]]);
    expect(cut('capacity', {})).toEqual([[0, 100, 0]]);
  });
});
