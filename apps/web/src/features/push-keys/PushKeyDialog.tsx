import { createPushKey, type OpenPushKey } from '@atrium/contract/push-keys';
import { pushKeyProblems } from '@atrium/rules/push-key';
import { TextInput } from '@mantine/core';
import { useWrite } from '../../api/use-endpoint.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { useWriteForm } from '../../forms/use-write-form.ts';
import { pushKeyQueries } from './push-queries.ts';
import { SensorSelect } from './SensorSelect.tsx';
import { texts } from './texts.ts';

const words = texts.fields;

interface Values extends Record<string, unknown> {
  name: string;
  sensorId: string | null;
}

interface Props {
  onClose: () => void;
  onCreated: (made: OpenPushKey) => void;
}

/** A new key, for the whole organization unless a sensor is chosen. */
export function PushKeyDialog({ onClose, onCreated }: Props) {
  const create = useWrite(createPushKey, texts.created, pushKeyQueries);
  const { form, dialog } = useWriteForm<Values, OpenPushKey>({
    problems: (value) => pushKeyProblems({ name: value.name.trim() }),
    initialValues: { name: '', sensorId: null },
    submit: (values) => create.mutateAsync({ body: values }),
    done: (made) => {
      onClose();
      onCreated(made);
    },
  });
  return (
    <FormDialog title={texts.add} submit={texts.add} onClose={onClose} {...dialog}>
      <TextInput
        label={words.name}
        required
        autoComplete="off"
        data-autofocus
        description={words.nameHelp}
        {...form.getInputProps('name')}
      />
      <SensorSelect description={words.sensorHelp} {...form.getInputProps('sensorId')} />
    </FormDialog>
  );
}
