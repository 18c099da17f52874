import { expect, it } from 'vitest';
import { sampleReading } from '../sample-reading.ts';
import { ringMax } from './goal.ts';

it('[R995] a ring is full at the goal, else at the capacity, else where a gauge ends', () => {
  expect(ringMax(sampleReading, 'ins', 2000)).toBe(2000);
  expect(ringMax(sampleReading, 'occupancy', undefined)).toBe(120);
  expect(ringMax({ ...sampleReading, maxCapacity: null }, 'occupancy', undefined)).toBe(120);
  expect(ringMax({ ...sampleReading, maxCapacity: 0, occupancy: 16 }, 'occupancy', 0)).toBe(30);
  expect(ringMax(sampleReading, 'ins', undefined)).toBe(1920);
});
