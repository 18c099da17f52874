import { Text } from '@mantine/core';
import { ImageSensorField } from '../../../../analytics/pickers/OneField.tsx';
import type { CardFormProps } from '../definition.ts';
import { placeOf } from '../own-options.ts';

export default function Form({ widget, hasRoles = false, onChange }: CardFormProps) {
  if (hasRoles)
    return (
      <Text size="sm">
        A template cannot say which sensor. The person who uses it chooses one in the settings of the card.
      </Text>
    );
  return (
    <ImageSensorField
      label="Sensor"
      placeholder="Search sensors that deliver images"
      value={placeOf(widget).entityId}
      onChange={(entityId) => onChange({ dataOptions: { entityType: 'sensor', entityId: entityId ?? null } })}
    />
  );
}
