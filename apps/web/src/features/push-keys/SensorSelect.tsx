import { listSensors } from '@atrium/contract/sensors';
import { Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useList } from '../../api/use-endpoint.ts';
import { texts } from './texts.ts';

interface Props extends Omit<SelectProps, 'data'> {
  /** Offered even where the search does not find it. */
  chosen?: { readonly sensorId: string; readonly name: string } | null;
}

/** One of the active sensors, searched on the server; empty for all of them. */
export function SensorSelect({ chosen, ...rest }: Props) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed === chosen?.name ? '' : typed, 200);
  const query = { active: 'true' as const, order: 'name', limit: 50, search };
  const sensors = useList(listSensors, { query }, { texts: texts.sensors, keep: true });
  const found = sensors.data?.rows ?? [];
  const isMissing = chosen && !found.some(({ sensorId }) => sensorId === chosen.sensorId);
  return (
    <Select
      label={texts.fields.sensor}
      clearable
      searchable
      placeholder={texts.fields.anySensor}
      nothingFoundMessage={texts.fields.nobody}
      data={(isMissing ? [chosen, ...found] : found).map(({ sensorId, name }) => ({ value: sensorId, label: name }))}
      // The server already filters.
      filter={({ options }) => options}
      onSearchChange={setTyped}
      {...rest}
    />
  );
}
