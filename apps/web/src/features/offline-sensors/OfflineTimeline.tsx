import { getOfflineTimeline } from '@atrium/contract/offline-sensors';
import { Skeleton } from '@mantine/core';
import { useMemo } from 'react';
import { Chart } from '../../analytics/charts/Chart.tsx';
import type { ChartModel } from '../../analytics/charts/model.ts';
import { dateIn } from '../../format/dates.ts';
import { asCount, count } from '../../format/numbers.ts';
import { viewerTimezone } from '../../format/zones.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Card } from '../../ui/Card.tsx';
import { Quiet } from '../../ui/Quiet.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import type { Column } from '../../ui/table/column.ts';
import classes from './offline-sensors.module.css';
import { texts } from './texts.ts';

const words = texts.timeline;
const height = 180;

interface Step {
  at: number;
  offline: number;
}

/** How many sensors were offline in the last 7 days. */
export default function OfflineTimeline({ orgId }: { orgId: string | null }) {
  const query = orgId === null ? {} : { orgId };
  const timeline = useEndpoint(getOfflineTimeline, { query }, { texts: texts.list, keep: true, every: 60_000 });
  const steps = useMemo(() => stepsOf(timeline.data), [timeline.data]);
  const model = useMemo(() => modelOf(steps), [steps]);
  if (timeline.error && !timeline.data)
    return <ErrorState message={timeline.error.message} onRetry={() => void timeline.refetch()} />;
  if (!timeline.data) return <Skeleton height={height + 100} />;
  return (
    <Card>
      <Chart
        label={words.heading}
        model={model}
        table={{ columns, rows: steps }}
        format={count}
        axisFormat={count}
        height={height}
        heading={
          <>
            <h2 className={classes['heading']}>{words.heading}</h2>
            <Quiet mt={2} mb="sm">
              {words.text}
            </Quiet>
          </>
        }
      />
    </Card>
  );
}

function stepsOf(data: { from: string; step: number; counts: number[] } | undefined): Step[] {
  if (!data) return [];
  const from = Date.parse(data.from);
  return data.counts.map((offline, index) => ({ at: from + index * data.step * 1000, offline }));
}

function modelOf(steps: readonly Step[]): ChartModel {
  return {
    points: steps.map(({ at }) => ({
      label: dateIn(viewerTimezone, 'dayOfWeek', at),
      name: dateIn(viewerTimezone, 'minute', at),
      state: 'done',
      notes: [],
    })),
    series: [
      { id: 'offline', name: words.series, kind: 'line', color: 1, values: steps.map(({ offline }) => offline) },
    ],
  };
}

const columns: readonly Column<Step>[] = [
  {
    key: 'time',
    label: words.time,
    kind: 'text',
    width: 150,
    isRowName: true,
    value: ({ at }) => dateIn(viewerTimezone, 'timestamp', at),
  },
  {
    ...asCount,
    key: 'offline',
    label: words.series,
    width: 100,
    value: ({ offline }) => offline,
  },
];
