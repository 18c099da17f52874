import type { ReactNode } from 'react';
import classes from './Tag.module.css';

export type Tone = 'neutral' | 'success' | 'warning' | 'danger';

/** A state in one word; the color only repeats it. */
export function Tag({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={classes['tag']} data-tone={tone}>
      {children}
    </span>
  );
}
