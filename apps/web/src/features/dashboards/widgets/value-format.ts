import type { AskedMetric } from '@atrium/metrics/catalog';
import type { Widget } from '@atrium/rules/dashboard';
import { widgetOptionsOf } from '@atrium/rules/widget-options';

/** The format that a card has chosen; times are h:mm:ss unless it has. Undefined is the format of the metric. */
export function valueFormatOf({ clientOptions }: Widget, { metric }: AskedMetric): string | undefined {
  return widgetOptionsOf(clientOptions).valueFormat ?? (metric.format === 'time' ? 'duration' : undefined);
}
