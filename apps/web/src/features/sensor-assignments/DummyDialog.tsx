import { problemIf } from '@atrium/rules/problem';
import { createDummySensor, type SensorAssignment } from '@atrium/contract/sensor-assignments';
import type { SiteWithIncludes } from '@atrium/contract/sites';
import { Text, TextInput } from '@mantine/core';
import { SitePicker } from '../../analytics/pickers/SitePicker.tsx';
import { useWrite } from '../../api/use-endpoint.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { useWriteForm } from '../../forms/use-write-form.ts';
import { isOccupied } from './assignment-values.ts';
import { texts } from './texts.ts';
import { assignmentQueries } from './use-remove-assignment.ts';

const words = texts.form;

interface Values extends Record<string, unknown> {
  site: SiteWithIncludes | null;
  name: string;
}

const problems = (value: Values) => problemIf(value.site === null, 'site', words.siteRequired);

/** Gives a site a sensor without a device. */
export function DummyDialog({ site, onClose }: { site?: SiteWithIncludes; onClose: () => void }) {
  const create = useWrite(createDummySensor, texts.dummy, assignmentQueries);
  const { form, dialog } = useWriteForm<Values, SensorAssignment>({
    problems,
    focusFirst: false,
    initialValues: { site: site ?? null, name: '' },
    submit: ({ site: at, name }) =>
      create.mutateAsync({
        body: { siteId: at?.siteId ?? '', ...(name.trim() !== '' && { name: name.trim() }) },
      }),
    done: onClose,
    // With a fixed site there is no field to attach the error to.
    fieldNames: site ? {} : { siteId: 'site' },
  });
  return (
    <FormDialog title={words.dummyTitle} submit={words.dummySubmit} onClose={onClose} {...dialog}>
      <Text>{words.dummyText}</Text>
      {site === undefined && (
        <SitePicker
          label={words.site}
          value={form.getValues().site}
          isOffered={(each) => !isOccupied(each)}
          error={form.errors['site']}
          onChange={(chosen) => form.setFieldValue('site', chosen)}
        />
      )}
      <TextInput label={words.name} autoComplete="off" data-autofocus {...form.getInputProps('name')} />
    </FormDialog>
  );
}
