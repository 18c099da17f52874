import type { MinuteRow } from '@atrium/facts/rows';
import { nextRevision, offsetOf, touches } from '@atrium/rules/clock-shift';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Estate, EstateClockShift } from '../../registry/directory/estate.ts';
import { plainEstate, plainSensor, plainSeries } from '../plain-estate.ts';
import { planBody } from '../plan.ts';
import type { Reading } from '../vendors/vendor.ts';
import { bodyNumberOf, timesOf } from './moved.ts';

const start = Date.UTC(2026, 2, 28, 20) / 1000;
const minute = (index: number) => start + 60 * index;
const now = minute(100_000);

interface Body {
  readonly seq: number;
  readonly receivedAt: number;
  readonly readings: readonly Reading[];
}

const someBodies = fc.array(
  fc.record({
    receivedAt: fc.integer({ min: 0, max: 60 }),
    readings: fc.array(fc.tuple(fc.integer({ min: 0, max: 24 }), fc.integer({ min: 0, max: 9 })), {
      minLength: 1,
      maxLength: 6,
    }),
  }),
  { minLength: 1, maxLength: 8 },
);

/** A change of what is moved, and how many of the bodies have come before it. */
const someChanges = fc.array(
  fc.record({
    after: fc.integer({ min: 0, max: 8 }),
    from: fc.integer({ min: 0, max: 20 }),
    length: fc.integer({ min: 1, max: 10 }),
    by: fc.integer({ min: -12, max: 12 }).filter((by) => by !== 0),
    before: fc.option(fc.integer({ min: 0, max: 60 })),
    isBack: fc.boolean(),
    order: fc.infiniteStream(fc.integer({ min: 0, max: 1_000_000 })),
  }),
  { maxLength: 5 },
);

it('[I191] [I192] facts are those of a right clock, whatever was moved before, taken back, late, and sent again in any order', () => {
  fc.assert(
    fc.property(someBodies, someChanges, (drawn, changes) => {
      const bodies = drawn.map(({ receivedAt, readings }, index): Body => ({
        seq: index + 1,
        receivedAt: minute(receivedAt),
        readings: [...new Map(readings)].map(([at, ins]) => ({
          measure: 'people',
          at: minute(at),
          span: 60,
          ins,
          outs: 0,
          partial: null,
        })),
      }));
      const stored = new Map<number, MinuteRow>();
      const count = (body: Body) => {
        for (const row of planned(body, shifts)) {
          const known = stored.get(row.at);
          if (!known || known.ver <= row.ver) stored.set(row.at, row);
        }
      };
      let shifts: EstateClockShift[] = [];
      let arrived = 0;
      const arrive = (until: number) => {
        for (; arrived < Math.min(until, bodies.length); arrived += 1) count(bodies[arrived]!);
      };
      for (const { after, order, ...change } of changes.toSorted((a, b) => a.after - b.after)) {
        arrive(after);
        const touched = changed(shifts, change);
        if (!touched) continue;
        shifts = touched.shifts;
        const again = bodies
          .slice(0, arrived)
          .filter(({ readings, receivedAt }) =>
            readings.some(({ at }) => timesOf(at, shifts, receivedAt).some((time) => touches(touched.shift, time))),
          );
        const keyed = [...again, ...again].map((body) => ({ body, key: order.next().value ?? 0 }));
        for (const { body } of keyed.toSorted((a, b) => a.key - b.key)) count(body);
      }
      arrive(bodies.length);
      for (const body of bodies.toReversed()) count(body);
      const rows = [...stored.values()].filter(({ gone }) => gone === 0);
      const found = rows.map(({ at, ins, ver }) => [at, ins, Number(bodyNumberOf(ver))]);
      expect(found.toSorted(byTime)).toEqual(truth(bodies, shifts));
    }),
    { numRuns: 400 },
  );
});

const byTime = (a: readonly number[], b: readonly number[]) => a[0]! - b[0]!;

/** Each reading at its place; of two at one place a whole one counts before an open one, and then the later one. */
function truth(bodies: readonly Body[], shifts: readonly EstateClockShift[]) {
  const placed = new Map<number, { ins: number; isFinal: boolean; seq: number }>();
  for (const { seq, receivedAt, readings } of bodies) {
    for (const { at, ins } of readings) {
      const time = at + offsetOf(shifts, at, receivedAt);
      const isFinal = time + 60 <= receivedAt;
      const known = placed.get(time);
      if (!known || Number(known.isFinal) <= Number(isFinal)) placed.set(time, { ins, isFinal, seq });
    }
  }
  return [...placed].map(([at, { ins, seq }]) => [at, ins, seq]).toSorted(byTime);
}

interface Change {
  readonly from: number;
  readonly length: number;
  readonly by: number;
  readonly before: number | null;
  readonly isBack: boolean;
}

function changed(shifts: readonly EstateClockShift[], { from, length, by, before, isBack }: Change) {
  if (isBack) {
    const last = shifts.findLast(({ inForce }) => inForce);
    if (!last) return undefined;
    const shift = { ...last, inForce: false, revision: nextRevision(shifts, last) };
    return { shift, shifts: shifts.map((each) => (each === last ? shift : each)) };
  }
  const range = { from: minute(from), to: minute(from + length), seconds: 60 * by };
  if (shifts.some((each) => each.inForce && each.from < range.to && range.from < each.to)) return undefined;
  const receivedBefore = before === null ? null : minute(before);
  const revision = nextRevision(shifts, range);
  const shift = { clockShiftId: `s${shifts.length}`, ...range, receivedBefore, inForce: true, revision };
  return { shift, shifts: [...shifts, shift] };
}

function planned({ seq, receivedAt, readings }: Body, shifts: readonly EstateClockShift[]): readonly MinuteRow[] {
  const logic = { deviceId: '1', name: 'Door', form: 'line', readings } as const;
  const decoded = { device: 'D', logics: [logic], status: null, testData: false, flaws: [] };
  const estate = estateWith(shifts);
  const plan = planBody({ order: BigInt(seq), device: 'D', receivedAt, now, generation: 1, decoded }, estate);
  expect(plan.reason).toBeNull();
  return plan.rows;
}

function estateWith(shifts: readonly EstateClockShift[]): Estate {
  const zone = { zoneId: 'z', sensorId: 's', name: 'Door', deviceId: '1', needsReview: false };
  const sensor = { ...plainSensor, sensorId: 's', device: 'D', zones: [zone] };
  const series = { ...plainSeries, seriesId: 7, zoneId: 'z', sensorId: 's', measure: 'people' } as const;
  return plainEstate({
    sensors: new Map([['s', sensor]]),
    sensorsByDevice: new Map([['D', sensor]]),
    zones: new Map([['z', zone]]),
    series: new Map([[7, series]]),
    clockShifts: new Map(shifts.length === 0 ? [] : [['s', shifts]]),
  });
}
