import type { WeatherProviderName } from '@atrium/contract/weather';
import type { WeatherIcon } from '@atrium/rules/weather';

/** Open-Meteo asks for a link to its site. */
export const weatherSources = {
  'open-meteo': { name: 'Open-Meteo', href: 'https://open-meteo.com/' },
  nws: { name: 'National Weather Service', href: 'https://www.weather.gov/' },
  demo: null,
} as const satisfies Record<WeatherProviderName, { name: string; href: string } | null>;

export const weatherWords = {
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
} as const satisfies Record<WeatherIcon, string>;
