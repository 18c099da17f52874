import { createContext } from 'react';
import type { ChartPoint } from './model.ts';

/** A stretch of time as the clocks of the places show it, in seconds: ten o'clock is ten o'clock in every chart. */
export interface Moment {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

type Listener = (moment: Moment | null) => void;

/** What someone points at in one of several charts. Those who listen are told once for each picture of the screen. */
export class MomentGroup {
  readonly #listeners = new Map<object, Listener>();
  #shown: { moment: Moment | null; by: object } | undefined;
  #frame = 0;

  listen(owner: object, listener: Listener): () => void {
    this.#listeners.set(owner, listener);
    return () => {
      this.#listeners.delete(owner);
      if (this.#shown?.by === owner) this.show(null, owner);
    };
  }

  /** The chart itself is not told. */
  show(moment: Moment | null, by: object): void {
    // A chart that is left after another one was entered takes nothing back.
    if (moment === null && this.#shown?.by !== by) return;
    this.#shown = { moment, by };
    if (this.#frame !== 0) return;
    this.#frame = requestAnimationFrame(() => {
      this.#frame = 0;
      for (const [owner, listener] of this.#listeners) listener(owner === this.#shown?.by ? null : this.#shown!.moment);
    });
  }
}

/** The charts that show the same moment together; null for a chart on its own. */
export const MomentContext = createContext<MomentGroup | null>(null);

/** The first and the last point in a moment; undefined if the chart does not contain it. */
export function pointsIn(
  points: readonly Pick<ChartPoint, 'span'>[],
  { from, to }: Moment,
): readonly [first: number, last: number] | undefined {
  const first = points.findIndex(({ span }) => span !== undefined && span.to > from);
  const last = points.findLastIndex(({ span }) => span !== undefined && span.from < to);
  return first === -1 || last < first ? undefined : [first, last];
}
