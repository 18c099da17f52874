import { VisuallyHidden } from '@mantine/core';
import { weatherIcons } from '../../../../analytics/weather/icons.ts';
import { weatherSources } from '../../../../analytics/weather/texts.ts';
import { dateIn } from '../../../../format/dates.ts';
import { probability, temperature } from '../../../../format/numbers.ts';
import { useNow } from '../../../../ui/use-now.ts';
import type { CardProps } from '../definition.ts';
import { ownOptions } from '../own-options.ts';
import { inDegrees, intervalOf, type WeatherRow, weatherRows } from './rows.ts';
import classes from './weather.module.css';

/** The weather now, and a column for each day or hour to come. */
export default function WeatherCard({ widget, values, isPreview }: CardProps<'weather'>) {
  const now = useNow(60_000);
  const isCelsius = ownOptions(widget)['celsius'] === true;
  const interval = intervalOf(widget);
  const degrees = isCelsius ? 'C' : 'F';
  const { currently, location, provider, simulated, timezone } = values;
  const Icon = weatherIcons[currently.icon];
  const source = weatherSources[provider];
  const written = (value: number) => temperature(value, degrees);
  return (
    <div className={classes['size']}>
      <div className={classes['weather']}>
        <div className={classes['now']}>
          <Icon className={classes['icon'] ?? ''} aria-hidden />
          <div className={classes['words']}>
            <span className={classes['degrees']}>{written(inDegrees(isCelsius)(currently.temperature))}</span>
            <span className={classes['summary']}>{currently.summary}</span>
            <span className={classes['place']}>
              {location.name}
              {simulated && ` · ${texts.simulated}`}
              {source && !isPreview && (
                <>
                  {' · '}
                  <a href={source.href} target="_blank" rel="noreferrer">
                    {source.name}
                  </a>
                </>
              )}
            </span>
          </div>
        </div>
        <ol className={classes['rows']} aria-label={interval === 'daily' ? texts.days : texts.hours}>
          {weatherRows(values, interval, isCelsius, new Date(now)).map((row) => (
            <Entry
              key={row.time}
              row={row}
              written={written}
              label={dateIn(timezone, interval === 'daily' ? 'weekday' : 'clockHour', Date.parse(row.time))}
            />
          ))}
        </ol>
      </div>
    </div>
  );
}

function Entry({ row, label, written }: { row: WeatherRow; label: string; written: (value: number) => string }) {
  const { icon, summary, temperature: highest, lowest, precipProbability } = row;
  const Icon = weatherIcons[icon];
  return (
    <li className={classes['row']} title={summary}>
      <span className={classes['label']}>{label}</span>
      <Icon className={classes['small'] ?? ''} aria-hidden />
      <VisuallyHidden component="span">{summary}</VisuallyHidden>
      <span className={classes['high']}>{written(highest)}</span>
      {lowest !== null && <span className={classes['low']}>{written(lowest)}</span>}
      {precipProbability !== null && (
        <span className={classes['rain']}>{texts.rain(probability(precipProbability))}</span>
      )}
    </li>
  );
}

const texts = {
  days: 'Next days',
  hours: 'Next hours',
  simulated: 'Simulated',
  rain: (percent: string) => `☂ ${percent}`,
} as const;
