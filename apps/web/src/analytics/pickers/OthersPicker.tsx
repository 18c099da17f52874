import { comparisonAggregations } from '@atrium/metrics/aggregations';
import { Select } from '@mantine/core';
import { useState } from 'react';
import { whyNotAllOthers, whyNotBy } from '@atrium/metrics/exclusions';
import type { Others, Question } from '@atrium/metrics/question';
import { texts as questionTexts } from '../question/texts.ts';
import type { SeveralType } from './entity-choices.ts';
import { EntityPicker } from './EntityPicker.tsx';
import { FieldValuePicker } from './FieldValuePicker.tsx';
import { texts } from './texts.ts';

interface Props {
  question: Question;
  entityType: SeveralType;
  isAllPermitted: boolean;
  onChange: (others: Others | null) => void;
}

type Kind = Others['kind'];

/** Other entities to compare with. Until it is known which ones, the question has none. */
export function OthersPicker({ question, entityType, isAllPermitted, onChange }: Props) {
  const { others } = question;
  const [wanted, setWanted] = useState<Kind | null>(null);
  const kind = others?.kind ?? wanted;
  const aggregation = others?.aggregation ?? comparisonAggregations[0];
  const choose = (value: string | null) => {
    const next = (['all', 'chosen', 'field'] as const).find((each) => each === value) ?? null;
    setWanted(next);
    if (next === 'all') onChange({ kind: 'all', aggregation });
    else if (others) onChange(null);
  };
  const why = whyNotAllOthers(isAllPermitted);
  const refused = comparisonAggregations.flatMap((each) => whyNotBy(question, each) ?? []);
  return (
    <>
      <Select
        label={texts.others}
        description={why ?? (kind ? texts.othersText : undefined)}
        allowDeselect={false}
        data={[
          { value: '', label: texts.noOthers },
          { value: 'all', label: texts.otherKinds.all, disabled: why !== null },
          { value: 'chosen', label: texts.chosenOthers[entityType] },
          { value: 'field', label: texts.otherKinds.field },
        ]}
        value={kind ?? ''}
        onChange={choose}
      />
      {kind === 'chosen' && (
        <EntityPicker
          label={texts.chosenOthers[entityType]}
          placeholder={texts.chooseOthers}
          entityType={entityType}
          value={others?.kind === 'chosen' ? others.entityIds : []}
          onChange={(entityIds) => {
            setWanted('chosen');
            onChange(entityIds.length > 0 ? { kind: 'chosen', entityIds, aggregation } : null);
          }}
        />
      )}
      {kind === 'field' && (
        <FieldValuePicker
          entityType={entityType}
          value={others?.kind === 'field' ? others : null}
          onChange={(field) => {
            setWanted('field');
            if (field) onChange({ kind: 'field', ...field, aggregation });
            else if (others) onChange(null);
          }}
        />
      )}
      {others && (
        <Select
          label={texts.othersBy}
          description={refused.length > 0 ? refused.join(' ') : undefined}
          allowDeselect={false}
          data={comparisonAggregations.map((each) => ({
            value: each,
            label: capitalized(questionTexts.aggregations[each]),
            disabled: whyNotBy(question, each) !== null,
          }))}
          value={others.aggregation}
          onChange={(value) => {
            const next = comparisonAggregations.find((each) => each === value);
            if (next) onChange({ ...others, aggregation: next });
          }}
        />
      )}
    </>
  );
}

function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
