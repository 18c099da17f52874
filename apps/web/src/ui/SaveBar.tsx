import { Button } from '@mantine/core';
import classes from './SaveBar.module.css';
import { texts } from './texts.ts';

interface Props {
  /** Shown while there is something to save. */
  shown: boolean;
  submitting: boolean;
  onDiscard: () => void;
}

/** Shown at the bottom of a long form while it has unsaved changes. */
export function SaveBar({ shown, submitting, onDiscard }: Props) {
  return shown ? (
    <div className={classes['bar']} data-save-bar>
      <span className={classes['text']}>{texts.unsaved.title}</span>
      <Button variant="default" onClick={onDiscard}>
        {texts.discard}
      </Button>
      <Button type="submit" loading={submitting}>
        {texts.save}
      </Button>
    </div>
  ) : null;
}
