import { Stack, TextInput } from '@mantine/core';
import type { CardFormProps } from '../definition.ts';
import { changedOption, ownText } from '../own-options.ts';
import { safeLink } from '../safe-link.ts';

export default function Form({ widget, onChange }: CardFormProps) {
  const link = ownText(widget, 'link');
  return (
    <Stack gap="sm">
      <TextInput
        label="Label"
        maxLength={200}
        value={ownText(widget, 'label')}
        onChange={(event) => onChange(changedOption('label', event.currentTarget.value))}
      />
      <TextInput
        label="Target"
        description="A web address, or a page of this product from # on, such as #/app/locations."
        maxLength={2000}
        value={link}
        error={link !== '' && !safeLink(link) && 'Start with https://, http:// or #/'}
        onChange={(event) => onChange(changedOption('link', event.currentTarget.value))}
      />
    </Stack>
  );
}
