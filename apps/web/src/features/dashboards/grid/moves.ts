import { gridColumns, type Place, type Widget } from '@atrium/rules/dashboard';
import type { Operation } from '@atrium/rules/dashboard-edits';
import { withoutOverlaps } from '@atrium/rules/dashboard-grid';
import { isWidgetType, widgetSizes } from '@atrium/rules/widget-types';
import { placeOf } from '../document/difference.ts';

export type Direction = 'left' | 'right' | 'up' | 'down';

const steps: Record<Direction, { readonly columns: number; readonly rows: number }> = {
  left: { columns: -1, rows: 0 },
  right: { columns: 1, rows: 0 },
  up: { columns: 0, rows: -1 },
  down: { columns: 0, rows: 1 },
};

/** One step; the same place at an edge of the grid. */
export function moved(widget: Widget, direction: Direction): Place {
  const place = placeOf(widget);
  const { columns, rows } = steps[direction];
  const x = within(place.x + columns, 0, gridColumns - place.width);
  return { ...place, x, y: Math.max(place.y + rows, 0) };
}

/** One step; the same place at an edge of the grid or at the smallest size. */
export function resized(widget: Widget, direction: Direction): Place {
  const place = placeOf(widget);
  const { columns, rows } = steps[direction];
  const { minWidth, minHeight } = smallest(widget);
  const width = within(place.width + columns, minWidth, gridColumns - place.x);
  return { ...place, width, height: Math.max(place.height + rows, minHeight) };
}

/** Its own minimum, or that of its type; never more than it already has. */
export function smallest({ widgetType, gridOptions }: Widget): { minWidth: number; minHeight: number } {
  const type = isWidgetType(widgetType) ? widgetSizes[widgetType] : undefined;
  return {
    minWidth: Math.min(gridOptions.minWidth ?? type?.minWidth ?? 2, gridOptions.width),
    minHeight: Math.min(gridOptions.minHeight ?? type?.minHeight ?? 1, gridOptions.height),
  };
}

/** The edit that puts a card there, with those that have to make way; undefined if it is there already. */
export function placeOperation(widgets: readonly Widget[], widgetId: string, place: Place): Operation | undefined {
  const widget = widgets.find((each) => each.widgetId === widgetId);
  if (!widget || isSame(placeOf(widget), place)) return undefined;
  const pushed = settledAround(widgets, widgetId, place).flatMap((after, index) => {
    const isPushed = after.widgetId !== widgetId && after.gridOptions.y !== widgets[index]!.gridOptions.y;
    return isPushed ? [{ widgetId: after.widgetId, place: placeOf(after) }] : [];
  });
  return { kind: 'place', widgetId, place, pushed };
}

/** The cards while one of them is held at a place. */
export function settledAround(widgets: readonly Widget[], widgetId: string, place: Place): readonly Widget[] {
  const placed = widgets.map((each) =>
    each.widgetId === widgetId ? { ...each, gridOptions: { ...each.gridOptions, ...place } } : each,
  );
  return withoutOverlaps(placed, new Set([widgetId]));
}

/** As they are drawn: two people may have put cards onto the same place. */
export function drawnWidgets(widgets: readonly Widget[]): readonly Widget[] {
  return withoutOverlaps(widgets, new Set());
}

export function isSame(one: Place, other: Place): boolean {
  return one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;
}

function within(value: number, min: number, max: number): number {
  return Math.max(min, Math.min(value, max));
}
