import { getSite } from '@atrium/contract/sites';
import { getSensor, listSensors, type SensorDetail, updateSensor } from '@atrium/contract/sensors';
import { type SensorType, sensorTypes } from '@atrium/rules/sensor-types';
import { Checkbox, PasswordInput, Select, Switch, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { zoneName } from '../../format/zones.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { DraftActions } from '../../ui/DraftActions.tsx';
import { fieldPlace, Fields } from '../../ui/Fields.tsx';
import { FormFailure } from '../../ui/FormFailure.tsx';
import { useWriteForm } from '../../forms/use-write-form.ts';
import { texts as detailTexts } from './detail-texts.ts';
import { formOf, formProblems, sensorChanges, type SensorForm } from './sensor-values.ts';
import classes from './sensors.module.css';
import { texts } from './texts.ts';

const words = detailTexts.form;
const zones = Intl.supportedValuesOf('timeZone');

/** The settings of a sensor. */
export function SensorSettingsForm({ sensor, onClose }: { sensor: SensorDetail; onClose: () => void }) {
  const { sensorId, orgId, hasPassword, passwordSet = false } = sensor;
  const update = useWrite(updateSensor, texts.updated, [getSensor, listSensors, getSite]);
  // The values when the edit began: concurrent changes are not overwritten.
  const [{ saved, version }] = useState(() => ({ saved: formOf(sensor), version: sensor.version }));
  const { form, onSubmit, submitting, failure } = useWriteForm<SensorForm, SensorDetail>({
    problems: (value) => formProblems(value, sensor),
    initialValues: saved,
    submit: (values) =>
      update.mutateAsync({
        params: { sensorId },
        query: { orgId },
        body: sensorChanges(saved, values),
        seenVersion: version,
      }),
    done: onClose,
  });
  const values = form.getValues();
  return (
    <form noValidate className={classes['form']} onSubmit={onSubmit} aria-label={words.label}>
      <FormFailure message={failure} />
      <Fields>
        <TextInput label={words.name} required autoComplete="off" {...form.getInputProps('name')} />
        <Select
          label={words.sensorType}
          required
          allowDeselect={false}
          disabled={sensor.sensorType === 'dummy'}
          data={typesFor(sensor.sensorType)}
          {...form.getInputProps('sensorType')}
        />
        <Select
          label={words.timeZone}
          description={words.timeZoneHelp}
          searchable
          clearable
          data={[...new Set([...zones, values.timeZone].filter((zone) => zone !== ''))].map((zone) => ({
            value: zone,
            label: zoneName(zone),
          }))}
          limit={100}
          {...form.getInputProps('timeZone')}
          value={values.timeZone || null}
          onChange={(zone) => form.setFieldValue('timeZone', zone ?? '')}
        />
        <TextInput label={words.masterKey} autoComplete="off" {...form.getInputProps('masterKey')} />
        <Textarea
          label={words.nodeSensors}
          description={words.nodesHelp}
          autosize
          minRows={2}
          maxRows={8}
          spellCheck={false}
          className={fieldPlace.wide}
          {...form.getInputProps('nodeSensors')}
        />
        {hasPassword && (
          <PasswordInput
            label={words.password}
            description={words.passwordHelp}
            autoComplete="new-password"
            disabled={values.forgetsPassword}
            {...form.getInputProps('password')}
          />
        )}
        {hasPassword && passwordSet && (
          <Checkbox
            label={words.forget}
            className={fieldPlace.switch}
            {...form.getInputProps('forgetsPassword', { type: 'checkbox' })}
          />
        )}
        <Switch
          label={words.periodicUse}
          description={words.periodicHelp}
          className={fieldPlace.wide}
          {...form.getInputProps('periodicUse', { type: 'checkbox' })}
        />
      </Fields>
      <DraftActions draft={undefined} submitting={submitting} onCancel={onClose} />
    </form>
  );
}

/** Only a new sensor can be a dummy. Discontinued types may still be installed somewhere. */
function typesFor(current: string): { value: string; label: string }[] {
  return Object.entries<SensorType>(sensorTypes)
    .filter(([code]) => (code === 'dummy') === (current === 'dummy'))
    .map(([value, { label }]) => ({ value, label }));
}
