import { problemIf } from '@atrium/rules/problem';
import { reassignSensor, type SensorLife } from '@atrium/contract/sensor-life';
import type { SensorDetail } from '@atrium/contract/sensors';
import type { SiteWithIncludes } from '@atrium/contract/sites';
import { Radio, Stack } from '@mantine/core';
import { SitePicker } from '../../analytics/pickers/SitePicker.tsx';
import { useWrite } from '../../api/use-endpoint.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { useWriteForm } from '../../forms/use-write-form.ts';
import { lifeQueries } from './life-queries.ts';
import { texts as lifeTexts } from './life-texts.ts';

const words = lifeTexts.reassign;

interface Values extends Record<string, unknown> {
  siteId: SiteWithIncludes | null;
  data: 'stays' | 'moves';
}

const problems = (value: Values) => problemIf(value.siteId === null, 'siteId', words.siteRequired);

/** Installs a sensor at another site of its organization that has no other active sensor. */
export function ReassignDialog({ sensor, onClose }: { sensor: SensorDetail; onClose: () => void }) {
  const { sensorId, orgId, siteId: current, siteName, version } = sensor;
  const reassign = useWrite(reassignSensor, words.done, lifeQueries);
  const { form, dialog } = useWriteForm<Values, SensorLife>({
    problems,
    focusFirst: false,
    initialValues: { siteId: null, data: 'stays' },
    submit: ({ siteId: site, data }) =>
      reassign.mutateAsync({
        params: { sensorId },
        query: { orgId },
        body: { siteId: site?.siteId ?? '', shouldMoveData: data === 'moves' },
        seenVersion: version,
      }),
    done: onClose,
  });
  const from = siteName ?? '';
  return (
    <FormDialog title={words.title} submit={words.submit} onClose={onClose} {...dialog}>
      <SitePicker
        label={words.site}
        value={form.getValues().siteId}
        isOffered={({ siteId, sensor: there = [] }) => siteId !== current && !there.some(({ active }) => active)}
        error={form.errors['siteId']}
        onChange={(site) => form.setFieldValue('siteId', site)}
      />
      {current !== null && (
        <Radio.Group label={words.data} {...form.getInputProps('data')}>
          <Stack gap="sm" mt="xs">
            <Radio value="stays" label={words.keep.label} description={words.keep.help(from)} />
            <Radio value="moves" label={words.move.label} description={words.move.help(from)} />
          </Stack>
        </Radio.Group>
      )}
    </FormDialog>
  );
}
