import {
  createMqttBroker,
  listMqttVendors,
  type MqttBroker,
  testMqttBroker,
  updateMqttBroker,
} from '@atrium/contract/mqtt';
import { Button, NumberInput, PasswordInput, Switch, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { useWriteForm } from '../../forms/use-write-form.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { bodyOf, type BrokerValues, problemsOf, valuesOf } from './broker-values.ts';
import classes from './mqtt.module.css';
import { brokerQueries } from './mqtt-queries.ts';
import { texts } from './texts.ts';
import { TopicFields } from './TopicFields.tsx';

const words = texts.fields;

interface Props {
  /** The broker to edit; a new one when absent. */
  broker?: MqttBroker | undefined;
  onClose: () => void;
}

export function BrokerDialog({ broker, onClose }: Props) {
  // The page goes on polling; what counts is the version that the form was filled from.
  const [version] = useState(broker?.version);
  const create = useWrite(createMqttBroker, texts.created, brokerQueries);
  const update = useWrite(updateMqttBroker, texts.updated, brokerQueries);
  const offered = useEndpoint(listMqttVendors, {}, { texts: texts.vendors });
  const vendors = offered.data ?? [];
  const { form, dialog } = useWriteForm<BrokerValues, MqttBroker>({
    problems: (values) =>
      problemsOf(
        values,
        vendors.map(({ vendor }) => vendor),
      ),
    initialValues: valuesOf(broker),
    submit: (values) =>
      broker
        ? update.mutateAsync({
            params: { mqttBrokerId: broker.mqttBrokerId },
            body: bodyOf(values),
            seenVersion: version ?? broker.version,
          })
        : create.mutateAsync({ body: bodyOf(values) }),
    done: onClose,
  });
  const { tls } = form.getValues();
  return (
    <FormDialog
      title={broker ? texts.edit : texts.add}
      {...(!broker && { submit: texts.add })}
      size="lg"
      onClose={onClose}
      {...dialog}
    >
      <TextInput label={words.name} required autoComplete="off" data-autofocus {...form.getInputProps('name')} />
      <div className={classes['address']}>
        <TextInput
          label={words.host}
          required
          autoComplete="off"
          placeholder="mqtt.example.com"
          {...form.getInputProps('host')}
        />
        <NumberInput label={words.port} required min={1} max={65_535} hideControls {...form.getInputProps('port')} />
      </div>
      <Switch
        label={words.tls}
        description={tls ? undefined : words.plainWarning}
        {...form.getInputProps('tls', { type: 'checkbox' })}
      />
      <div className={classes['pair']}>
        <TextInput label={words.username} autoComplete="off" {...form.getInputProps('username')} />
        <PasswordInput
          label={words.password}
          autoComplete="new-password"
          description={broker?.hasPassword ? words.kept : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('password')}
        />
      </div>
      <TextInput
        label={words.clientId}
        autoComplete="off"
        description={words.clientIdHelp}
        {...form.getInputProps('clientId')}
      />
      <TopicFields form={form} vendors={vendors} />
      {tls && <Certificates form={form} broker={broker} />}
      <ConnectionTest form={form} broker={broker} />
    </FormDialog>
  );
}

interface PartProps {
  form: UseFormReturnType<BrokerValues>;
  broker: MqttBroker | undefined;
}

function Certificates({ form, broker }: PartProps) {
  const area = {
    autosize: true,
    minRows: 2,
    maxRows: 6,
    spellCheck: false,
    classNames: { input: classes['pem'] ?? '' },
  };
  const kept = (isStored: boolean | undefined, help: string) => (isStored ? `${help} ${words.kept}` : help);
  return (
    <details className={classes['more']}>
      <summary>{words.certificates}</summary>
      <div className={classes['certificates']}>
        <Textarea
          label={words.caCertificate}
          description={kept(broker?.hasCaCertificate, words.caHelp)}
          {...area}
          {...form.getInputProps('caCertificate')}
        />
        <Textarea
          label={words.clientCertificate}
          description={kept(broker?.hasClientCertificate, words.clientHelp)}
          {...area}
          {...form.getInputProps('clientCertificate')}
        />
        <Textarea label={words.clientKey} {...area} {...form.getInputProps('clientKey')} />
      </div>
    </details>
  );
}

/** Connects with what is in the form, before anything is saved. */
function ConnectionTest({ form, broker }: PartProps) {
  const test = useWrite(testMqttBroker, texts.tested, []);
  const run = () => {
    if (form.validate().hasErrors) return;
    const stored = broker && { mqttBrokerId: broker.mqttBrokerId };
    test.mutate({ body: { ...bodyOf(form.getValues()), ...stored } });
  };
  return (
    <div className={classes['test']}>
      <Button variant="default" loading={test.isPending} onClick={run}>
        {texts.test}
      </Button>
      <output data-good={test.data?.isConnected || undefined} data-bad={test.data?.isConnected === false || undefined}>
        {test.isPending ? '' : test.data?.message}
      </output>
    </div>
  );
}
