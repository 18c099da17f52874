import { Button } from '@mantine/core';
import { IconMoodConfuzed, type TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './Notice.module.css';
import { texts } from './texts.ts';

interface EmptyProps {
  icon: TablerIcon;
  title: string;
  /** Why it is empty, and what fills it. */
  text: string;
  action?: ReactNode;
  /** If it is the only content of the page. */
  isPage?: boolean;
}

export function EmptyState({ icon: Icon, title, text, action, isPage }: EmptyProps) {
  return (
    <div className={classes['notice']} data-page={isPage || undefined}>
      <span className={classes['icon']}>
        <Icon size={22} aria-hidden />
      </span>
      {isPage ? <h1 className={classes['title']}>{title}</h1> : <div className={classes['title']}>{title}</div>}
      <div className={classes['text']}>{text}</div>
      {action}
    </div>
  );
}

interface ErrorProps {
  message: string;
  onRetry?: () => void;
}

export function ErrorState({ message, onRetry }: ErrorProps) {
  return (
    <div className={classes['notice']} role="alert">
      <span className={classes['icon']}>
        <IconMoodConfuzed size={22} aria-hidden />
      </span>
      <div className={classes['title']}>{texts.whoops}</div>
      <div className={classes['text']}>{message}</div>
      {onRetry && (
        <Button variant="default" size="sm" onClick={onRetry}>
          {texts.retry}
        </Button>
      )}
    </div>
  );
}
