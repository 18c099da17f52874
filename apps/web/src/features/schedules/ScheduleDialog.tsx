import { getOpeningHours } from '@atrium/contract/opening-hours';
import {
  createSchedule,
  listScheduleAssignments,
  listSchedules,
  type Schedule,
  updateSchedule,
} from '@atrium/contract/schedules';
import {
  earliestEffectiveDate,
  earliestPickedDate,
  type Period,
  scheduleProblems,
  weekProblems,
} from '@atrium/rules/schedule';
import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../api/use-endpoint.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { useWriteForm } from '../../forms/use-write-form.ts';
import { texts } from './texts.ts';
import { WeekEditor } from './WeekEditor.tsx';

interface Props {
  /** Of all locations. */
  timezones: readonly string[];
  /** Absent for a new one. */
  schedule?: Schedule;
  onClose: () => void;
}

type Values = {
  name: string;
  effectiveDate: string;
  assignToNewLocations: boolean;
  autoAssign: boolean;
  schedule_period: Period[];
};

export function ScheduleDialog({ timezones, schedule, onClose }: Props) {
  const words = texts.dialog;
  const shown = [listSchedules, listScheduleAssignments, getOpeningHours];
  const create = useWrite(createSchedule, texts.schedules.created, shown);
  const update = useWrite(updateSchedule, texts.schedules.updated, shown);
  const saveHours = useWrite(updateSchedule, texts.schedules.periodSaved, shown);
  const [now] = useState(() => new Date());
  const earliestIf = (autoAssign: boolean) =>
    earliestEffectiveDate(now, { assigned: autoAssign ? timezones : (schedule?.timezones ?? []), all: timezones });
  const earliest = earliestIf(schedule?.autoAssign ?? false);
  const isInForce = schedule !== undefined && schedule.effectiveDate < earliest;
  const saved: Values = {
    name: schedule?.name ?? '',
    effectiveDate: schedule && !isInForce ? schedule.effectiveDate : earliest,
    assignToNewLocations: schedule?.assignToNewLocations ?? false,
    autoAssign: schedule?.autoAssign ?? false,
    schedule_period: (schedule?.schedule_period ?? []).map(({ weekday, openTime, closeTime }) => ({
      weekday,
      openTime,
      closeTime,
    })),
  };
  const { form, dialog } = useWriteForm<Values, unknown>({
    problems: (value) => [
      ...scheduleProblems(value, earliestIf(value.autoAssign)),
      ...weekProblems(value.schedule_period),
    ],
    initialValues: saved,
    submit: ({ schedule_period: periods, effectiveDate, ...values }) => {
      if (!schedule) return create.mutateAsync({ body: { ...values, effectiveDate, schedule_period: periods } });
      const hoursChanged = JSON.stringify(periods) !== JSON.stringify(saved.schedule_period);
      const dateChanged = effectiveDate !== saved.effectiveDate;
      const request = {
        params: { scheduleId: schedule.scheduleId },
        seenVersion: schedule.version,
        body: {
          ...values,
          ...(hoursChanged && { schedule_period: periods }),
          // Hours in force get a new version only when something about them changed.
          ...((dateChanged || (hoursChanged && isInForce)) && { effectiveDate }),
        },
      };
      return hoursChanged ? saveHours.mutateAsync(request) : update.mutateAsync(request);
    },
    done: onClose,
  });

  return (
    <FormDialog title={schedule ? words.edit : words.add} size="lg" onClose={onClose} {...dialog}>
      <TextInput label={words.name} required data-autofocus {...form.getInputProps('name')} />
      <WeekEditor
        periods={form.getValues().schedule_period}
        errors={form.errors}
        onChange={(periods) => {
          form.setFieldValue('schedule_period', periods);
          form.clearErrors();
        }}
      />
      <TextInput
        type="date"
        label={isInForce ? words.changesDate : words.effectiveDate}
        description={words.effectiveHelp}
        required
        min={earliestPickedDate(earliest)}
        {...form.getInputProps('effectiveDate')}
      />
      <Checkbox
        label={words.toNew}
        description={words.toNewHelp}
        {...form.getInputProps('assignToNewLocations', { type: 'checkbox' })}
      />
      <Checkbox
        label={words.toAll}
        description={words.toAllHelp}
        {...form.getInputProps('autoAssign', { type: 'checkbox' })}
      />
    </FormDialog>
  );
}
