import { describe, expect, it } from 'vitest';
import { openMinutes, watchClock } from './opening-hours-oracle.ts';
import {
  dayInForce,
  dayOfDate,
  type HoursException,
  isSkippedTime,
  openIntervals,
  type OpeningHours,
  secondsOfTime,
  type WeeklyPeriod,
} from './opening-hours.ts';
import { zoneOf } from './zones.ts';

const noHours: OpeningHours = { assignments: [], locationExceptions: [], organizationExceptions: [] };
const allWeek = [0, 1, 2, 3, 4, 5, 6];
const daily = (openTime: string, closeTime: string) => allWeek.map((weekday) => ({ weekday, openTime, closeTime }));

function scheduled(periods: readonly WeeklyPeriod[], more: Partial<OpeningHours> = {}): OpeningHours {
  const versions = [{ effectiveDate: '2020-01-01', periods }];
  return { ...noHours, assignments: [{ startDate: '2020-01-01', endDate: '9999-12-31', versions }], ...more };
}

function exception(startDate: string, more: Partial<HoursException> = {}): HoursException {
  return { startDate, endDate: startDate, closed: false, openTime: null, closeTime: null, extends: false, ...more };
}

const iso = (seconds: number) => new Date(seconds * 1000).toISOString().slice(5, 16);

/** Open intervals from local midnight to local midnight, in UTC, as `06-01T09:00 06-01T17:00`. */
function open(hours: OpeningHours, zoneName: string, from: string, to: string): string[] {
  return openIntervals(hours, zoneOf(zoneName), Date.parse(from) / 1000, Date.parse(to) / 1000).map(
    (interval) => `${iso(interval.from)} ${iso(interval.to)}`,
  );
}

