import { NumberInput, Stack, Text } from '@mantine/core';
import { Fields } from '../../../../ui/Fields.tsx';
import type { CardFormProps } from '../definition.ts';
import { changedOption, ownNumber } from '../own-options.ts';
import { defaultView, maxZoom, minZoom } from './view.ts';

const fields = [
  { name: 'latitude', label: 'Latitude', min: -85, max: 85, placeholder: defaultView.center.latitude },
  { name: 'longitude', label: 'Longitude', min: -180, max: 180, placeholder: defaultView.center.longitude },
  { name: 'zoom', label: 'Zoom', min: minZoom, max: maxZoom, placeholder: defaultView.zoom },
] as const;

export default function Form({ widget, onChange }: CardFormProps) {
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500}>
        What the map shows first
      </Text>
      <Fields>
        {fields.map(({ name, placeholder, ...field }) => (
          <NumberInput
            key={name}
            {...field}
            placeholder={String(placeholder)}
            value={ownNumber(widget, name) ?? ''}
            onChange={(value) => onChange(changedOption(name, typeof value === 'number' ? value : null))}
          />
        ))}
      </Fields>
    </Stack>
  );
}
