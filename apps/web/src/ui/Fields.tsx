import type { ReactNode } from 'react';
import classes from './Fields.module.css';

/** The fields of a form, two side by side where there is room. */
export function Fields({ children }: { children: ReactNode }) {
  return <div className={classes['fields']}>{children}</div>;
}

/** The position of a field in the grid. */
export const fieldPlace = {
  /** On its own line. */
  wide: classes['wide'] ?? '',
  /** Without a label above it, aligned with the input next to it. */
  button: classes['button'] ?? '',
  switch: classes['switch'] ?? '',
} as const;
