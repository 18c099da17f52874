import { timelineSteps } from '@atrium/rules/offline-sensor';
import { dateIn } from '../../analytics/format.ts';
import { lasted } from './lasted.ts';
import type { OfflineWeek } from './offline-week.ts';
import classes from './offline-sensors.module.css';
import { texts } from './texts.ts';

interface Props {
  name: string;
  week: OfflineWeek;
  timezone: string;
}

const day = 86_400_000;

/** The last 7 days of a sensor as one bar; what was offline stands out. */
export function WeekBar({ name, week, timezone }: Props) {
  const { start, runs, offline } = week;
  return (
    <div>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img cannot take its colours from the theme */}
      <svg className={classes['bar']} viewBox={`0 0 ${timelineSteps} 1`} preserveAspectRatio="none" role="img">
        <title>{texts.bar(name, runs.length, lasted(offline))}</title>
        {runs.map(({ from, to }) => (
          <rect key={from} x={from} y={0} width={to - from} height={1} />
        ))}
      </svg>
      <div className={classes['days']} aria-hidden>
        {[0, 1, 2, 3, 4, 5, 6].map((index) => (
          <span key={index}>{dateIn(timezone, 'dayOfWeek', start + (index + 0.5) * day)}</span>
        ))}
      </div>
    </div>
  );
}
