import { listFieldNames, listFieldValuesOfType } from '@atrium/contract/custom-fields';
import { Select } from '@mantine/core';
import { useState } from 'react';
import { useEndpoint } from '../../api/use-endpoint.ts';
import type { SeveralType } from './entity-choices.ts';
import { texts } from './texts.ts';

interface FieldValue {
  readonly name: string;
  readonly value: string;
}

interface Props {
  entityType: SeveralType;
  value: FieldValue | null;
  /** Null until both are chosen. */
  onChange: (field: FieldValue | null) => void;
}

/** A custom field and one of its values. */
export function FieldValuePicker({ entityType: type, value, onChange }: Props) {
  const [chosen, setChosen] = useState<string | null>(null);
  const name = value?.name ?? chosen;
  const names = useEndpoint(listFieldNames, { params: { type } }, { texts: texts.propertyValues });
  const values = useEndpoint(
    listFieldValuesOfType,
    { params: { type, name: name ?? '' } },
    { texts: texts.propertyValues, enabled: name !== null },
  );
  return (
    <>
      <Select
        label={texts.field}
        placeholder={texts.chooseField}
        nothingFoundMessage={texts.noField}
        searchable
        allowDeselect={false}
        data={including(names.data, name)}
        value={name}
        onChange={(next) => {
          setChosen(next);
          if (next !== name) onChange(null);
        }}
      />
      <Select
        label={texts.value}
        placeholder={texts.chooseValue}
        nothingFoundMessage={texts.noValue}
        searchable
        allowDeselect={false}
        disabled={name === null}
        data={including(values.data, value?.value ?? null)}
        value={value?.value ?? null}
        onChange={(next) => name !== null && next !== null && onChange({ name, value: next })}
      />
    </>
  );
}

/** What is chosen is offered even where it is no longer in use. */
function including(offered: readonly string[] = [], chosen: string | null): string[] {
  return chosen === null || offered.includes(chosen) ? [...offered] : [chosen, ...offered];
}
