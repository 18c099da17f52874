import * as fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { civilDate, secondsPerDay } from './civil.ts';
import {
  dayLengthSeconds,
  dayStart,
  firstInstantAt,
  isZone,
  localDay,
  localDayStart,
  nextLocalDayStart,
  offsetAt,
  previousLocalDayStart,
  segments,
  toInstant,
  toLocal,
  wallClock,
  zoneOf,
} from './zones.ts';

const at = (iso: string) => Date.parse(iso) / 1000;
const iso = (instant: number) => new Date(instant * 1000).toISOString().replace('.000', '');

const local = (text: string) => {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = text.split(/\D/).map(Number);
  return { year, month, day, hour, minute, second };
};

/** Time zones with every kind of oddity, and some plain ones. */
const zoneNames = [
  'UTC',
  'Europe/Berlin',
  'Europe/London',
  'Europe/Dublin',
  'America/New_York',
  'America/Chicago',
  'America/St_Johns',
  'America/Sao_Paulo',
  'America/Havana',
  'America/Nuuk',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Asia/Beirut',
  'Asia/Gaza',
  'Asia/Kathmandu',
  'Asia/Kolkata',
  'Asia/Tehran',
  'Australia/Lord_Howe',
  'Australia/Eucla',
  'Pacific/Apia',
  'Pacific/Chatham',
  'Antarctica/Troll',
];
const anyZone = fc.constantFrom(...zoneNames);
const anyInstant = fc.integer({ min: at('1975-01-01T00:00:00Z'), max: at('2095-12-31T00:00:00Z') });
const seed = 20_260_731;

describe('zones by name', () => {
  it('[T13] are known, or refused with a clear message', () => {
    expect(isZone('Europe/Berlin')).toBe(true);
    expect(isZone('Europe/Atlantis')).toBe(false);
    expect(isZone('+01:00')).toBe(false);
    expect(isZone('')).toBe(false);
    expect(() => zoneOf('Europe/Atlantis')).toThrow('Unknown time zone: "Europe/Atlantis"');
    expect(zoneOf('Europe/Berlin')).toBe(zoneOf('Europe/Berlin'));
  });

  it('refuse invalid instants', () => {
    expect(() => offsetAt(zoneOf('UTC'), Number.NaN)).toThrow(RangeError);
    expect(() => offsetAt(zoneOf('UTC'), Date.now())).toThrow(RangeError);
  });
});

describe('offsets', () => {
  it.each([
    ['Europe/Berlin', '2026-03-29T00:59:59Z', 3600],
    ['Europe/Berlin', '2026-03-29T01:00:00Z', 7200],
    ['Europe/Berlin', '2026-10-25T00:59:59Z', 7200],
    ['Europe/Berlin', '2026-10-25T01:00:00Z', 3600],
    ['America/New_York', '2026-03-08T06:59:59Z', -18_000],
    ['America/New_York', '2026-03-08T07:00:00Z', -14_400],
    ['Australia/Lord_Howe', '2026-04-04T14:59:59Z', 39_600],
    ['Australia/Lord_Howe', '2026-04-04T15:00:00Z', 37_800],
    ['Asia/Kathmandu', '2026-01-01T00:00:00Z', 20_700],
    ['Asia/Kolkata', '2026-01-01T00:00:00Z', 19_800],
    ['Pacific/Apia', '2011-12-30T09:59:59Z', -36_000],
    ['Pacific/Apia', '2011-12-30T10:00:00Z', 50_400],
  ])('%s at %s', (name, instant, offset) => {
    expect(offsetAt(zoneOf(name), at(instant))).toBe(offset);
  });

  it('form the segments of a range, cut to it', () => {
    const from = at('2026-03-01T00:00:00Z');
    const to = at('2026-11-01T00:00:00Z');
    expect(segments(zoneOf('Europe/Berlin'), from, to)).toEqual([
      { from, to: at('2026-03-29T01:00:00Z'), offset: 3600 },
      { from: at('2026-03-29T01:00:00Z'), to: at('2026-10-25T01:00:00Z'), offset: 7200 },
      { from: at('2026-10-25T01:00:00Z'), to, offset: 3600 },
    ]);
    expect(segments(zoneOf('UTC'), 0, at('2050-01-01T00:00:00Z'))).toHaveLength(1);
    expect(segments(zoneOf('UTC'), 5, 5)).toEqual([]);
  });

  it('match the wall clock of an independent calendar', () => {
    fc.assert(
      fc.property(anyZone, anyInstant, (name, instant) => {
        const zoned = Temporal.Instant.fromEpochMilliseconds(instant * 1000).toZonedDateTimeISO(name);
        const { year, month, day, hour, minute, second } = zoned;
        expect(offsetAt(zoneOf(name), instant)).toBe(zoned.offsetNanoseconds / 1e9);
        expect(toLocal(zoneOf(name), instant)).toEqual({
          year,
          month,
          day,
          hour,
          minute,
          second,
          weekday: zoned.dayOfWeek % 7,
        });
      }),
      { seed, numRuns: 1500 },
    );
  });
});

