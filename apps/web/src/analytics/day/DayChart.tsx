import { compare } from '@atrium/metrics/compare';
import { completenessText } from '@atrium/metrics/completeness';
import type { CorrectionNote } from '@atrium/contract/data-reply';
import type { Location } from '@atrium/contract/locations';
import { SegmentedControl, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Chart } from '../charts/Chart.tsx';
import type { ChartAnnotation, ChartModel, ChartPoint } from '../charts/model.ts';
import { dateIn } from '../../format/dates.ts';
import { asCount, count, wholePercent } from '../../format/numbers.ts';
import { viewerTimezone, zoneDifference, zoneName } from '../../format/zones.ts';
import { CompletenessMark } from '../../ui/Completeness.tsx';
import { Delta } from '../../ui/Delta.tsx';
import type { Cells } from '../../ui/table/cells.ts';
import type { Column } from '../../ui/table/column.ts';
import type { Hour } from './day-by-hour.ts';
import { type DayMetric, dayMetrics } from './day-metrics.ts';
import classes from './DayChart.module.css';
import { texts } from './texts.ts';
import type { DayWords } from './use-day.ts';

interface Props {
  hours: readonly Hour[];
  /** Their closed parts, in hours from the left. */
  closed: ChartModel['closed'];
  /** Stretches in which something else counts than what sensors sent. */
  corrections: readonly CorrectionNote[];
  /** What people noted about the day. */
  annotations: readonly ChartAnnotation[];
  location: Location;
  words: DayWords;
}

const height = 280;

export function DayChart({ hours, closed, corrections, annotations, location, words }: Props) {
  const [metric, setMetric] = useState(dayMetrics[0]!);
  const { timezone } = location;
  const { day, other } = words;
  const model = useMemo(
    () => ({ ...modelOf({ hours, closed, corrections }, metric, timezone, { day, other }), annotations }),
    [hours, closed, corrections, annotations, metric, timezone, day, other],
  );
  const columns = useMemo(() => columnsOf(metric, timezone, { day, other }), [metric, timezone, day, other]);
  return (
    <Chart
      label={`${location.name}, ${words[metric.name]}`}
      model={model}
      table={{ columns, cells: cellsOf(metric, timezone), rows: hours }}
      format={count}
      axisFormat={count}
      height={height}
      heading={
        <>
          <Title order={2}>{words.heading}</Title>
          <p className={classes['text']}>{explanation(hours, closed, timezone, words)}</p>
        </>
      }
      controls={
        <SegmentedControl
          size="xs"
          aria-label={texts.metric}
          value={metric.name}
          onChange={(next) => setMetric((shown) => dayMetrics.find(({ name }) => name === next) ?? shown)}
          data={dayMetrics.map(({ name }) => ({ value: name, label: texts.metrics[name] }))}
        />
      }
    />
  );
}

type Names = Pick<DayWords, 'day' | 'other'>;

function modelOf(
  { hours, closed, corrections }: Pick<Props, 'hours' | 'closed' | 'corrections'>,
  metric: DayMetric,
  timezone: string,
  { day, other }: Names,
): ChartModel {
  return {
    closed,
    points: hours.map((hour) => ({
      label: dateIn(timezone, 'clockHour', hour.start),
      name: hourName(hour, timezone),
      state: hour.state,
      notes: [...notesOf(hour, metric, other), ...correctionsIn(hour, corrections)],
    })),
    series: [
      { id: 'today', name: day, kind: 'bar', color: 0, values: hours.map(({ figures }) => figures[metric.name]) },
      {
        id: 'compared',
        name: other,
        kind: 'line',
        color: 0,
        comparison: true,
        values: hours.map(({ previous }) => previous[metric.name]),
      },
    ],
  };
}

function correctionsIn({ start, end }: Hour, corrections: readonly CorrectionNote[]): string[] {
  const within = corrections.filter(({ from, to }) => Date.parse(from) < end && Date.parse(to) > start);
  return [...new Set(within.map(({ kind, reason }) => texts.corrected(kind, reason)))];
}

function notesOf(hour: Hour, metric: DayMetric, other: string): ChartPoint['notes'] {
  return [...(hour.closed ? [texts.closedHour] : []), ...countNotes(hour, metric, other)];
}

function countNotes(hour: Hour, metric: DayMetric, other: string): string[] {
  switch (hour.state) {
    case 'ahead':
      return [];
    case 'missing':
      return [texts.noData];
    case 'open':
      return [texts.inProgress];
    case 'done': {
      const { difference, text } = comparisonOf(hour, metric);
      return [
        ...(difference === null ? [] : [texts.difference(text, other)]),
        ...(hour.completeness === 1 ? [] : [completenessText(hour.completeness)]),
      ];
    }
  }
}

function comparisonOf({ figures, previous }: Hour, metric: DayMetric) {
  return compare(figures[metric.name], previous[metric.name], metric);
}

function explanation(
  hours: readonly Hour[],
  closed: ChartModel['closed'],
  timezone: string,
  { bars }: DayWords,
): string {
  const abroad = zoneDifference(timezone, viewerTimezone, hours[0]?.start ?? 0) !== null;
  return [
    bars,
    ...(closed && closed.length > 0 ? [texts.closedText] : []),
    ...(hours.some(({ state }) => state === 'missing') ? [texts.missingText] : []),
    ...(abroad ? [texts.hoursIn(zoneName(timezone))] : []),
  ].join(' ');
}

function hourName({ start, end }: Hour, timezone: string): string {
  return `${dateIn(timezone, 'time', start)} – ${dateIn(timezone, 'time', end)}`;
}

function columnsOf(metric: DayMetric, timezone: string, { day, other }: Names): Column<Hour>[] {
  const { name } = metric;
  return [
    {
      key: 'hour',
      label: texts.columns.hour,
      kind: 'text',
      width: 112,
      isRowName: true,
      value: ({ start }) => dateIn(timezone, 'timestamp', start),
    },
    {
      ...asCount,
      key: 'today',
      label: day,
      width: 64,
      value: ({ figures }) => figures[name],
    },
    { ...asCount, key: 'compared', label: other, width: 84, value: ({ previous }) => previous[name] },
    {
      key: 'difference',
      label: texts.columns.difference,
      kind: 'number',
      width: 96,
      value: (hour) => (hour.state === 'done' ? comparisonOf(hour, metric).difference : null),
    },
    {
      key: 'completeness',
      label: texts.columns.completeness,
      kind: 'number',
      width: 112,
      value: ({ completeness }) => completeness,
    },
  ];
}

function cellsOf(metric: DayMetric, timezone: string): Cells<Hour> {
  return {
    hour: ({ start, end }) => `${dateIn(timezone, 'clockHour', start)} – ${dateIn(timezone, 'clockHour', end)}`,
    today: ({ state, figures }) => (state === 'ahead' ? '' : count(figures[metric.name])),
    difference: (hour) => hour.state === 'done' && <Delta {...comparisonOf(hour, metric)} />,
    completeness: ({ completeness }) =>
      completeness !== null && <CompletenessMark text={wholePercent(completeness)} partial={completeness < 1} />,
  };
}
