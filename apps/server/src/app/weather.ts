import { providerOf } from '../features/weather/providers.ts';
import { bindWeather } from '../features/weather/routes.ts';
import { purgeWeather } from '../features/weather/store.ts';
import { createWeather, type SimulatedWeather } from '../features/weather/weather.ts';
import type { Core } from './core.ts';

export interface WeatherSettings {
  /** The weather of the demo; absent where there is none. */
  readonly simulatedWeather?: SimulatedWeather | undefined;
}

export interface OpenedWeather {
  /** Whether locations have weather. */
  readonly isAvailable: boolean;
  purge(): Promise<void>;
}

/** Weather from the provider that is set; in the demo from a model. */
export function openWeather(core: Core, { simulatedWeather: simulated }: WeatherSettings): OpenedWeather {
  const { http, registry, clock, config, log } = core;
  const provider = providerOf(config);
  bindWeather(http, createWeather({ registry, clock, log, provider, simulated }));
  return {
    isAvailable: provider !== undefined || simulated !== undefined,
    purge: () => registry.system(purgeWeather),
  };
}
