import { dayOfDate } from '@atrium/calendar/opening-hours';
import { dayStart, zoneOf } from '@atrium/calendar/zones';
import type { Location } from '@atrium/contract/locations';
import { getOpeningHours } from '@atrium/contract/opening-hours';
import { useMemo } from 'react';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useNow } from '../../ui/use-now.ts';
import { dateIn } from '../../format/dates.ts';
import { useMetricQuery, useMetricTotal } from '../use-metric-query.ts';
import { comparedRange } from './compared-range.ts';
import { comparedDate, dateAfter, type ShownDay } from './day-search-params.ts';
import { dayByHour, hourEdges } from './day-by-hour.ts';
import { closedStretches, openOn } from './open-hours.ts';
import { texts } from './texts.ts';
import { useOtherLocation } from './use-other-location.ts';

const minute = 60_000;

/** The data for one day of a location: its hours, their comparison, and its opening hours. */
export function useDay(location: Location, shown: ShownDay) {
  const { locationId, timezone } = location;
  const { date, isToday, comparison } = shown;
  const now = useNow(minute);
  const every = isToday ? { every: minute } : {};
  const entity = { entityType: 'location', entityIds: locationId } as const;
  const day = useMetricQuery('traffic', { ...entity, ...wholeDay(date), dateGroupings: 'hour' }, every);
  const total = useMetricTotal('traffic', { ...entity, ...wholeDay(date) }, { enabled: !isToday });

  const otherId = comparison.kind === 'location' ? comparison.locationId : locationId;
  const isElsewhere = otherId !== locationId;
  const found = useOtherLocation(otherId, isElsewhere);
  const place = isElsewhere ? found.data : location;
  const otherDate = comparedDate(date, comparison);
  const otherEntity = { entityType: 'location', entityIds: otherId } as const;
  const mayAsk = place !== undefined;
  const other = useMetricQuery(
    'traffic',
    { ...otherEntity, ...wholeDay(otherDate), dateGroupings: 'hour' },
    { enabled: mayAsk },
  );
  const range = comparedRange(otherDate, isToday, timezone, now);
  const before = useMetricTotal(
    'traffic',
    { ...otherEntity, relativeDate: 'custom', ...range },
    { enabled: mayAsk && range !== null, keep: true },
  );

  // The hours of the day before may extend into this one.
  const opening = useEndpoint(
    getOpeningHours,
    { params: { locationId }, query: { startDate: dateAfter(date, -1), endDate: date } },
    {},
  );
  const open = useMemo(() => opening.data && openOn(opening.data.days), [opening.data]);
  const hours = useMemo(() => {
    if (!day.data) return undefined;
    const compared = place && other.data && { timezone: place.timezone, rows: other.data.results };
    return dayByHour({ date, timezone, rows: day.data.results, open }, compared, now);
  }, [day.data, other.data, place, date, timezone, open, now]);
  const closed = useMemo(
    () =>
      open
        ? closedStretches(
            open,
            hourEdges({ date, timezone }).map((edge) => edge * 1000),
          )
        : [],
    [open, date, timezone],
  );

  return {
    hours,
    error: day.error,
    retry: () => void day.refetch(),
    corrections: day.data?.corrections ?? [],
    total: total.data?.results[0],
    /** Undefined until loaded, and while there is nothing to compare yet. */
    before: range === null ? undefined : before.data?.results[0],
    closed,
    isClosedAllDay: closed.length === 1 && closed[0]?.[0] === 0 && hours !== undefined && closed[0][1] === hours.length,
    closedBecause: opening.data?.days.at(-1)?.exception?.description,
    words: wordsOf(shown, timezone, isElsewhere ? (place?.name ?? texts.otherLocation) : undefined),
  };
}

export type DayWords = ReturnType<typeof wordsOf>;

/** The labels of a day and its comparison. */
function wordsOf({ date, isToday, comparison }: ShownDay, timezone: string, otherLocation: string | undefined) {
  const own = dayName(date, timezone);
  const other = otherLocation ?? dayName(comparedDate(date, comparison), timezone);
  const phrases = texts.other;
  const place = isToday ? phrases.byThisTimeAt : phrases.at;
  const time = isToday ? phrases.byThisTimeOn : phrases.on;
  return {
    isToday,
    ins: isToday ? texts.inToday : texts.inOn(own),
    outs: isToday ? texts.outToday : texts.outOn(own),
    /** In a legend or a table. */
    day: isToday ? texts.today : own,
    heading: isToday ? texts.byHour : texts.dayByHour(own),
    bars: texts.bars(isToday ? texts.todayInSentence : own, other),
    other,
    /** After a number. */
    otherPhrase: otherLocation === undefined ? time(other) : place(other),
    closed: isToday ? texts.closed.today : texts.closed.day(own),
  };
}

/** `Sun 11/8`, with its year if that is not the current one. */
function dayName(date: string, timezone: string): string {
  const zone = zoneOf(timezone);
  const instant = dayStart(zone, dayOfDate(date) ?? 0) * 1000;
  const isThisYear = dateIn(timezone, 'year', instant) === dateIn(timezone, 'year', Date.now());
  const weekday = dateIn(timezone, 'weekday', instant);
  return isThisYear ? dateIn(timezone, 'dayOfWeek', instant) : `${weekday} ${dateIn(timezone, 'date', instant)}`;
}

function wholeDay(date: string) {
  return { relativeDate: 'custom', startDate: date, endDate: date } as const;
}
