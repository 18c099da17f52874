import { askedMetrics } from '@atrium/metrics/question';
import { changeQuestions, isAdditive } from '@atrium/metrics/what-changed';
import type { QuestionValues } from '../widgets/values.ts';

/** The metrics of a card whose change can be explained. */
export function explainedMetrics({ question }: QuestionValues): readonly string[] {
  return question.metrics.filter((word) => {
    const [asked] = askedMetrics({ source: question.source, metrics: [word] });
    return asked !== undefined && isAdditive(asked) && changeQuestions(question, word) !== undefined;
  });
}
