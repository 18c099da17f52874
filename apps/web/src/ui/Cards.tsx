import type { ReactNode } from 'react';
import classes from './Cards.module.css';

/** Cards side by side; one below the other where there is no room. */
export function Cards({ children }: { children: ReactNode }) {
  return <div className={classes['cards']}>{children}</div>;
}

/** Cards one below the other. */
export function Column({ children }: { children: ReactNode }) {
  return <div className={classes['column']}>{children}</div>;
}
