import { IconAlertCircle } from '@tabler/icons-react';
import classes from './FormFailure.module.css';

/** The error of a form as a whole; announced as soon as it appears. */
export function FormFailure({ message }: { message: string | null }) {
  return message ? (
    <div className={classes['failure']} role="alert">
      <IconAlertCircle size={20} className={classes['icon']} aria-hidden />
      {message}
    </div>
  ) : null;
}
