import type { Widget } from '@atrium/rules/dashboard';
import { metricLabel, writtenMetric } from '../../../../analytics/question/labels.ts';
import { nameColumn, numberColumn, type PlainTable, readingColumn } from '../plain-table.ts';
import { valueFormatOf } from '../value-format.ts';
import type { LastReadingValues } from '../values.ts';

/** The newest readings, also those of metrics that a gauge has no room for. */
export function readingTable(widget: Widget, { metrics, readings, customs }: LastReadingValues): PlainTable {
  const figures = metrics.map((asked) =>
    numberColumn(
      asked.column,
      metricLabel(asked),
      writtenMetric(asked, customs.currency, valueFormatOf(widget, asked)),
    ),
  );
  return {
    columns: [nameColumn, ...figures, readingColumn],
    rows: readings.map(({ name, at, figures: own }) => ({ ...own, name, lastReadingAt: at })),
  };
}
