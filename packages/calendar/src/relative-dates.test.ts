import { describe, expect, it } from 'vitest';
import { InvalidPeriod } from './invalid-period.ts';
import { type RelativeDate, rangeLengthDays, relativeDateRules, resolveRelativeDate } from './relative-dates.ts';
import { toLocal, zoneOf } from './zones.ts';

const at = (iso: string) => Date.parse(iso) / 1000;
const two = (number: number) => String(number).padStart(2, '0');
const wall = (zoneName: string, instant: number) => {
  const { year, month, day, hour, minute } = toLocal(zoneOf(zoneName), instant);
  return `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`;
};

function resolved(code: RelativeDate, zoneName: string, now: string, rest: Record<string, string> = {}) {
  const { from, to } = resolveRelativeDate(code, { now: at(now), zone: zoneOf(zoneName), ...rest });
  return [wall(zoneName, from), wall(zoneName, to)];
}

const custom = (startDate?: string, endDate?: string, zoneName = 'Europe/Berlin') =>
  resolveRelativeDate('custom', { now: 0, zone: zoneOf(zoneName), startDate, endDate });

describe('[R364] relative dates on Wednesday 2026-07-15, 22:30 in Chicago', () => {
  it.each([
    ['today', '2026-07-15', '2026-07-16', 1],
    ['yesterday', '2026-07-14', '2026-07-15', 1],
    ['thisweek', '2026-07-12', '2026-07-19', 7],
    ['lastweek', '2026-07-05', '2026-07-12', 7],
    ['past7days', '2026-07-08', '2026-07-15', 7],
    ['past6weeks', '2026-06-03', '2026-07-15', 42],
    ['past30days', '2026-06-15', '2026-07-15', 30],
    ['thismonth', '2026-07-01', '2026-08-01', 31],
    ['monthtodate', '2026-07-01', '2026-07-16', 15],
    ['lastmonth', '2026-06-01', '2026-07-01', 30],
    ['thisquarter', '2026-07-01', '2026-10-01', 92],
    ['lastquarter', '2026-04-01', '2026-07-01', 91],
    ['thisyear', '2026-01-01', '2027-01-01', 365],
    ['lastyear', '2025-01-01', '2026-01-01', 365],
    ['tomorrow', '2026-07-16', '2026-07-17', 1],
    ['next7days', '2026-07-16', '2026-07-23', 7],
  ] as const)('%s', (code, first, end, days) => {
    expect(resolved(code, 'America/Chicago', '2026-07-16T03:30:00Z')).toEqual([`${first} 00:00`, `${end} 00:00`]);
    const question = { now: at('2026-07-16T03:30:00Z'), zone: zoneOf('America/Chicago') };
    expect(rangeLengthDays(question.zone, resolveRelativeDate(code, question))).toBe(days);
  });

  it.each([
    [0, '2026-07-12', '2026-07-05'],
    [1, '2026-07-13', '2026-07-06'],
    [6, '2026-07-11', '2026-07-04'],
  ] as const)(
    '[R750] weeks that begin on day %i: this week on %s, last week on %s',
    (weekStart, thisWeek, lastWeek) => {
      const question = { now: at('2026-07-16T03:30:00Z'), zone: zoneOf('America/Chicago'), weekStart };
      const days = (code: RelativeDate) => {
        const { from, to } = resolveRelativeDate(code, question);
        return [wall('America/Chicago', from).slice(0, 10), (to - from) / 86_400];
      };
      expect([days('thisweek'), days('lastweek')]).toEqual([
        [thisWeek, 7],
        [lastWeek, 7],
      ]);
      expect(days('past6weeks')).toEqual(['2026-06-03', 42]);
    },
  );

  it('on the day that weeks begin, and on the day before', () => {
    const monday = { zone: zoneOf('UTC'), weekStart: 1 } as const;
    for (const [today, begin] of [
      ['2026-07-13', '2026-07-13'],
      ['2026-07-19', '2026-07-13'],
      ['2026-07-20', '2026-07-20'],
    ] as const)
      expect(resolveRelativeDate('thisweek', { ...monday, now: at(`${today}T12:00:00Z`) }).from).toBe(at(`${begin}Z`));
  });

  it('those that reach beyond today are marked', () => {
    const future = Object.entries(relativeDateRules).filter(([, rule]) => 'future' in rule);
    expect(future.map(([code]) => code)).toEqual(['tomorrow', 'next7days']);
  });
});

