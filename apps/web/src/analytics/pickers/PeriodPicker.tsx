import { relativeDateRules, resolveRelativeDate } from '@atrium/calendar/relative-dates';
import type { WeekStart } from '@atrium/calendar/civil';
import { dateOfDay } from '@atrium/calendar/opening-hours';
import { localDay, zoneOf } from '@atrium/calendar/zones';
import { relativeDatesOf, type SourceName, sources } from '@atrium/metrics/sources';
import { Select } from '@mantine/core';
import { useState } from 'react';
import { calendarDate } from '../../format/dates.ts';
import { viewerTimezone } from '../../format/zones.ts';
import { type AskedPeriod, type CustomPeriod, isCustomPeriod, isDateOf } from '@atrium/metrics/question';
import { DayField } from './DayField.tsx';
import classes from './pickers.module.css';
import { texts } from './texts.ts';

interface Props {
  source: SourceName;
  value: AskedPeriod;
  weekStart: WeekStart;
  onChange: (period: AskedPeriod) => void;
}

/** A relative date by name, or a range of local dates. */
export function PeriodPicker({ source, value, weekStart, onChange }: Props) {
  const range = datesOf(value, weekStart);
  const choose = (date: string | null) => {
    if (date === null || !isDateOf(source, date)) return;
    // A custom range begins as the one that is shown.
    onChange(date === 'custom' ? range : { relativeDate: date });
  };
  return (
    <>
      <Select
        label={texts.period}
        description={
          value.relativeDate === 'custom'
            ? undefined
            : texts.range(calendarDate(range.startDate), calendarDate(range.endDate))
        }
        allowDeselect={false}
        maxDropdownHeight={320}
        data={relativeDatesOf(sources[source]).map((code) => ({
          value: code,
          label: code === 'custom' ? texts.custom : relativeDateRules[code].label,
        }))}
        value={value.relativeDate}
        onChange={choose}
      />
      {value.relativeDate === 'custom' && <CustomDates value={value} onChange={onChange} />}
    </>
  );
}

function CustomDates({ value, onChange }: { value: CustomPeriod; onChange: Props['onChange'] }) {
  const { startDate, endDate } = value;
  const over = `${startDate} ${endDate}`;
  const [typed, setTyped] = useState({ over, dates: { startDate, endDate } });
  // Another question has other dates; what is typed and not valid yet stays until then.
  if (typed.over !== over) setTyped({ over, dates: { startDate, endDate } });
  const { dates } = typed;
  const isValid = isCustomPeriod(dates.startDate, dates.endDate);
  const field = (name: keyof typeof dates) => ({
    label: texts[name],
    value: dates[name].slice(0, 10),
    onChange: (day: string) => {
      const next = { ...dates, [name]: day };
      setTyped({ over, dates: next });
      if (isCustomPeriod(next.startDate, next.endDate)) onChange({ relativeDate: 'custom', ...next });
    },
  });
  return (
    <div className={classes['dates']}>
      <DayField {...field('startDate')} />
      <DayField {...field('endDate')} error={isValid ? undefined : texts.endBeforeStart} />
    </div>
  );
}

/** In the time zone of the viewer; each location has its own today. */
function datesOf(value: AskedPeriod, weekStart: WeekStart): CustomPeriod {
  if (value.relativeDate === 'custom') return value;
  const zone = zoneOf(viewerTimezone);
  const { from, to } = resolveRelativeDate(value.relativeDate, { now: Date.now() / 1000, zone, weekStart });
  return {
    relativeDate: 'custom',
    startDate: dateOfDay(localDay(zone, from)),
    endDate: dateOfDay(localDay(zone, to - 1)),
  };
}
