import { mainProduct, version } from '@atrium/contract/product';
import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Card } from '../../ui/Card.tsx';
import { Logo } from '../../ui/Logo.tsx';
import classes from './FormPage.module.css';

interface Props {
  title: string;
  intro: ReactNode;
  children?: ReactNode;
  /** Alternatives, below the form. */
  links?: ReactNode;
}

/** The page around a form for someone who is not signed in. */
export function FormPage({ title, intro, children, links }: Props) {
  return (
    <div className={classes['frame']}>
      <main className={classes['column']}>
        <div className={classes['brand']}>
          <Logo size={32} />
          {mainProduct.name}
        </div>
        <Card className={classes['card'] ?? ''}>
          <Title order={1} size="h2">
            {title}
          </Title>
          <p className={classes['intro']}>{intro}</p>
          {children}
          {links && <div className={classes['links']}>{links}</div>}
        </Card>
      </main>
      <footer className={classes['foot']}>
        {mainProduct.name} {version}
      </footer>
    </div>
  );
}
