import classes from './Freshness.module.css';

interface Props {
  live: boolean;
  text: string;
  /** Changes with every reading: the dot pulses once. */
  beat?: string;
}

/** The freshness of a number as text; the dot only repeats it. */
export function Freshness({ live, text, beat }: Props) {
  return (
    <span className={classes['freshness']}>
      <span
        className={classes['dot']}
        data-live={live || undefined}
        data-beat={beat && live ? true : undefined}
        key={beat}
      />
      {text}
    </span>
  );
}
