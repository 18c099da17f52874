import { getLocation } from '@atrium/contract/locations';
import { getWeather } from '@atrium/contract/weather';
import type { Widget } from '@atrium/rules/dashboard';
import { useEffect } from 'react';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { viewerTimezone } from '../../../format/zones.ts';
import type { DashboardContextValue } from '../frame/dashboard-context.ts';
import type { CardValues } from '../widgets/values.ts';
import { useIsConfigured } from '../settings/use-is-configured.ts';
import { intervalOf } from '../widgets/weather/rows.ts';
import type { Asked } from './asked.ts';
import { chosenPlace } from './chosen-place.ts';
import { texts } from './place-texts.ts';
import { useReload } from './use-reload.ts';

/** As long as the server lets a browser keep it: two cards about the same place make one call. */
const keptMs = 10 * 60_000;

/** The weather of the location of a card, asked again every ten minutes unless its settings are open. */
export function useWeather(
  widget: Widget,
  context: DashboardContextValue,
  isActive: boolean,
): Asked<CardValues['weather']> {
  const { entityId } = chosenPlace(widget, context);
  const locationId = entityId ?? '';
  const isPaused = useIsConfigured(widget.widgetId);
  const enabled = isActive && locationId !== '';
  const request = { params: { locationId, type: intervalOf(widget) } };
  const weather = useEndpoint(getWeather, request, { enabled, ...(!isPaused && { every: keptMs }), fresh: keptMs });
  const location = useEndpoint(getLocation, { params: { locationId } }, { enabled, fresh: keptMs });
  useReload([weather], context.refreshCount, enabled);
  useEffect(() => {
    if (weather.error) console.warn(texts.weather, weather.error.message);
  }, [weather.error]);
  if (locationId === '') return { state: 'failed', message: texts.noLocation, isLasting: true };
  if (weather.data) {
    const timezone = location.data?.timezone ?? viewerTimezone;
    if (!location.data && !location.error) return { state: 'loading' };
    return {
      state: 'ready',
      values: { ...weather.data, timezone },
      readAt: weather.dataUpdatedAt,
      isStale: weather.error !== null,
      messages: [],
      completeness: null,
    };
  }
  return weather.error ? { state: 'failed', message: weather.error.message } : { state: 'loading' };
}
