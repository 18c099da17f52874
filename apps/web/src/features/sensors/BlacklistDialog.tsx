import { addToBlacklist, type BlacklistEntry, getIsBlacklisted } from '@atrium/contract/sensor-blacklist';
import { getSensor, listSensors, type SensorDetail } from '@atrium/contract/sensors';
import { allRoutes, blacklistProblems } from '@atrium/rules/sensor-blacklist';
import { Text, Textarea } from '@mantine/core';
import { useWrite } from '../../api/use-endpoint.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { useWriteForm } from '../../forms/use-write-form.ts';
import { texts as lifeTexts } from './life-texts.ts';

const words = lifeTexts.blacklist;

/** Refuses whatever a device pushes, on every route. */
export function BlacklistDialog({ sensor: { identifier }, onClose }: { sensor: SensorDetail; onClose: () => void }) {
  const mac = identifier ?? '';
  const add = useWrite(addToBlacklist, words.added, [getIsBlacklisted, getSensor, listSensors]);
  const { form, dialog } = useWriteForm<{ reason: string }, BlacklistEntry>({
    problems: ({ reason }) => blacklistProblems({ route: allRoutes, mac, reason: reason.trim() }, []),
    initialValues: { reason: '' },
    submit: ({ reason }) => add.mutateAsync({ body: { route: allRoutes, mac, reason: reason.trim() } }),
    done: onClose,
  });
  return (
    <FormDialog title={words.title} submit={words.submit} danger onClose={onClose} {...dialog}>
      <Text>{words.body}</Text>
      <Textarea label={words.reason} required autosize minRows={2} data-autofocus {...form.getInputProps('reason')} />
    </FormDialog>
  );
}
