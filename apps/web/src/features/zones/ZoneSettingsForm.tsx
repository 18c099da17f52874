import { countApplications, countFilters } from '@atrium/contract/reference-lists';
import { getSensor, listSensors } from '@atrium/contract/sensors';
import { getSite } from '@atrium/contract/sites';
import { getZone, updateZone, type ZoneDetail } from '@atrium/contract/zones';
import { counterDirections, counterModes } from '@atrium/rules/counter-schedule';
import { waitTimeKinds } from '@atrium/rules/wait-times';
import { isLine, isTimed } from '@atrium/rules/zone-settings';
import { Button, Select, TextInput } from '@mantine/core';
import { type Ref, useImperativeHandle, useState } from 'react';
import { useWrite } from '../../api/use-endpoint.ts';
import { fieldPlace, Fields } from '../../ui/Fields.tsx';
import { FormFailure } from '../../ui/FormFailure.tsx';
import { useWriteForm } from '../../forms/use-write-form.ts';
import { texts } from './texts.ts';
import { formOf, formProblems, zoneChanges, type ZoneForm } from './zone-values.ts';
import classes from './zones.module.css';

const words = texts.form;
/** All queries that show a zone. */
const shownIn = [getZone, getSite, getSensor, listSensors];

const applications = countApplications.map(({ id, name }) => ({ value: String(id), label: name }));
const filters = countFilters.map(({ id, name }) => ({ value: String(id), label: name }));
const yesOrNo = [
  { value: 'true', label: texts.yes },
  { value: 'false', label: texts.no },
];
const modes = counterModes.map((mode) => ({ value: mode, label: texts.counterModes[mode] }));
const directions = counterDirections.map((way) => ({ value: way, label: texts.counterDirections[way] }));
const waits = waitTimeKinds.map((kind) => ({ value: kind, label: texts.waitTimes[kind] }));
/** Zones that a sensor created are of another type, even where people queue. */
const queueType = 5;
const states = [
  { value: 'false', label: texts.enabled },
  { value: 'true', label: texts.disabled },
];

interface Props {
  zone: ZoneDetail;
  onSaved: () => void;
  /** Asks whether unsaved input may be discarded. */
  ref: Ref<() => Promise<boolean>>;
}

/** The settings of a zone. Saving an auto-created zone, changed or not, marks it as reviewed. */
export function ZoneSettingsForm({ zone, onSaved, ref }: Props) {
  const { zoneId, sensorId, orgId, countType, needsReview } = zone;
  const update = useWrite(updateZone, texts.updated, shownIn);
  // The values when the edit began: concurrent changes are not overwritten.
  const [{ saved, version }] = useState(() => ({ saved: formOf(zone), version: zone.version }));
  const { form, onSubmit, submitting, failure, mayLeave } = useWriteForm<ZoneForm, ZoneDetail>({
    problems: (value) => formProblems(value, countType),
    initialValues: saved,
    submit: (values) =>
      update.mutateAsync({
        params: { sensorId, zoneId },
        query: { orgId },
        body: zoneChanges(saved, values, needsReview),
        seenVersion: version,
      }),
    done: onSaved,
  });
  useImperativeHandle(ref, () => mayLeave);
  const text = (field: keyof ZoneForm) => ({
    label: words[field],
    autoComplete: 'off',
    ...form.getInputProps(field),
  });
  const choice = (field: keyof ZoneForm) => ({
    label: words[field],
    required: true,
    allowDeselect: false,
    ...form.getInputProps(field),
    value: form.getValues()[field] || null,
    onChange: (chosen: string | null) => form.setFieldValue(field, chosen ?? ''),
  });
  const timed = isTimed(countType);
  const isQueue = countType === queueType || zone.measures.some(({ measure }) => measure === 'wait');
  return (
    <form noValidate className={classes['form']} onSubmit={onSubmit} aria-label={words.label}>
      <FormFailure message={failure} />
      {needsReview && (
        <div className={classes['review']}>
          <strong>{words.reviewHead}</strong>
          <p>{words.reviewText}</p>
        </div>
      )}
      <Fields>
        <TextInput {...text('name')} required className={fieldPlace.wide} />
        <Select {...choice('countApplication')} data={applications} />
        <Select {...choice('countFilter')} data={filters} />
        <Select {...choice('perimeter')} data={yesOrNo} description={words.perimeterHelp} />
        <TextInput {...text('scaleFactor')} required inputMode="decimal" description={words.scaleHelp} />
        <TextInput {...text('minDwell')} required={timed} inputMode="numeric" rightSection={words.seconds} />
        <TextInput {...text('maxDwell')} required={timed} inputMode="numeric" rightSection={words.seconds} />
        <Select {...choice('disabled')} data={states} />
        {isQueue && <Select {...choice('waitTimes')} data={waits} description={words.waitTimesHelp} />}
        {isLine(countType) && (
          <>
            <Select {...choice('counterMode')} data={modes} description={words.counterModeHelp} />
            <Select {...choice('counterDirection')} data={directions} description={words.counterDirectionHelp} />
            <TextInput {...text('counterReset')} type="time" description={words.counterResetHelp} />
          </>
        )}
        <TextInput label={words.device} value={zone.deviceId} readOnly variant="filled" />
      </Fields>
      <div className={classes['foot']}>
        <p>{words.holds}</p>
        <Button type="submit" loading={submitting} disabled={!needsReview && !form.isDirty()}>
          {needsReview ? words.reviewed : words.save}
        </Button>
      </div>
    </form>
  );
}
