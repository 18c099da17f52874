import type { Product } from './product.ts';
import { randomUUID } from 'node:crypto';

type Options = Readonly<Record<string, unknown>>;
type Box = readonly [x: number, y: number, width: number, height: number];

const [day, week, month] = [
  { relativeDate: 'yesterday' },
  { relativeDate: 'past7days' },
  { relativeDate: 'past30days' },
] as const;
const everywhere = { entityType: 'organization' } as const;
const eachLocation = { entityType: 'location' } as const;
const byDay = { dateGroupings: 'day' } as const;

/** How many of the cards ask about the whole organization and the whole year. */
export const yearCards = 4;
/** How many ask exactly what another one asks: the bars of the first chart, and the first value again. */
export const equalCards = 2;
/** How many ask a data call; the others are live, of spaces, a clock and a text. */
export const askingCards = 18;

/** 24 cards: four over the whole organization and year, the others over at most 31 days, six of them live. */
export function cardsFor({ devices }: Product, year: { from: string; to: string }): object[] {
  const [first, second] = devices;
  if (!first || !second) throw new Error('There are no two locations to show.');
  const whole = { ...everywhere, relativeDate: 'custom', startDate: year.from, endDate: year.to };
  const at = (entityId: string) => ({ ...eachLocation, entityIds: [entityId] });
  const live = (entityId: string) => ({ ...at(entityId), isRealTime: true });
  return [
    card('value', [0, 0, 3, 3], 'Visitors', { ...everywhere, ...day, previousPeriod: 'sameperiodlastweek' }),
    card('value', [3, 0, 3, 3], 'Left', { ...everywhere, ...day, metrics: ['outs'] }),
    card('value', [6, 0, 3, 3], 'The year', whole),
    card('realtime-value', [9, 0, 3, 3], 'Now at the first', live(first.locationId)),
    card('line', [0, 3, 8, 6], 'The year by day', { ...whole, ...byDay }),
    card('table', [8, 3, 4, 6], 'The year by week', { ...whole, dateGroupings: 'week' }),
    card('bar', [0, 9, 6, 6], 'The year by month', { ...whole, dateGroupings: 'month' }),
    card('stacked', [6, 9, 6, 6], 'Days of a location', { ...at(first.locationId), ...month, ...byDay }),
    card('table', [0, 15, 6, 6], 'Locations by day', { ...eachLocation, ...week, ...byDay }),
    card('bar', [6, 15, 6, 6], 'The same days', { ...at(first.locationId), ...month, ...byDay }),
    card('line', [0, 21, 6, 6], 'Hours of a week', { ...everywhere, ...week, dateGroupings: 'hour' }),
    card('pie', [6, 21, 3, 6], 'Shares', { ...eachLocation, ...week }),
    card('gauge', [9, 21, 3, 6], 'Last reading', { ...at(first.locationId), lastReading: true }),
    card('map', [0, 27, 6, 6], 'Where', { ...eachLocation, ...day }),
    card('space-list', [6, 27, 6, 6], 'Spaces', { dataSourceType: 'occupancy', entityType: 'space', isRealTime: true }),
    card('trend', [0, 33, 6, 6], 'Four weeks', {
      ...everywhere,
      ...week,
      ...byDay,
      trendComparison: { isTrendComparison: true, nLength: 4 },
    }),
    card('forecast', [6, 33, 6, 6], 'Next week', {
      ...at(first.locationId),
      ...byDay,
      dataSourceType: 'forecasted_traffic',
      relativeDate: 'next7days',
    }),
    card('heatmap', [0, 39, 6, 6], 'The week of a location', {
      ...at(second.locationId),
      ...month,
      aggregation: 'avg',
    }),
    card('table', [6, 39, 6, 6], 'Days', { ...everywhere, ...month, ...byDay, metrics: ['ins', 'outs'] }),
    card('value', [0, 45, 3, 3], 'Visitors again', { ...everywhere, ...day, previousPeriod: 'sameperiodlastweek' }),
    card('realtime-value', [3, 45, 3, 3], 'Now at the second', live(second.locationId)),
    card('radial-gauge', [6, 45, 3, 5], 'Goal', live(first.locationId)),
    card('datetime', [9, 45, 3, 3], 'Time', {}),
    card('text', [0, 48, 6, 3], '', {}, { text: '**Counted** by the doors of all locations.' }),
  ];
}

function card(widgetType: string, [x, y, width, height]: Box, title: string, asked: Options, more: Options = {}) {
  return {
    widgetId: randomUUID(),
    widgetType,
    gridOptions: { x, y, width, height },
    dataOptions: { dataSourceType: 'traffic', metrics: ['ins'], ...asked },
    clientOptions: { widgetOptions: { title: { enable: title !== '', text: title }, refreshInterval: 5, ...more } },
  };
}
