import { dayNumber } from '@atrium/calendar/civil';
import { describe, expect, it } from 'vitest';
import { dayShape, type Profile, profiles, seasonFactor } from './profile.ts';

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const shop = (month: number, day: number) => seasonFactor(profiles.shop, dayNumber(2025, month, day));
const campus = (month: number, day: number) => seasonFactor(profiles.campus, dayNumber(2025, month, day));
const everyProfile: [string, Profile][] = Object.entries(profiles);

describe('the shape of a day', () => {
  it.each(everyProfile)(
    'of a %s open from 10 to 20: everyone who comes leaves, nobody leaves before coming',
    (_, profile) => {
      const { ins, outs } = dayShape(profile, [10, 20]);
      expect(sum(ins)).toBeCloseTo(1, 9);
      expect(sum(outs)).toBeCloseTo(1, 9);
      let inside = 0;
      for (const [slot, people] of ins.entries()) {
        inside += people - outs[slot]!;
        expect(inside).toBeGreaterThanOrEqual(-1e-9);
      }
    },
  );

  it('is empty at night, except for those who open the doors', () => {
    const { ins, outs } = dayShape(profiles.shop, [10, 20]);
    expect(sum(ins.slice(0, 38)) + sum(ins.slice(80))).toBe(0);
    expect(sum(ins.slice(38, 40))).toBeGreaterThan(0);
    expect(sum(ins.slice(38, 40))).toBeLessThan(0.01);
    expect(sum(outs.slice(82))).toBeCloseTo(0, 9);
    expect(sum(outs.slice(80, 82))).toBeGreaterThan(0);
  });

  it('of a place that never closes has people in every quarter hour, fewest at night', () => {
    const { ins, outs } = dayShape(profiles.station, [0, 24]);
    expect(Math.min(...ins, ...outs)).toBeGreaterThan(0.001);
    expect(sum(ins.slice(4, 16))).toBeLessThan(sum(ins.slice(64, 76)) / 5);
    expect(sum(outs)).toBeCloseTo(1, 9);
  });
});

describe('seasons', () => {
  it('bring shoppers in December and students to the exams', () => {
    expect(shop(12, 15)).toBeCloseTo(1.46, 9);
    expect(shop(2, 15)).toBeLessThan(shop(12, 15) / 1.6);
    expect(campus(12, 8)).toBeGreaterThan(campus(11, 10) * 1.2);
    expect(campus(7, 10)).toBeLessThan(campus(10, 10) / 2);
  });

  it('change gradually over months and years', () => {
    const first = dayNumber(2024, 12, 1);
    const steps = Array.from({ length: 400 }, (_, day) =>
      Math.abs(seasonFactor(profiles.shop, first + day + 1) - seasonFactor(profiles.shop, first + day)),
    );
    expect(Math.max(...steps)).toBeLessThan(0.03);
  });
});
