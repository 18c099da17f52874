import type { ReactNode } from 'react';
import classes from './Cards.module.css';

/** Cards side by side; stacked where there is no room. */
export function Cards({ children }: { children: ReactNode }) {
  return <div className={classes['cards']}>{children}</div>;
}

/** Stacked cards. */
export function Column({ children }: { children: ReactNode }) {
  return <div className={classes['column']}>{children}</div>;
}
