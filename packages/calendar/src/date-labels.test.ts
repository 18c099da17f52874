import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DateFormat, dateFormatter, patternFormatter } from './date-labels.ts';
import { zoneOf } from './zones.ts';

const at = (iso: string) => Date.parse(iso) / 1000;
const written = (format: DateFormat, iso: string, zoneName = 'America/New_York') =>
  dateFormatter(zoneOf(zoneName), format)(at(iso));

describe('[R353] labels have one format per grouping', () => {
  it.each([
    ['minute', '2026-07-04T13:05:00Z', '7/4 9:05 am'],
    ['hour', '2026-07-05T00:00:00Z', '7/4 8:00 pm'],
    ['day', '2026-07-04T04:00:00Z', '7/4/26'],
    ['week', '2026-07-05T04:00:00Z', 'Week of 7/5'],
    ['isoweek', '2021-01-03T12:00:00Z', '2020-W53'],
    ['isoweek', '2021-01-04T12:00:00Z', '2021-W01'],
    ['month', '2026-07-01T04:00:00Z', 'Jul 2026'],
    ['year', '2026-01-01T05:00:00Z', '2026'],
    ['weekday', '2026-07-04T13:00:00Z', 'Sat'],
    ['time', '2026-07-04T16:05:00Z', '12:05 pm'],
    ['clockHour', '2026-07-04T04:00:00Z', '12 am'],
    ['dayOfWeek', '2026-07-04T13:00:00Z', 'Sat 7/4'],
  ] as const)('%s of %s is "%s"', (format, iso, expected) => {
    expect(written(format, iso)).toBe(expected);
  });

  it('[R084] dates and timestamps of dashboards', () => {
    expect(written('date', '2026-07-04T13:00:00Z')).toBe('7/4/26');
    expect(written('timestamp', '2026-07-04T04:00:00Z')).toBe('7/4/26 12:00 am');
    expect(written('timestamp', '2026-07-04T16:00:00Z')).toBe('7/4/26 12:00 pm');
  });

  it('[R085] dates of administration', () => {
    expect(written('longDate', '2026-07-04T13:00:00Z')).toBe('07/04/2026');
  });

  it('a week that a range enters late still has its Sunday as label', () => {
    expect(written('week', '2026-01-01T12:00:00Z')).toBe('Week of 12/28');
  });

  it('[R750] or the day on which weeks of the organization begin', () => {
    const monday = dateFormatter(zoneOf('America/New_York'), 'week', 1);
    expect(monday(at('2026-01-01T12:00:00Z'))).toBe('Week of 12/29');
    expect(monday(at('2026-01-05T05:00:00Z'))).toBe('Week of 1/5');
  });

  it('follow the wall clock through its changes', () => {
    const label = dateFormatter(zoneOf('Europe/Berlin'), 'hour');
    const hours = ['2026-10-24T23:00:00Z', '2026-10-25T00:00:00Z', '2026-10-25T01:00:00Z', '2026-10-25T02:00:00Z'];
    expect(hours.map((hour) => label(at(hour)))).toEqual([
      '10/25 1:00 am',
      '10/25 2:00 am',
      '10/25 2:00 am',
      '10/25 3:00 am',
    ]);
    expect(label(at('2026-03-29T01:00:00Z'))).toBe('3/29 3:00 am');
    expect(written('timestamp', '2025-12-31T18:15:00Z', 'Asia/Kathmandu')).toBe('1/1/26 12:00 am');
  });

  it('agree with the platform in any zone', () => {
    const names = ['Europe/Berlin', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia', 'America/St_Johns'];
    fc.assert(
      fc.property(
        fc.constantFrom(...names),
        fc.integer({ min: 0, max: at('2090-01-01T00:00:00Z') }),
        (timeZone, instant) => {
          const platform = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'short', timeStyle: 'short' });
          const expected = platform
            .format(instant * 1000)
            .replace(', ', ' ')
            .replace(/\s(AM|PM)$/, (_, half: string) => ` ${half.toLowerCase()}`);
          expect(dateFormatter(zoneOf(timeZone), 'timestamp')(instant)).toBe(expected);
        },
      ),
      { seed: 50_400, numRuns: 300 },
    );
  });
});

describe('a pattern that someone wrote', () => {
  it.each([
    ['h:mm a', '2026-07-04T16:05:09Z', '12:05 pm'],
    ['HH:mm:ss', '2026-07-04T04:05:09Z', '00:05:09'],
    ['hh:mm A', '2026-07-04T17:05:09Z', '01:05 PM'],
    ['dddd, MMMM D', '2026-07-04T16:05:09Z', 'Saturday, July 4'],
    ['ddd D MMM YYYY', '2026-07-04T16:05:09Z', 'Sat 4 Jul 2026'],
    ['[Today is] M/D/YY', '2026-07-04T16:05:09Z', 'Today is 7/4/26'],
    ['H q', '2026-07-04T13:05:09Z', '9 q'],
    ['', '2026-07-04T13:05:09Z', ''],
  ])('%s', (pattern, iso, expected) => {
    expect(patternFormatter(zoneOf('America/New_York'), pattern)(at(iso))).toBe(expected);
  });
});
