import { use, useEffect, useRef } from 'react';
import classes from './Chart.module.css';
import { bandOf, margins, type Size } from './geometry.ts';
import type { ChartModel } from './model.ts';
import { MomentContext, pointsIn } from './shared-moment.ts';

interface Props {
  model: ChartModel;
  size: Size;
  /** The point under the pointer of this chart. */
  active: number | null;
  format: (value: number | null) => string;
}

const maxValues = 3;

/** The moment that someone points at in another chart. It is moved outside of React: nothing is rendered again. */
export function SharedMoment({ model, size, active, format }: Props) {
  const group = use(MomentContext);
  const stripe = useRef<HTMLDivElement>(null);
  const latest = useRef({ model, size, format });
  useEffect(() => {
    latest.current = { model, size, format };
  });
  useEffect(() => {
    const own = stripe.current;
    if (!group || !own) return undefined;
    return group.listen(latest, (moment) => {
      const { model: shown, size: room, format: write } = latest.current;
      const range = moment && pointsIn(shown.points, moment);
      own.hidden = !range;
      if (!range) return;
      const [first, last] = range;
      const { left, width } = bandOf(first, shown.points.length, room);
      own.style.left = `${left}px`;
      own.style.width = `${width * (last - first + 1)}px`;
      own.textContent = first === last ? valuesAt(shown, first, write) : '';
      // Words beside the right edge are written to the left.
      own.dataset['side'] = left > room.width / 2 ? 'left' : 'right';
    });
  }, [group]);
  const span = active === null ? undefined : model.points[active]?.span;
  const [from, to] = [span?.from, span?.to];
  useEffect(() => {
    group?.show(from === undefined || to === undefined ? null : { from, to }, latest);
  }, [group, from, to]);
  return (
    <div
      ref={stripe}
      className={classes['shared']}
      style={{ top: margins.top, bottom: margins.bottom }}
      hidden
      aria-hidden
    />
  );
}

function valuesAt({ series }: ChartModel, index: number, format: (value: number | null) => string): string {
  const own = series.filter(({ comparison }) => !comparison).slice(0, maxValues);
  return own.map(({ values }) => format(values[index] ?? null)).join(' · ');
}
