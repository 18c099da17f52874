import { expect, it } from 'vitest';
import { resetTexts } from './reset-config.ts';
import { newSpace, showsSpaces, spaceProblems, spaceTexts, type SpaceValues, targetOf } from './space.ts';

const problems = (values: Partial<SpaceValues>) =>
  spaceProblems({ ...newSpace, name: 'Hall', ...values }).map(({ path, message }) => `${path}: ${message}`);
const shown = (canViewOccupancy: boolean, headroomEnabled: boolean) =>
  showsSpaces({ canViewOccupancy, headroomEnabled });

it('a space has a name, and capacity for at least one', () => {
  expect(problems({})).toEqual([]);
  expect(problems({ name: ' ' })).toEqual([`name: ${spaceTexts.name}`]);
  expect(problems({ name: 'x'.repeat(201) })).toEqual([`name: ${spaceTexts.nameLong}`]);
  expect(problems({ name: `${'x'.repeat(200)} `, maxCapacity: 1, targetOccupancy: 1_000_000 })).toEqual([]);
  for (const people of [0, -1, 1.5, 1_000_001]) {
    expect(problems({ maxCapacity: people })).toEqual([`maxCapacity: ${spaceTexts.maxCapacity}`]);
    expect(problems({ targetOccupancy: people })).toEqual([`targetOccupancy: ${spaceTexts.targetOccupancy}`]);
  }
});

it('[R724] the target of a space defaults to its capacity', () => {
  expect(targetOf({ targetOccupancy: 80, maxCapacity: 100 })).toBe(80);
  expect(targetOf({ targetOccupancy: null, maxCapacity: 100 })).toBe(100);
  expect(targetOf({ targetOccupancy: null, maxCapacity: null })).toBeNull();
});

it('a space reports problems of its daily reset at their fields', () => {
  const resetConfig = { ...newSpace.resetConfig, resetTimes: [{ time: '8', value: 0 }] };
  expect(problems({ resetConfig })).toEqual([`resetConfig.resetTimes.0.time: ${resetTexts.time}`]);
});

it('[R129] spaces are for organizations that see occupancy or have the occupancy product', () => {
  expect([shown(false, false), shown(true, false), shown(false, true)]).toEqual([false, true, true]);
});