describe('[R751] this hour', () => {
  it.each([
    ['Asia/Kathmandu', '2026-07-16T03:30:00Z', '2026-07-16T03:15:00Z', '2026-07-16T04:15:00Z'],
    ['Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-25T00:00:00Z', '2026-10-25T01:00:00Z'],
    ['Europe/Berlin', '2026-10-25T01:30:00Z', '2026-10-25T01:00:00Z', '2026-10-25T02:00:00Z'],
    ['Europe/Berlin', '2026-03-29T01:00:00Z', '2026-03-29T01:00:00Z', '2026-03-29T02:00:00Z'],
    ['Australia/Lord_Howe', '2026-04-04T15:10:00Z', '2026-04-04T14:00:00Z', '2026-04-04T15:30:00Z'],
    ['Australia/Lord_Howe', '2026-10-03T15:40:00Z', '2026-10-03T15:30:00Z', '2026-10-03T16:00:00Z'],
    ['Africa/Cairo', '2026-10-29T20:59:59Z', '2026-10-29T20:00:00Z', '2026-10-29T21:00:00Z'],
    ['Africa/Cairo', '2026-10-29T21:00:00Z', '2026-10-29T21:00:00Z', '2026-10-29T22:00:00Z'],
    ['Pacific/Apia', '2011-12-30T09:59:00Z', '2011-12-30T09:00:00Z', '2011-12-30T10:00:00Z'],
  ])('in %s at %s is the hour of its clock', (name, now, from, to) => {
    const zone = zoneOf(name);
    expect(resolveRelativeDate('thishour', { now: at(now), zone })).toEqual({ from: at(from), to: at(to) });
    expect(rangeLengthDays(zone, { from: at(from), to: at(to) })).toBe(1);
  });

  it('on a day that replaces today is the same time of day', () => {
    const now = '2026-07-16T00:30:00Z';
    const asked = (dateOverride: string) => resolved('thishour', 'Europe/Berlin', now, { dateOverride });
    expect(asked('2024-02-29')).toEqual(['2024-02-29 02:00', '2024-02-29 03:00']);
    expect(asked('2026-03-29')).toEqual(['2026-03-29 03:00', '2026-03-29 04:00']);
    expect(asked('2026-07-16')).toEqual(resolved('thishour', 'Europe/Berlin', now));
    expect(() => resolved('thishour', 'Pacific/Apia', '2012-01-05T10:00:00Z', { dateOverride: '2011-12-30' })).toThrow(
      'This time does not exist in Pacific/Apia',
    );
  });
});

describe('the same instant', () => {
  it('[T07] is another today on each side of the date line', () => {
    const now = '2026-01-01T10:30:00Z';
    expect(resolved('today', 'Pacific/Auckland', now)[0]).toBe('2026-01-01 00:00');
    expect(resolved('today', 'Pacific/Pago_Pago', now)[0]).toBe('2025-12-31 00:00');
    expect(resolved('lastyear', 'Pacific/Pago_Pago', now)[0]).toBe('2024-01-01 00:00');
  });
});

describe('days of unusual length', () => {
  it.each([
    ['Europe/Berlin', '2026-03-29T12:00:00Z', 23],
    ['Europe/Berlin', '2026-10-25T12:00:00Z', 25],
    ['Australia/Lord_Howe', '2026-04-05T00:00:00Z', 24.5],
    ['Africa/Cairo', '2026-04-24T12:00:00Z', 23],
  ])('today in %s at %s lasts %d hours', (name, now, hours) => {
    const { from, to } = resolveRelativeDate('today', { now: at(now), zone: zoneOf(name) });
    expect((to - from) / 3600).toBe(hours);
  });

  it('yesterday after a day the zone skipped does not exist', () => {
    expect(() => resolved('yesterday', 'Pacific/Apia', '2011-12-30T11:00:00Z')).toThrow(
      'This time does not exist in Pacific/Apia',
    );
  });
});

