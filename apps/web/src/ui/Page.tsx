import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Page.module.css';
import { type Crumb, useNamedTrail } from './trail.ts';

interface Props {
  title: string;
  /** Beside the title: what state it is in. */
  tags?: ReactNode;
  /** Below the title, in a few words. */
  text?: ReactNode;
  /** The one primary action at the right, and what goes with it. */
  actions?: ReactNode;
  /** The pages it belongs to, by name, where the address cannot tell. */
  trail?: readonly Crumb[];
  children: ReactNode;
}

/** A page: its title row, then its content. */
export function Page({ title, tags, text, actions, trail, children }: Props) {
  useNamedTrail(trail ? [...trail, { text: title }] : null);
  return (
    <div className={classes['page']}>
      <header className={classes['header']}>
        <div className={classes['words']}>
          <div className={classes['title']}>
            <Title order={1}>{title}</Title>
            {tags}
          </div>
          {text && <p className={classes['text']}>{text}</p>}
        </div>
        {actions && <div className={classes['actions']}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}
