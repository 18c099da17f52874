import { SegmentedControl, Stack, Switch, Text } from '@mantine/core';
import { LocationField } from '../../../../analytics/pickers/OneField.tsx';
import { RoleField } from '../../settings/RoleField.tsx';
import type { CardFormProps } from '../definition.ts';
import { changedOption, ownOptions, placeOf } from '../own-options.ts';
import { intervalOf } from './rows.ts';

export default function Form({ widget, hasRoles = false, onChange }: CardFormProps) {
  return (
    <Stack gap="sm">
      {hasRoles ? (
        <RoleField
          dataOptions={widget.dataOptions}
          isOne
          entityType="location"
          onChange={(dataOptions) => onChange({ dataOptions })}
        />
      ) : (
        <LocationField
          label="Location"
          placeholder="Search locations"
          value={placeOf(widget).entityId}
          onChange={(entityId) => onChange({ dataOptions: { entityType: 'location', entityId: entityId ?? null } })}
        />
      )}
      <div>
        <Text size="sm" fw={500}>
          Forecast
        </Text>
        <SegmentedControl
          aria-label="Forecast"
          data={[
            { value: 'daily', label: 'Next days' },
            { value: 'hourly', label: 'Next hours' },
          ]}
          value={intervalOf(widget)}
          onChange={(weatherInterval) => onChange({ dataOptions: { weatherInterval } })}
        />
      </div>
      <Switch
        label="Degrees Celsius"
        checked={ownOptions(widget)['celsius'] === true}
        onChange={(event) => onChange(changedOption('celsius', event.currentTarget.checked))}
      />
    </Stack>
  );
}
