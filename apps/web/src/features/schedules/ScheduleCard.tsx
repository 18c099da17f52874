import type { Schedule } from '@atrium/contract/schedules';
import { weekdays } from '@atrium/rules/schedule';
import { ActionIcon, Menu, NativeSelect } from '@mantine/core';
import { IconDots, IconPencil, IconTrash, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { calendarDate } from '../../format/dates.ts';
import { Card } from '../../ui/Card.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { DayBar, DayScale } from './DayBar.tsx';
import classes from './schedules.module.css';
import { texts } from './texts.ts';
import { barsOf, minutesOfPeriod } from './week.ts';

interface Props {
  schedule: Schedule;
  /** The current date where it is in use. */
  today: string;
  /** Absent for read-only users. */
  onEdit?: () => void;
  onRemove?: () => void;
  onDiscard?: () => void;
}

export function ScheduleCard(props: Props) {
  const { schedule, today } = props;
  const words = texts.schedules;
  const versions = schedule.schedule_version;
  const inForce = versions.findLastIndex(({ effectiveDate }) => effectiveDate <= today);
  const [chosen, setChosen] = useState<string>();
  const shown = versions.find(({ effectiveDate }) => effectiveDate === chosen) ?? versions[Math.max(inForce, 0)];
  const isPlanned = (index: number) => index > inForce;
  const label = (index: number) => {
    const from = calendarDate(versions[index]?.effectiveDate ?? '');
    if (isPlanned(index)) return words.planned(from);
    return index === inForce
      ? words.since(from)
      : words.former(from, calendarDate(versions[index + 1]?.effectiveDate ?? ''));
  };
  return (
    <Card aria-label={schedule.name}>
      <div className={classes['cardHead']}>
        <div className={classes['cardTitle']}>
          <h2>{schedule.name}</h2>
          {schedule.assignToNewLocations && <Tag>{words.toNew}</Tag>}
          {schedule.autoAssign && <Tag>{words.toAll}</Tag>}
        </div>
        {props.onEdit && (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" aria-label={texts.actions(schedule.name)}>
                <IconDots size={18} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={props.onEdit}>
                {words.change}
              </Menu.Item>
              {props.onDiscard && (
                <Menu.Item leftSection={<IconX size={16} aria-hidden />} onClick={props.onDiscard}>
                  {words.discard}
                </Menu.Item>
              )}
              <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={props.onRemove}>
                {words.delete}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      <div className={classes['cardFacts']}>
        {versions.length > 1 ? (
          <NativeSelect
            aria-label={words.version(schedule.name)}
            size="xs"
            value={shown?.effectiveDate ?? ''}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            data={versions.map(({ effectiveDate }, index) => ({ value: effectiveDate, label: label(index) }))}
          />
        ) : (
          <span>{label(0)}</span>
        )}
        <span>{usedBy(schedule)}</span>
      </div>
      <Week periods={shown?.schedule_period ?? []} name={schedule.name} />
    </Card>
  );
}

function usedBy({ locationCount, laterLocationCount, laterFrom }: Schedule): string {
  const words = texts.schedules;
  if (laterFrom === null) return words.locations(locationCount);
  const later = words.laterLocations(laterLocationCount, calendarDate(laterFrom));
  return locationCount === 0 ? later : `${words.locations(locationCount)}, ${later}`;
}

function Week({ periods, name }: { periods: Schedule['schedule_period']; name: string }) {
  const byDay = weekdays.map((_, weekday) => periods.filter((period) => period.weekday === weekday));
  const bars = barsOf(
    byDay.map((hours) => hours.map(minutesOfPeriod)),
    true,
  );
  return (
    <div className={classes['week']}>
      <ul aria-label={texts.schedules.version(name)}>
        {weekdays.map((day, index) => (
          <li key={day}>
            <span className={classes['dayName']}>{day.slice(0, 3)}</span>
            <DayBar bars={bars[index] ?? []} />
            <span className={classes['dayHours']}>
              {(byDay[index] ?? []).map(({ openTime, closeTime }) => texts.hours(openTime, closeTime)).join(', ') ||
                texts.closed}
            </span>
          </li>
        ))}
      </ul>
      <DayScale />
    </div>
  );
}
