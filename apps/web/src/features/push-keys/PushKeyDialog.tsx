import { createPushKey, type OpenPushKey } from '@atrium/contract/push-keys';
import { listSensors } from '@atrium/contract/sensors';
import { pushKeyProblems } from '@atrium/rules/push-key';
import { Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useList, useWrite } from '../../api/use-endpoint.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { useWriteForm } from '../../forms/use-write-form.ts';
import { pushKeyQueries } from './push-queries.ts';
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
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 200);
  const query = { active: 'true' as const, order: 'name', limit: 50, search };
  const sensors = useList(listSensors, { query }, { texts: texts.sensors, keep: true });
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
      <Select
        label={words.sensor}
        clearable
        searchable
        placeholder={words.anySensor}
        nothingFoundMessage={words.nobody}
        description={words.sensorHelp}
        data={(sensors.data?.rows ?? []).map(({ sensorId, name }) => ({ value: sensorId, label: name }))}
        // The server already filters.
        filter={({ options }) => options}
        onSearchChange={setTyped}
        {...form.getInputProps('sensorId')}
      />
    </FormDialog>
  );
}
