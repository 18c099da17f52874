import type { Location } from '@atrium/contract/locations';
import { useNow } from '../../ui/use-now.ts';
import { dateIn } from '../../format/dates.ts';
import { viewerTimezone, zoneDifference, zoneName } from '../../format/zones.ts';
import classes from './Day.module.css';

/** The local time of the location; with its time zone only if it differs from the viewer's. */
export function LocalTime({ location: { timezone } }: { location: Pick<Location, 'timezone'> }) {
  const now = useNow(60_000);
  const difference = zoneDifference(timezone, viewerTimezone, now);
  return (
    <p className={classes['time']}>
      <span>
        {dateIn(timezone, 'dayOfWeek', now)}, {dateIn(timezone, 'time', now)}
      </span>
      {difference && (
        <span>
          {zoneName(timezone)}, {difference}
        </span>
      )}
    </p>
  );
}
