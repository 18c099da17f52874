import { sensorUseTypes } from '@atrium/contract/reference-lists';
import {
  createSensorAssignment,
  listSensorAssignments,
  type SensorAssignment,
} from '@atrium/contract/sensor-assignments';
import { listSensors } from '@atrium/contract/sensors';
import type { SiteWithIncludes } from '@atrium/contract/sites';
import { type SensorType, sensorTypes } from '@atrium/rules/sensor-types';
import { Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { SitePicker } from '../../analytics/pickers/SitePicker.tsx';
import { useList, useWrite } from '../../api/use-endpoint.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { Fields } from '../../ui/Fields.tsx';
import { useWriteForm } from '../../forms/use-write-form.ts';
import {
  type AssignmentForm,
  blank,
  bodyOf,
  byMac,
  formProblems,
  isOccupied,
  newForm,
  typeOf,
  vendorText,
} from './assignment-values.ts';
import { texts } from './texts.ts';
import { assignmentQueries } from './use-remove-assignment.ts';

const words = texts.form;
const purposes = sensorUseTypes.map(({ id, name }) => ({ value: String(id), label: name }));
const types = Object.entries<SensorType>(sensorTypes)
  .filter(([code, { deprecated }]) => code !== 'dummy' && !deprecated)
  .map(([value, { label }]) => ({ value, label }));

/** Installs a sensor at a site: one that is unassigned, a new one by its address, or none yet. */
export function AssignmentDialog({ site, onClose }: { site?: SiteWithIncludes; onClose: () => void }) {
  const create = useWrite(createSensorAssignment, texts.created, assignmentQueries);
  const free = useList(
    listSensors,
    { query: { assigned: 'false', active: 'true', order: 'name', limit: 200 } },
    { texts: texts.sensors },
  );
  const waiting = useList(
    listSensorAssignments,
    { query: { blank: 'true', active: 'true', limit: 1000 } },
    { texts: texts.read },
  );
  const [initial] = useState(() => newForm(site));
  const { form, dialog } = useWriteForm<AssignmentForm, SensorAssignment>({
    problems: (value) => formProblems(value),
    focusFirst: false,
    initialValues: initial,
    submit: (values) => create.mutateAsync({ body: bodyOf(values) }),
    done: onClose,
    fieldNames: { siteId: 'site', sensorId: 'sensor' },
  });
  const values = form.getValues();
  const isNew = values.sensor === byMac;
  const waitingSites = new Set(waiting.data?.rows.map(({ siteId }) => siteId));
  return (
    <FormDialog title={texts.add} size="lg" submit={words.submit} onClose={onClose} {...dialog}>
      {site === undefined && (
        <SitePicker
          label={words.site}
          value={values.site}
          // A site can wait for one sensor, and have one active sensor.
          isOffered={(each) => (values.sensor === blank ? !waitingSites.has(each.siteId) : !isOccupied(each))}
          error={form.errors['site']}
          onChange={(chosen) => form.setFieldValue('site', chosen)}
        />
      )}
      <Select
        label={words.sensor}
        required
        allowDeselect={false}
        searchable
        data={[
          { value: byMac, label: words.byMac },
          ...(site && waitingSites.has(site.siteId) ? [] : [{ value: blank, label: words.none }]),
          ...(free.data?.rows ?? []).map(({ sensorId, name }) => ({ value: sensorId, label: name })),
        ]}
        description={values.sensor === blank ? words.noneHelp : undefined}
        {...form.getInputProps('sensor')}
        {...(site && form.errors['site'] && { error: form.errors['site'] })}
      />
      <Fields>
        {isNew && (
          <>
            <TextInput
              label={words.macAddress}
              required
              autoComplete="off"
              spellCheck={false}
              data-autofocus
              description={<output>{vendorText(values.macAddress)}</output>}
              {...form.getInputProps('macAddress')}
            />
            <Select
              label={words.sensorType}
              allowDeselect={false}
              data={types}
              {...form.getInputProps('sensorType')}
              value={typeOf(values) || null}
            />
            <TextInput
              label={words.name}
              autoComplete="off"
              description={words.nameHelp}
              {...form.getInputProps('name')}
            />
          </>
        )}
        <Select
          label={words.sensorUseType}
          allowDeselect={false}
          data={purposes}
          {...form.getInputProps('sensorUseType')}
        />
      </Fields>
      {isNew && (
        <Textarea
          label={words.nodeSensors}
          description={words.nodesHelp}
          autosize
          minRows={2}
          maxRows={8}
          spellCheck={false}
          {...form.getInputProps('nodeSensors')}
        />
      )}
    </FormDialog>
  );
}
