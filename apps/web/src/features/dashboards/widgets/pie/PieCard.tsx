import { useEffect, useMemo } from 'react';
import { Pie } from '../../../../analytics/charts/Pie.tsx';
import { isLookedUp } from '../../../../analytics/question/drill-point.ts';
import { columnFormat, metricFormatter, metricLabel } from '../../../../analytics/question/labels.ts';
import type { CardProps } from '../definition.ts';
import { Nothing } from '../Nothing.tsx';
import { texts } from '../texts.ts';
import { valueFormatOf } from '../value-format.ts';
import { partsOf } from './parts.ts';

export default function PieCard({ widget, values, width, height, onLeftOut, onPick }: CardProps<'question'>) {
  const [first] = values.metrics;
  const { parts, leftOut } = useMemo(() => partsOf(values), [values]);
  useEffect(() => {
    onLeftOut?.(leftOut);
    return () => onLeftOut?.(undefined);
  }, [leftOut, onLeftOut]);
  if (!first || values.totals.length === 0) return <Nothing text={texts.nowhere} />;
  if (parts.every(({ value }) => value === null)) return <Nothing text={texts.noData} />;
  const chosen = valueFormatOf(widget, first);
  const format = metricFormatter(first, values.customs.currency, chosen);
  const pickOf = (id: string) => {
    const subject = values.totals.find(({ key }) => key === id);
    return onPick && subject && isLookedUp(values.question, subject) ? () => onPick({ subject }) : undefined;
  };
  return (
    <Pie
      label={metricLabel(first)}
      parts={parts}
      format={format}
      width={width}
      height={height}
      areShares={(chosen ?? columnFormat(first).format) === 'percent'}
      {...(onPick && { pickOf })}
    />
  );
}
