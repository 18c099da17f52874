import { timelineSteps } from '@atrium/rules/offline-sensor';
import { dateIn } from '../../format/dates.ts';
import { lasted } from '../../format/durations.ts';
import { midnights, type OfflineWeek } from './offline-week.ts';
import classes from './offline-sensors.module.css';
import { texts } from './texts.ts';

interface Props {
  name: string;
  week: OfflineWeek;
  timezone: string;
}

/** The last 7 days of a sensor as one bar that highlights when it was offline. */
export function WeekBar({ name, week, timezone }: Props) {
  const { start, runs, offline } = week;
  return (
    <div>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img cannot take its colors from the theme */}
      <svg className={classes['bar']} viewBox={`0 0 ${timelineSteps} 1`} preserveAspectRatio="none" role="img">
        <title>{texts.bar(name, runs.length, lasted(offline))}</title>
        {runs.map(({ from, to }) => (
          <rect key={from} x={from} y={0} width={to - from} height={1} />
        ))}
      </svg>
      <div className={classes['days']} aria-hidden>
        {daysOf(start, timezone).map(({ name: dayName, at }) => (
          <span key={at} style={{ insetInlineStart: `${at * 100}%` }}>
            {dayName}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Where each local day begins, as a share of the bar. The last one has room for its name, or none. */
function daysOf(start: number, timezone: string) {
  return midnights(start, timezone)
    .filter(({ at }) => at < 0.94)
    .map(({ instant, at }) => ({ name: dateIn(timezone, 'weekday', instant), at }));
}
