import { isOptions, type Widget } from '@atrium/rules/dashboard';
import { cardOf } from './widgets/registry.ts';

/** What people call a card: its own title, or the name of its type. */
export function widgetName({ widgetType, clientOptions }: Widget): string {
  const { widgetOptions } = clientOptions;
  const title = isOptions(widgetOptions) ? widgetOptions['title'] : undefined;
  const text = isOptions(title) && title['enable'] !== false ? title['text'] : undefined;
  return typeof text === 'string' && text.trim() !== '' ? text : (cardOf(widgetType)?.label ?? widgetType);
}
