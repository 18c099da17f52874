import { MultiSelect } from '@mantine/core';
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
  onChange: (metrics: string[]) => void;
}

/** Up to four metrics, each with an aggregation. One is always chosen. */
export function MetricsPicker({ source, value, capabilities, onChange }: Props) {
  const offered = metricWordsOf(source, capabilities);
  const words = [...new Set([...offered, ...value])];
  return (
    <MultiSelect
      label={texts.metrics}
      searchable
      hidePickedOptions
      classNames={{ inputField: classes['search'] ?? '' }}
      maxValues={maxMetrics}
      nothingFoundMessage={value.length >= maxMetrics ? texts.enoughMetrics(maxMetrics) : texts.noMetric}
      maxDropdownHeight={320}
      data={words.map((word) => ({
        value: word,
        label: askedMetrics({ source, metrics: [word] })
          .map(metricLabel)
          .join(''),
      }))}
      value={[...value]}
      onChange={(chosen) => chosen.length > 0 && onChange(chosen)}
    />
  );
}
