import type { ReactNode } from 'react';
import classes from './Facts.module.css';

/** What is known of something: names at the left, values beside them. */
export function Facts({ roomy, children }: { roomy?: boolean; children: ReactNode }) {
  return (
    <dl className={classes['facts']} data-roomy={roomy || undefined}>
      {children}
    </dl>
  );
}
