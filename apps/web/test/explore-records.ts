import { getDataQueue, getTraffic, getTrafficTotal } from '@atrium/contract/data';
import { sources } from '@atrium/metrics/sources';
import { page } from 'vitest/browser';
import { answer, sentTo } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { signedInAs } from './stage.ts';

/** What Explore asks for, and what it shows of it: a week of three places. */
export const calls = [...records, ...signedInAs('OrganizationUser'), answer(getDataQueue, { running: 1, waiting: 0 })];
const day = 86_400_000;
export const names = ['Riverside Branch', 'Oakwood Branch', 'Harbor Branch'];
export const firstDay = Date.parse('2026-03-01T06:00:00Z');
export const rowsOf = (places: readonly string[], days: number, from = firstDay) =>
  Array.from({ length: days }, (_, at) =>
    places.map((name, place) => ({
      entityId: sampleId('locationId', place),
      name,
      timezone: 'America/Chicago',
      recordDate: new Date(from + at * day).toISOString(),
      sumins:
        place === 1 && at === 3 ? null : 400 - place * 90 + ((at * (from === firstDay ? 37 : 53) + place * 11) % 120),
      sumouts: 380 - place * 90 + ((at * 31) % 120),
      completeness: place === 1 && at === 3 ? 0 : at === 5 ? 0.62 : 1,
    })),
  ).flat();
export const totals = names.map((name, place) => ({
  entityId: sampleId('locationId', place),
  name,
  timezone: 'America/Chicago',
  sumins: 3100 - place * 600,
  sumouts: 3000 - place * 600,
  completeness: 0.94,
}));
export const week = [
  answer(getTraffic, { results: rowsOf(names, 7), messages: [] }),
  answer(getTrafficTotal, { results: totals, messages: [] }),
];
export const compared = [
  answer(getTraffic, {
    results: rowsOf(names, 7),
    previousResults: rowsOf(names, 7, firstDay - 7 * day),
    messages: [],
  }),
  answer(getTrafficTotal, { results: totals, previousResults: totals, messages: [] }),
];
export const grid = (name: string) => page.getByRole('grid', { name, exact: true });
export const asked = () => sentTo(getTraffic).map(({ query }) => query);
export const chart = () => page.getByRole('slider', { name: /^Answer/ });

/** An organization that has bought every source. */
export const everySource = Object.fromEntries(
  Object.values(sources).flatMap(({ capability }) => [capability].flat().map((name) => [name, true])),
);
