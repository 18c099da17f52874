import { completenessText } from '@atrium/metrics/completeness';
import { SegmentedControl, Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Heatmap } from '../charts/Heatmap.tsx';
import type { ChartChoice } from './answer-chart.ts';
import { type Answer, clockHour, type Subject } from './answer.ts';
import classes from './AnswerPlot.module.css';
import { metricFormatter, metricLabel } from './labels.ts';
import { texts as tableTexts } from './table-texts.ts';
import { texts } from './texts.ts';
import type { DataSubscription } from './use-data-subscription.ts';

interface Props {
  answer: Answer;
  choice: ChartChoice;
  /** Of the organization. */
  customs: Pick<DataSubscription, 'currency' | 'weekStart'>;
  /** Instead of the format of the metric. */
  valueFormat?: string | undefined;
  /** Fits into a narrow place. */
  isCompact?: boolean;
  /** A click on an hour of the week, or Enter; the bucket is that of the answer. */
  onPick?: ((bucket: number, subject: Subject) => void) | undefined;
}

const hours = Array.from({ length: 24 }, (_, hour) => clockHour(hour));

/** A week of hours, of one subject and one metric. */
export function WeekMap({ answer, choice, customs: { currency, weekStart }, valueFormat, isCompact, onPick }: Props) {
  const { subjects, rows } = answer;
  const [chosen, setChosen] = useState('');
  const subject = subjects.find(({ key }) => key === chosen) ?? subjects[0];
  const [metricColumn, setMetric] = useState('');
  const asked = choice.metrics.find(({ column }) => column === metricColumn) ?? choice.metrics[0];
  const format = useMemo(() => metricFormatter(asked, currency, valueFormat), [asked, currency, valueFormat]);
  const cells = useMemo(() => {
    const byBucket = new Map(rows.filter((row) => row.key === subject?.key).map((row) => [row.bucket, row]));
    return Array.from({ length: 7 }, (_, day) =>
      hours.map((_hour, hour) => {
        const row = byBucket.get(day * 24 + hour);
        const isPartial = row?.completeness != null && row.completeness < 1;
        return {
          value: row?.figures[asked.column] ?? null,
          note: isPartial ? completenessText(row.completeness) : undefined,
        };
      }),
    );
  }, [rows, subject, asked]);
  return (
    <>
      <div className={classes['tools']}>
        {subjects.length > 1 && (
          <Select
            size="xs"
            aria-label={tableTexts.entity}
            allowDeselect={false}
            searchable
            data={subjects.map(({ key, name }) => ({ value: key, label: name }))}
            value={subject?.key ?? null}
            onChange={(value) => value !== null && setChosen(value)}
          />
        )}
        {choice.metrics.length > 1 && (
          <SegmentedControl
            size="xs"
            aria-label={tableTexts.metric}
            value={asked.column}
            onChange={setMetric}
            data={choice.metrics.map((each) => ({ value: each.column, label: metricLabel(each) }))}
          />
        )}
      </div>
      <Heatmap
        label={`${subject?.name ?? ''}, ${metricLabel(asked)}`}
        corner={tableTexts.weekday}
        rows={Array.from({ length: 7 }, (_, day) => texts.weekdays[(weekStart + day) % 7]!)}
        columns={hours}
        cells={cells}
        format={format}
        isCompact={isCompact ?? false}
        onPick={onPick && subject && ((day, hour) => onPick(day * 24 + hour, subject))}
      />
    </>
  );
}
