import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Page.module.css';
import { type Crumb, useNamedTrail } from './trail.ts';

interface Props {
  title: string;
  /** Next to the title: its state. */
  tags?: ReactNode;
  /** A short subtitle. */
  text?: ReactNode;
  /** The one primary action on the right, and related ones. */
  actions?: ReactNode;
  /** The parent pages, by name, if the path cannot tell. */
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
