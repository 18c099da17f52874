import type { Widget } from '@atrium/rules/dashboard';
import { firstHole } from '@atrium/rules/dashboard-grid';
import { widgetSizes } from '@atrium/rules/widget-types';
import { newId } from '../../api/new-id.ts';
import type { CardDefinition } from './widgets/definition.ts';

export type AddedCard = Pick<CardDefinition, 'type' | 'dataOptions' | 'clientOptions'>;

/** A card of the gallery in the first hole that fits. */
export function newWidget({ type, dataOptions, clientOptions }: AddedCard, widgets: readonly Widget[]): Widget {
  const size = widgetSizes[type];
  const gridOptions = { ...firstHole(widgets, size.width, size.height), ...size };
  return { widgetId: newId(), widgetType: type, gridOptions, dataOptions, clientOptions };
}

/** A copy in the first hole that fits. */
export function copiedWidget(widget: Widget, widgets: readonly Widget[]): Widget {
  const { width, height } = widget.gridOptions;
  const gridOptions = { ...widget.gridOptions, ...firstHole(widgets, width, height) };
  return { ...widget, widgetId: newId(), gridOptions };
}

/** For a copy of a whole dashboard. */
export function withNewIds(widgets: readonly Widget[]): readonly Widget[] {
  return widgets.map((widget) => ({ ...widget, widgetId: newId() }));
}

/** The settings open as soon as such a card is added. */
export function opensSettings({ clientOptions }: Pick<Widget, 'clientOptions'>): boolean {
  return clientOptions['popConfig'] === true;
}
