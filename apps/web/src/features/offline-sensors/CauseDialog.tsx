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
import { useWrite } from '../../api/use-endpoint.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { useWriteForm } from '../../forms/use-write-form.ts';
import classes from './offline-sensors.module.css';
import { texts } from './texts.ts';

const words = texts.dialog;
const shown = [
  listOfflineSensors,
  listResolvedOfflineSensors,
  countOfflineSensors,
  newestOfflineSensors,
  listOfflineRecordsOfSensor,
  // The menu counts unacknowledged records.
  getSidebar,
];

/** Records why a sensor is or was offline. */
export function CauseDialog({ record, onClose }: { record: OfflineSensor; onClose: () => void }) {
  const update = useWrite(updateOfflineSensor, texts.updated, shown);
  const { offlineSensorId, version, resolvedDate, sensor } = record;
  const { form, dialog } = useWriteForm({
    problems: ({ cause }) => {
      const message = causeProblem(cause);
      return message === undefined ? [] : [{ path: 'cause', message }];
    },
    initialValues: { cause: record.cause ?? '' },
    submit: ({ cause }) => update.mutateAsync({ params: { offlineSensorId }, body: { cause }, seenVersion: version }),
    done: onClose,
  });
  const isPast = resolvedDate !== null;
  return (
    <FormDialog title={words.title} submit={words.submit} onClose={onClose} {...dialog}>
      <Text>{isPast ? words.pastText(sensor.name) : words.text(sensor.name)}</Text>
      <Textarea label={words.cause} data-autofocus autosize minRows={2} maxRows={8} {...form.getInputProps('cause')} />
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
