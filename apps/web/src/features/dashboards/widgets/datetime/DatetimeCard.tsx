import { useLocationTimezone } from '../../../../analytics/use-location-timezone.ts';
import { dateIn, patternIn } from '../../../../format/dates.ts';
import { viewerTimezone, zoneAbbreviation, zoneDifference } from '../../../../format/zones.ts';
import { useNow } from '../../../../ui/use-now.ts';
import type { CardProps } from '../definition.ts';
import { placeOf } from '../own-options.ts';
import classes from './datetime.module.css';
import { renewMs, timeFormatOf } from './formats.ts';

/** The date or time at a place; without one, that of the viewer. */
export default function DatetimeCard({ widget, isPreview }: CardProps<'nothing'>) {
  const now = useNow(renewMs);
  const { entityId } = placeOf(widget);
  const place = useLocationTimezone(isPreview ? undefined : entityId);
  if (place === undefined) return null;
  const timezone = place.timezone ?? viewerTimezone;
  const isElsewhere = zoneDifference(timezone, viewerTimezone, now) !== null;
  const names = [place.name, isElsewhere && zoneAbbreviation(timezone, now)].filter(Boolean);
  return (
    <div className={classes['size']}>
      <div className={classes['room']}>
        <time
          className={classes['time']}
          dateTime={new Date(now).toISOString()}
          title={dateIn(timezone, 'timestamp', now)}
        >
          {patternIn(timezone, timeFormatOf(widget), now)}
        </time>
        {names.length > 0 && <span className={classes['place']}>{names.join(' · ')}</span>}
      </div>
    </div>
  );
}
