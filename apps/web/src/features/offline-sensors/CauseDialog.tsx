import {
  countOfflineSensors,
  listOfflineRecordsOfSensor,
  listOfflineSensors,
  listResolvedOfflineSensors,
  newestOfflineSensors,
  type OfflineSensor,
  updateOfflineSensor,
} from '@atrium/contract/offline-sensors';
import { getSidebar } from '@atrium/contract/sidebar';
import { causeProblem } from '@atrium/rules/offline-sensor';
import { Button, Text, Textarea } from '@mantine/core';
import * as z from 'zod/mini';
import { explainFailure } from '../../api/explain-failure.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { useForm } from '../../ui/use-form.ts';
import classes from './offline-sensors.module.css';
import { texts } from './texts.ts';

const words = texts.dialog;
const shown = [
  listOfflineSensors,
  listResolvedOfflineSensors,
  countOfflineSensors,
  newestOfflineSensors,
  listOfflineRecordsOfSensor,
  // The menu counts what nobody has acknowledged.
  getSidebar,
];

/** Asks why a sensor is offline, or was. */
export function CauseDialog({ record, onClose }: { record: OfflineSensor; onClose: () => void }) {
  const update = useWrite(updateOfflineSensor, texts.updated, shown);
  const { offlineSensorId, version, resolvedDate, sensor } = record;
  const { form, onSubmit, submitting, failure, mayLeave } = useForm({
    schema: z.object({
      cause: z.string().check(({ value, issues }) => {
        const message = causeProblem(value);
        if (message !== undefined) issues.push({ code: 'custom', message, input: value });
      }),
    }),
    controlled: true,
    initialValues: { cause: record.cause ?? '' },
    submit: ({ cause }) => update.mutateAsync({ params: { offlineSensorId }, body: { cause }, seenVersion: version }),
    done: onClose,
    explain: (error) => explainFailure(error, texts.noAnswer),
  });
  const isPast = resolvedDate !== null;
  return (
    <FormDialog
      title={words.title}
      submit={words.submit}
      submitting={submitting}
      failure={failure}
      onClose={onClose}
      mayLeave={mayLeave}
      onSubmit={onSubmit}
    >
      <Text>{isPast ? words.pastText(sensor.name) : words.text(sensor.name)}</Text>
      <Textarea
        label={words.cause}
        data-autofocus
        autosize
        minRows={2}
        maxRows={8}
        key={form.key('cause')}
        {...form.getInputProps('cause')}
      />
      <fieldset className={classes['often']} aria-label={words.often}>
        {words.usual.map((cause) => (
          <Button
            key={cause}
            variant="default"
            size="compact-sm"
            onClick={() => {
              form.setFieldValue('cause', cause);
              form.getInputNode('cause')?.focus();
            }}
          >
            {cause}
          </Button>
        ))}
      </fieldset>
    </FormDialog>
  );
}
