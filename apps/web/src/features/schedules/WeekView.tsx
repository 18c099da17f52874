import { dateOfDay, dayOfDate } from '@atrium/calendar/opening-hours';
import { startOfUnit } from '@atrium/calendar/civil';
import { localDay, toLocal, zoneOf } from '@atrium/calendar/zones';
import type { Location } from '@atrium/contract/locations';
import { getOpeningHours, type OpeningDay } from '@atrium/contract/opening-hours';
import { weekdays } from '@atrium/rules/schedule';
import { ActionIcon, Button, Group, Skeleton } from '@mantine/core';
import { IconCalendarEvent, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { calendarDate, dateIn } from '../../format/dates.ts';
import { zoneName } from '../../format/zones.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { PanelHead } from '../../ui/PanelHead.tsx';
import { useNow } from '../../ui/use-now.ts';
import { DayBar, DayScale } from './DayBar.tsx';
import classes from './schedules.module.css';
import { texts } from './texts.ts';
import { type Bar, barsOf, isWholeDay, minutesInForce } from './week.ts';

/** A week of a location as it applies: schedule and exceptions combined. */
export function WeekView({ location }: { location: Pick<Location, 'locationId' | 'timezone'> }) {
  const words = texts.week;
  const { locationId, timezone } = location;
  const heading = useId();
  const now = useNow(60_000) / 1000;
  const zone = zoneOf(timezone);
  const today = localDay(zone, now);
  const [weeks, setWeeks] = useState(0);
  const first = startOfUnit('week', today) + weeks * 7;
  // The hours of the day before may extend into the first.
  const query = { startDate: dateOfDay(first - 1), endDate: dateOfDay(first + 6) };
  const found = useEndpoint(getOpeningHours, { params: { locationId }, query }, { texts: words.read, keep: true });
  const { hour, minute } = toLocal(zone, now);
  const [start, end] = [calendarDate(dateOfDay(first)), calendarDate(dateOfDay(first + 6))];

  return (
    <Card aria-labelledby={heading}>
      <PanelHead
        id={heading}
        heading={words.heading}
        intro={words.zone(zoneName(timezone))}
        action={
          <Group gap="xs">
            <ActionIcon variant="default" size="lg" aria-label={words.before} onClick={() => setWeeks(weeks - 1)}>
              <IconChevronLeft size={18} />
            </ActionIcon>
            <Button variant="default" disabled={weeks === 0} onClick={() => setWeeks(0)}>
              {words.current}
            </Button>
            <ActionIcon variant="default" size="lg" aria-label={words.after} onClick={() => setWeeks(weeks + 1)}>
              <IconChevronRight size={18} />
            </ActionIcon>
          </Group>
        }
      />
      {found.error && !found.data && <ErrorState message={found.error.message} onRetry={() => void found.refetch()} />}
      {!found.data && !found.error && <Skeleton height={280} />}
      {found.data && (
        <div className={classes['force']} aria-busy={found.isPlaceholderData}>
          <table aria-label={words.table(start, end)}>
            <thead>
              <tr>
                <th scope="col">{words.day}</th>
                <th scope="col" className={classes['forceBar']}>
                  {words.bar}
                </th>
                <th scope="col">{words.hours}</th>
                <th scope="col">{words.because}</th>
              </tr>
            </thead>
            <tbody>
              {rowsOf(found.data.days).map(({ day, bars }) => (
                <Row
                  key={day.date}
                  day={day}
                  bars={bars}
                  {...(day.date === dateOfDay(today) && { now: hour * 60 + minute })}
                />
              ))}
            </tbody>
          </table>
          <DayScale />
        </div>
      )}
    </Card>
  );
}

function Row({ day, bars, now }: { day: OpeningDay; bars: readonly Bar[]; now?: number }) {
  const number = dayOfDate(day.date) ?? 0;
  const name = weekdays[new Date(day.date).getUTCDay()] ?? '';
  return (
    <tr data-today={now !== undefined || undefined}>
      <th scope="row">
        <span>{name.slice(0, 3)}</span> <span>{dateIn('Etc/UTC', 'dayOfWeek', number * 86_400_000).slice(4)}</span>
      </th>
      <td className={classes['forceBar']}>
        <DayBar bars={bars} special={day.exception !== null} {...(now !== undefined && { now })} />
      </td>
      <td className={classes['forceHours']}>{hoursInWords(day)}</td>
      <td className={classes['forceReason']}>
        {day.exception && (
          <span className={classes['special']}>
            <IconCalendarEvent size={14} aria-hidden />
            {day.exception.description}
          </span>
        )}
        <span>{day.schedule?.name ?? texts.week.noSchedule}</span>
      </td>
    </tr>
  );
}

/** Without the first day, which is only included for its hours after midnight. */
function rowsOf(days: readonly OpeningDay[]): { day: OpeningDay; bars: Bar[] }[] {
  const bars = barsOf(
    days.map(({ hours }) => hours.map(minutesInForce)),
    false,
  );
  return days.map((day, index) => ({ day, bars: bars[index] ?? [] })).slice(1);
}

function hoursInWords({ hours }: OpeningDay): string {
  const words = hours.map((each) =>
    isWholeDay(minutesInForce(each)) ? texts.allDay : texts.hours(each.openTime, each.closeTime),
  );
  return words.join(', ') || texts.closed;
}
