import classes from './Freshness.module.css';

/** How fresh a figure is, in words; the dot only repeats it. */
export function Freshness({ live, text }: { live: boolean; text: string }) {
  return (
    <span className={classes['freshness']}>
      <span className={classes['dot']} data-live={live || undefined} />
      {text}
    </span>
  );
}
