import type { ReactNode } from 'react';
import classes from './Rows.module.css';

interface Props {
  'aria-label'?: string;
  'aria-labelledby'?: string;
  children: ReactNode;
}

/** A short list inside a card, with lines between the items. */
export function Rows({ children, ...named }: Props) {
  return (
    <ul className={classes['rows']} {...named}>
      {children}
    </ul>
  );
}