describe('wall-clock times', () => {
  it.each([
    ['Europe/Berlin', '2026-03-29T02:30:00', 'later', 'first', '2026-03-29T01:30:00Z'],
    ['Europe/Berlin', '2026-03-29T02:30:00', 'earlier', 'first', '2026-03-29T00:30:00Z'],
    ['Europe/Berlin', '2026-10-25T02:30:00', 'later', 'first', '2026-10-25T00:30:00Z'],
    ['Europe/Berlin', '2026-10-25T02:30:00', 'later', 'second', '2026-10-25T01:30:00Z'],
    ['Pacific/Apia', '2011-12-30T12:00:00', 'later', 'first', '2011-12-30T22:00:00Z'],
    ['Australia/Lord_Howe', '2026-10-04T02:15:00', 'later', 'first', '2026-10-03T15:45:00Z'],
  ] as const)('%s %s (%s, %s) is %s', (name, text, gap, fold, expected) => {
    expect(iso(toInstant(zoneOf(name), local(text), { gap, fold }))).toBe(expected);
  });

  it.each(['2026-02-30T00:00:00', '2026-01-01T24:00:00', '2026-01-01T00:60:00'])('refuse %s', (text) => {
    expect(() => toInstant(zoneOf('UTC'), local(text))).toThrow('Not a date and time');
  });

  it('agree with an independent calendar, around changes too', () => {
    const nearChange = fc.tuple(anyZone, anyInstant, fc.integer({ min: -100_000, max: 100_000 }));
    fc.assert(
      fc.property(nearChange, fc.boolean(), ([name, instant, shift], snap) => {
        const zone = zoneOf(name);
        const wall = wallClock(zone, snap ? zone.segmentAt(instant).to + shift : instant);
        const day = Math.floor(wall / secondsPerDay);
        const ofDay = wall - day * secondsPerDay;
        const time = { hour: Math.floor(ofDay / 3600), minute: Math.floor(ofDay / 60) % 60, second: ofDay % 60 };
        const plain = Temporal.PlainDateTime.from({ ...civilDate(day), ...time });
        const expected = (disambiguation: 'earlier' | 'later') =>
          plain.toZonedDateTime(name, { disambiguation }).epochMilliseconds / 1000;
        const asked = { ...civilDate(day), ...time };
        expect(toInstant(zone, asked, { gap: 'earlier', fold: 'first' })).toBe(expected('earlier'));
        expect(toInstant(zone, asked, { gap: 'later', fold: 'second' })).toBe(expected('later'));
      }),
      { seed, numRuns: 1500 },
    );
  });
});

