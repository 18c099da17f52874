import { dayOfDate } from '@atrium/calendar/opening-hours';
import { dayStart, zoneOf } from '@atrium/calendar/zones';
import type { Location } from '@atrium/contract/locations';
import { getWeather, getWeatherHistory, type WeatherProviderName } from '@atrium/contract/weather';
import { countryName } from '@atrium/rules/countries';
import { degreesOf, toCelsius, type WeatherIcon } from '@atrium/rules/weather';
import { Skeleton } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { localToday } from '../../analytics/day/day-search-params.ts';
import { useShownDay } from '../../analytics/day/use-shown-day.ts';
import { weatherIcons } from '../../analytics/weather/icons.ts';
import { weatherSources, weatherWords } from '../../analytics/weather/texts.ts';
import { useProductInfo } from '../../api/product-info.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { dateIn } from '../../format/dates.ts';
import { probability, temperature } from '../../format/numbers.ts';
import { Tag } from '../../ui/Tag.tsx';
import { useNow } from '../../ui/use-now.ts';
import { pastDay } from './past-day.ts';
import { texts } from './texts.ts';
import classes from './weather.module.css';

type Place = Pick<Location, 'locationId' | 'latitude' | 'longitude' | 'country' | 'timezone'>;

/** As long as the server lets a browser keep it. */
const keptMs = 10 * 60_000;
/** Older than this, its age is shown. */
const agedMs = 60 * 60_000;

/** The weather of a location on the day that the page shows; nothing where there is none. */
export function LocationWeather({ location }: { location: Place }) {
  const isOffered = useProductInfo()?.weather === true;
  const [shown] = useShownDay(location.timezone);
  if (!isOffered || location.latitude === null || location.longitude === null) return null;
  return shown.isToday ? <Today location={location} /> : <Past location={location} date={shown.date} />;
}

function Today({ location: { locationId, country, timezone } }: { location: Place }) {
  const request = { params: { locationId, type: 'daily' } } as const;
  const { data, error } = useEndpoint(getWeather, request, { every: keptMs, fresh: keptMs });
  useLogged(error);
  const now = useNow(60_000);
  if (!data) return error ? <Line>{texts.unavailable}</Line> : <Skeleton className={classes['loading'] ?? ''} />;
  const { currently, daily, provider, simulated, asOf } = data;
  // In the evening a provider may have no bounds of today any more.
  const today = daily.find(({ time }) => localToday(timezone, Date.parse(time)) === localToday(timezone, now));
  const isAged = now - Date.parse(asOf) > agedMs;
  const show = temperatureIn(country);
  return (
    <Line icon={currently.icon} provider={provider} simulated={simulated} stale={isAged}>
      <strong>{show(currently.temperature)}</strong>
      <span>{currently.summary}</span>
      {today && <span>{texts.range(show(today.temperatureMin), show(today.temperatureMax))}</span>}
      {today && today.precipProbability !== null && (
        <span>{texts.precipitation(probability(today.precipProbability))}</span>
      )}
      {isAged && <span>{texts.asOf(dateIn(timezone, 'time', Date.parse(asOf)))}</span>}
    </Line>
  );
}

function Past({ location: { locationId, country, timezone }, date }: { location: Place; date: string }) {
  const request = { params: { locationId }, query: { startDate: date, endDate: date } };
  const { data, error } = useEndpoint(getWeatherHistory, request, { fresh: keptMs });
  useLogged(error);
  if (!data) return error ? <Line>{texts.unavailable}</Line> : <Skeleton className={classes['loading'] ?? ''} />;
  const day = pastDay(data.hours);
  if (!day) return null;
  const all = hoursOf(timezone, date);
  const show = temperatureIn(country);
  return (
    <Line icon={day.icon} provider={day.provider} simulated={data.simulated}>
      <strong>{texts.range(show(day.min), show(day.max))}</strong>
      <span>{weatherWords[day.icon]}</span>
      {data.hours.length < all && <span>{texts.known(data.hours.length, all)}</span>}
    </Line>
  );
}

interface LineProps {
  icon?: WeatherIcon;
  provider?: WeatherProviderName;
  simulated?: true | undefined;
  stale?: boolean;
  children: ReactNode;
}

function Line({ icon, provider, simulated, stale, children }: LineProps) {
  const Icon = icon && weatherIcons[icon];
  const source = provider && weatherSources[provider];
  return (
    <section className={classes['weather']} aria-label={texts.label} data-stale={stale || undefined}>
      {Icon && <Icon size={18} aria-hidden />}
      {children}
      {simulated && <Tag>{texts.simulated}</Tag>}
      {source && (
        <a href={source.href} target="_blank" rel="noreferrer">
          {source.name}
        </a>
      )}
    </section>
  );
}

/** A page without weather is still useful: no toast. */
function useLogged(error: Error | null): void {
  useEffect(() => {
    if (error) console.warn(texts.fail, error.message);
  }, [error]);
}

/** Writes °F in the unit of a country. */
function temperatureIn(country: string | null): (fahrenheit: number) => string {
  const degrees = degreesOf(country && countryName(country));
  return (fahrenheit) => temperature(degrees === 'C' ? toCelsius(fahrenheit) : fahrenheit, degrees);
}

/** How many hours a local day has. */
function hoursOf(timezone: string, date: string): number {
  const day = dayOfDate(date) ?? 0;
  const zone = zoneOf(timezone);
  return Math.round((dayStart(zone, day + 1) - dayStart(zone, day)) / 3_600);
}
