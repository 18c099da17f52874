import { Button } from '@mantine/core';
import classes from './card-note.module.css';

interface Props {
  title?: string;
  text: string;
  onRetry?: (() => void) | undefined;
}

/** Why a card has nothing to draw, in its place. */
export function CardNote({ title, text, onRetry }: Props) {
  return (
    <div className={classes['note']} role={title === undefined ? undefined : 'alert'}>
      {title !== undefined && <strong>{title}</strong>}
      <span>{text}</span>
      {onRetry && (
        <Button variant="default" size="compact-sm" onClick={onRetry}>
          {retry}
        </Button>
      )}
    </div>
  );
}

const retry = 'Try again';
