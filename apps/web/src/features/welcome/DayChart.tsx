import { compare } from '@atrium/metrics/compare';
import { completenessText } from '@atrium/metrics/completeness';
import type { Location } from '@atrium/contract/locations';
import { SegmentedControl, Title } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Chart } from '../../analytics/charts/Chart.tsx';
import type { ChartModel, ChartPoint } from '../../analytics/charts/model.ts';
import { countColumn } from '../../analytics/count-column.ts';
import { count, dateIn, viewerTimezone, wholePercent, zoneDifference, zoneName } from '../../analytics/format.ts';
import { CompletenessMark } from '../../ui/Completeness.tsx';
import { Delta } from '../../ui/Delta.tsx';
import type { Column } from '../../ui/table/column.ts';
import type { Hour } from './day-by-hour.ts';
import classes from './DayChart.module.css';
import { texts } from './texts.ts';

type Metric = 'ins' | 'outs';

interface Props {
  hours: readonly Hour[];
  location: Location;
  /** The day of last week that it is compared with. */
  day: string;
}

const height = 280;

export default function DayChart({ hours, location, day }: Props) {
  const [metric, setMetric] = useState<Metric>('ins');
  const { timezone } = location;
  const model = useMemo(() => modelOf(hours, metric, timezone, day), [hours, metric, timezone, day]);
  const columns = useMemo(() => columnsOf(metric, timezone, day), [metric, timezone, day]);
  return (
    <Chart
      label={`${location.name}, ${texts[metric]}`}
      model={model}
      table={{ columns, rows: hours }}
      format={count}
      axisFormat={count}
      height={height}
      heading={
        <>
          <Title order={2}>{texts.byHour}</Title>
          <p className={classes['text']}>{explanation(hours, timezone, day)}</p>
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

function modelOf(hours: readonly Hour[], metric: Metric, timezone: string, day: string): ChartModel {
  return {
    points: hours.map((hour) => ({
      label: dateIn(timezone, 'clockHour', hour.start),
      name: hourName(hour, timezone),
      state: hour.state,
      notes: notesOf(hour, metric, day),
    })),
    series: [
      { id: 'today', name: texts.today, kind: 'bar', color: 0, values: hours.map((hour) => hour[metric]) },
      {
        id: 'last-week',
        name: day,
        kind: 'line',
        color: 0,
        comparison: true,
        values: hours.map((hour) => hour[previousOf[metric]]),
      },
    ],
  };
}

function notesOf(hour: Hour, metric: Metric, day: string): ChartPoint['notes'] {
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
        ...(difference === null ? [] : [texts.difference(text, day)]),
        ...(hour.completeness === 1 ? [] : [completenessText(hour.completeness)]),
      ];
    }
  }
}

function explanation(hours: readonly Hour[], timezone: string, day: string): string {
  const abroad = zoneDifference(timezone, viewerTimezone, hours[0]?.start ?? 0) !== null;
  return [
    texts.byHourText(day),
    ...(hours.some(({ state }) => state === 'missing') ? [texts.missingText] : []),
    ...(abroad ? [texts.hoursIn(zoneName(timezone))] : []),
  ].join(' ');
}

function hourName({ start, end }: Hour, timezone: string): string {
  return `${dateIn(timezone, 'time', start)} – ${dateIn(timezone, 'time', end)}`;
}

function columnsOf(metric: Metric, timezone: string, day: string): Column<Hour>[] {
  const previous = previousOf[metric];
  return [
    {
      id: 'hour',
      header: texts.columns.hour,
      kind: 'text',
      width: 112,
      isRowName: true,
      value: ({ start }) => dateIn(timezone, 'timestamp', start),
      cell: ({ start, end }) => `${dateIn(timezone, 'clockHour', start)} – ${dateIn(timezone, 'clockHour', end)}`,
    },
    countColumn({
      id: 'today',
      header: texts.columns.today,
      width: 64,
      value: (hour) => hour[metric],
      cell: (hour) => (hour.state === 'ahead' ? '' : count(hour[metric])),
    }),
    countColumn({
      id: 'last-week',
      header: texts.columns.previous(day),
      width: 84,
      value: (hour) => hour[previous],
    }),
    {
      id: 'difference',
      header: texts.columns.difference,
      kind: 'number',
      width: 96,
      value: (hour) => compare(hour[metric], hour[previous], { lowerIsBetter: false }).difference,
      cell: (hour) =>
        hour.state === 'done' && <Delta {...compare(hour[metric], hour[previous], { lowerIsBetter: false })} />,
    },
    {
      id: 'completeness',
      header: texts.columns.completeness,
      kind: 'number',
      width: 112,
      value: ({ completeness }) => completeness,
      cell: ({ completeness }) =>
        completeness !== null && <CompletenessMark text={wholePercent(completeness)} partial={completeness < 1} />,
    },
  ];
}
