import type { Widget } from '@atrium/rules/dashboard';
import { widgetOptionsOf } from '@atrium/rules/widget-options';
import { nameOf } from './frame/title-of.ts';
import { cardOf } from './widgets/registry.ts';

/** What a card is called where it is spoken of; those of unknown types by their own title or their type. */
export function widgetName(widget: Widget): string {
  const card = cardOf(widget.widgetType);
  if (!card) return widgetOptionsOf(widget.clientOptions).title ?? widget.widgetType;
  try {
    return nameOf(card, widget);
  } catch {
    // Its frame says that it cannot be drawn.
    return card.label;
  }
}
