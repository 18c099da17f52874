import { Select } from '@mantine/core';
import { groupingLabel } from '../question/labels.ts';
import { groupingChoices, type Question } from '@atrium/metrics/question';
import { texts } from './texts.ts';

interface Props {
  question: Pick<Question, 'source' | 'period' | 'grouping'>;
  onChange: (grouping: string) => void;
}

/** How an answer is cut into rows. Groupings that are too fine for the period cannot be chosen. */
export function GroupingPicker({ question: { source, period, grouping }, onChange }: Props) {
  return (
    <Select
      label={texts.grouping}
      allowDeselect={false}
      maxDropdownHeight={320}
      data={groupingChoices(source, period, grouping).map((choice) => ({
        value: choice.value,
        label: groupingLabel(choice),
        disabled: choice.isTooFine,
      }))}
      value={grouping}
      onChange={(chosen) => chosen !== null && onChange(chosen)}
    />
  );
}
