import { compare } from '@atrium/metrics/compare';
import { completenessText } from '@atrium/metrics/completeness';
import type { Location } from '@atrium/contract/locations';
import { SegmentedControl, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Chart } from '../charts/Chart.tsx';
import type { ChartModel, ChartPoint } from '../charts/model.ts';
import { dateIn } from '../../format/dates.ts';
import { asCount, count, wholePercent } from '../../format/numbers.ts';
import { viewerTimezone, zoneDifference, zoneName } from '../../format/zones.ts';
import { CompletenessMark } from '../../ui/Completeness.tsx';
import { Delta } from '../../ui/Delta.tsx';
import type { Cells } from '../../ui/table/cells.ts';
import type { Column } from '../../ui/table/column.ts';
import type { Hour } from './day-by-hour.ts';
import classes from './DayChart.module.css';
import { texts } from './texts.ts';
import type { DayWords } from './use-day.ts';

type Metric = 'ins' | 'outs';

interface Props {
  hours: readonly Hour[];
  /** What is closed of them, in hours from the left. */
  closed: ChartModel['closed'];
  location: Location;
  words: DayWords;
}

const height = 280;

export function DayChart({ hours, closed, location, words }: Props) {
  const [metric, setMetric] = useState<Metric>('ins');
  const { timezone } = location;
  const { day, other } = words;
  const model = useMemo(
    () => modelOf(hours, closed, metric, timezone, { day, other }),
    [hours, closed, metric, timezone, day, other],
  );
  const columns = useMemo(() => columnsOf(metric, timezone, { day, other }), [metric, timezone, day, other]);
  return (
    <Chart
      label={`${location.name}, ${words[metric]}`}
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
          value={metric}
          onChange={(next) => setMetric(next === 'outs' ? 'outs' : 'ins')}
          data={[
            { value: 'ins', label: texts.metrics.ins },
            { value: 'outs', label: texts.metrics.outs },
          ]}
        />
      }
    />
  );
}

const previousOf = { ins: 'previousIns', outs: 'previousOuts' } as const;

type Names = Pick<DayWords, 'day' | 'other'>;

function modelOf(
  hours: readonly Hour[],
  closed: ChartModel['closed'],
  metric: Metric,
  timezone: string,
  { day, other }: Names,
): ChartModel {
  return {
    closed,
    points: hours.map((hour) => ({
      label: dateIn(timezone, 'clockHour', hour.start),
      name: hourName(hour, timezone),
      state: hour.state,
      notes: notesOf(hour, metric, other),
    })),
    series: [
      { id: 'today', name: day, kind: 'bar', color: 0, values: hours.map((hour) => hour[metric]) },
      {
        id: 'compared',
        name: other,
        kind: 'line',
        color: 0,
        comparison: true,
        values: hours.map((hour) => hour[previousOf[metric]]),
      },
    ],
  };
}

function notesOf(hour: Hour, metric: Metric, other: string): ChartPoint['notes'] {
  return [...(hour.closed ? [texts.closedHour] : []), ...countNotes(hour, metric, other)];
}

function countNotes(hour: Hour, metric: Metric, other: string): string[] {
  switch (hour.state) {
    case 'ahead':
      return [];
    case 'missing':
      return [texts.noData];
    case 'open':
      return [texts.inProgress];
    case 'done': {
      const { difference, text } = compare(hour[metric], hour[previousOf[metric]], { lowerIsBetter: false });
      return [
        ...(difference === null ? [] : [texts.difference(text, other)]),
        ...(hour.completeness === 1 ? [] : [completenessText(hour.completeness)]),
      ];
    }
  }
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

function columnsOf(metric: Metric, timezone: string, { day, other }: Names): Column<Hour>[] {
  const previous = previousOf[metric];
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
      value: (hour) => hour[metric],
    },
    { ...asCount, key: 'compared', label: other, width: 84, value: (hour) => hour[previous] },
    {
      key: 'difference',
      label: texts.columns.difference,
      kind: 'number',
      width: 96,
      value: (hour) => compare(hour[metric], hour[previous], { lowerIsBetter: false }).difference,
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

function cellsOf(metric: Metric, timezone: string): Cells<Hour> {
  const previous = previousOf[metric];
  return {
    hour: ({ start, end }) => `${dateIn(timezone, 'clockHour', start)} – ${dateIn(timezone, 'clockHour', end)}`,
    today: (hour) => (hour.state === 'ahead' ? '' : count(hour[metric])),
    difference: (hour) =>
      hour.state === 'done' && <Delta {...compare(hour[metric], hour[previous], { lowerIsBetter: false })} />,
    completeness: ({ completeness }) =>
      completeness !== null && <CompletenessMark text={wholePercent(completeness)} partial={completeness < 1} />,
  };
}
