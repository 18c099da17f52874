import type { Widget } from '@atrium/rules/dashboard';
import { opensSettings } from './new-widget.ts';

let added: string | undefined;

/** The first card of a dashboard is added before the dashboard is shown; its settings open there. */
export function rememberAdded(widget: Widget): void {
  added = opensSettings(widget) ? widget.widgetId : undefined;
}

/** The card that was added just before this dashboard opened. */
export function justAdded(widgets: readonly Widget[]): string | undefined {
  return widgets.find(({ widgetId }) => widgetId === added)?.widgetId;
}

export function forgetAdded(): void {
  added = undefined;
}
