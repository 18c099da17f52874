import { toLocal, zoneOf } from '@atrium/calendar/zones';
import { addOccupancyReset, listOccupancyResets } from '@atrium/contract/spaces';
import { manualReset, searchedDates } from '@atrium/rules/occupancy-reset';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import * as z from 'zod/mini';
import { explainFailure } from '../../api/explain-failure.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { DraftActions } from '../../ui/DraftActions.tsx';
import { FormFailure } from '../../ui/FormFailure.tsx';
import { useForm } from '../../ui/use-form.ts';
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

/** A reset that is being written, at a time of the location. */
export function ResetForm({ spaceId, timezone, onClose, onSaved }: Props) {
  const add = useWrite(addOccupancyReset, words.created, [listOccupancyResets]);
  const [schema] = useState(() => schemaFor(timezone));
  const [initialValues] = useState(() => valuesAt(timezone, new Date()));
  const { form, onSubmit, submitting, failure } = useForm<Values, unknown>({
    schema,
    initialValues,
    submit: (values) => add.mutateAsync({ params: { spaceId }, body: draftOf(values) }),
    done: () => {
      onSaved(form.getValues().date);
      onClose();
    },
    explain: (error) => {
      const { message, fields } = explainFailure(error, texts.noAnswer);
      return {
        message,
        fields: Object.fromEntries(Object.entries(fields).map(([path, text]) => [fieldOf(path), text])),
      };
    },
  });
  return (
    <form className={classes['draft']} noValidate onSubmit={onSubmit} aria-label={words.draft}>
      <FormFailure message={failure} />
      <div className={classes['triple']}>
        <TextInput type="date" label={words.date} required key={form.key('date')} {...form.getInputProps('date')} />
        <TextInput type="time" label={words.time} required key={form.key('time')} {...form.getInputProps('time')} />
        <TextInput
          label={words.occupants}
          required
          inputMode="numeric"
          autoComplete="off"
          key={form.key('occupants')}
          {...form.getInputProps('occupants')}
        />
      </div>
      <DraftActions draft={words.draft} submitting={submitting} onCancel={onClose} />
    </form>
  );
}

function schemaFor(timezone: string) {
  return z.custom<Values>().check(({ value, issues }) => {
    const reset = manualReset(draftOf(value), timezone, new Date());
    if (!Array.isArray(reset)) return;
    for (const { path, message } of reset)
      issues.push({ code: 'custom', message, path: [fieldOf(path)], input: value });
  });
}

function draftOf({ date, time, occupants }: Values) {
  return {
    resetDate: date === '' || time === '' ? null : `${date}T${time}`,
    occupants: occupants.trim() === '' ? null : Number(occupants),
  };
}

/** Errors of the timestamp show next to the time field. */
function fieldOf(path: string): string {
  return path === 'resetDate' ? 'time' : path;
}

function valuesAt(timezone: string, now: Date): Values {
  return { date: searchedDates(timezone, now).endDate, time: timeIn(timezone, now), occupants: '' };
}

function timeIn(timezone: string, now: Date): string {
  const { hour, minute } = toLocal(zoneOf(timezone), Math.floor(now.getTime() / 1000));
  return [hour, minute].map((part) => String(part).padStart(2, '0')).join(':');
}
