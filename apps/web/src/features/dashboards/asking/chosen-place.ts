import type { Widget } from '@atrium/rules/dashboard';
import type { DashboardContextValue } from '../frame/dashboard-context.ts';
import { placeOf } from '../widgets/own-options.ts';

/** The one place of a card; the reader of a dashboard can choose another one of its kind. */
export function chosenPlace(widget: Widget, { entityFilter }: DashboardContextValue) {
  const own = placeOf(widget);
  if (!entityFilter || entityFilter.entityType !== own.entityType) return own;
  const [only, ...others] = entityFilter.entityIds;
  return only !== undefined && others.length === 0 ? { ...own, entityId: only } : own;
}
