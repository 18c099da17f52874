import { IconCircleDashed } from '@tabler/icons-react';
import classes from './Completeness.module.css';

/** How much of what was expected has arrived, as a bar; the text is next to it. */
export function CompletenessBar({ share }: { share: number }) {
  return (
    <div className={classes['track']} aria-hidden>
      <div className={classes['fill']} style={{ width: `${share * 100}%` }} />
    </div>
  );
}

/** The small mark of a number that is not complete. */
export function CompletenessMark({ text, partial }: { text: string; partial: boolean }) {
  return (
    <span className={classes['mark']}>
      {partial && <IconCircleDashed size={14} aria-hidden />}
      {text}
    </span>
  );
}
