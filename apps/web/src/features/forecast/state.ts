import type { ForecastZoneScore } from '@atrium/contract/forecast';

export const forecastStates = ['model', 'baseline', 'withheld'] as const;
export type ForecastState = (typeof forecastStates)[number];

/** What is published for a zone. */
export function stateOf({ model }: Pick<ForecastZoneScore, 'model'>): ForecastState {
  if (model === null) return 'withheld';
  return model === 'b0' || model === 'b1' ? 'baseline' : 'model';
}
