import type { LineReport, Line, Message } from './message.ts';

/** One person at one moment. */
export interface Crossing {
  readonly line: Line;
  readonly way: 'ins' | 'outs';
  /** Epoch seconds, whole. */
  readonly at: number;
  /** No other one of the sensor has the same. */
  readonly track: number;
}

/** The people of a message one by one, spread over their intervals: the same record always has the same people. */
export function crossingsOf({ lines }: Pick<Message, 'lines'>): Crossing[] {
  return lines.flatMap(({ line, records }) =>
    records.flatMap(({ from, to, ins, outs }) => {
      const people = ins + outs;
      return Array.from({ length: people }, (_, index) => ({
        line,
        way: index < ins ? ('ins' as const) : ('outs' as const),
        at: from + Math.floor(((to - from) * index) / people),
        track: 10_000 * (Math.floor(from / 60) % 100_000) + 1000 * line.number + index,
      }));
    }),
  );
}

/** How many crossed each line at each second, for messages without tracks. */
export function countsBySecond(lines: readonly LineReport[]) {
  const seconds = new Map<string, { line: Line; at: number; ins: number; outs: number }>();
  for (const { line, at, way } of crossingsOf({ lines })) {
    const key = `${line.number}/${at}`;
    const known = seconds.get(key) ?? { line, at, ins: 0, outs: 0 };
    seconds.set(key, { ...known, [way]: known[way] + 1 });
  }
  return [...seconds.values()];
}
