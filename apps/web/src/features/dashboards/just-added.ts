import type { Widget } from '@atrium/rules/dashboard';

let added: string | undefined;

/** The first card of a dashboard is added before the dashboard is shown; it gets the focus or opens its settings there. */
export function rememberAdded(widget: Widget): void {
  added = widget.widgetId;
}

/** The card that was added just before this dashboard opened. */
export function justAdded(widgets: readonly Widget[]): Widget | undefined {
  return widgets.find(({ widgetId }) => widgetId === added);
}

export function forgetAdded(): void {
  added = undefined;
}
