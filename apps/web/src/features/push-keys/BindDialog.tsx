import { type PushKey, updatePushKey } from '@atrium/contract/push-keys';
import { useWrite } from '../../api/use-endpoint.ts';
import { useWriteForm } from '../../forms/use-write-form.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { connectTexts } from './connect-texts.ts';
import { pushKeyQueries } from './push-queries.ts';
import { SensorSelect } from './SensorSelect.tsx';

const texts = connectTexts.bind;

interface Values extends Record<string, unknown> {
  sensorId: string | null;
}

/** Which sensor may use a key: one, or all of the organization. */
export function BindDialog({ pushKey, onClose }: { pushKey: PushKey; onClose: () => void }) {
  const { pushKeyId, sensor } = pushKey;
  const update = useWrite(updatePushKey, texts.saved, pushKeyQueries);
  const { form, dialog } = useWriteForm<Values, unknown>({
    initialValues: { sensorId: sensor?.sensorId ?? null },
    submit: (body) => update.mutateAsync({ params: { pushKeyId }, body }),
    done: onClose,
  });
  return (
    <FormDialog title={texts.title} onClose={onClose} {...dialog}>
      <SensorSelect chosen={sensor} description={texts.help} data-autofocus {...form.getInputProps('sensorId')} />
    </FormDialog>
  );
}
