import { ImageSensorField } from '../../../../analytics/pickers/OneField.tsx';
import type { CardFormProps } from '../definition.ts';
import { placeOf } from '../own-options.ts';

export default function Form({ widget, onChange }: CardFormProps) {
  return (
    <ImageSensorField
      label="Sensor"
      placeholder="Search sensors that deliver images"
      value={placeOf(widget).entityId}
      onChange={(entityId) => onChange({ dataOptions: { entityType: 'sensor', entityId: entityId ?? null } })}
    />
  );
}
