import { createDummySensor, type SensorAssignment } from '@atrium/contract/sensor-assignments';
import type { SiteWithIncludes } from '@atrium/contract/sites';
import { Text, TextInput } from '@mantine/core';
import * as z from 'zod/mini';
import { SitePicker } from '../../analytics/pickers/SitePicker.tsx';
import { explainFailure } from '../../api/explain-failure.ts';
import { useWrite } from '../../api/use-endpoint.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { useForm } from '../../ui/use-form.ts';
import { isOccupied } from './assignment-values.ts';
import { texts } from './texts.ts';
import { assignmentQueries } from './use-remove-assignment.ts';

const words = texts.form;

interface Values extends Record<string, unknown> {
  site: SiteWithIncludes | null;
  name: string;
}

const schema = z.custom<Values>().check(({ value, issues }) => {
  if (value.site === null) issues.push({ code: 'custom', message: words.siteRequired, path: ['site'], input: value });
});

/** Gives a site a sensor without a device. */
export function DummyDialog({ site, onClose }: { site?: SiteWithIncludes; onClose: () => void }) {
  const create = useWrite(createDummySensor, texts.dummy, assignmentQueries);
  const { form, onSubmit, submitting, failure, mayLeave } = useForm<Values, SensorAssignment>({
    schema,
    controlled: true,
    focusFirst: false,
    initialValues: { site: site ?? null, name: '' },
    submit: ({ site: at, name }) =>
      create.mutateAsync({
        body: { siteId: at?.siteId ?? '', ...(name.trim() !== '' && { name: name.trim() }) },
      }),
    done: onClose,
    explain: (error) => {
      const { message, fields } = explainFailure(error, texts.noAnswer);
      const { siteId, ...rest } = fields;
      // With a fixed site there is no field to attach the error to.
      if (siteId !== undefined && site) return { message: siteId, fields: rest };
      return { message, fields: { ...rest, ...(siteId !== undefined && { site: siteId }) } };
    },
  });
  return (
    <FormDialog
      title={words.dummyTitle}
      submit={words.dummySubmit}
      submitting={submitting}
      failure={failure}
      onClose={onClose}
      mayLeave={mayLeave}
      onSubmit={onSubmit}
    >
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
