import type { WeatherProviderName } from '@atrium/contract/weather';
import type { WeatherIcon } from '@atrium/rules/weather';

export const texts = {
  label: 'Weather',
  fail: 'Unable to retrieve location weather',
  unavailable: 'Weather unavailable',
  range: (min: string, max: string) => `${min} to ${max}`,
  precipitation: (percent: string) => `Precipitation ${percent}`,
  asOf: (time: string) => `as of ${time}`,
  known: (hours: number, all: number) => `${hours} of ${all} hours known`,
  simulated: 'Simulated',
  /** Open-Meteo asks for a link to its site. */
  sources: {
    'open-meteo': { name: 'Open-Meteo', href: 'https://open-meteo.com/' },
    nws: { name: 'National Weather Service', href: 'https://www.weather.gov/' },
    demo: null,
  } satisfies Record<WeatherProviderName, { name: string; href: string } | null>,
  icons: {
    'clear-day': 'Clear',
    'clear-night': 'Clear',
    'partly-cloudy-day': 'Partly cloudy',
    'partly-cloudy-night': 'Partly cloudy',
    cloudy: 'Cloudy',
    fog: 'Fog',
    wind: 'Wind',
    rain: 'Rain',
    sleet: 'Sleet',
    snow: 'Snow',
    thunderstorm: 'Thunderstorm',
  } satisfies Record<WeatherIcon, string>,
} as const;
