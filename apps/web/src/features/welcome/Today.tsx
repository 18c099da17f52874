import type { Location } from '@atrium/contract/locations';
import { lazy, Suspense, useMemo } from 'react';
import { dateIn } from '../../analytics/format.ts';
import type { LiveState } from '../../analytics/live-reading.ts';
import { useLiveReading } from '../../analytics/use-live-reading.ts';
import { useMetricQuery, useMetricTotal } from '../../analytics/use-metric-query.ts';
import { Card } from '../../ui/Card.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { useNow } from '../../ui/use-now.ts';
import { dayByHour, type Hour, sumOf } from './day-by-hour.ts';
import { DayChartSkeleton } from './DayChartSkeleton.tsx';
import { DayCompleteness } from './DayCompleteness.tsx';
import { LiveFigure } from './LiveFigure.tsx';
import { sameDayLastWeek, sameTimeLastWeek } from './same-time-last-week.ts';
import classes from './WelcomePage.module.css';

/** The drawing library is the largest part of the page: the figures do not wait for it. */
const DayChart = lazy(() => import('./DayChart.tsx'));

const minute = 60_000;

/** One location today: live figures against the same time last week, the day by the hour, and how sure all of it is. */
export function Today({ location }: { location: Location }) {
  const { locationId, timezone } = location;
  const now = useNow(minute);
  const live = useLiveReading('location', locationId);
  const entity = { entityType: 'location', entityIds: locationId } as const;
  const day = useMetricQuery(
    'traffic',
    { ...entity, relativeDate: 'today', dateGroupings: 'hour', previousPeriod: 'sameperiodlastweek' },
    { every: minute },
  );
  const range = sameTimeLastWeek(timezone, now);
  const before = useMetricTotal(
    'traffic',
    { ...entity, relativeDate: 'custom', ...range },
    { enabled: range !== null, keep: true },
  );
  const hours = useMemo(
    () =>
      day.data &&
      dayByHour({ results: day.data.results, previousResults: day.data.previousResults ?? [] }, timezone, now),
    [day.data, timezone, now],
  );
  const lastWeek = dateIn(timezone, 'dayOfWeek', sameDayLastWeek(timezone, now));
  const compared = range === null ? undefined : before.data?.results[0];

  // For as long as nothing live has been heard.
  const known = (metric: 'ins' | 'outs') => (hours ? sumOf(hours, metric) : day.isError ? null : undefined);

  return (
    <>
      <div className={classes['figures']}>
        <LiveFigure metric="ins" live={live} known={known('ins')} before={compared?.sumins} day={lastWeek} />
        <LiveFigure metric="outs" live={live} known={known('outs')} before={compared?.sumouts} day={lastWeek} />
        <DayCompleteness
          share={day.isError && live.kind !== 'heard' ? 'unknown' : completenessOf(live, hours)}
          newest={newestOf(live)}
          timezone={timezone}
        />
      </div>
      <Card className={classes['chart'] ?? ''}>
        {hours ? (
          <Suspense fallback={<DayChartSkeleton />}>
            <DayChart hours={hours} location={location} day={lastWeek} />
          </Suspense>
        ) : day.error ? (
          <ErrorState message={day.error.message} onRetry={() => void day.refetch()} />
        ) : (
          <DayChartSkeleton />
        )}
      </Card>
    </>
  );
}

function newestOf(live: LiveState): number | null {
  return live.kind === 'heard' && live.reading.minute !== null ? Date.parse(live.reading.minute) : null;
}

/** Of the live reading; without one, of the hours that are over, each counting alike. */
function completenessOf(live: LiveState, hours: readonly Hour[] | undefined): number | null | undefined {
  if (live.kind === 'heard') return live.reading.completeness;
  const due = hours?.flatMap(({ completeness }) => completeness ?? []);
  if (!due) return undefined;
  return due.length === 0 ? null : due.reduce((sum, share) => sum + share, 0) / due.length;
}
