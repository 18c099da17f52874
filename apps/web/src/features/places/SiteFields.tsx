import { fieldPlace, Fields } from '../../ui/Fields.tsx';
import { siteProblems, siteTypes } from '@atrium/rules/site';
import { Select, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import * as z from 'zod/mini';
import { networkFields, type SiteForm, siteOf } from './site-values.ts';
import { texts } from './texts.ts';

const words = texts.sites.fields;

export const siteSchema = z.custom<SiteForm>().check(({ value, issues }) => {
  for (const { path, message } of siteProblems(siteOf(value)))
    issues.push({ code: 'custom', message, path: [path], input: value });
});

/** The fields of a site; without DHCP those of its network too. */
export function SiteFields({ form }: { form: UseFormReturnType<SiteForm> }) {
  return (
    <Fields>
      <TextInput label={words.name} required data-autofocus autoComplete="off" {...form.getInputProps('name')} />
      <Select
        label={words.siteType}
        allowDeselect={false}
        data={Object.entries(siteTypes).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('siteType')}
      />
      <TextInput label={words.nodeCount} inputMode="numeric" {...form.getInputProps('nodeCount')} />
      <Switch
        label={words.isDHCP}
        className={fieldPlace.switch}
        {...form.getInputProps('isDHCP', { type: 'checkbox' })}
      />
      {!form.getValues().isDHCP &&
        networkFields.map((field) => (
          <TextInput key={field} label={words[field]} autoComplete="off" {...form.getInputProps(field)} />
        ))}
    </Fields>
  );
}
