import type { ReactNode } from 'react';
import classes from './Facts.module.css';

/** Facts: names on the left, values next to them. */
export function Facts({ roomy, children }: { roomy?: boolean; children: ReactNode }) {
  return (
    <dl className={classes['facts']} data-roomy={roomy || undefined}>
      {children}
    </dl>
  );
}
