import { useSyncExternalStore } from 'react';
import { hasOpenSettings, onSettings } from './open-settings.ts';

/** Whether the settings of a card are open: nothing of it is loaded again on its own meanwhile. */
export function useIsConfigured(widgetId: string): boolean {
  return useSyncExternalStore(onSettings, () => hasOpenSettings(widgetId));
}
