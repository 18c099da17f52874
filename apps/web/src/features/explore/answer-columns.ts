import type { AskedMetric } from '@atrium/metrics/catalog';
import { compare } from '@atrium/metrics/compare';
import type { AnswerRow, Total } from '../../analytics/question/answer.ts';
import { metricFormatter, metricLabel } from '../../analytics/question/labels.ts';
import { wholePercent } from '../../format/numbers.ts';
import { actionsColumn, type Column } from '../../ui/table/column.ts';
import { texts } from './texts.ts';

interface Shown {
  metrics: readonly AskedMetric[];
  isCompared: boolean;
  currency: string;
}

/** The rows of the grid. */
export function rowColumns(shown: Shown): readonly Column<AnswerRow>[] {
  return [
    { key: 'name', label: texts.name, kind: 'text', value: ({ name }) => name, width: 170, isRowName: true },
    // Sorted by time, not by text; the cell shows the label.
    { key: 'bucket', label: texts.date, kind: 'text', value: ({ bucket }) => bucket, width: 130 },
    ...figureColumns<AnswerRow>(shown),
  ];
}

const text = (key: string, label: string, value: Column<AnswerRow>['value']) =>
  ({ key, label, kind: 'text', value, width: 0 }) as const;

/** The rows of the file: with the moment of each bucket as the call has it. */
export function fileColumns(shown: Shown): readonly Column<AnswerRow>[] {
  return [
    text('name', texts.name, ({ name }) => name),
    text('bucket', texts.date, ({ label }) => label),
    text('start', texts.start, ({ recordDate }) => recordDate ?? null),
    text('timezone', texts.timezone, ({ timezone }) => timezone),
    ...figureColumns<AnswerRow>(shown),
  ];
}

export function totalColumns(shown: Shown): readonly Column<Total>[] {
  return [
    { key: 'name', label: texts.name, kind: 'text', value: ({ name }) => name, width: 170, isRowName: true },
    ...figureColumns<Total>(shown),
    { ...actionsColumn, label: texts.explain, width: 110 },
  ];
}

/** The change of a metric, as the cell shows it. */
export function changeOf({ figures, previous }: Total, { column, metric }: AskedMetric) {
  return compare(figures[column], previous?.[column], metric);
}

export const changeKey = ({ column }: AskedMetric) => `${column} change`;

function figureColumns<Row extends Total>({ metrics, isCompared, currency }: Shown): readonly Column<Row>[] {
  const completeness: Column<Row> = {
    key: 'completeness',
    label: texts.completeness,
    kind: 'number',
    value: (row) => row.completeness,
    format: wholePercent,
    empty: texts.notDue,
    width: 120,
  };
  return [
    ...metrics.flatMap((asked): Column<Row>[] => {
      const label = metricLabel(asked);
      const figure = { kind: 'number', format: metricFormatter(asked, currency), width: 120 } as const;
      const own: Column<Row> = {
        ...figure,
        key: asked.column,
        label,
        value: ({ figures }) => figures[asked.column] ?? null,
      };
      if (!isCompared) return [own];
      return [
        own,
        {
          ...figure,
          key: `${asked.column} before`,
          label: texts.previous(label),
          value: ({ previous }) => previous?.[asked.column] ?? null,
        },
        {
          key: changeKey(asked),
          label: texts.change(label),
          kind: 'number',
          value: (row) => changeOf(row, asked).difference,
          width: 120,
        },
      ];
    }),
    completeness,
  ];
}
