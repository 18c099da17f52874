import { toLocal, zoneOf } from '@atrium/calendar/zones';
import { describe, expect, it } from 'vitest';
import { demoWorld, sensorsOf } from './demo-world.ts';
import { closedPush, livePush } from './feed.ts';
import { dstNight, duplicated, rushOverCapacity, type ScheduledPush, sensorGoesSilent, shuffled } from './scenarios.ts';

const sensors = demoWorld().organizations.flatMap(sensorsOf).slice(0, 3);
const [first, second] = sensors;
const start = Date.UTC(2026, 4, 5, 15) / 1000;
const sequence: ScheduledPush[] = Array.from({ length: 30 }, (_, minute) =>
  sensors.map((sensor) => ({
    at: start + minute * 60 + 60,
    push: closedPush(sensor, { from: start + minute * 60, to: start + minute * 60 + 60 }, 60, minute),
  })),
).flat();
const untouched = JSON.stringify(sequence);
const records = (pushes: readonly ScheduledPush[]) =>
  pushes.flatMap(({ push }) => (push.kind === 'logics' ? push.logics.flatMap((logic) => logic.records) : []));
const ins = (pushes: readonly ScheduledPush[]) => records(pushes).reduce((sum, { forward }) => sum + forward, 0);

describe('scenarios', () => {
  it('a rush brings a multiple of people in through one sensor while it lasts', () => {
    const rush = rushOverCapacity(first!.macAddress, { from: start + 600, to: start + 1200 }, 25);
    expect(ins(rush(sequence)) - ins(sequence)).toBe(25 * 10);
    const outside = rush(sequence).filter(({ push }) => push.device.macAddress !== first!.macAddress);
    expect(ins(outside)).toBe(ins(sequence.filter(({ push }) => push.device.macAddress !== first!.macAddress)));
  });

  it('a rush grows within the open minute', () => {
    const rush = rushOverCapacity(first!.macAddress, { from: start, to: start + 60 }, 30);
    const open = [{ at: start + 20, push: livePush(first!, start, start + 20, 1) }];
    expect(ins(rush(open)) - ins(open)).toBe(10);
  });

  it('a silent sensor sends nothing while it lasts; the others do', () => {
    const silent = sensorGoesSilent(second!.macAddress, { from: start + 600, to: start + 1200 })(sequence);
    expect(sequence.length - silent.length).toBe(10);
    expect(
      silent.every(
        ({ at, push }) => push.device.macAddress !== second!.macAddress || at < start + 600 || at >= start + 1200,
      ),
    ).toBe(true);
  });

  it('the night of a clock change: the same pushes, two hours before the change', () => {
    const night = dstNight('Europe/Berlin', Date.UTC(2026, 8, 1) / 1000)(sequence);
    expect(night[0]!.at).toBe(Date.UTC(2026, 9, 24, 23) / 1000);
    expect(toLocal(zoneOf('Europe/Berlin'), night[0]!.at + 2 * 3600)).toMatchObject({ day: 25, hour: 2 });
    expect(ins(night)).toBe(ins(sequence));
    const shifts = records(night).map(({ from }, index) => from - records(sequence)[index]!.from);
    expect(new Set(shifts).size).toBe(1);
    expect(shifts[0]! % 60).toBe(0);
    expect(() => dstNight('Asia/Kolkata', start)).toThrow('Clocks do not change in Asia/Kolkata');
  });

  it('shuffled: all of them, in another order, the same for the same seed', () => {
    const order = shuffled(7)(sequence);
    expect(order).not.toEqual(sequence);
    expect(new Set(order)).toEqual(new Set(sequence));
    expect(shuffled(7)(sequence)).toEqual(order);
    expect(shuffled(8)(sequence)).not.toEqual(order);
  });

  it('duplicated: each of them twice', () => {
    expect(duplicated()(sequence)).toHaveLength(2 * sequence.length);
    expect(ins(duplicated()(sequence))).toBe(2 * ins(sequence));
  });

  it('do not modify the given sequence', () => {
    expect(JSON.stringify(sequence)).toBe(untouched);
  });
});
