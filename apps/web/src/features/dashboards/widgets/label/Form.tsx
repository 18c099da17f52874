import { SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import type { CardFormProps } from '../definition.ts';
import { changedOption, ownText } from '../own-options.ts';

const maxLabel = 200;

export default function Form({ widget, onChange }: CardFormProps) {
  return (
    <Stack gap="sm">
      <TextInput
        label="Label"
        maxLength={maxLabel}
        value={ownText(widget, 'label')}
        onChange={(event) => onChange(changedOption('label', event.currentTarget.value))}
      />
      <div>
        <Text size="sm" fw={500}>
          Alignment
        </Text>
        <SegmentedControl
          aria-label="Alignment"
          data={[
            { value: 'left', label: 'Left' },
            { value: 'center', label: 'Center' },
            { value: 'right', label: 'Right' },
          ]}
          value={ownText(widget, 'align') || 'left'}
          onChange={(align) => onChange(changedOption('align', align))}
        />
      </div>
    </Stack>
  );
}
