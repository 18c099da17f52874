import { parseGrouping } from '@atrium/calendar/groupings';
import { completenessText } from '@atrium/metrics/completeness';
import type { Metric } from '@atrium/metrics/catalog';
import { SegmentedControl, Select } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Heatmap } from '../../analytics/charts/Heatmap.tsx';
import type { ChartModel } from '../../analytics/charts/model.ts';
import { Key, Plot } from '../../analytics/charts/Plot.tsx';
import { answerChart, type ChartChoice, chartChoices } from '../../analytics/question/answer-chart.ts';
import { type Answer, clockHour } from '../../analytics/question/answer.ts';
import { columnFormat, metricFormatter, metricLabel } from '../../analytics/question/labels.ts';
import { texts as questionTexts } from '../../analytics/question/texts.ts';
import type { DataSubscription } from '../../analytics/question/use-data-subscription.ts';
import { useNow } from '../../ui/use-now.ts';
import classes from './explore.module.css';
import { texts } from './texts.ts';

interface Props {
  answer: Answer;
  /** Of the organization. */
  customs: Pick<DataSubscription, 'currency' | 'weekStart'>;
}

const height = 320;

/** The answer as a picture: lines or bars over time, or a week of hours as a heatmap. */
export function AnswerChart({ answer, customs }: Props) {
  const choices = chartChoices(answer);
  const [chosen, setChosen] = useState('');
  const choice = choices.find(({ value }) => value === chosen) ?? choices[0];
  if (!choice) return null;
  return (
    <>
      {choices.length > 1 && (
        <SegmentedControl
          className={classes['choice'] ?? ''}
          size="xs"
          aria-label={texts.metric}
          value={choice.value}
          onChange={setChosen}
          data={choices.map(({ value, label }) => ({ value, label }))}
        />
      )}
      {parseGrouping(answer.question.grouping).fold === 'weekday,hour' ? (
        <WeekMap answer={answer} choice={choice} customs={customs} />
      ) : (
        <Lines answer={answer} choice={choice} customs={customs} />
      )}
    </>
  );
}

interface PictureProps extends Props {
  choice: ChartChoice;
}

function Lines({ answer, choice, customs: { currency } }: PictureProps) {
  const now = useNow(60_000);
  const [first] = choice.metrics;
  const { model, shown } = useMemo(() => {
    const unit = axisUnit(columnFormat(first).format);
    const chart = answerChart(answer, choice, now / 1000);
    return { ...chart, model: { ...chart.model, ...(unit && { unit }) } };
  }, [answer, choice, first, now]);
  const format = useMemo(() => metricFormatter(first, currency), [first, currency]);
  const axisFormat = useMemo(() => axisFormatter(format, model.unit), [format, model.unit]);
  const isPartial = model.series.some(({ partial }) => partial?.includes(true));
  const remarks = [
    ...(answer.subjects.length > shown.length
      ? [texts.top(shown.length, answer.subjects.length, metricLabel(first))]
      : []),
    ...(isPartial ? [texts.partialText] : []),
  ];
  return (
    <>
      <Plot
        label={`${texts.answer}: ${choice.label}`}
        model={model}
        format={format}
        axisFormat={axisFormat}
        height={height}
      />
      <Key series={model.series} />
      {remarks.length > 0 && <p className={classes['remark']}>{remarks.join(' ')}</p>}
    </>
  );
}

const hours = Array.from({ length: 24 }, (_, hour) => clockHour(hour));

function WeekMap({ answer, choice, customs: { currency, weekStart } }: PictureProps) {
  const { subjects, rows } = answer;
  const [chosen, setChosen] = useState('');
  const subject = subjects.find(({ key }) => key === chosen) ?? subjects[0];
  const [metricColumn, setMetric] = useState('');
  const asked = choice.metrics.find(({ column }) => column === metricColumn) ?? choice.metrics[0];
  const format = useMemo(() => metricFormatter(asked, currency), [asked, currency]);
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
      <div className={classes['mapTools']}>
        {subjects.length > 1 && (
          <Select
            size="xs"
            aria-label={texts.entity}
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
            aria-label={texts.metric}
            value={asked.column}
            onChange={setMetric}
            data={choice.metrics.map((each) => ({ value: each.column, label: metricLabel(each) }))}
          />
        )}
      </div>
      <Heatmap
        label={`${subject?.name ?? ''}, ${metricLabel(asked)}`}
        corner={texts.weekday}
        rows={Array.from({ length: 7 }, (_, day) => questionTexts.weekdays[(weekStart + day) % 7]!)}
        columns={hours}
        cells={cells}
        format={format}
      />
    </>
  );
}

function axisUnit(format: Metric['format']): ChartModel['unit'] {
  if (format === 'integer') return undefined;
  return format === 'time' || format === 'duration' ? 'time' : 'fraction';
}

const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** There is room for five characters beside the axis. */
function axisFormatter(format: (value: number | null) => string, unit: ChartModel['unit']): (value: number) => string {
  return (value) => {
    if (unit === 'time') return format(value).replace(/^0:/, '');
    const text = format(value).replace(/\.0+(?=\D|$)/, '');
    return text.length > 6 && Math.abs(value) >= 1000 ? compact.format(value) : text;
  };
}
