import { expect, it } from 'vitest';
import type { Estate } from '../../registry/directory/estate.ts';
import { placesOf } from './places.ts';

const forever = 1e12;
const series = (seriesId: number, zoneId: string) => ({
  seriesId,
  owner: 'zone',
  zoneId,
  locationId: 'hall',
  measure: 'people',
  enabled: true,
  countFilter: 0,
  countApplication: 9,
  perimeter: false,
  from: 0,
  to: forever,
  recordedFrom: 0,
  factors: [],
});
/** At minute 2, door `new` comes in place of door `old`. */
const estate = {
  orgId: 'org',
  name: 'Organization',
  locations: new Map([['hall', { locationId: 'hall', name: 'Hall', timezone: 'UTC', disabled: false }]]),
  sites: new Map(),
  sensors: new Map(),
  zones: new Map([
    ['old', { zoneId: 'old', sensorId: 'dead' }],
    ['new', { zoneId: 'new', sensorId: 'alive' }],
  ]),
  series: new Map([
    [1, series(1, 'old')],
    [2, series(2, 'new')],
  ]),
  corrections: new Map(),
  spaces: new Map([
    [
      'room',
      {
        spaceId: 'room',
        locationId: 'hall',
        zones: new Map([
          ['old', [{ from: 0, to: 120, reversed: false }]],
          ['new', [{ from: 120, to: forever, reversed: false }]],
        ]),
      },
    ],
  ]),
} as unknown as Estate;

it('[R1215] zones fill a space from the minute on when they were chosen, although nothing is edited then', () => {
  const roomAt = (now: number) => {
    const { locations, series: read } = placesOf(estate, now);
    const [room] = locations[0]!.spaces;
    return { filled: room!.series, sensors: [...room!.sensorIds], read };
  };
  const before = { filled: [1], sensors: ['dead'], read: [1] };
  const after = { filled: [2], sensors: ['alive'], read: [2] };
  expect(roomAt(90)).toEqual(before);
  expect(roomAt(119)).toEqual(before);
  expect(placesOf(estate, 119)).toBe(placesOf(estate, 100));
  expect(roomAt(120)).toEqual(after);
  expect(placesOf(estate, 5000)).toBe(placesOf(estate, 121));
});
