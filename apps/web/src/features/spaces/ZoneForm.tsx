import { addSpaceZone, getSpace, listAddableZones } from '@atrium/contract/spaces';
import { Select, Switch } from '@mantine/core';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useEndpoint, useWrite } from '../../api/use-endpoint.ts';
import { DraftActions } from '../../ui/DraftActions.tsx';
import { Fields } from '../../ui/Fields.tsx';
import { FormFailure } from '../../ui/FormFailure.tsx';
import { useWriteForm } from '../../forms/use-write-form.ts';
import classes from './spaces.module.css';
import { texts } from './texts.ts';

const words = texts.zones;

const schema = z.object({
  zoneId: z.string().check(z.minLength(1, words.required)),
  reverseInsAndOuts: z.boolean(),
});
type Values = z.output<typeof schema>;

/** Adds a zone: only zones that the space may use are offered. */
export function ZoneForm({ spaceId, onClose }: { spaceId: string; onClose: () => void }) {
  const [offer, setOffer] = useState({ inactiveSensors: false, disabledZones: false });
  const query = {
    limit: 1000,
    inactiveSensors: flag(offer.inactiveSensors),
    disabledZones: flag(offer.disabledZones),
  };
  const zones = useEndpoint(listAddableZones, { params: { spaceId }, query }, { texts: words.list, keep: true });
  const add = useWrite(addSpaceZone, words.added, [getSpace, listAddableZones]);
  const { form, onSubmit, submitting, failure } = useWriteForm<Values, unknown>({
    schema,
    initialValues: { zoneId: '', reverseInsAndOuts: false },
    submit: (body) => add.mutateAsync({ params: { spaceId }, body }),
    done: onClose,
  });
  return (
    <form className={classes['draft']} noValidate onSubmit={onSubmit} aria-label={words.draft}>
      <FormFailure message={failure} />
      <Fields>
        <Select
          label={words.zone}
          placeholder={words.choose}
          required
          searchable
          nothingFoundMessage={words.nothing}
          data={(zones.data ?? []).map(({ zoneId, name, sensorName }) => ({
            value: zoneId,
            label: words.offered(name, sensorName),
          }))}
          {...form.getInputProps('zoneId')}
          value={form.getValues().zoneId || null}
          onChange={(value) => form.setFieldValue('zoneId', value ?? '')}
        />
        <div className={classes['switches']}>
          <Switch
            label={words.inactive}
            checked={offer.inactiveSensors}
            onChange={({ currentTarget: { checked } }) => setOffer({ ...offer, inactiveSensors: checked })}
          />
          <Switch
            label={words.disabledZones}
            checked={offer.disabledZones}
            onChange={({ currentTarget: { checked } }) => setOffer({ ...offer, disabledZones: checked })}
          />
          <Switch label={words.reverse} {...form.getInputProps('reverseInsAndOuts', { type: 'checkbox' })} />
        </div>
      </Fields>
      <DraftActions draft={words.draft} submitting={submitting} onCancel={onClose} />
    </form>
  );
}

function flag(on: boolean): 'true' | 'false' {
  return on ? 'true' : 'false';
}
