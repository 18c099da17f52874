import type { Widget } from '@atrium/rules/dashboard';
import { type DashboardFilter, type WidgetQuery, widgetQuery } from '@atrium/rules/widget-query';
import { cardOf } from '../widgets/registry.ts';

type Asking = Pick<Widget, 'widgetType' | 'dataOptions'>;

/** What a card asks: the question of its options, as a card of its type asks it. */
export function cardQuery(
  { widgetType, dataOptions }: Asking,
  filter: DashboardFilter,
  permitsAllOthers?: boolean,
): WidgetQuery {
  const query = widgetQuery(dataOptions, filter, permitsAllOthers);
  const { adjust } = cardOf(widgetType) ?? {};
  return adjust ? { ...query, question: adjust(query.question) } : query;
}
