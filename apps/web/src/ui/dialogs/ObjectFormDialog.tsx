import { Stack, TextInput } from '@mantine/core';
import type { DialogProps } from './host.tsx';
import { ReadDialog } from './ReadDialog.tsx';

export interface ShownFields {
  title: string;
  fields: readonly { label: string; value: string }[];
}

export default function ObjectFormDialog({ asked, onAnswer }: DialogProps<ShownFields, never>) {
  return (
    <ReadDialog title={asked.title} onClose={() => onAnswer()}>
      <Stack gap="sm">
        {asked.fields.map(({ label, value }) => (
          <TextInput key={label} label={label} value={value} readOnly />
        ))}
      </Stack>
    </ReadDialog>
  );
}
