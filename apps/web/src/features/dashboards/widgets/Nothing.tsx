import classes from './widgets.module.css';

/** Instead of a drawing of which there is nothing. */
export function Nothing({ text }: { text: string }) {
  return <div className={classes['nothing']}>{text}</div>;
}
