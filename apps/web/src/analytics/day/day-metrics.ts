import type { LiveReading } from '@atrium/contract/live-traffic';
import { type MetricName, type MetricOf, metricsOf } from '@atrium/metrics/catalog';

/** Counts only: live readings carry them, and they add up over the hours of a day. */
const names = ['ins', 'outs'] as const satisfies readonly (MetricName<'traffic'> & keyof LiveReading)[];

export type DayMetric = Extract<MetricOf<'traffic'>, { readonly name: (typeof names)[number] }>;

/** What a day shows of traffic. */
export const dayMetrics = metricsOf('traffic').filter((metric): metric is DayMetric =>
  names.some((name) => name === metric.name),
);
