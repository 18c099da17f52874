import { describe, expect, it } from 'vitest';
import type { Estate } from '../../registry/directory/estate.ts';
import type { Entity, Member } from '../../registry/directory/resolve.ts';
import { dayEnd } from '../day-end.ts';
import { earlierMembers, liveReading, type SeriesDay } from './live-reading.ts';

const at = (text: string) => Date.parse(text) / 1000;
const forever = at('9999-12-31T00:00:00Z');
const member = (series: number, timezone: string, more: Partial<Member> = {}): Member => ({
  series,
  from: 0,
  to: forever,
  wIn: 1,
  wOut: 1,
  timezone,
  locationId: 'shop',
  ...more,
});
const shop = (timezone: string, members: Member[], more: Partial<Entity> = {}): Entity => ({
  entityType: 'location',
  entityId: 'shop',
  name: 'Shop',
  timezone,
  members,
  ...more,
});
const day = (from: string, to: string, more: Partial<SeriesDay> = {}): SeriesDay => ({
  dayFrom: at(from),
  dayTo: at(to),
  ins: 0,
  outs: 0,
  got: 60,
  lastMinute: at(from),
  ...more,
});
/** Open from nine to five in Berlin; series 1 counts there. */
const estate = {
  locations: new Map([['shop', { timezone: 'Europe/Berlin' }]]),
  series: new Map([[1, { locationId: 'shop' }]]),
  hours: {
    assignments: new Map([
      [
        'shop',
        [
          {
            startDate: '2020-01-01',
            endDate: '9999-12-31',
            versions: [
              {
                effectiveDate: '2020-01-01',
                periods: [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, openTime: '09:00', closeTime: '17:00' })),
              },
            ],
          },
        ],
      ],
    ]),
    locationExceptions: new Map(),
    organizationExceptions: [],
  },
} as unknown as Estate;
const readingOf = (...rest: Parameters<typeof liveReading> extends [unknown, ...infer Rest] ? Rest : never) =>
  liveReading(estate, ...rest);
const berlin = ['2026-03-03T23:00:00Z', '2026-03-04T23:00:00Z'] as const;

