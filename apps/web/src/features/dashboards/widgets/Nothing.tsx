import classes from './widgets.module.css';

/** Instead of a drawing that has nothing to show. */
export function Nothing({ text }: { text: string }) {
  return <div className={classes['nothing']}>{text}</div>;
}
