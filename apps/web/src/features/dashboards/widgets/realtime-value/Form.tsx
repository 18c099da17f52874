import { Select } from '@mantine/core';
import type { CardFormProps } from '../definition.ts';
import { liveNumberNames, liveNumberOf, liveNumbers } from './live-numbers.ts';

export default function Form({ widget, onChange }: CardFormProps) {
  return (
    <Select
      label="Number"
      description="Waiting times and lines need a zone where people wait or are served."
      allowDeselect={false}
      data={liveNumberNames.map((value) => ({ value, label: liveNumbers[value].label }))}
      value={liveNumberOf(widget)}
      onChange={(name) => name !== null && onChange({ dataOptions: { metrics: [name] } })}
    />
  );
}
