import type { ReactNode } from 'react';
import classes from './PanelHead.module.css';

interface Props {
  /** Labels its panel. */
  id: string;
  heading: string;
  intro: string;
  /** Actions on the right. */
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
