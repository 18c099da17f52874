import { Autocomplete, Stack } from '@mantine/core';
import { LocationField } from '../../../../analytics/pickers/OneField.tsx';
import { patternIn } from '../../../../format/dates.ts';
import { viewerTimezone } from '../../../../format/zones.ts';
import { useNow } from '../../../../ui/use-now.ts';
import type { CardFormProps } from '../definition.ts';
import { changedOption, placeOf } from '../own-options.ts';
import { timeFormatOf, timeFormats } from './formats.ts';

export default function Form({ widget, onChange }: CardFormProps) {
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
      <LocationField
        label="Location"
        placeholder="Your own time"
        clearable
        value={placeOf(widget).entityId}
        onChange={(entityId) => onChange({ dataOptions: { entityType: 'location', entityId: entityId ?? null } })}
      />
    </Stack>
  );
}
