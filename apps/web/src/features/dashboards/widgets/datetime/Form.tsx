import { Autocomplete, Stack } from '@mantine/core';
import { LocationField } from '../../../../analytics/pickers/OneField.tsx';
import { patternIn } from '../../../../format/dates.ts';
import { viewerTimezone } from '../../../../format/zones.ts';
import { useNow } from '../../../../ui/use-now.ts';
import { RoleField } from '../../settings/RoleField.tsx';
import type { CardFormProps } from '../definition.ts';
import { changedOption, placeOf } from '../own-options.ts';
import { timeFormatOf, timeFormats } from './formats.ts';

const ownTime = 'Your own time';

export default function Form({ widget, hasRoles = false, onChange }: CardFormProps) {
  const now = useNow(60_000);
  const format = timeFormatOf(widget);
  return (
    <Stack gap="sm">
      <Autocomplete
        label="Format"
        description={`Shows ${patternIn(viewerTimezone, format, now)}`}
        data={[...timeFormats]}
        // All of them, whatever is typed: they are examples.
        filter={({ options }) => options}
        maxLength={60}
        value={format}
        onChange={(timeFormat) => onChange(changedOption('timeFormat', timeFormat))}
      />
      {hasRoles ? (
        <RoleField
          dataOptions={widget.dataOptions}
          isOne
          entityType="location"
          withoutPlace={ownTime}
          onChange={(dataOptions) => onChange({ dataOptions })}
        />
      ) : (
        <LocationField
          label="Location"
          placeholder={ownTime}
          clearable
          value={placeOf(widget).entityId}
          onChange={(entityId) => onChange({ dataOptions: { entityType: 'location', entityId: entityId ?? null } })}
        />
      )}
    </Stack>
  );
}
