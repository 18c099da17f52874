import { fieldPlace, Fields } from '../../ui/Fields.tsx';
import { siteTypes } from '@atrium/rules/site';
import { Select, Switch, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { networkFields, type SiteForm } from './site-values.ts';
import { texts } from './texts.ts';

const words = texts.sites.fields;

/** The fields of a site; without DHCP also those of its network. */
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
