import type { AskedMetric } from '@atrium/metrics/catalog';
import type { AnswerRow, Total } from './answer.ts';
import { wholePercent } from '../../format/numbers.ts';
import { CompletenessMark } from '../../ui/Completeness.tsx';
import { Delta } from '../../ui/Delta.tsx';
import { RowAction } from '../../ui/RowAction.tsx';
import type { Cells } from '../../ui/table/cells.ts';
import { changesOf } from './answer-columns.ts';
import { texts } from './table-texts.ts';

export function totalCells(metrics: readonly AskedMetric[]): Cells<Total> {
  return {
    completeness: ({ completeness }) => (
      <CompletenessMark
        text={completeness === null ? texts.notDue : wholePercent(completeness)}
        partial={completeness !== null && completeness < 1}
      />
    ),
    ...Object.fromEntries(
      changesOf(metrics).map(({ key, of }) => [
        key,
        (row: Total) => {
          const { text, caret, tone } = of(row);
          return <Delta text={text} caret={caret} tone={tone} />;
        },
      ]),
    ),
  };
}

/** Those of a total, which can be explained. */
export function explainedCells(metrics: readonly AskedMetric[], onExplain: (total: Total) => void): Cells<Total> {
  return {
    ...totalCells(metrics),
    actions: (total) => (
      <RowAction label={texts.explainTotal(total.name)} onClick={() => onExplain(total)}>
        {texts.explain}
      </RowAction>
    ),
  };
}

export function rowCells(metrics: readonly AskedMetric[]): Cells<AnswerRow> {
  return { ...totalCells(metrics), bucket: ({ label }) => label };
}
