export const weatherIcons = [
  'clear-day',
  'clear-night',
  'partly-cloudy-day',
  'partly-cloudy-night',
  'cloudy',
  'fog',
  'wind',
  'rain',
  'sleet',
  'snow',
  'thunderstorm',
] as const;
export type WeatherIcon = (typeof weatherIcons)[number];

export const weatherProviders = ['open-meteo', 'nws'] as const;
export type WeatherProvider = (typeof weatherProviders)[number];

export const weatherTexts = {
  noProvider: 'Weather is not set up. Set WEATHER_PROVIDER to open-meteo or nws.',
  noCoordinates: 'This location has no coordinates. Add its latitude and longitude to see its weather.',
  notCovered: 'The National Weather Service has no forecast for this place; it covers the United States only.',
  unavailable: 'The weather cannot be retrieved right now. Please try again later.',
  tooMany: 'Your organization has asked for the weather of too many places. Try again in a few minutes.',
} as const;

/** Exact, then rounded down to two decimals, toward minus infinity. */
export function toCelsius(fahrenheit: number): number {
  const fiveMillionths = (Math.round(fahrenheit * 1e6) - 32e6) * 5;
  return Math.floor(fiveMillionths / 90_000) / 100;
}

/** Those that have not begun before `now`. */
export function upcoming<Entry extends { readonly time: string }>(entries: readonly Entry[], now: Date): Entry[] {
  return entries.filter(({ time }) => Date.parse(time) >= now.getTime());
}

/** Where temperatures are read in Fahrenheit; ISO 3166 names. */
const fahrenheitCountries = new Set([
  'United States',
  'American Samoa',
  'Bahamas',
  'Belize',
  'Cayman Islands',
  'Guam',
  'Liberia',
  'Marshall Islands',
  'Micronesia',
  'Northern Mariana Islands',
  'Palau',
  'Puerto Rico',
  'U.S. Virgin Islands',
]);

/** The unit that people at a place expect, by the name of its country. */
export function degreesOf(country: string | null): 'C' | 'F' {
  return country === null || fahrenheitCountries.has(country) ? 'F' : 'C';
}

type Sky = 'clear' | 'partly-cloudy' | Exclude<WeatherIcon, `${string}-day` | `${string}-night`>;

/** The codes of the World Meteorological Organization that Open-Meteo documents. */
const wmoCodes: Readonly<Record<number, readonly [Sky, string]>> = {
  0: ['clear', 'Clear sky'],
  1: ['clear', 'Mainly clear'],
  2: ['partly-cloudy', 'Partly cloudy'],
  3: ['cloudy', 'Overcast'],
  45: ['fog', 'Fog'],
  48: ['fog', 'Freezing fog'],
  51: ['rain', 'Light drizzle'],
  53: ['rain', 'Drizzle'],
  55: ['rain', 'Heavy drizzle'],
  56: ['sleet', 'Light freezing drizzle'],
  57: ['sleet', 'Freezing drizzle'],
  61: ['rain', 'Light rain'],
  63: ['rain', 'Rain'],
  65: ['rain', 'Heavy rain'],
  66: ['sleet', 'Light freezing rain'],
  67: ['sleet', 'Freezing rain'],
  71: ['snow', 'Light snow'],
  73: ['snow', 'Snow'],
  75: ['snow', 'Heavy snow'],
  77: ['snow', 'Snow grains'],
  80: ['rain', 'Light showers'],
  81: ['rain', 'Showers'],
  82: ['rain', 'Violent showers'],
  85: ['snow', 'Light snow showers'],
  86: ['snow', 'Snow showers'],
  95: ['thunderstorm', 'Thunderstorm'],
  96: ['thunderstorm', 'Thunderstorm with hail'],
  99: ['thunderstorm', 'Thunderstorm with heavy hail'],
};

/** Undefined for a code that is not documented. */
export function wmoWeather(code: number, isDay: boolean): { icon: WeatherIcon; summary: string } | undefined {
  const known = wmoCodes[code];
  return known && { icon: iconOf(known[0], isDay), summary: known[1] };
}

/** The conditions in the icon URLs of the National Weather Service. */
const nwsConditions: Readonly<Record<string, Sky>> = {
  skc: 'clear',
  few: 'clear',
  sct: 'partly-cloudy',
  bkn: 'cloudy',
  ovc: 'cloudy',
  wind_skc: 'wind',
  wind_few: 'wind',
  wind_sct: 'wind',
  wind_bkn: 'wind',
  wind_ovc: 'wind',
  snow: 'snow',
  rain_snow: 'sleet',
  rain_sleet: 'sleet',
  snow_sleet: 'sleet',
  fzra: 'sleet',
  rain_fzra: 'sleet',
  snow_fzra: 'sleet',
  sleet: 'sleet',
  rain: 'rain',
  rain_showers: 'rain',
  rain_showers_hi: 'rain',
  tsra: 'thunderstorm',
  tsra_sct: 'thunderstorm',
  tsra_hi: 'thunderstorm',
  tornado: 'thunderstorm',
  hurricane: 'wind',
  tropical_storm: 'wind',
  dust: 'fog',
  smoke: 'fog',
  haze: 'fog',
  hot: 'clear',
  cold: 'clear',
  blizzard: 'snow',
  fog: 'fog',
};

/** The words of a short forecast, the strongest first. */
const nwsWords: readonly (readonly [RegExp, Sky])[] = [
  [/thunder|t-storm|tornado/i, 'thunderstorm'],
  [/sleet|freezing|wintry|ice/i, 'sleet'],
  [/snow|flurries|blizzard/i, 'snow'],
  [/rain|shower|drizzle/i, 'rain'],
  [/fog|haze|smoke|dust/i, 'fog'],
  [/wind|breezy|blustery|hurricane|tropical/i, 'wind'],
  [/partly|mostly sunny|mostly clear/i, 'partly-cloudy'],
  [/cloudy|overcast/i, 'cloudy'],
  [/sunny|clear|fair|hot|cold/i, 'clear'],
];

/**
 * The first condition of an icon URL such as `…/icons/land/day/rain_showers,40/tsra_sct,30?size=medium`. The service
 * wants to retire these icons, so without a known one the words of the forecast decide.
 */
export function nwsIcon(url: string | null, isDay: boolean, words: string): WeatherIcon | undefined {
  const [, condition = ''] = /\/icons\/[a-z]+\/(?:day|night)\/([a-z_]+)/.exec(url ?? '') ?? [];
  const known = Object.hasOwn(nwsConditions, condition) ? nwsConditions[condition] : undefined;
  const sky = known ?? nwsWords.find(([pattern]) => pattern.test(words))?.[1];
  return sky && iconOf(sky, isDay);
}

function iconOf(sky: Sky, isDay: boolean): WeatherIcon {
  return sky === 'clear' || sky === 'partly-cloudy' ? `${sky}-${isDay ? 'day' : 'night'}` : sky;
}
