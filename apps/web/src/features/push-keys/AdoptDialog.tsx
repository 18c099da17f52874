import { adoptDevice, type FoundLine, getNewDevice } from '@atrium/contract/push-keys';
import { listSites, type SiteWithIncludes } from '@atrium/contract/sites';
import { adoptionProblems, suggestedZoneNames } from '@atrium/rules/adoption';
import { formatMac } from '@atrium/rules/mac-address';
import { SegmentedControl, Skeleton, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { SitePicker } from '../../analytics/pickers/SitePicker.tsx';
import { useEndpoint, useList, useWrite } from '../../api/use-endpoint.ts';
import { useWriteForm } from '../../forms/use-write-form.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { AdoptedDialog } from './AdoptedDialog.tsx';
import { connectTexts } from './connect-texts.ts';
import classes from './connect.module.css';
import { latestOf } from './latest-of.ts';
import { LocationSelect } from './LocationSelect.tsx';
import { deviceQueries } from './push-queries.ts';
import { texts as keyTexts } from './texts.ts';

const texts = connectTexts.adopt;

interface Values extends Record<string, unknown> {
  /** Undefined until someone chooses: then a site that exists, if there is one without a sensor. */
  isNew: boolean | undefined;
  site: SiteWithIncludes | null;
  locationId: string;
  siteName: string;
  /** Names that someone has written, by line. */
  zones: Readonly<Record<string, string>>;
  name: string;
}

interface Adopted {
  readonly siteName: string;
  readonly locationId: string;
  readonly sensorId: string;
}

const initialValues: Values = { isNew: undefined, site: null, locationId: '', siteName: '', zones: {}, name: '' };

/** Turns a pushing device into the sensor of a site, with names for what it counts. */
export function AdoptDialog({ deviceId, onClose }: { deviceId: string; onClose: () => void }) {
  const [adopted, setAdopted] = useState<Adopted>();
  const adopt = useWrite(adoptDevice, texts.adopted, deviceQueries);
  const params = { deviceId };
  const device = useEndpoint(getNewDevice, { params }, { texts: texts.read, enabled: adopted === undefined });
  const sites = useList(listSites, { query: { limit: 100, include: 'sensor' } }, { texts: keyTexts.sensors });
  const isFull = sites.data !== undefined && sites.data.total <= 100 && !sites.data.rows.some(isFree);
  const lines = device.data?.lines ?? [];
  const createsSite = ({ isNew = isFull }: Values) => isNew;
  const bodyOf = (values: Values) => {
    const { site, locationId, siteName, name } = values;
    const place = createsSite(values)
      ? { site: { locationId, name: siteName.trim() } }
      : { ...(site && { siteId: site.siteId }) };
    return { ...place, name: name.trim(), zones: zonesOf(lines, values, createsSite(values)) };
  };
  const { form, dialog } = useWriteForm<Values, Adopted>({
    problems: (values) =>
      adoptionProblems(
        bodyOf(values),
        lines.map(({ lineId }) => lineId),
      ).map(({ path, message }) => ({ path: fieldNames[path] ?? path, message })),
    focusFirst: false,
    initialValues,
    submit: async (values) => {
      const made = await adopt.mutateAsync({ params, body: bodyOf(values) });
      return { ...made, siteName: placeOf(values, createsSite(values)) };
    },
    done: setAdopted,
    fieldNames,
  });
  if (adopted) return <AdoptedDialog device={formatMac(deviceId)} {...adopted} onClose={onClose} />;
  const values = form.getValues();
  const creates = createsSite(values);
  const zones = zonesOf(lines, values, creates);
  return (
    <FormDialog title={texts.title} submit={texts.submit} onClose={onClose} {...dialog}>
      <Text>{texts.text(formatMac(deviceId))}</Text>
      <SegmentedControl
        fullWidth
        aria-label={texts.where}
        value={creates ? 'new' : 'existing'}
        data={[
          { value: 'existing', label: texts.existing },
          { value: 'new', label: texts.created },
        ]}
        onChange={(chosen) => form.setFieldValue('isNew', chosen === 'new')}
      />
      {creates ? (
        <>
          {isFull && <Text className={classes['quiet'] ?? ''}>{texts.noSites}</Text>}
          <LocationSelect
            value={values.locationId}
            error={form.errors['locationId']}
            onChange={(id) => form.setFieldValue('locationId', id)}
          />
          <TextInput
            label={texts.siteName}
            description={texts.siteHelp}
            required
            autoComplete="off"
            {...form.getInputProps('siteName')}
          />
        </>
      ) : (
        <SitePicker
          label={texts.site}
          value={values.site}
          isOffered={isFree}
          error={form.errors['site']}
          onChange={(site) => form.setFieldValue('site', site)}
        />
      )}
      <fieldset className={classes['found']}>
        <legend>{texts.lines}</legend>
        {device.isPending && <Skeleton height={60} aria-busy />}
        {device.data && <p className={classes['quiet']}>{lines.length === 0 ? texts.noLines : texts.linesText}</p>}
        {lines.map(({ lineId, name, latest }, index) => (
          <TextInput
            key={lineId}
            label={texts.zoneOf(name)}
            description={latestOf(latest)}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            autoComplete="off"
            value={zones[index]?.name ?? ''}
            error={form.errors[`zones.${index}.name`]}
            onChange={(event) => form.setFieldValue('zones', { ...values.zones, [lineId]: event.currentTarget.value })}
          />
        ))}
      </fieldset>
      <TextInput label={texts.name} autoComplete="off" description={texts.nameHelp} {...form.getInputProps('name')} />
    </FormDialog>
  );
}

/** The fields of this form by their names in the call. */
const fieldNames: Readonly<Record<string, string>> = {
  siteId: 'site',
  'site.locationId': 'locationId',
  'site.name': 'siteName',
};

function placeOf({ site, siteName }: Values, creates: boolean): string {
  return creates ? siteName.trim() : (site?.name ?? '');
}

/** Each line with the name that someone wrote, or the suggested one. */
function zonesOf(lines: readonly FoundLine[], values: Values, creates: boolean): { lineId: string; name: string }[] {
  const suggested = suggestedZoneNames(placeOf(values, creates), lines);
  return lines.map(({ lineId }, index) => ({ lineId, name: values.zones[lineId] ?? suggested[index] ?? '' }));
}

/** A site has one active sensor. */
function isFree({ sensor = [] }: SiteWithIncludes): boolean {
  return !sensor.some(({ active }) => active);
}
