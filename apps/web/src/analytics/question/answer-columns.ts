import type { AskedMetric } from '@atrium/metrics/catalog';
import { compare } from '@atrium/metrics/compare';
import { type Answer, type AnswerRow, ancestors, type Figures, type Total } from './answer.ts';
import { metricLabel, writtenMetric } from './labels.ts';
import { count, wholePercent } from '../../format/numbers.ts';
import { actionsColumn, type Column } from '../../ui/table/column.ts';
import { texts } from './table-texts.ts';

type Shown = Pick<Answer, 'metrics' | 'question' | 'windows' | 'others'> & {
  currency: string;
  /** Instead of the formats of the metrics. */
  formatOf?: (asked: AskedMetric) => string | undefined;
  /** What people noted about the day of a row; a column of its own. */
  notedOn?: ((row: AnswerRow) => string | null) | undefined;
};

/** What rows say about their entities besides figures, in the words of the data call. */
export interface AskedDetails {
  readonly include: readonly string[];
  /** `*` is every custom field that a row has. */
  readonly meta: readonly string[];
}

export function detailsIn(more: Readonly<Record<string, string>>): AskedDetails {
  const listed = (name: string) => more[name]?.split(',') ?? [];
  return { include: listed('include'), meta: listed('meta') };
}

/** The rows of the grid, with the details that were asked for as columns of their own. */
export function rowColumns(
  shown: Shown & Pick<Answer, 'rows'> & { details?: AskedDetails },
): readonly Column<AnswerRow>[] {
  return [
    { key: 'name', label: texts.name, kind: 'text', value: ({ name }) => name, width: 170, isRowName: true },
    ...(shown.details ? detailColumns(shown.details, shown.rows) : []),
    // Sorted by time, not by text; the cell shows the label.
    { key: 'bucket', label: texts.date, kind: 'text', value: ({ bucket }) => bucket, width: 130 },
    ...figureColumns<AnswerRow>(shown),
    ...(shown.notedOn
      ? [{ key: 'annotations', label: texts.annotations, kind: 'text', value: shown.notedOn, width: 200 } as const]
      : []),
  ];
}

function detailColumns({ include, meta }: AskedDetails, rows: readonly AnswerRow[]): readonly Column<AnswerRow>[] {
  const above = ancestors.filter((name) => include.includes(name));
  const fields = meta.includes('*')
    ? [...new Set(rows.flatMap((row) => Object.keys(row.details.meta)))].toSorted()
    : meta;
  return [
    ...above.map((name) => detail(`above ${name}`, texts.above[name], ({ details }) => details.above[name])),
    ...[...new Set(fields)].map((name) => detail(`meta ${name}`, name, ({ details }) => details.meta[name])),
  ];
}

function detail(key: string, label: string, value: (row: AnswerRow) => string | undefined): Column<AnswerRow> {
  return { key, label, kind: 'text', value: (row) => value(row) ?? null, width: 150 };
}

export function totalColumns(shown: Shown): readonly Column<Total>[] {
  return [
    { key: 'name', label: texts.name, kind: 'text', value: ({ name }) => name, width: 170, isRowName: true },
    ...figureColumns<Total>(shown),
    { ...actionsColumn, label: texts.explain, width: 110 },
  ];
}

/** What the figures of a row are compared with, in a column that says how much they differ. */
export interface Change {
  readonly key: string;
  readonly of: (row: Total) => ReturnType<typeof compare>;
}

/** The changes of each metric, as the cells show them. */
export function changesOf(metrics: readonly AskedMetric[]): readonly Change[] {
  return metrics.flatMap((asked) => [
    // The earlier bucket is a whole one.
    changeTo(asked, 'change', ({ previous, isOpen }) => (isOpen ? undefined : previous)),
    changeTo(asked, 'to others', ({ others }) => others),
  ]);
}

function changeTo(asked: AskedMetric, name: string, other: (row: Total) => Figures | undefined): Change {
  const { column, metric } = asked;
  return { key: `${column} ${name}`, of: (row) => compare(row.figures[column], other(row)?.[column], metric) };
}

function figureColumns<Row extends Total>(shown: Shown): readonly Column<Row>[] {
  const completeness: Column<Row> = {
    key: 'completeness',
    label: texts.completeness,
    kind: 'number',
    value: (row) => row.completeness,
    format: wholePercent,
    empty: texts.notDue,
    width: 120,
  };
  const otherCount: Column<Row> = {
    key: 'otherCount',
    label: texts.otherCount,
    kind: 'number',
    value: (row) => row.otherCount,
    format: count,
    width: 130,
  };
  return [
    ...shown.metrics.flatMap((asked) => metricColumns<Row>(asked, shown)),
    ...(shown.others === null ? [] : [otherCount]),
    completeness,
  ];
}

function metricColumns<Row extends Total>(asked: AskedMetric, shown: Shown): Column<Row>[] {
  const label = metricLabel(asked);
  const written = writtenMetric(asked, shown.currency, shown.formatOf?.(asked));
  const figure = (key: string, head: string, figures: (row: Row) => Figures | undefined): Column<Row> => ({
    key: `${asked.column}${key}`,
    label: head,
    kind: 'number',
    ...written,
    value: (row) => figures(row)?.[asked.column] ?? null,
    width: 120,
  });
  const [before, toOthers] = changesOf([asked]).map(({ key, of }, at): Column<Row> => ({
    key,
    label: at === 0 ? texts.change(label) : texts.othersChange(label),
    kind: 'number',
    value: (row) => of(row).difference,
    width: at === 0 ? 120 : 190,
  }));
  return [
    figure('', label, (row) => row.figures),
    ...(typeof shown.question.comparison === 'string'
      ? [figure(' before', texts.previous(label), (row) => row.previous), before!]
      : []),
    ...shown.windows.map((ago, at) => figure(` ${at}`, texts.window(label, ago), (row) => row.windows[at])),
    ...(shown.others === null ? [] : [figure(' others', texts.others(label), (row) => row.others), toOthers!]),
  ];
}
