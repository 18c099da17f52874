import { type Period, weekdays } from '@atrium/rules/schedule';
import { ActionIcon, TextInput, Tooltip } from '@mantine/core';
import { IconCopy, IconPlus, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './WeekEditor.module.css';
import { texts } from './texts.ts';

interface Props {
  periods: readonly Period[];
  /** By the index of the hours: `schedule_period.0.openTime`. */
  errors: Readonly<Record<string, ReactNode>>;
  onChange: (periods: Period[]) => void;
}

/** The hours of a week, day by day. */
export function WeekEditor({ periods, errors, onChange }: Props) {
  const words = texts.dialog;
  const add = (weekday: number) => onChange([...periods, nextHours(periods, weekday)]);
  const change = (index: number, changed: Partial<Period>) =>
    onChange(periods.map((period, at) => (at === index ? { ...period, ...changed } : period)));
  const copy = (weekday: number) => {
    const hours = periods.filter((period) => period.weekday === weekday);
    onChange(weekdays.flatMap((_, day) => hours.map((period) => ({ ...period, weekday: day }))));
  };
  return (
    <fieldset className={classes['editor']}>
      <legend>{words.week}</legend>
      <p>{periods.length === 0 ? words.noHours : words.weekHelp}</p>
      {weekdays.map((day, weekday) => {
        const own = periods.map((period, index) => ({ ...period, index })).filter((each) => each.weekday === weekday);
        return (
          <div key={day} className={classes['editorDay']}>
            <span className={classes['editorName']}>{day}</span>
            <div className={classes['editorHours']}>
              {own.length === 0 && <span className={classes['editorClosed']}>{texts.closed}</span>}
              {own.map(({ index, openTime, closeTime }, number) => (
                <div key={index} className={classes['editorPeriod']}>
                  <TextInput
                    type="time"
                    aria-label={words.opens(day, number + 1)}
                    value={openTime}
                    error={errors[`schedule_period.${index}.openTime`]}
                    onChange={({ currentTarget }) => change(index, { openTime: currentTarget.value })}
                  />
                  <span aria-hidden>–</span>
                  <TextInput
                    type="time"
                    aria-label={words.closes(day, number + 1)}
                    value={closeTime}
                    error={errors[`schedule_period.${index}.closeTime`]}
                    onChange={({ currentTarget }) => change(index, { closeTime: currentTarget.value })}
                  />
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={words.removeHours(day, number + 1)}
                    onClick={() => onChange(periods.filter((_, at) => at !== index))}
                  >
                    <IconX size={16} />
                  </ActionIcon>
                  {closeTime !== '' && closeTime <= openTime && (
                    <span className={classes['nextDay']}>{words.nextDay}</span>
                  )}
                </div>
              ))}
            </div>
            <div className={classes['editorActions']}>
              <ActionIcon variant="default" aria-label={words.addHours(day)} onClick={() => add(weekday)}>
                <IconPlus size={16} />
              </ActionIcon>
              <Tooltip label={words.copy(day)}>
                <ActionIcon
                  variant="default"
                  aria-label={words.copy(day)}
                  disabled={own.length === 0}
                  onClick={() => copy(weekday)}
                >
                  <IconCopy size={16} />
                </ActionIcon>
              </Tooltip>
            </div>
          </div>
        );
      })}
    </fieldset>
  );
}

/** The first hours of a day are the default; further ones begin an hour after the last. */
function nextHours(periods: readonly Period[], weekday: number): Period {
  const last = periods.findLast((period) => period.weekday === weekday);
  if (!last) return { weekday, openTime: '09:00', closeTime: '18:00' };
  const hour = (offset: number) => `${String((Number(last.closeTime.slice(0, 2)) + offset) % 24).padStart(2, '0')}:00`;
  return { weekday, openTime: hour(1), closeTime: hour(2) };
}
