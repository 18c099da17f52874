import { liveTraffic } from '@atrium/contract/live-traffic';
import type { Location } from '@atrium/contract/locations';
import { IconDoorOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Card } from '../../ui/Card.tsx';
import { EmptyState, ErrorState } from '../../ui/Notice.tsx';
import { useDayAnnotations } from '../annotations/use-annotations.ts';
import { readingTime } from '../freshness.ts';
import type { LiveState } from '../live-reading.ts';
import { useTopic } from '../use-topic.ts';
import type { ShownDay } from './day-search-params.ts';
import { type DayMetric, dayMetrics } from './day-metrics.ts';
import { figureOf, type Hour, sumOf } from './day-by-hour.ts';
import classes from './Day.module.css';
import { CorrectionNotes } from './CorrectionNotes.tsx';
import { DayChart } from './DayChart.tsx';
import { DayChartSkeleton } from './DayChartSkeleton.tsx';
import { DayCompleteness } from './DayCompleteness.tsx';
import { DayFigure, LiveFigure } from './DayFigure.tsx';
import { texts } from './texts.ts';
import { useDay } from './use-day.ts';

interface Props {
  location: Location;
  shown: ShownDay;
  /** Which sensors are silent now, next to how much has arrived. */
  silence?: ReactNode;
}

/** One day of a location: its counts against another day, the day by hour, and its completeness. */
export function Day({ location, shown, silence }: Props) {
  const day = useDay(location, shown);
  const { hours, words } = day;
  const annotations = useDayAnnotations(location.locationId, shown.date, hours?.length ?? 0);
  return (
    <>
      {day.isClosedAllDay && hours && isNothing(hours) ? (
        <Card>
          <EmptyState
            icon={IconDoorOff}
            title={words.closed}
            text={day.closedBecause === undefined ? texts.closed.text : texts.closed.because(day.closedBecause)}
          />
        </Card>
      ) : shown.isToday ? (
        <TodaysFigures location={location} day={day} silence={silence} />
      ) : (
        <PastFigures day={day} />
      )}
      <Card className={classes['chart'] ?? ''}>
        {hours ? (
          <>
            <DayChart
              hours={hours}
              closed={day.closed}
              corrections={day.corrections}
              annotations={annotations}
              location={location}
              words={words}
            />
            <CorrectionNotes corrections={day.corrections} timezone={location.timezone} />
          </>
        ) : day.error ? (
          <ErrorState message={day.error.message} onRetry={day.retry} />
        ) : (
          <DayChartSkeleton />
        )}
      </Card>
    </>
  );
}

type DayData = ReturnType<typeof useDay>;

function TodaysFigures({ location, day, silence }: { location: Location; day: DayData; silence: ReactNode }) {
  const { locationId, timezone } = location;
  const live = useTopic(liveTraffic, { entityType: 'location', entityId: locationId });
  const { hours, before, words, error } = day;
  // For as long as nothing live has been heard.
  const known = (metric: DayMetric['name']) => (hours ? sumOf(hours, metric) : error ? null : undefined);
  const shared = { live, timezone, words, isClosed: day.isClosedAllDay };
  return (
    <div className={classes['figures']}>
      {dayMetrics.map((metric) => (
        <LiveFigure
          key={metric.name}
          metric={metric}
          known={known(metric.name)}
          before={figureOf(before, metric)}
          {...shared}
        />
      ))}
      <DayCompleteness
        share={error && live.kind !== 'received' ? 'unknown' : completenessOf(live, hours)}
        newest={newestOf(live, timezone)}
        isToday
      >
        {silence}
      </DayCompleteness>
    </div>
  );
}

function PastFigures({ day: { total, before, words, error, isClosedAllDay } }: { day: DayData }) {
  const shared = { words, isClosed: isClosedAllDay };
  const absent = error ? null : undefined;
  return (
    <div className={classes['figures']}>
      {dayMetrics.map((metric) => (
        <DayFigure
          key={metric.name}
          metric={metric}
          value={total ? figureOf(total, metric) : absent}
          before={figureOf(before, metric)}
          {...shared}
        />
      ))}
      <DayCompleteness share={error ? 'unknown' : total?.completeness} newest={null} isToday={false} />
    </div>
  );
}

function isNothing(hours: readonly Hour[]): boolean {
  return dayMetrics.every(({ name }) => !sumOf(hours, name));
}

function newestOf(live: LiveState, timezone: string): string | null {
  const at = live.kind === 'received' ? live.message.lastReadingAt : null;
  return at === null ? null : texts.newest(readingTime(at, timezone, Date.now()));
}

/** From the live reading; without one, from the completed hours, equally weighted. */
function completenessOf(live: LiveState, hours: readonly Hour[] | undefined): number | null | undefined {
  if (live.kind === 'received') return live.message.completeness;
  const due = hours?.flatMap(({ completeness }) => completeness ?? []);
  if (!due) return undefined;
  return due.length === 0 ? null : due.reduce((sum, share) => sum + share, 0) / due.length;
}
