import type { Widget } from '@atrium/rules/dashboard';
import type { DashboardContextValue } from '../frame/dashboard-context.ts';
import type { AnyCard } from '../widgets/definition.ts';
import type { CardValues } from '../widgets/values.ts';
import type { Asked } from './asked.ts';
import { useLastReading } from './use-last-reading.ts';
import { useLive } from './use-live.ts';
import { usePlaces } from './use-places.ts';
import { useQuestion } from './use-question.ts';
import { useSensorImage } from './use-sensor-image.ts';
import { useWeather } from './use-weather.ts';

type UseValues<Kind extends keyof CardValues> = (
  widget: Widget,
  context: DashboardContextValue,
  isActive: boolean,
) => Asked<CardValues[Kind]>;

const nothing = { state: 'ready', values: undefined, isStale: false, messages: [], completeness: null } as const;

/** How each kind of values is obtained. */
const hooks: { readonly [Kind in keyof CardValues]: UseValues<Kind> } = {
  nothing: () => nothing,
  question: useQuestion,
  'last-reading': useLastReading,
  live: useLive,
  weather: useWeather,
  'sensor-image': useSensorImage,
  places: usePlaces,
};

/** The values of a card; while it is not active, it neither fetches nor subscribes. A component keeps its card. */
export function useAsked(
  card: AnyCard,
  widget: Widget,
  context: DashboardContextValue,
  isActive: boolean,
): Asked<CardValues[keyof CardValues]> {
  const useValues: UseValues<keyof CardValues> = hooks[card.asks];
  // oxlint-disable-next-line react/hooks -- a component keeps its card, and with it the way to ask
  return useValues(widget, context, isActive);
}
