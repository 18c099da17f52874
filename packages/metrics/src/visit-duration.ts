import { foldOccupancy, type FoldedOccupancy, type OccupancyInput } from './occupancy-fold.ts';

/**
 * How long visits to a space lasted on a local day, by the area under its curve: everyone inside adds a second to it in every second.
 * Outs are factored so that as many people left as came; otherwise those who were missed at the exit would have stayed until the end.
 *
 * Null where nobody came or left, and where the space was never empty: a visit over midnight belongs to no day.
 */
export function visitsOfDay(day: OccupancyInput): Visits | null {
  const counted = foldOccupancy(day);
  const [ins, outs] = [total(counted, 'ins'), total(counted, 'outs')];
  const wasEmpty = counted.levels.some(({ last }) => last <= 0);
  if (ins <= 0 || outs <= 0 || !wasEmpty) return null;
  const gains = [{ from: day.from, to: day.to, ins: 1, outs: ins / outs }];
  const { levels } = foldOccupancy({ ...day, start: 0, gains });
  return { area: levels.reduce((sum, { last }) => sum + last * secondsOfMinute, 0), ins };
}

/** The average over days, in seconds, weighted by their visits. Null where no day has one. */
export function visitDuration(days: readonly (Visits | null)[]): number | null {
  let [area, ins] = [0, 0];
  for (const day of days) {
    area += day?.area ?? 0;
    ins += day?.ins ?? 0;
  }
  return ins > 0 ? area / ins : null;
}

export interface Visits {
  /** People times seconds. */
  readonly area: number;
  readonly ins: number;
}

const secondsOfMinute = 60;

function total({ days }: FoldedOccupancy, column: 'ins' | 'outs'): number {
  return days.reduce((sum, day) => sum + day[column], 0);
}