describe('a live reading', () => {
  it('[T11] sums today’s series with their weights, and includes the newest minute and the received data', () => {
    const entity = shop('Europe/Berlin', [
      member(1, 'Europe/Berlin'),
      member(2, 'Europe/Berlin', { wIn: 1.5, wOut: 0.5 }),
    ]);
    const days = new Map([
      [1, day(...berlin, { ins: 10, outs: 4, got: 3600, lastMinute: at('2026-03-04T00:58:00Z') })],
      [2, day(...berlin, { ins: 3, outs: 2, got: 1800, lastMinute: at('2026-03-04T00:30:00Z') })],
    ]);
    // Two hours of today were due for each.
    expect(readingOf(entity, days, at('2026-03-04T01:01:20Z'))).toEqual({
      entityType: 'location',
      entityId: 'shop',
      name: 'Shop',
      ins: 14.5,
      outs: 5,
      minute: '2026-03-04T00:58:00.000Z',
      lastReadingAt: '2026-03-04T00:58:00.000Z',
      isOpen: false,
      completeness: 5400 / 14_400,
      asOf: '2026-03-04T01:01:20.000Z',
    });
  });

  it('[T11] does not use the sum of another day', () => {
    const entity = shop('Europe/Berlin', [member(1, 'Europe/Berlin')]);
    const days = new Map([[1, day(...berlin, { ins: 900, outs: 800, got: 86_400 })]]);
    expect(readingOf(entity, days, at('2026-03-04T22:59:59Z'))).toMatchObject({ ins: 900, outs: 800 });
    expect(readingOf(entity, days, at('2026-03-04T23:00:00Z'))).toMatchObject({
      ins: null,
      outs: null,
      minute: null,
      completeness: null,
    });
    expect(readingOf(entity, days, at('2026-03-04T23:30:00Z'))).toMatchObject({ ins: null, completeness: 0 });
  });

  it('[R520] keeps the newest reading of any day, and has none for a sensor that never reported', () => {
    const entity = shop('Europe/Berlin', [
      member(1, 'Europe/Berlin'),
      member(2, 'Europe/Berlin', { to: at('2026-02-01T00:00:00Z') }),
    ]);
    const days = new Map([
      [1, day(...berlin, { lastMinute: at('2026-03-04T17:58:00Z') })],
      [2, day(...berlin, { lastMinute: at('2026-01-31T12:00:00Z') })],
    ]);
    const nextDay = at('2026-03-05T10:00:00Z');
    expect(readingOf(entity, days, nextDay)).toMatchObject({ minute: null, lastReadingAt: '2026-03-04T17:58:00.000Z' });
    expect(readingOf(entity, new Map(), nextDay)).toMatchObject({ minute: null, lastReadingAt: null });
  });

  it('[R520] includes whether its location is open: the one of a door, or any of an organization', () => {
    const [closed, open] = [at('2026-03-04T07:59:00Z'), at('2026-03-04T08:00:00Z')];
    const door = shop('Europe/Berlin', [member(1, 'Europe/Berlin')], { entityType: 'zone', entityId: 'door' });
    for (const entity of [shop('Europe/Berlin', []), door, { ...door, entityType: 'organization' as const }]) {
      expect(readingOf(entity, new Map(), closed).isOpen).toBe(false);
      expect(readingOf(entity, new Map(), open).isOpen).toBe(true);
    }
    expect(readingOf({ ...door, members: [] }, new Map(), closed).isOpen).toBe(true);
  });

  it('distinguishes nothing received from nobody counted', () => {
    const entity = shop('Europe/Berlin', [member(1, 'Europe/Berlin')]);
    const now = at('2026-03-04T12:00:00Z');
    expect(readingOf(entity, new Map(), now)).toMatchObject({ ins: null, outs: null, completeness: 0 });
    const opened = new Map([[1, day(...berlin, { got: 0, lastMinute: null })]]);
    expect(readingOf(entity, opened, now)).toMatchObject({ ins: null, minute: null });
    const quiet = new Map([[1, day(...berlin, { got: 60 })]]);
    expect(readingOf(entity, quiet, now)).toMatchObject({ ins: 0, outs: 0 });
    expect(readingOf(shop('UTC', []), new Map(), now)).toMatchObject({ ins: null, completeness: null });
  });

  it('[T07] adds each place’s own today for an organization that spans time zones', () => {
    const entity = shop('America/Los_Angeles', [member(1, 'America/Los_Angeles'), member(2, 'Asia/Kolkata')], {
      entityType: 'organization',
    });
    const now = at('2026-03-04T02:00:00Z');
    const days = new Map([
      [1, day('2026-03-03T08:00:00Z', '2026-03-04T08:00:00Z', { ins: 100 })],
      [2, day('2026-03-03T18:30:00Z', '2026-03-04T18:30:00Z', { ins: 7 })],
    ]);
    expect(readingOf(entity, days, now).ins).toBe(107);
    expect(dayEnd(entity, now)).toBe(at('2026-03-04T08:00:00Z'));
    expect(readingOf(entity, days, at('2026-03-04T08:00:00Z')).ins).toBe(7);
  });

  it('counts a series that ended today together with its replacement, and none that ended before', () => {
    const noon = at('2026-03-04T11:00:00Z');
    const entity = shop('Europe/Berlin', [
      member(1, 'Europe/Berlin', { to: noon }),
      member(2, 'Europe/Berlin', { from: noon }),
      member(3, 'Europe/Berlin', { to: at('2026-03-03T12:00:00Z') }),
    ]);
    const days = new Map([1, 2, 3].map((series) => [series, day(...berlin, { ins: 10 ** series })]));
    const reading = readingOf(entity, days, at('2026-03-04T13:01:00Z'));
    expect(reading.ins).toBe(110);
    expect(reading.completeness).toBeCloseTo(120 / (14 * 3600));
  });

  it('[I45] applies the old weight to what was counted before a weight change', () => {
    const noon = at('2026-03-04T11:00:00Z');
    const entity = shop('Europe/Berlin', [
      member(1, 'Europe/Berlin', { to: noon }),
      member(1, 'Europe/Berlin', { from: noon, wIn: 2 }),
    ]);
    const days = new Map([[1, day(...berlin, { ins: 10 })]]);
    const now = at('2026-03-04T13:00:00Z');
    const earlier = earlierMembers(entity, now);
    expect(earlier).toMatchObject([{ series: 1, from: at(berlin[0]), to: noon, wIn: 1 }]);
    expect(readingOf(entity, days, now, [{ member: earlier[0]!, ins: 4, outs: 0, got: 60 }]).ins).toBe(4 + 6 * 2);
    // While the facts are unavailable.
    expect(readingOf(entity, days, now).ins).toBe(20);
    expect(earlierMembers(entity, at('2026-03-04T10:00:00Z'))).toEqual([]);
    expect(readingOf(entity, days, at('2026-03-04T10:00:00Z')).ins).toBe(10);
  });

  it.each([
    ['2026-03-29T12:00:00Z', '2026-03-29T22:00:00Z'],
    ['2026-10-25T12:00:00Z', '2026-10-25T23:00:00Z'],
  ])('[T11] ends the day in Berlin at local midnight, including days of 23 and 25 hours: %s', (now, end) => {
    expect(dayEnd(shop('Europe/Berlin', []), at(now))).toBe(at(end));
  });
});
