import { problemIf } from '@atrium/rules/problem';
import { adoptDevice } from '@atrium/contract/push-keys';
import { listSites, type SiteWithIncludes } from '@atrium/contract/sites';
import { formatMac } from '@atrium/rules/mac-address';
import { Text, TextInput } from '@mantine/core';
import { SitePicker } from '../../analytics/pickers/SitePicker.tsx';
import { useList, useWrite } from '../../api/use-endpoint.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { useWriteForm } from '../../forms/use-write-form.ts';
import { deviceQueries } from './push-queries.ts';
import { texts } from './texts.ts';

const words = texts.devices;

interface Values extends Record<string, unknown> {
  site: SiteWithIncludes | null;
  name: string;
}

/** Turns a pushing device into the sensor of a site. */
export function AdoptDialog({ deviceId, onClose }: { deviceId: string; onClose: () => void }) {
  const adopt = useWrite(adoptDevice, words.adopted, deviceQueries);
  const sites = useList(listSites, { query: { limit: 100, include: 'sensor' } }, { texts: texts.sensors });
  const { form, dialog } = useWriteForm<Values, unknown>({
    problems: (value) => problemIf(value.site === null, 'site', words.siteMissing),
    focusFirst: false,
    initialValues: { site: null, name: '' },
    submit: ({ site, name }) =>
      adopt.mutateAsync({ params: { deviceId }, body: { siteId: site?.siteId ?? '', name: name.trim() } }),
    done: onClose,
    fieldNames: { siteId: 'site' },
  });
  const isFull = sites.data !== undefined && sites.data.total <= 100 && !sites.data.rows.some(isFree);
  return (
    <FormDialog title={words.dialog} submit={words.submit} onClose={onClose} {...dialog}>
      <Text>{words.dialogText(formatMac(deviceId))}</Text>
      {isFull && (
        <>
          <Text>{words.noSites}</Text>
          <LinkButton variant="default" to="/app/locations" style={{ alignSelf: 'start' }}>
            {words.openLocations}
          </LinkButton>
        </>
      )}
      <SitePicker
        label={words.site}
        value={form.getValues().site}
        isOffered={isFree}
        error={form.errors['site']}
        onChange={(site) => form.setFieldValue('site', site)}
      />
      <TextInput label={words.name} autoComplete="off" description={words.nameHelp} {...form.getInputProps('name')} />
    </FormDialog>
  );
}

/** A site has one active sensor. */
function isFree({ sensor = [] }: SiteWithIncludes): boolean {
  return !sensor.some(({ active }) => active);
}
