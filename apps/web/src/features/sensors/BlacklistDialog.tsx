import { addToBlacklist, type BlacklistEntry, getIsBlacklisted } from '@atrium/contract/sensor-blacklist';
import { getSensor, listSensors, type SensorDetail } from '@atrium/contract/sensors';
import { allRoutes, blacklistProblems } from '@atrium/rules/sensor-blacklist';
import { Text, Textarea } from '@mantine/core';
import * as z from 'zod/mini';
import { explainFailure } from '../../api/explain-failure.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { useForm } from '../../ui/use-form.ts';
import { texts as lifeTexts } from './life-texts.ts';
import { texts } from './texts.ts';

const words = lifeTexts.blacklist;

/** Refuses whatever a device pushes, on every route. */
export function BlacklistDialog({ sensor: { macAddress }, onClose }: { sensor: SensorDetail; onClose: () => void }) {
  const mac = macAddress ?? '';
  const add = useWrite(addToBlacklist, words.added, [getIsBlacklisted, getSensor, listSensors]);
  const { form, onSubmit, submitting, failure, mayLeave } = useForm<{ reason: string }, BlacklistEntry>({
    schema: z.object({ reason: z.string() }).check(({ value, issues }) => {
      for (const { path, message } of blacklistProblems({ route: allRoutes, mac, reason: value.reason.trim() }, []))
        issues.push({ code: 'custom', message, path: [path], input: value });
    }),
    initialValues: { reason: '' },
    submit: ({ reason }) => add.mutateAsync({ body: { route: allRoutes, mac, reason: reason.trim() } }),
    done: onClose,
    explain: (error) => explainFailure(error, texts.noAnswer),
  });
  return (
    <FormDialog
      title={words.title}
      submit={words.submit}
      danger
      submitting={submitting}
      failure={failure}
      onClose={onClose}
      mayLeave={mayLeave}
      onSubmit={onSubmit}
    >
      <Text>{words.body}</Text>
      <Textarea label={words.reason} required autosize minRows={2} data-autofocus {...form.getInputProps('reason')} />
    </FormDialog>
  );
}
