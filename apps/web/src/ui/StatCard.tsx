import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Card } from './Card.tsx';
import classes from './StatCard.module.css';

interface Props {
  label: string;
  /** The value; undefined while loading. */
  figure: ReactNode | undefined;
  stale?: boolean;
  /** Its freshness, next to the label. */
  freshness?: ReactNode;
  /** The comparison, below. */
  children?: ReactNode;
}

/** One number, in a prominent size. */
export function StatCard({ label, figure, stale, freshness, children }: Props) {
  return (
    <Card className={classes['card'] ?? ''} aria-label={label}>
      <div className={classes['top']}>
        <h2 className={classes['label']}>{label}</h2>
        {freshness}
      </div>
      {figure === undefined ? (
        <div className={classes['figure']}>
          <Skeleton width="55%" height="0.8em" my="0.15em" />
        </div>
      ) : (
        <div className={classes['figure']} data-number data-stale={stale || undefined}>
          {figure}
        </div>
      )}
      <div className={classes['foot']}>{children}</div>
    </Card>
  );
}
