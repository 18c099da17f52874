import type { Subject } from '../../../analytics/question/answer.ts';
import { isLookedUp } from '../../../analytics/question/drill-point.ts';
import type { QuestionValues } from '../widgets/values.ts';

/** Options of the call that Explore does not have. */
const beyondExplore = ['dateOverride', 'countFilter', 'countApplication', 'metaValue', 'partsOf', 'limit'];

/** Whether Explore can ask the same. */
export function canExplore({ more }: Pick<QuestionValues, 'more'>): boolean {
  return beyondExplore.every((name) => more[name] === undefined);
}

/** Whose totals can be explained, one at a time. */
export function explainedSubjects({
  question,
  answer,
  totals,
}: Pick<QuestionValues, 'question' | 'answer' | 'totals'>): readonly Subject[] {
  return (answer ? answer.subjects : totals).filter((subject) => isLookedUp(question, subject));
}
