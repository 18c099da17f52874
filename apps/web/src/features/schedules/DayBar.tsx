import classes from './schedules.module.css';
import type { Bar } from './week.ts';

interface Props {
  bars: readonly Bar[];
  /** Minutes after midnight, if this is today. */
  now?: number;
  /** Hours in force that differ from the schedule. */
  special?: boolean;
}

/** A day from midnight to midnight; the same content is next to it as text. */
export function DayBar({ bars, now, special }: Props) {
  return (
    <div className={classes['track']} aria-hidden data-special={special || undefined}>
      {bars.map(({ from, to, continued }) => (
        <span
          key={`${from} ${continued}`}
          className={classes['bar']}
          data-continued={continued || undefined}
          style={{ insetInlineStart: `${from / 14.4}%`, width: `${(to - from) / 14.4}%` }}
        />
      ))}
      {now !== undefined && <span className={classes['now']} style={{ insetInlineStart: `${now / 14.4}%` }} />}
    </div>
  );
}

/** The hours below the days. */
export function DayScale() {
  return (
    <div className={classes['scale']} aria-hidden>
      {['00', '06', '12', '18', '24'].map((hour) => (
        <span key={hour}>{hour}</span>
      ))}
    </div>
  );
}
