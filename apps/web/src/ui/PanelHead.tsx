import type { ReactNode } from 'react';
import classes from './PanelHead.module.css';

interface Props {
  /** Names the panel that is labelled by it. */
  id: string;
  heading: string;
  intro: string;
  /** What can be done, at the right. */
  action: ReactNode;
}

export function PanelHead({ id, heading, intro, action }: Props) {
  return (
    <header className={classes['head']}>
      <div>
        <h2 id={id}>{heading}</h2>
        <p className={classes['intro']}>{intro}</p>
      </div>
      {action}
    </header>
  );
}
