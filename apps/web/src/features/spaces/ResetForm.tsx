import { toLocal, zoneOf } from '@atrium/calendar/zones';
import { addOccupancyReset, listOccupancyResets } from '@atrium/contract/spaces';
import { manualReset, searchedDates } from '@atrium/rules/occupancy-reset';
import type { Problem } from '@atrium/rules/problem';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../api/use-endpoint.ts';
import { DraftActions } from '../../ui/DraftActions.tsx';
import { FormFailure } from '../../ui/FormFailure.tsx';
import { useWriteForm } from '../../forms/use-write-form.ts';
import classes from './spaces.module.css';
import { texts } from './texts.ts';

const words = texts.resets;

type Values = Record<'date' | 'time' | 'occupants', string>;

interface Props {
  spaceId: string;
  timezone: string;
  onClose: () => void;
  /** With the day it is on. */
  onSaved: (date: string) => void;
}

/** A new reset, at a local time. */
export function ResetForm({ spaceId, timezone, onClose, onSaved }: Props) {
  const add = useWrite(addOccupancyReset, words.created, [listOccupancyResets]);
  const [initialValues] = useState(() => valuesAt(timezone, new Date()));
  const { form, onSubmit, submitting, failure } = useWriteForm<Values, unknown>({
    problems: (values) => problemsOf(values, timezone),
    initialValues,
    submit: (values) => add.mutateAsync({ params: { spaceId }, body: draftOf(values) }),
    done: () => {
      onSaved(form.getValues().date);
      onClose();
    },
    fieldNames,
  });
  return (
    <form className={classes['draft']} noValidate onSubmit={onSubmit} aria-label={words.draft}>
      <FormFailure message={failure} />
      <div className={classes['triple']}>
        <TextInput type="date" label={words.date} required {...form.getInputProps('date')} />
        <TextInput type="time" label={words.time} required {...form.getInputProps('time')} />
        <TextInput
          label={words.occupants}
          required
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps('occupants')}
        />
      </div>
      <DraftActions draft={words.draft} submitting={submitting} onCancel={onClose} />
    </form>
  );
}

/** Errors of the timestamp show next to the time field. */
const fieldNames = { resetDate: 'time' };

function problemsOf(values: Values, timezone: string): Problem[] {
  const reset = manualReset(draftOf(values), timezone, new Date());
  if (!Array.isArray(reset)) return [];
  return reset.map(({ path, message }) => ({ path: path === 'resetDate' ? 'time' : path, message }));
}

function draftOf({ date, time, occupants }: Values) {
  return {
    resetDate: date === '' || time === '' ? null : `${date}T${time}`,
    occupants: occupants.trim() === '' ? null : Number(occupants),
  };
}

function valuesAt(timezone: string, now: Date): Values {
  return { date: searchedDates(timezone, now).endDate, time: timeIn(timezone, now), occupants: '' };
}

function timeIn(timezone: string, now: Date): string {
  const { hour, minute } = toLocal(zoneOf(timezone), Math.floor(now.getTime() / 1000));
  return [hour, minute].map((part) => String(part).padStart(2, '0')).join(':');
}
