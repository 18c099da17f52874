import { metricsNamed } from '@atrium/metrics/catalog';
import type { SourceName } from '@atrium/metrics/sources';
import type { LastReadingValues } from './values.ts';

/** The newest reading of one place, for the gallery. The first figure is that of the metric. */
export function sampleLastReading(
  source: SourceName,
  name: string,
  figures: Readonly<Record<string, number>>,
): LastReadingValues {
  const [column] = Object.keys(figures);
  const metrics = metricsNamed(source, undefined).filter((asked) => asked.column === column);
  return {
    question: {
      source,
      metrics: metrics.map(({ metric }) => metric.name),
      entityType: 'location',
      entityIds: [],
      period: { relativeDate: 'today' },
      grouping: 'hour',
      comparison: null,
      isLikeForLike: false,
      rows: { kind: 'each' },
      others: null,
      isOpenOnly: false,
    },
    metrics,
    readings: [
      { key: name, entityId: null, name, figures, at: '2026-03-02T20:00:00.000Z', ageSeconds: 20, timezone: null },
    ],
    customs: { currency: 'USD', weekStart: 0 },
  };
}
