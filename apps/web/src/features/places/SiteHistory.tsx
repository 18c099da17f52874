import type { TrafficRow } from '@atrium/contract/data';
import type { SiteWithIncludes } from '@atrium/contract/sites';
import { Skeleton } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import { useMemo } from 'react';
import { Chart } from '../../analytics/charts/Chart.tsx';
import type { ChartModel } from '../../analytics/charts/model.ts';
import { pointState } from '../../analytics/charts/point-state.ts';
import { dateIn } from '../../format/dates.ts';
import { asCount, count, wholePercent } from '../../format/numbers.ts';
import { useMetricQuery } from '../../analytics/use-metric-query.ts';
import { Card } from '../../ui/Card.tsx';
import { Quiet } from '../../ui/Quiet.tsx';
import { EmptyState, ErrorState } from '../../ui/Notice.tsx';
import type { Column } from '../../ui/table/column.ts';
import { useNow } from '../../ui/use-now.ts';
import { lastDays } from './last-days.ts';
import classes from './places.module.css';
import { texts } from './texts.ts';

const words = texts.history;
const hour = 3_600_000;
const height = 300;

/** Ins and outs of a site in the last 7 days, hour by hour. */
export default function SiteHistory({ site }: { site: SiteWithIncludes }) {
  const now = useNow(60_000);
  const timezone = site.location?.timezone ?? 'UTC';
  const traffic = useMetricQuery('traffic', {
    entityType: 'site',
    entityIds: site.siteId,
    relativeDate: 'custom',
    ...lastDays(timezone, now),
    dateGroupings: 'hour',
  });
  const rows = traffic.data?.results;
  const columns = useMemo(() => columnsOf(timezone), [timezone]);
  const model = useMemo(() => rows && modelOf(rows, timezone, now), [rows, timezone, now]);
  if (traffic.error && !rows)
    return <ErrorState message={traffic.error.message} onRetry={() => void traffic.refetch()} />;
  if (!rows || !model) return <Skeleton height={height + 80} />;
  const isEmpty = rows.every(({ sumins, sumouts }) => (sumins ?? sumouts ?? null) === null);
  if (isEmpty)
    return (
      <Card>
        <h2 className={classes['heading']}>{words.heading}</h2>
        <EmptyState icon={IconChartBar} {...words.none} />
      </Card>
    );
  return (
    <Card>
      <Chart
        label={`${site.name}, ${words.heading}`}
        model={model}
        table={{ columns, rows }}
        format={count}
        axisFormat={count}
        height={height}
        heading={
          <>
            <h2 className={classes['heading']}>{words.heading}</h2>
            <Quiet mt={2}>{words.text}</Quiet>
          </>
        }
      />
    </Card>
  );
}

const startOf = ({ recordDate }: TrafficRow) => Date.parse(recordDate ?? '');

function modelOf(rows: readonly TrafficRow[], timezone: string, now: number): ChartModel {
  return {
    points: rows.map((row) => {
      const start = startOf(row);
      const state = pointState(start, start + hour, row, now);
      return {
        label: dateIn(timezone, 'dayOfWeek', start),
        name: dateIn(timezone, 'hour', start),
        state,
        notes: state === 'missing' ? [words.noData] : state === 'open' ? [words.inProgress] : [],
      };
    }),
    series: [
      { id: 'ins', name: words.ins, kind: 'bar', color: 0, values: rows.map((row) => row.sumins ?? null) },
      { id: 'outs', name: words.outs, kind: 'line', color: 1, values: rows.map((row) => row.sumouts ?? null) },
    ],
  };
}

function columnsOf(timezone: string): Column<TrafficRow>[] {
  return [
    {
      key: 'hour',
      label: words.hour,
      kind: 'text',
      width: 150,
      isRowName: true,
      value: (row) => dateIn(timezone, 'timestamp', startOf(row)),
    },
    { ...asCount, key: 'ins', label: words.ins, width: 80, value: ({ sumins }) => sumins ?? null },
    { ...asCount, key: 'outs', label: words.outs, width: 80, value: ({ sumouts }) => sumouts ?? null },
    {
      key: 'completeness',
      label: words.completeness,
      kind: 'number',
      width: 110,
      value: ({ completeness }) => completeness,
      format: wholePercent,
    },
  ];
}
