import { segments, zoneOf } from '@atrium/calendar/zones';
import type { Range } from './history.ts';
import { noise } from './noise.ts';
import type { LineRecord, LogicsPush, Push } from './xovis5.ts';

/** A push and when it is sent, epoch seconds. */
export interface ScheduledPush {
  readonly at: number;
  readonly push: Push;
}

/** An event that changes a sequence of pushes; the input is not modified. */
export type Scenario = (pushes: readonly ScheduledPush[]) => ScheduledPush[];

/** More people come in through one sensor than leave, until the place is too full. */
export function rushOverCapacity(macAddress: string, during: Range, extraPerMinute: number): Scenario {
  const crowded = (record: LineRecord): LineRecord => {
    if (record.from < during.from || record.from >= during.to) return record;
    const minutes = (record.to - record.from) / 60;
    const soFar = Math.floor((extraPerMinute * minutes * record.samples) / record.samplesExpected);
    return { ...record, forward: record.forward + soFar };
  };
  return (pushes) =>
    pushes.map(({ at, push }) =>
      push.kind === 'logics' && push.device.macAddress === macAddress
        ? { at, push: withFirstLogic(push, crowded) }
        : { at, push },
    );
}

/** A sensor is disconnected: its pushes are lost. */
export function sensorGoesSilent(macAddress: string, during: Range): Scenario {
  return (pushes) =>
    pushes.filter(({ at, push }) => push.device.macAddress !== macAddress || at < during.from || at >= during.to);
}

/**
 * Moves the sequence into the night of the next clock change of a zone after `after`: it begins two hours before the
 * change.
 */
export function dstNight(timezone: string, after: number): Scenario {
  const [, changed] = segments(zoneOf(timezone), after, after + 366 * 86_400);
  if (!changed) throw new RangeError(`Clocks do not change in ${timezone}`);
  const start = changed.from - 2 * 3600;
  return (pushes) => {
    const first = Math.min(...pushes.map(({ at }) => at));
    const shift = start - Math.floor(first / 60) * 60;
    const moved = (record: LineRecord) => ({ ...record, from: record.from + shift, to: record.to + shift });
    return pushes.map(({ at, push }) => ({
      at: at + shift,
      push: push.kind === 'logics' ? withRecords(push, moved) : push,
    }));
  };
}

/** The network delivers in any order. */
export function shuffled(seed: number): Scenario {
  return (pushes) =>
    pushes
      .map((push, index) => ({ push, rank: noise(seed, index) }))
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ push }) => push);
}

/** The sensor misses the response and sends everything again. */
export function duplicated(): Scenario {
  return (pushes) => pushes.flatMap((push) => [push, push]);
}

function withRecords(push: LogicsPush, change: (record: LineRecord) => LineRecord): LogicsPush {
  return { ...push, logics: push.logics.map((logic) => ({ ...logic, records: logic.records.map(change) })) };
}

function withFirstLogic(push: LogicsPush, change: (record: LineRecord) => LineRecord): LogicsPush {
  const logics = push.logics.map((logic, index) =>
    index === 0 ? { ...logic, records: logic.records.map(change) } : logic,
  );
  return { ...push, logics };
}
