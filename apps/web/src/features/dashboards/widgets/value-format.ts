import type { AskedMetric } from '@atrium/metrics/catalog';
import type { Widget } from '@atrium/rules/dashboard';
import { widgetOptionsOf } from '@atrium/rules/widget-options';
import { celsius } from '../../../format/numbers.ts';
import { ownOptions } from './own-options.ts';

/** The format that a card has chosen; times are h:mm:ss unless it has. Undefined is the format of the metric. */
export function valueFormatOf(widget: Widget, { metric }: AskedMetric): string | undefined {
  return chosenFormatOf(widget) ?? (metric.format === 'time' ? 'duration' : undefined);
}

/** Temperatures have the unit that the card says, as the weather card does. */
export function chosenFormatOf(widget: Pick<Widget, 'clientOptions'>): string | undefined {
  const { valueFormat } = widgetOptionsOf(widget.clientOptions);
  return valueFormat === 'temperature' && ownOptions(widget)['celsius'] === true ? celsius : valueFormat;
}