describe('opening hours', () => {
  it('are unlimited without a schedule', () => {
    expect(open(noHours, 'Europe/Berlin', '2026-06-01T00:00Z', '2026-06-04T00:00Z')).toEqual([
      '06-01T00:00 06-04T00:00',
    ]);
  });

  it('[R138] apply to their weekday, counted from Sunday', () => {
    const sundays = scheduled([{ weekday: 0, openTime: '10:00', closeTime: '16:00' }]);
    const saturdays = scheduled([{ weekday: 6, openTime: '10:00', closeTime: '16:00' }]);
    const week = ['2026-05-31T00:00Z', '2026-06-07T00:00Z'] as const;
    expect(open(sundays, 'UTC', ...week)).toEqual(['05-31T10:00 05-31T16:00']);
    expect(open(saturdays, 'UTC', ...week)).toEqual(['06-06T10:00 06-06T16:00']);
  });

  it('over midnight belong to the evening they began on', () => {
    const friday = scheduled([{ weekday: 5, openTime: '20:00', closeTime: '04:00' }]);
    expect(open(friday, 'UTC', '2026-06-05T00:00Z', '2026-06-08T00:00Z')).toEqual(['06-05T20:00 06-06T04:00']);
    const closedSaturday = { locationExceptions: [exception('2026-06-06', { closed: true })] };
    expect(open({ ...friday, ...closedSaturday }, 'UTC', '2026-06-05T00:00Z', '2026-06-08T00:00Z')).toEqual([
      '06-05T20:00 06-06T04:00',
    ]);
    const closedFriday = { locationExceptions: [exception('2026-06-05', { closed: true })] };
    expect(open({ ...friday, ...closedFriday }, 'UTC', '2026-06-05T00:00Z', '2026-06-08T00:00Z')).toEqual([]);
  });

  it('that end when they begin last a whole day, and adjacent days become one interval', () => {
    expect(open(scheduled(daily('00:00', '00:00')), 'UTC', '2026-06-01T00:00Z', '2026-06-03T00:00Z')).toEqual([
      '06-01T00:00 06-03T00:00',
    ]);
    expect(
      open(
        scheduled([{ weekday: 1, openTime: '06:00', closeTime: '06:00' }]),
        'UTC',
        '2026-06-01T00:00Z',
        '2026-06-03T00:00Z',
      ),
    ).toEqual(['06-01T06:00 06-02T06:00']);
  });

  it('change with the version in force, and are unknown before the first', () => {
    const hours: OpeningHours = {
      ...noHours,
      assignments: [
        {
          startDate: '2026-01-01',
          endDate: '2026-06-04',
          versions: [
            { effectiveDate: '2026-06-03', periods: daily('08:00', '12:00') },
            { effectiveDate: '2026-06-02', periods: daily('09:00', '17:00') },
          ],
        },
      ],
    };
    expect(open(hours, 'UTC', '2026-06-01T00:00Z', '2026-06-06T00:00Z')).toEqual([
      '06-01T00:00 06-02T00:00',
      '06-02T09:00 06-02T17:00',
      '06-03T08:00 06-03T12:00',
      '06-04T08:00 06-04T12:00',
      '06-05T00:00 06-06T00:00',
    ]);
  });

  it('of an exception replace the regular ones, or extend them', () => {
    const day = ['2026-06-01T00:00Z', '2026-06-02T00:00Z'] as const;
    const times = { openTime: '18:00', closeTime: '23:00' };
    const on = (more: Partial<HoursException>) =>
      open(
        scheduled(daily('09:00', '18:00'), { organizationExceptions: [exception('2026-06-01', more)] }),
        'UTC',
        ...day,
      );
    expect(on({ closed: true })).toEqual([]);
    expect(on({})).toEqual(['06-01T09:00 06-01T18:00']);
    expect(on(times)).toEqual(['06-01T18:00 06-01T23:00']);
    expect(on({ ...times, extends: true })).toEqual(['06-01T09:00 06-01T23:00']);
  });

  it('of the location take precedence over those of the organization', () => {
    const hours = scheduled(daily('09:00', '18:00'), {
      organizationExceptions: [exception('2026-06-01', { endDate: '2026-06-03', closed: true })],
      locationExceptions: [exception('2026-06-02')],
    });
    expect(open(hours, 'UTC', '2026-06-01T00:00Z', '2026-06-05T00:00Z')).toEqual([
      '06-02T09:00 06-02T18:00',
      '06-04T09:00 06-04T18:00',
    ]);
    const { exception: reason, version } = dayInForce(hours, '2026-06-02');
    expect([reason, version?.effectiveDate]).toEqual([hours.locationExceptions[0], '2020-01-01']);
  });

  it('are in local time, on both days on which the clock changes', () => {
    const shop = scheduled(daily('09:00', '18:00'));
    expect(open(shop, 'Europe/Berlin', '2026-03-28T00:00Z', '2026-03-30T00:00Z')).toEqual([
      '03-28T08:00 03-28T17:00',
      '03-29T07:00 03-29T16:00',
    ]);
    const bar = scheduled([{ weekday: 6, openTime: '22:00', closeTime: '02:30' }]);
    // 02:30 does not exist on the night to 29 March 2026: the bar closes when the clock jumps.
    expect(open(bar, 'Europe/Berlin', '2026-03-28T12:00Z', '2026-03-29T12:00Z')).toEqual(['03-28T21:00 03-29T01:00']);
    // It exists twice on the night to 25 October: the first one counts.
    expect(open(bar, 'Europe/Berlin', '2026-10-24T12:00Z', '2026-10-25T12:00Z')).toEqual(['10-24T20:00 10-25T00:30']);
    const baker = scheduled([{ weekday: 0, openTime: '02:30', closeTime: '06:00' }]);
    expect(open(baker, 'Europe/Berlin', '2026-03-28T12:00Z', '2026-03-29T12:00Z')).toEqual(['03-29T01:00 03-29T04:00']);
    expect(open(baker, 'Europe/Berlin', '2026-10-24T12:00Z', '2026-10-25T12:00Z')).toEqual(['10-25T00:30 10-25T05:00']);
  });

  it('last as long as the day where it is never closed', () => {
    const always = scheduled(daily('00:00', '00:00'));
    const hours = (from: string, to: string) =>
      openIntervals(always, zoneOf('America/New_York'), Date.parse(from) / 1000, Date.parse(to) / 1000).map(
        (interval) => (interval.to - interval.from) / 3600,
      );
    expect(hours('2026-03-08T05:00Z', '2026-03-09T04:00Z')).toEqual([23]);
    expect(hours('2026-11-01T04:00Z', '2026-11-02T05:00Z')).toEqual([25]);
  });
});

