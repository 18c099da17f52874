import type { DashboardDocument, Place, Widget } from '@atrium/rules/dashboard';
import type { Operation } from '@atrium/rules/dashboard-edits';

/** Operations that lead from one document to another, for edits that are no longer known one by one. */
export function difference(before: DashboardDocument, after: DashboardDocument): readonly Operation[] {
  const old = new Map(before.widgets.map((widget) => [widget.widgetId, widget]));
  const kept = new Set(after.widgets.map(({ widgetId }) => widgetId));
  const removed = before.widgets.filter(({ widgetId }) => !kept.has(widgetId));
  const { name, description } = after;
  const isRenamed = name !== before.name || description !== before.description;
  return [
    ...removed.map(({ widgetId }): Operation => ({ kind: 'remove', widgetId })),
    ...after.widgets.flatMap((widget) => changesOf(old.get(widget.widgetId), widget)),
    ...(isRenamed ? [{ kind: 'rename', name, description } as const] : []),
  ];
}

function changesOf(before: Widget | undefined, after: Widget): readonly Operation[] {
  if (!before) return [{ kind: 'add', widget: after }];
  const { widgetId, dataOptions, clientOptions } = after;
  const place = placeOf(after);
  const isMoved = !isSame(place, placeOf(before));
  const isChanged = !isSame([dataOptions, clientOptions], [before.dataOptions, before.clientOptions]);
  return [
    ...(isMoved ? [{ kind: 'place', widgetId, place, pushed: [] } as const] : []),
    ...(isChanged ? [{ kind: 'configure', widgetId, dataOptions, clientOptions } as const] : []),
  ];
}

export function placeOf({ gridOptions: { x, y, width, height } }: Pick<Widget, 'gridOptions'>): Place {
  return { x, y, width, height };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