describe('local days', () => {
  it.each([
    ['Europe/Berlin, spring', 'Europe/Berlin', '2026-03-29T12:00:00Z', '2026-03-28T23:00:00Z', 23],
    ['Europe/Berlin, autumn', 'Europe/Berlin', '2026-10-25T12:00:00Z', '2026-10-24T22:00:00Z', 25],
    ['America/New_York, spring', 'America/New_York', '2026-03-08T12:00:00Z', '2026-03-08T05:00:00Z', 23],
    ['America/New_York, autumn', 'America/New_York', '2026-11-01T12:00:00Z', '2026-11-01T04:00:00Z', 25],
    ['Lord Howe, half an hour more', 'Australia/Lord_Howe', '2026-04-05T00:00:00Z', '2026-04-04T13:00:00Z', 24.5],
    ['Lord Howe, half an hour less', 'Australia/Lord_Howe', '2026-10-04T00:00:00Z', '2026-10-03T13:30:00Z', 23.5],
    ['Sao Paulo, no midnight', 'America/Sao_Paulo', '2018-11-04T12:00:00Z', '2018-11-04T03:00:00Z', 23],
    ['Beirut, no midnight', 'Asia/Beirut', '2026-03-29T12:00:00Z', '2026-03-28T22:00:00Z', 23],
    ['Cairo, no midnight', 'Africa/Cairo', '2026-04-24T12:00:00Z', '2026-04-23T22:00:00Z', 23],
    ['Cairo, clock set back at midnight', 'Africa/Cairo', '2026-10-29T12:00:00Z', '2026-10-28T21:00:00Z', 25],
    ['Kathmandu', 'Asia/Kathmandu', '2026-01-01T00:00:00Z', '2025-12-31T18:15:00Z', 24],
    ['Apia, day before the skipped one', 'Pacific/Apia', '2011-12-30T09:00:00Z', '2011-12-29T10:00:00Z', 24],
    ['Apia, day after the skipped one', 'Pacific/Apia', '2011-12-30T11:00:00Z', '2011-12-30T10:00:00Z', 24],
    ['leap day', 'America/Chicago', '2028-02-29T12:00:00Z', '2028-02-29T06:00:00Z', 24],
    ['end of the year', 'America/Chicago', '2027-01-01T05:59:59Z', '2026-12-31T06:00:00Z', 24],
  ])('%s', (_, name, instant, start, hours) => {
    const zone = zoneOf(name);
    expect(iso(localDayStart(zone, at(instant)))).toBe(start);
    expect(dayLengthSeconds(zone, at(instant)) / 3600).toBe(hours);
  });

  it('that a zone skipped are skipped in both directions', () => {
    const apia = zoneOf('Pacific/Apia');
    expect(iso(nextLocalDayStart(apia, at('2011-12-30T09:00:00Z')))).toBe('2011-12-30T10:00:00Z');
    expect(iso(previousLocalDayStart(apia, at('2011-12-30T11:00:00Z')))).toBe('2011-12-29T10:00:00Z');
    expect(toLocal(apia, at('2011-12-30T10:00:00Z'))).toMatchObject({ year: 2011, month: 12, day: 31, hour: 0 });
  });

  it('[T05] begin once, even where the clock was set back just after midnight', () => {
    // St. John's, 2010-11-07: 00:01 became 23:01 of the 6th.
    const zone = zoneOf('America/St_Johns');
    const start = at('2010-11-07T02:30:00Z');
    expect(localDayStart(zone, start)).toBe(start);
    expect(localDayStart(zone, start + 1800)).toBe(start);
    expect(toLocal(zone, start + 1800)).toMatchObject({ day: 6, hour: 23 });
    expect(nextLocalDayStart(zone, start + 1800)).toBe(at('2010-11-08T03:30:00Z'));
  });

  it('follow each other without gap or overlap in every zone', () => {
    fc.assert(
      fc.property(anyZone, anyInstant, (name, instant) => {
        const zone = zoneOf(name);
        const start = localDayStart(zone, instant);
        const next = nextLocalDayStart(zone, instant);
        expect(start).toBeLessThanOrEqual(instant);
        expect(next).toBeGreaterThan(instant);
        expect(localDayStart(zone, next - 1)).toBe(start);
        expect(localDayStart(zone, next)).toBe(next);
        expect(previousLocalDayStart(zone, next)).toBe(start);
        expect(localDay(zone, start)).toBe(localDay(zone, instant));
        expect(firstInstantAt(zone, wallClock(zone, start))).toBe(start);
      }),
      { seed, numRuns: 1500 },
    );
  });

  it('start where an independent calendar says', () => {
    fc.assert(
      fc.property(anyZone, fc.integer({ min: 2000, max: 45_000 }), (name, day) => {
        const { year, month, day: dayOfMonth } = civilDate(day);
        const date = Temporal.PlainDate.from({ year, month, day: dayOfMonth });
        const start = date.toZonedDateTime(name);
        // The independent calendar gives a skipped day the length of the jump; for us it has none.
        fc.pre(start.toPlainDate().equals(date));
        expect(dayStart(zoneOf(name), day)).toBe(start.epochMilliseconds / 1000);
      }),
      { seed, numRuns: 1500 },
    );
  });
});
