import { dateOfDay } from '@atrium/calendar/opening-hours';
import { localDay, zoneOf } from '@atrium/calendar/zones';
import type { Job } from '@atrium/contract/jobs';
import { commissionSensor } from '@atrium/contract/sensor-life';
import type { SensorDetail } from '@atrium/contract/sensors';
import { commissionProblems } from '@atrium/rules/commission-date';
import { Checkbox, Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { viewerTimezone, zoneName } from '../../format/zones.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { useWriteForm } from '../../forms/use-write-form.ts';
import { texts as lifeTexts } from './life-texts.ts';
import { lifeQueries } from './life-queries.ts';

const words = lifeTexts.commission;
const modes = ['now', 'past', 'future'] as const;

interface Values extends Record<string, string | boolean> {
  mode: (typeof modes)[number];
  commissionedDate: string;
  purgeExistingData: boolean;
}

interface Props {
  sensor: SensorDetail;
  onClose: () => void;
  /** The job that erases earlier counts. */
  onPurge: (job: Job) => void;
}

/** When a sensor starts counting: now, or at the start of another day where it is installed. */
export function CommissionDialog({ sensor, onClose, onPurge }: Props) {
  const { sensorId, orgId, version } = sensor;
  const timezone = sensor.locationTimezone ?? sensor.timeZone ?? viewerTimezone;
  const [today] = useState(() => dateOfDay(localDay(zoneOf(timezone), Math.floor(Date.now() / 1000))));
  const commission = useWrite(commissionSensor, words.done, lifeQueries);
  const { form, dialog } = useWriteForm<Values, { job: Job | null }>({
    problems: (value) => commissionProblems(draftOf(value), today),
    focusFirst: false,
    initialValues: { mode: 'now', commissionedDate: '', purgeExistingData: false },
    submit: (values) => {
      const { date, purgeExistingData } = draftOf(values);
      return commission.mutateAsync({
        params: { sensorId },
        query: { orgId },
        body: date === null ? {} : { commissionedDate: date, ...(purgeExistingData && { purgeExistingData }) },
        seenVersion: version,
      });
    },
    done: ({ job }) => {
      onClose();
      if (job) onPurge(job);
    },
  });
  const { mode } = form.getValues();
  return (
    <FormDialog title={words.title} submit={words.submit} onClose={onClose} {...dialog}>
      <Radio.Group label={words.when} {...form.getInputProps('mode')}>
        <Stack gap="sm" mt="xs">
          {modes.map((value, index) => (
            <Radio
              key={value}
              value={value}
              label={words.modes[value]}
              description={words.help[value]}
              {...(index === 0 && { 'data-autofocus': true })}
            />
          ))}
        </Stack>
      </Radio.Group>
      {mode !== 'now' && (
        <TextInput
          type="date"
          label={words.date}
          required
          description={words.zone(zoneName(timezone))}
          {...(mode === 'past' ? { max: dayBeside(today, -1) } : { min: dayBeside(today, 1) })}
          {...form.getInputProps('commissionedDate')}
        />
      )}
      {mode === 'past' && (
        <Checkbox
          label={words.purge}
          description={words.purgeHelp}
          {...form.getInputProps('purgeExistingData', { type: 'checkbox' })}
        />
      )}
    </FormDialog>
  );
}

/** Fields of another option are ignored. */
function draftOf({ mode, commissionedDate, purgeExistingData }: Values) {
  return {
    past: mode === 'past',
    future: mode === 'future',
    date: mode === 'now' ? null : commissionedDate,
    purgeExistingData: mode === 'past' && purgeExistingData,
  };
}

function dayBeside(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
