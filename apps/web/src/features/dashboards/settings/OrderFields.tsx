import { askedMetrics, type Question } from '@atrium/metrics/question';
import type { Options } from '@atrium/rules/dashboard';
import type { WidgetQuery } from '@atrium/rules/widget-query';
import { NumberInput, Select } from '@mantine/core';
import { metricLabel } from '../../../analytics/question/labels.ts';
import { texts } from './texts.ts';

interface Props extends Pick<WidgetQuery, 'question' | 'more'> {
  onChange: (changed: Options) => void;
}

/** In which order rows are asked for, and how many of them. */
export function OrderFields({ question, more, onChange }: Props) {
  const { order = '', limit = '' } = more;
  const known = ordersOf(question);
  const isKnown = known.some(({ value }) => value === order);
  return (
    <>
      <Select
        label={texts.sortBy}
        allowDeselect={false}
        data={isKnown ? known : [...known, { value: order, label: order }]}
        value={order}
        onChange={(next) => onChange({ order: next || null })}
      />
      <NumberInput
        label={texts.top}
        description={texts.topText}
        min={1}
        allowDecimal={false}
        allowNegative={false}
        value={limit}
        onChange={(value) => onChange({ limit: typeof value === 'number' && value > 0 ? value : null })}
      />
    </>
  );
}

function ordersOf(question: Question): { value: string; label: string }[] {
  const { orders } = texts;
  return [
    { value: '', label: orders.oldest },
    { value: '-recordDate', label: orders.newest },
    { value: 'name', label: orders.name },
    { value: '-name', label: orders.nameBack },
    ...askedMetrics(question).flatMap((asked) => [
      { value: `-${asked.column}`, label: orders.largest(metricLabel(asked)) },
      { value: asked.column, label: orders.smallest(metricLabel(asked)) },
    ]),
  ];
}
