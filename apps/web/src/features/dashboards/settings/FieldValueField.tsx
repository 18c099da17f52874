import { listFieldValuesOfType } from '@atrium/contract/custom-fields';
import { Select } from '@mantine/core';
import type { SeveralType } from '../../../analytics/pickers/entity-choices.ts';
import { texts as pickerTexts } from '../../../analytics/pickers/texts.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { texts } from './texts.ts';

interface Props {
  entityType: SeveralType;
  /** Of the custom field whose values have a row each. */
  name: string;
  value: string | undefined;
  onChange: (value: string | null) => void;
}

/** One value of a custom field, or a row for each. */
export function FieldValueField({ entityType: type, name, value = '', onChange }: Props) {
  const values = useEndpoint(listFieldValuesOfType, { params: { type, name } }, { texts: pickerTexts.propertyValues });
  const known = values.data ?? [];
  const offered = value === '' || known.includes(value) ? known : [value, ...known];
  return (
    <Select
      label={texts.metaValue}
      searchable
      allowDeselect={false}
      data={[{ value: '', label: texts.everyValue }, ...offered.map((each) => ({ value: each, label: each }))]}
      value={value}
      onChange={(next) => onChange(next || null)}
    />
  );
}
