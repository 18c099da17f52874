import { useState } from 'react';
import type { Subject } from '../../../analytics/question/answer.ts';
import { Explanation } from '../../../analytics/question/Explanation.tsx';
import type { QuestionValues } from '../widgets/values.ts';

interface Props {
  values: QuestionValues;
  /** At least one. */
  subjects: readonly Subject[];
  onClose: () => void;
}

/** Where the total of a card comes from; of several places, one at a time. */
export default function CardExplanation({ values, subjects, onClose }: Props) {
  const [chosen, setChosen] = useState<string>();
  const subject = subjects.find(({ key }) => key === chosen) ?? subjects[0]!;
  return (
    <Explanation
      key={subject.key}
      answer={values}
      more={withoutDetail(values.more)}
      total={subject}
      choices={subjects}
      onChoose={setChosen}
      currency={values.customs.currency}
      onClose={onClose}
    />
  );
}

const onlyDetail = new Set(['order', 'limit', 'include', 'meta']);

/** A total has neither an order nor a limit. */
function withoutDetail(more: QuestionValues['more']): QuestionValues['more'] {
  return Object.fromEntries(Object.entries(more).filter(([name]) => !onlyDetail.has(name)));
}
