import { IconCloud } from '@tabler/icons-react';
import type { CardDefinition } from '../definition.ts';
import type { CardValues } from '../values.ts';

const day = (
  date: number,
  icon: CardValues['weather']['currently']['icon'],
  summary: string,
  temperatures: number[],
) => ({
  time: `2026-03-0${date}T14:00:00.000Z`,
  icon,
  summary,
  precipProbability: icon === 'rain' ? 0.7 : 0.1,
  temperatureMax: temperatures[0]!,
  temperatureMin: temperatures[1]!,
});

export const card: CardDefinition<'weather'> = {
  type: 'weather',
  group: 'Places',
  label: 'Weather',
  text: 'The weather at a location now, and in the next hours or days.',
  icon: IconCloud,
  dataOptions: { dataSourceType: 'weather', entityType: 'location', weatherInterval: 'daily' },
  clientOptions: { popConfig: true, widgetOptions: { celsius: false } },
  asks: 'weather',
  sections: ['own', 'refresh'],
  sample: {
    latitude: 30.27,
    longitude: -97.74,
    currently: {
      time: '2026-03-02T20:00:00.000Z',
      icon: 'partly-cloudy-day',
      summary: 'Partly cloudy',
      precipProbability: 0.1,
      temperature: 64,
    },
    hourly: [],
    daily: [
      day(2, 'partly-cloudy-day', 'Partly cloudy', [67, 48]),
      day(3, 'clear-day', 'Clear', [71, 50]),
      day(4, 'rain', 'Rain', [62, 47]),
      day(5, 'cloudy', 'Cloudy', [58, 44]),
      day(6, 'clear-day', 'Clear', [66, 45]),
    ],
    location: { locationId: '00000000-0000-4000-8000-000000000001', name: 'Riverside' },
    provider: 'demo',
    asOf: '2026-03-02T20:00:00.000Z',
    timezone: 'America/Chicago',
  },
  load: () => import('./WeatherCard.tsx'),
  loadForm: () => import('./Form.tsx'),
};
