import { MultiSelect, Select } from '@mantine/core';
import type { SourceName } from '@atrium/metrics/sources';
import { metricLabel } from '../question/labels.ts';
import { askedMetrics, maxMetrics, metricWordsOf } from '@atrium/metrics/question';
import classes from './pickers.module.css';
import { texts } from './texts.ts';

interface Props {
  source: SourceName;
  value: readonly string[];
  /** Some metrics need more than their source. */
  capabilities: ReadonlySet<string>;
  /** How many are shown; the first ones of more that were chosen elsewhere. */
  max?: number | undefined;
  onChange: (metrics: string[]) => void;
}

/** Up to four metrics, each with an aggregation. One is always chosen. */
export function MetricsPicker({ source, value, capabilities, max = maxMetrics, onChange }: Props) {
  const offered = metricWordsOf(source, capabilities);
  const words = [...new Set([...offered, ...value])];
  const shared = {
    searchable: true,
    maxDropdownHeight: 320,
    data: words.map((word) => ({
      value: word,
      label: askedMetrics({ source, metrics: [word] })
        .map(metricLabel)
        .join(''),
    })),
  };
  if (max === 1)
    return (
      <Select
        {...shared}
        label={texts.metric}
        allowDeselect={false}
        nothingFoundMessage={texts.noMetric}
        value={value[0] ?? null}
        onChange={(chosen) => chosen !== null && onChange([chosen])}
      />
    );
  return (
    <MultiSelect
      {...shared}
      label={texts.metrics}
      hidePickedOptions
      classNames={{ inputField: classes['search'] ?? '' }}
      maxValues={max}
      nothingFoundMessage={value.length >= max ? texts.enoughMetrics(max) : texts.noMetric}
      value={[...value]}
      onChange={(chosen) => chosen.length > 0 && onChange(chosen)}
    />
  );
}
