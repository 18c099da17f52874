import type { Widget } from '@atrium/rules/dashboard';
import { widgetOptionsOf } from '@atrium/rules/widget-options';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { onSettings, savesOf } from '../settings/open-settings.ts';
import { useIsConfigured } from '../settings/use-is-configured.ts';

const minuteMs = 60_000;

/**
 * How often a card was loaded again on its own: by its timer, by hand, and after its settings were saved. Nothing
 * refreshes while the settings are open, and the timer starts again when they are closed.
 */
export function useRefreshes({ widgetId, dataOptions, clientOptions }: Widget): { count: number; refresh: () => void } {
  const [count, setCount] = useState(0);
  const refresh = useCallback(() => setCount((before) => before + 1), []);
  const isPaused = useIsConfigured(widgetId);
  const { refreshInterval } = widgetOptionsOf(clientOptions);
  const saves = useSyncExternalStore(onSettings, () => savesOf(widgetId));
  const content = JSON.stringify([saves, dataOptions, clientOptions]);
  const shown = useRef(content);
  useEffect(() => {
    if (isPaused || shown.current === content) return;
    shown.current = content;
    refresh();
  }, [content, isPaused, refresh]);
  useEffect(() => {
    if (refreshInterval === 0 || isPaused) return undefined;
    const timer = setInterval(refresh, refreshInterval * minuteMs);
    return () => clearInterval(timer);
  }, [refreshInterval, isPaused, refresh]);
  return { count, refresh };
}
