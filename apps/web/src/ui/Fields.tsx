import type { ReactNode } from 'react';
import classes from './Fields.module.css';

/** The fields of a form, two beside each other where there is room. */
export function Fields({ children }: { children: ReactNode }) {
  return <div className={classes['fields']}>{children}</div>;
}

/** The position of a field in the grid. */
export const fieldPlace = {
  /** On a line of its own. */
  wide: classes['wide'] ?? '',
  /** Without a label above it, level with the input beside it. */
  button: classes['button'] ?? '',
  switch: classes['switch'] ?? '',
} as const;
