import type { CSSProperties } from 'react';
import { count } from '../../../../format/numbers.ts';
import { RollingNumber } from '../../../../ui/RollingNumber.tsx';
import type { CardProps } from '../definition.ts';
import figure from '../figure.module.css';
import { LiveAge } from '../LiveAge.tsx';
import { fillColor, fillOf } from './fill.ts';
import classes from './occupancy-status.module.css';

/** The people in a space, its capacity and what is left of it. */
export default function OccupancyStatusCard({ values, age = null, isPreview }: CardProps<'live'>) {
  const { occupancy, maxCapacity, remaining, percent, step } = fillOf(values);
  return (
    <div className={figure['size']}>
      <div
        className={`${figure['room']} ${classes['status']}`}
        data-fill={step}
        style={step === undefined ? undefined : ({ '--fill': fillColor(step) } as CSSProperties)}
      >
        <span className={figure['number']}>
          {occupancy === null ? count(null) : <RollingNumber value={occupancy} format={count} />}
          {maxCapacity !== null && <small> {texts.of(count(maxCapacity))}</small>}
        </span>
        {step !== undefined && (
          <span className={classes['bar']} aria-hidden>
            <span style={{ width: `${Math.max(step, 1)}%` }} />
          </span>
        )}
        <span className={`${figure['caption']} ${classes['words']}`}>
          {remaining === null || percent === null ? texts.inside : texts.left(remaining, percent)}
        </span>
        <span className={figure['foot']}>
          <LiveAge reading={values} age={age} isPreview={isPreview} />
        </span>
      </div>
    </div>
  );
}

const texts = {
  inside: 'people inside',
  of: (capacity: string) => `of ${capacity}`,
  left: (remaining: number, percent: number) =>
    remaining === 0
      ? `Full · ${count(percent)}%`
      : `${count(remaining)} ${remaining === 1 ? 'place' : 'places'} free · ${count(percent)}%`,
} as const;
