import type { ReactNode } from 'react';
import classes from './PeriodRow.module.css';

interface Props {
  period: string;
  text: string;
  note: string;
  actions: ReactNode;
  /** Below all of it, such as the progress of a job. */
  children?: ReactNode;
}

/** A period in `Rows`: what was done to its readings, and what can be done next. */
export function PeriodRow({ period, text, note, actions, children }: Props) {
  return (
    <li className={classes['item']}>
      <div className={classes['row']}>
        <div>
          <strong>{period}</strong>
          <p>{text}</p>
          <p className={classes['note']}>{note}</p>
        </div>
        <div className={classes['actions']}>{actions}</div>
      </div>
      {children}
    </li>
  );
}
