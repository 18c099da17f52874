import { listFieldNames } from '@atrium/contract/custom-fields';
import { Select } from '@mantine/core';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { whyNotTogether } from '@atrium/metrics/exclusions';
import type { Question, RowsBy } from '@atrium/metrics/question';
import type { SeveralType } from './entity-choices.ts';
import { texts } from './texts.ts';

interface Props {
  question: Question;
  entityType: SeveralType;
  onChange: (rows: RowsBy) => void;
}

const ofField = 'field ';

/** Whether each entity has rows of its own, or several share them. */
export function RowsPicker({ question, entityType, onChange }: Props) {
  const { rows } = question;
  const names = useEndpoint(listFieldNames, { params: { type: entityType } }, { texts: texts.propertyValues });
  const why = whyNotTogether(question);
  const known = names.data ?? [];
  const fields = rows.kind !== 'field' || known.includes(rows.name) ? known : [rows.name, ...known];
  const choose = (value: string | null) => {
    if (value === 'each' || value === 'all') onChange({ kind: value });
    else if (value?.startsWith(ofField)) onChange({ kind: 'field', name: value.slice(ofField.length) });
  };
  return (
    <Select
      label={texts.rows}
      description={why ?? undefined}
      disabled={why !== null}
      allowDeselect={false}
      maxDropdownHeight={320}
      data={[
        { value: 'each', label: texts.eachRow[entityType] },
        { value: 'all', label: texts.oneRow },
        ...(fields.length > 0
          ? [{ group: texts.byField, items: fields.map((name) => ({ value: `${ofField}${name}`, label: name })) }]
          : []),
      ]}
      value={rows.kind === 'field' ? `${ofField}${rows.name}` : rows.kind}
      onChange={choose}
    />
  );
}
