import { useMemo } from 'react';
import { Pie, type PiePart } from '../../../../analytics/charts/Pie.tsx';
import { metricFormatter, metricLabel } from '../../../../analytics/question/labels.ts';
import type { CardProps } from '../definition.ts';
import { Nothing } from '../Nothing.tsx';
import { texts } from '../texts.ts';
import { valueFormatOf } from '../value-format.ts';
import type { QuestionValues } from '../values.ts';

/** The palette has as many colors. */
const maxParts = 8;

export default function PieCard({ widget, values, width, height, onPick }: CardProps<'question'>) {
  const [first] = values.metrics;
  const parts = useMemo(() => partsOf(values), [values]);
  if (!first || values.totals.length === 0) return <Nothing text={texts.nowhere} />;
  if (parts.every(({ value }) => value === null)) return <Nothing text={texts.noData} />;
  const format = metricFormatter(first, values.customs.currency, valueFormatOf(widget, first));
  const pickOf = (id: string) => {
    const subject = values.totals.find(({ key }) => key === id);
    return onPick && subject ? () => onPick({ subject }) : undefined;
  };
  return (
    <Pie
      label={metricLabel(first)}
      parts={parts}
      format={format}
      width={width}
      height={height}
      {...(onPick && { pickOf })}
    />
  );
}

/** A part for each place; the metrics of a single place are its parts. Those that are too many share the last one. */
function partsOf({ totals, metrics }: QuestionValues): readonly PiePart[] {
  const [first] = metrics;
  const [only, ...others] = totals;
  if (only && others.length === 0 && metrics.length > 1)
    return metrics.map((asked) => ({
      id: asked.column,
      name: metricLabel(asked),
      value: only.figures[asked.column] ?? null,
    }));
  const all = totals.map(({ key, name, figures }) => ({
    id: key,
    name,
    value: (first && figures[first.column]) ?? null,
  }));
  const sorted = all.toSorted((one, other) => (other.value ?? -1) - (one.value ?? -1));
  if (sorted.length <= maxParts) return sorted;
  const rest = sorted.slice(maxParts - 1);
  const sum = rest.reduce((total, { value }) => total + (value ?? 0), 0);
  return [...sorted.slice(0, maxParts - 1), { id: 'rest', name: texts.rest(rest.length), value: sum }];
}
