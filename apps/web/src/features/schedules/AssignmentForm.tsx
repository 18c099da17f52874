import { dateOfDay } from '@atrium/calendar/opening-hours';
import { localDay, zoneOf } from '@atrium/calendar/zones';
import type { Location } from '@atrium/contract/locations';
import { getOpeningHours } from '@atrium/contract/opening-hours';
import {
  createScheduleAssignment,
  listScheduleAssignments,
  type Schedule,
  type ScheduleAssignment,
  updateScheduleAssignment,
} from '@atrium/contract/schedules';
import { assignmentProblems, type Dates, farFuture } from '@atrium/rules/schedule';
import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../api/use-endpoint.ts';
import { DraftActions } from '../../ui/DraftActions.tsx';
import { FormFailure } from '../../ui/FormFailure.tsx';
import { useWriteForm } from '../../forms/use-write-form.ts';
import classes from './schedules.module.css';
import { texts } from './texts.ts';

interface Props {
  location: Pick<Location, 'locationId' | 'timezone'>;
  schedules: readonly Schedule[];
  /** The other assignments of the location. */
  others: readonly Dates[];
  /** Absent for a new one. */
  assignment?: ScheduleAssignment;
  onClose: () => void;
}

type Values = Record<'scheduleId' | 'startDate' | 'endDate', string>;

/** An inline form in the list. */
export function AssignmentForm({ location, schedules, others, assignment, onClose }: Props) {
  const words = texts.assignments;
  const { locationId, timezone } = location;
  const shown = [listScheduleAssignments, getOpeningHours];
  const create = useWrite(createScheduleAssignment, words.created, shown);
  const update = useWrite(updateScheduleAssignment, words.updated, shown);
  const [today] = useState(() => dateOfDay(localDay(zoneOf(timezone), Date.now() / 1000)));
  const { form, onSubmit, submitting, failure } = useWriteForm<Values, unknown>({
    problems: (value) => assignmentProblems({ ...withEnd(value), locationId }, others),
    initialValues: {
      scheduleId: assignment?.scheduleId ?? '',
      startDate: assignment?.startDate ?? today,
      endDate: assignment && assignment.endDate !== farFuture ? assignment.endDate : '',
    },
    submit: (values) =>
      assignment
        ? update.mutateAsync({
            params: { locationScheduleAssignmentId: assignment.locationScheduleAssignmentId },
            body: withEnd(values),
            seenVersion: assignment.version,
          })
        : create.mutateAsync({ body: { locationId, ...withEnd(values) } }),
    done: onClose,
  });
  return (
    <form className={classes['draft']} noValidate onSubmit={onSubmit} aria-label={words.add}>
      <FormFailure message={failure} />
      <div className={classes['draftFields']}>
        <Select
          label={words.schedule}
          placeholder={words.choose}
          required
          searchable
          data={schedules.map(({ scheduleId, name }) => ({ value: scheduleId, label: name }))}
          {...form.getInputProps('scheduleId')}
          value={form.getValues().scheduleId || null}
          onChange={(value) => form.setFieldValue('scheduleId', value ?? '')}
        />
        <TextInput type="date" label={words.startDate} required {...form.getInputProps('startDate')} />
        <TextInput type="date" label={words.endDate} description={words.endHelp} {...form.getInputProps('endDate')} />
      </div>
      <DraftActions draft={assignment ? undefined : words.draft} submitting={submitting} onCancel={onClose} />
    </form>
  );
}

function withEnd(values: Values): Values {
  return { ...values, endDate: values.endDate || farFuture };
}
