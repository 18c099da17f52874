import { bySensor, type FleetRecord, type Message } from './message.ts';

export interface Expected {
  readonly device: string;
  readonly ins: number;
  readonly outs: number;
}

/**
 * The sums that must result from what was sent, whatever the order and however often: of intervals the people in each of them,
 * of counters what they grew by, where a lower value means that they started again at zero.
 */
export function expectedOf(messages: readonly Message[]): Expected[] {
  return [...bySensor(messages)].map(([sensor, own]) => {
    const lines = (own[0]?.lines ?? []).map((_, index) =>
      own.flatMap((message) => message.lines[index]?.records ?? []),
    );
    const fold = sensor.format.counts === 'intervals' ? ofIntervals : ofCounters;
    const sums = lines.map(fold);
    const sumOf = (way: 'ins' | 'outs') =>
      sensor.format.ways.includes(way) ? sums.reduce((sum, each) => sum + each[way], 0) : 0;
    return { device: sensor.device, ins: sumOf('ins'), outs: sumOf('outs') };
  });
}

type Sums = Pick<FleetRecord, 'ins' | 'outs'>;

function ofIntervals(records: readonly FleetRecord[]): Sums {
  const last = new Map(records.map((record) => [`${record.from}/${record.to}`, record]));
  return [...last.values()].reduce<Sums>((sum, { ins, outs }) => ({ ins: sum.ins + ins, outs: sum.outs + outs }), {
    ins: 0,
    outs: 0,
  });
}

function ofCounters(records: readonly FleetRecord[]): Sums {
  const inOrder = [...new Map(records.map((record) => [record.to, record])).values()].toSorted((a, b) => a.to - b.to);
  let [ins, outs] = [0, 0];
  for (const [index, record] of inOrder.entries()) {
    const before = inOrder[index - 1];
    if (!before) continue;
    ins += grown(before.insTotal, record.insTotal);
    outs += grown(before.outsTotal, record.outsTotal);
  }
  return { ins, outs };
}

function grown(before: number, now: number): number {
  return now >= before ? now - before : now;
}