describe('a date that replaces today', () => {
  it('[R752] shifts every relative date', () => {
    const override = { dateOverride: '2024-02-29' };
    const now = '2026-07-16T03:30:00Z';
    expect(resolved('yesterday', 'Europe/Berlin', now, override)).toEqual(['2024-02-28 00:00', '2024-02-29 00:00']);
    expect(resolved('thismonth', 'Europe/Berlin', now, override)).toEqual(['2024-02-01 00:00', '2024-03-01 00:00']);
  });

  it('[R752] leaves a custom range alone', () => {
    const range = { startDate: '2026-01-30', endDate: '2026-01-31' };
    expect(resolved('custom', 'UTC', '2026-07-16T03:30:00Z', { ...range, dateOverride: '2024-02-29' })).toEqual(
      resolved('custom', 'UTC', '2026-07-16T03:30:00Z', range),
    );
  });

  it('is a valid date', () => {
    expect(() => resolved('today', 'UTC', '2026-01-01T00:00:00Z', { dateOverride: '2024-02-29T10:00' })).toThrow(
      'dateOverride must have the format YYYY-MM-DD.',
    );
    const range = { startDate: '2026-01-30', endDate: '2026-01-31', dateOverride: 'tomorrow' };
    expect(() => resolved('custom', 'UTC', '2026-01-01T00:00:00Z', range)).toThrow('dateOverride must');
  });
});

describe('custom ranges', () => {
  it.each([
    ['dates, the end inclusive', '2026-01-30', '2026-01-31', '2026-01-29T23:00:00Z', '2026-01-31T23:00:00Z'],
    ['one day', '2026-03-29', '2026-03-29', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
    [
      'wall times, the end exclusive',
      '2026-01-30T09:30',
      '2026-01-30 17:00:30',
      '2026-01-30T08:30:00Z',
      '2026-01-30T16:00:30Z',
    ],
    ['a date and a wall time', '2026-01-30', '2026-01-30T12:00', '2026-01-29T23:00:00Z', '2026-01-30T11:00:00Z'],
    [
      'a repeated time: from the first',
      '2026-10-25T02:00',
      '2026-10-25T03:00',
      '2026-10-25T00:00:00Z',
      '2026-10-25T02:00:00Z',
    ],
    [
      'a repeated time: to the second',
      '2026-10-25T01:00',
      '2026-10-25T02:30',
      '2026-10-24T23:00:00Z',
      '2026-10-25T01:30:00Z',
    ],
    [
      'skipped times: cut at the jump',
      '2026-03-29T01:30',
      '2026-03-29T02:30',
      '2026-03-29T00:30:00Z',
      '2026-03-29T01:00:00Z',
    ],
  ])('%s', (_, startDate, endDate, from, to) => {
    expect(custom(startDate, endDate)).toEqual({ from: at(from), to: at(to) });
  });

  it.each([
    ['2026-02-01', '2026-01-31', 'endDate', 'The end must be after the start.'],
    ['2026-02-01T10:00', '2026-02-01T10:00', 'endDate', 'The end must be after the start.'],
    [undefined, '2026-01-31', 'startDate', 'A custom range needs startDate.'],
    ['2026-01-31', '', 'endDate', 'A custom range needs endDate.'],
    [
      '31.01.2026',
      '2026-01-31',
      'startDate',
      'startDate must have the format YYYY-MM-DD or YYYY-MM-DDTHH:mm, in local time.',
    ],
    [
      '2026-01-31T10:00Z',
      '2026-01-31',
      'startDate',
      'startDate must have the format YYYY-MM-DD or YYYY-MM-DDTHH:mm, in local time.',
    ],
    ['2026-02-30', '2026-03-01', 'startDate', 'This date does not exist: 2026-02-30.'],
    ['2026-02-01', '2026-02-01T24:00', 'endDate', 'This date does not exist: 2026-02-01T24:00.'],
    ['0001-01-01', '2026-02-01', 'startDate', 'The year must be between 1971 and 2100.'],
    ['2026-01-01', '9999-12-31', 'endDate', 'The year must be between 1971 and 2100.'],
  ])('refuse %s to %s', (startDate, endDate, field, message) => {
    const failure = (() => {
      try {
        custom(startDate, endDate);
      } catch (error) {
        return error;
      }
      return undefined;
    })();
    expect(failure).toBeInstanceOf(InvalidPeriod);
    expect(failure).toMatchObject({ field, message });
  });

  it('refuse a time that the zone skipped altogether', () => {
    expect(() => custom('2011-12-30', '2011-12-30', 'Pacific/Apia')).toThrow(
      'This time does not exist in Pacific/Apia.',
    );
    expect(() => custom('2026-03-29T02:10', '2026-03-29T02:50')).toThrow('This time does not exist in Europe/Berlin.');
  });
});
