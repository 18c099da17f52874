import type { ExplanationLeaf } from '@atrium/contract/explanation';
import { planReading } from '@atrium/facts/reading-plan';
import type { Range } from '@atrium/facts/generated-history';
import type { Part } from './explained-series.ts';
import type { FactsQuestion } from './filling.ts';
import type { Reading } from './readings.ts';
import type { Window } from './window.ts';

const day = 86_400;

/** Of each series of counts: the seconds of its time that the facts read from minutes and from quarter hours. */
export function secondsRead(
  { keys }: Window,
  readings: readonly Reading[],
  parts: readonly Part[],
  { org, freshFrom, marks }: FactsQuestion,
): ExplanationLeaf['read'][] {
  const found: { minutes: number; quarters: number; days: number }[] = [];
  for (const { key, member, series } of parts) {
    const { reading, edges, open } = keys[key]!;
    if (readings[reading]!.kind !== 'count') continue;
    const own = (found[series] ??= { minutes: 0, quarters: 0, days: 0 });
    const { scans } = planReading({ org, freshFrom, marks, slices: [{ edges, open, members: [member] }] });
    for (const { source, members, region } of scans) {
      for (const { from, to } of members) {
        const within = (ranges: readonly Range[]) => overlap(ranges, open ?? [{ from, to }], { from, to });
        const days = (of: readonly { day: number }[]) => of.map((each) => ({ from: each.day, to: each.day + day }));
        const seconds = within(region.ranges) - within(days(region.except)) + within(days(region.also));
        own[source === 'minute' ? 'minutes' : 'quarters'] += seconds;
      }
    }
  }
  return found;
}

function overlap(ranges: readonly Range[], open: readonly Range[], hull: Range): number {
  let seconds = 0;
  for (const range of ranges)
    for (const each of open)
      seconds += Math.max(0, Math.min(range.to, each.to, hull.to) - Math.max(range.from, each.from, hull.from));
  return seconds;
}
