import { isAdditive } from '@atrium/metrics/what-changed';
import type { PiePart } from '../../../../analytics/charts/Pie.tsx';
import { metricLabel } from '../../../../analytics/question/labels.ts';
import { texts as questionTexts } from '../../../../analytics/question/table-texts.ts';
import { texts } from '../texts.ts';
import type { QuestionValues } from '../values.ts';

/** The palette has as many colors. */
const maxParts = 8;

export interface PieParts {
  readonly parts: readonly PiePart[];
  /** What the pie does not have. */
  readonly leftOut?: string;
}

/**
 * A part for each place; the metrics of a single place are its parts. Those that are too many share the last one if
 * their values add up, and are left out otherwise.
 */
export function partsOf({ totals, metrics }: Pick<QuestionValues, 'totals' | 'metrics'>): PieParts {
  const [first] = metrics;
  const [only, ...others] = totals;
  if (!first) return { parts: [] };
  if (only && others.length === 0 && metrics.length > 1)
    return {
      parts: metrics.map((asked) => ({
        id: asked.column,
        name: metricLabel(asked),
        value: only.figures[asked.column] ?? null,
      })),
    };
  const all = totals.map(({ key, name, figures }) => ({ id: key, name, value: figures[first.column] ?? null }));
  const sorted = all.toSorted((one, other) => (other.value ?? -1) - (one.value ?? -1));
  if (sorted.length <= maxParts) return { parts: sorted };
  if (!isAdditive(first))
    return {
      parts: sorted.slice(0, maxParts),
      leftOut: questionTexts.top(maxParts, sorted.length, metricLabel(first)),
    };
  const rest = sorted.slice(maxParts - 1);
  const known = rest.flatMap(({ value }) => value ?? []);
  const value = known.length === 0 ? null : known.reduce((sum, each) => sum + each, 0);
  return { parts: [...sorted.slice(0, maxParts - 1), { id: 'rest', name: texts.rest(rest.length), value }] };
}
