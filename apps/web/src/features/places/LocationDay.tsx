import type { Location } from '@atrium/contract/locations';
import type { ReactNode } from 'react';
import { Day } from '../../analytics/day/Day.tsx';
import { DayControls } from '../../analytics/day/DayControls.tsx';
import { LocalTime } from '../../analytics/day/LocalTime.tsx';
import { useShownDay } from '../../analytics/day/use-shown-day.ts';
import classes from './places.module.css';

interface Props {
  location: Location;
  silence: ReactNode;
  weather: ReactNode;
}

/** The counts of a location today, or on the day in the URL. */
export function LocationDay({ location, silence, weather }: Props) {
  const [shown, show] = useShownDay(location.timezone);
  return (
    <>
      <div className={classes['dayHead']}>
        <div>
          <LocalTime location={location} />
          {weather}
        </div>
        <DayControls location={location} shown={shown} onChange={show} />
      </div>
      <Day location={location} shown={shown} silence={silence} />
    </>
  );
}