describe('dates and times', () => {
  it('[R136] are read in one format only', () => {
    for (const time of ['8:00', '25:00', '24:00', '08:60', '08:00:00', '', ' 08:00', '08.00'])
      expect([time, secondsOfTime(time)]).toEqual([time, undefined]);
    expect([secondsOfTime('00:00'), secondsOfTime('08:05'), secondsOfTime('23:59')]).toEqual([0, 29_100, 86_340]);
    for (const date of ['0000-01-01', '2026-02-29', '2026-13-01', '2026-1-1', '', '2026-06-31'])
      expect(dayOfDate(date)).toBe(undefined);
    expect([dayOfDate('1970-01-02'), dayOfDate('2028-02-29')]).toEqual([1, 21_243]);
  });

  it('reveal whether a clock skips a time', () => {
    const berlin = zoneOf('Europe/Berlin');
    expect(
      ['01:59', '02:00', '02:30', '02:59', '03:00'].map((time) => isSkippedTime(berlin, '2026-03-29', time)),
    ).toEqual([false, true, true, true, false]);
    expect(isSkippedTime(berlin, '2026-10-25', '02:30')).toBe(false);
    expect(isSkippedTime(zoneOf('Africa/Cairo'), '2026-04-24', '00:30')).toBe(true);
  });
});

describe('ten thousand schedules', () => {
  /** Repeat a failure with HOURS_SEED=<the number in its title>. */
  const given = process.env.HOURS_SEED;
  const seed = given === undefined ? Date.now() % 1_000_000 : Number(given);
  const days = 4;
  const windows = [
    ['Europe/Berlin', '2026-03-27'],
    ['Europe/Berlin', '2026-10-23'],
    ['America/New_York', '2026-03-06'],
    ['America/St_Johns', '2026-10-30'],
    ['Australia/Lord_Howe', '2026-04-03'],
    ['Australia/Lord_Howe', '2026-10-02'],
    ['Africa/Cairo', '2026-04-22'],
    ['America/Santiago', '2026-04-03'],
    ['Asia/Kathmandu', '2026-12-29'],
    ['America/Havana', '2026-10-30'],
    ['Pacific/Chatham', '2026-04-03'],
    ['Asia/Beirut', '2026-03-26'],
    ['UTC', '2028-02-26'],
  ].map(([zoneName = '', date = '']) => {
    const start = Date.parse(date);
    return { zone: zoneOf(zoneName), date, minutes: watchClock(zoneName, start, days * 1440) };
  });

  it(`agree with the clock on the wall, minute by minute (seed ${seed})`, { timeout: 120_000 }, () => {
    const random = randomNumbers(seed);
    for (let round = 0; round < 10_000; round += 1) {
      const { zone, date, minutes } = windows[round % windows.length]!;
      const hours = randomHours(random, date);
      const from = minutes.start / 1000;
      const expected = openMinutes(hours, minutes);
      const actual = new Uint8Array(expected.length);
      for (const interval of openIntervals(hours, zone, from, from + days * 86_400)) {
        actual.fill(1, (interval.from - from) / 60, (interval.to - from) / 60);
      }
      if (Buffer.compare(expected, actual) === 0) continue;
      const wrong = expected.findIndex((isOpen, index) => isOpen !== actual[index]);
      expect.fail(`${zone.name} minute ${wrong} of ${date}, round ${round}: ${JSON.stringify(hours)}`);
    }
  });

  function randomHours(random: (below: number) => number, date: string): OpeningHours {
    const dateAt = (offset: number) => new Date(Date.parse(date) + offset * 86_400_000).toISOString().slice(0, 10);
    // Every third time is close to where clocks change.
    const time = () => {
      const minutes = random(3) === 0 ? random(240) : random(1440 / 5) * 5;
      return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
    };
    const periods = () =>
      Array.from({ length: random(12) }, () => ({ weekday: random(7), openTime: time(), closeTime: time() }));
    const versions = () =>
      [...new Set(Array.from({ length: random(4) }, () => dateAt(random(9) - 4)))].map((effectiveDate) => ({
        effectiveDate,
        periods: periods(),
      }));
    const spans = (most: number) => {
      const found: { startDate: string; endDate: string }[] = [];
      for (let at = -3; found.length < most && at < days + 2; at += 1) {
        const start = at + random(4);
        at = start + random(3);
        found.push({ startDate: dateAt(start), endDate: dateAt(at) });
      }
      return found;
    };
    const exceptions = () =>
      spans(random(4)).map((span): HoursException => {
        const timed = random(2) === 0;
        return {
          ...span,
          closed: random(3) === 0,
          openTime: timed ? time() : null,
          closeTime: timed ? time() : null,
          extends: random(2) === 0,
        };
      });
    const lasting = [{ startDate: '2020-01-01', endDate: '9999-12-31' }];
    return {
      assignments: (random(3) === 0 ? spans(3) : lasting).map((span) => ({ ...span, versions: versions() })),
      locationExceptions: exceptions(),
      organizationExceptions: exceptions(),
    };
  }
});

/** Numbers below a bound that depend on nothing but the seed. */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
