import { listFieldNames } from '@atrium/contract/custom-fields';
import { MultiSelect } from '@mantine/core';
import { useEndpoint } from '../../api/use-endpoint.ts';
import type { AskedDetails } from '../question/answer-columns.ts';
import { texts as tableTexts } from '../question/table-texts.ts';
import { aboveOf } from './above.ts';
import type { SeveralType } from './entity-choices.ts';
import classes from './pickers.module.css';
import { texts } from './texts.ts';

interface Props {
  entityType: SeveralType;
  value: AskedDetails;
  onChange: (details: AskedDetails) => void;
}

const [ofPlace, ofField, everyField] = ['include ', 'meta ', '*'];

/** What rows say about their entities besides figures: what they belong to, and custom fields. */
export function DetailsPicker({ entityType, value, onChange }: Props) {
  const names = useEndpoint(listFieldNames, { params: { type: entityType } }, { texts: texts.propertyValues });
  const fields = names.data ?? [];
  const offered = fields.length > 0 ? [everyField, ...fields] : [];
  const above = [...new Set([...aboveOf[entityType], ...value.include])];
  return (
    <MultiSelect
      label={texts.details}
      searchable
      clearable
      hidePickedOptions
      classNames={{ inputField: classes['search'] ?? '' }}
      nothingFoundMessage={texts.noDetail}
      maxDropdownHeight={320}
      data={[
        { group: texts.placeDetails, items: above.map((name) => ({ value: ofPlace + name, label: labelOf(name) })) },
        {
          group: texts.fieldDetails,
          items: [...new Set([...offered, ...value.meta])].map((name) => ({
            value: ofField + name,
            label: name === everyField ? texts.everyField : name,
          })),
        },
      ].filter(({ items }) => items.length > 0)}
      value={[...value.include.map((name) => ofPlace + name), ...value.meta.map((name) => ofField + name)]}
      onChange={(chosen) => onChange({ include: namesIn(chosen, ofPlace), meta: namesIn(chosen, ofField) })}
    />
  );
}

/** Options that were written by hand may name what nothing belongs to. */
function labelOf(name: string): string {
  return (tableTexts.above as Readonly<Record<string, string>>)[name] ?? name;
}

function namesIn(chosen: readonly string[], prefix: string): string[] {
  return chosen.filter((each) => each.startsWith(prefix)).map((each) => each.slice(prefix.length));
}
