import type { WeekStart } from '@atrium/calendar/civil';
import { bucketEdges, parseGrouping } from '@atrium/calendar/groupings';
import { resolveRelativeDate } from '@atrium/calendar/relative-dates';
import { zoneOf } from '@atrium/calendar/zones';
import { describe, expect, it } from 'vitest';
import { bucketAt, type Drilled, drillInto, isRowOf, partsText, partTypeOf, wholeIn } from './drill.ts';
import { type AskedPeriod, defaultQuestion, type Question } from './question.ts';

const at = (text: string) => Date.parse(text) / 1000;
const asking = { now: at('2026-11-18T15:00:00Z'), weekStart: 0 as WeekStart };
const berlin = 'Europe/Berlin';
const one = 'a0000000-0000-4000-8000-000000000001';
const traffic = (changed: Partial<Question>): Question => ({ ...defaultQuestion('traffic'), ...changed });
const custom = (startDate: string, endDate: string): AskedPeriod => ({ relativeDate: 'custom', startDate, endDate });

/** The starts of the rows that a drilled question answers with, in a time zone. */
function startsOf({ question, only }: Drilled, timezone: string, weekStart: WeekStart = 0): number[] {
  const zone = zoneOf(timezone);
  const { grouping, step } = parseGrouping(question.grouping);
  const { from, to } = resolveRelativeDate(question.period.relativeDate, {
    now: asking.now,
    zone,
    weekStart,
    ...question.period,
  });
  return bucketEdges(zone, from, to, grouping, step, weekStart)
    .slice(0, -1)
    .filter((start) => !only || isRowOf(only, { recordDate: new Date(start * 1000).toISOString(), timezone }));
}

const into = (question: Question, moment: string, timezone = berlin, weekStart: WeekStart = 0) => {
  const bucket = bucketAt(question, at(moment), timezone, { ...asking, weekStart });
  return bucket && drillInto(question, { bucket });
};

const bucketOf = (asked: Question) => bucketAt(asked, at('2026-11-17T09:20:00Z'), berlin, asking);
const comparisonOf = (changed: Partial<Question>) =>
  into(traffic(changed), '2026-11-17T09:20:00Z')?.question.comparison;

const mondaysOf = (changed: Partial<Question>) =>
  drillInto(traffic({ grouping: 'weekday', ...changed }), { slot: { weekday: 1 } })?.question.comparison;

describe('[R1035] a bucket one level finer', () => {
  it.each([
    ['year', 'month', '2026-01-01', '2026-12-31'],
    ['month', 'day', '2026-03-01', '2026-03-31'],
    ['week', 'day', '2026-03-08', '2026-03-14'],
    ['isoweek', 'day', '2026-03-09', '2026-03-15'],
    ['day', 'hour', '2026-03-10', '2026-03-10'],
    ['hour', 'minute(15)', '2026-03-10T13:00', '2026-03-10T14:00'],
  ])('shows a %s by %s', (grouping, finer, startDate, endDate) => {
    const question = traffic({ period: custom('2024-06-01', '2027-01-31'), grouping });
    // Ranges of minutes and hours are shorter.
    const shown = grouping === 'hour' ? { ...question, period: custom('2026-03-10', '2026-03-10') } : question;
    expect(into(shown, '2026-03-10T12:10:00Z')).toEqual({
      question: { ...shown, grouping: finer, period: custom(startDate, endDate) },
    });
  });

  it.each([
    ['month(3)', 'month'],
    ['day(7)', 'day'],
    ['hour(6)', 'hour'],
    ['minute(30)', 'minute(15)'],
  ])('shows %s by %s', (grouping, finer) => {
    const question = traffic({ period: custom('2026-03-01', '2026-03-31'), grouping });
    expect(into(question, '2026-03-10T12:10:00Z')?.question.grouping).toBe(finer);
  });

  it('ends with quarter hours, and with days where a source has nothing shorter', () => {
    const minutes = traffic({ period: { relativeDate: 'today' }, grouping: 'minute(15)' });
    expect(into(minutes, '2026-11-18T09:00:00Z')).toBeUndefined();
    const visits: Question = { ...defaultQuestion('visit_duration'), period: { relativeDate: 'past7days' } };
    expect(into(visits, '2026-11-15T09:00:00Z')).toBeUndefined();
  });

  it('begins and ends with the period, not with the unit', () => {
    const question = traffic({ period: { relativeDate: 'past30days' }, grouping: 'month' });
    expect(into(question, '2026-10-25T12:00:00Z')?.question.period).toEqual(custom('2026-10-19', '2026-10-31'));
    expect(into(question, '2026-11-05T12:00:00Z')?.question.period).toEqual(custom('2026-11-01', '2026-11-17'));
    expect(into(question, '2026-11-18T12:00:00Z')).toBeUndefined();
  });

  it('keeps the first day of the week', () => {
    const question = traffic({ period: { relativeDate: 'thisyear' }, grouping: 'week' });
    const weekOf = (weekStart: WeekStart) => into(question, '2026-03-10T12:00:00Z', berlin, weekStart)?.question.period;
    expect(weekOf(0)).toEqual(custom('2026-03-08', '2026-03-14'));
    expect(weekOf(1)).toEqual(custom('2026-03-09', '2026-03-15'));
    expect(weekOf(6)).toEqual(custom('2026-03-07', '2026-03-13'));
  });

  it('follows the day that replaces today', () => {
    const question = traffic({ period: { relativeDate: 'today' }, grouping: 'hour' });
    const overridden = { ...asking, dateOverride: '2026-03-10' };
    const bucket = bucketAt(question, at('2026-03-10T12:10:00Z'), berlin, overridden);
    expect(drillInto(question, { bucket })?.question.period).toEqual(custom('2026-03-10T13:00', '2026-03-10T14:00'));
  });
});

describe('[R1036] the finer buckets are exactly those inside the clicked one', () => {
  const days = [
    ['Europe/Berlin', '2026-03-29'],
    ['Europe/Berlin', '2026-10-25'],
    ['America/New_York', '2026-03-08'],
    ['America/New_York', '2026-11-01'],
    ['Australia/Lord_Howe', '2026-04-05'],
    ['Australia/Lord_Howe', '2026-10-04'],
    ['Africa/Cairo', '2026-04-24'],
    ['Africa/Cairo', '2026-10-29'],
    ['America/St_Johns', '2010-11-06'],
    ['Asia/Kathmandu', '2026-07-31'],
  ] as const;
  const groupings = ['month', 'week', 'day', 'hour', 'hour(2)', 'minute(30)'];

  it.each(days.flatMap(([timezone, day]) => groupings.map((grouping) => [timezone, day, grouping] as const)))(
    'in %s around %s, by %s',
    (timezone, day, grouping) => {
      const zone = zoneOf(timezone);
      const period = custom(dayAfter(day, -1), dayAfter(day, 1));
      const question = traffic({ period, grouping });
      const whole = resolveRelativeDate('custom', { now: 0, zone, ...period });
      const { grouping: unit, step } = parseGrouping(grouping);
      const edges = bucketEdges(zone, whole.from, whole.to, unit, step);
      for (const [index, from] of edges.slice(0, -1).entries()) {
        const to = edges[index + 1]!;
        const drilled = drillInto(question, { bucket: bucketAt(question, from, timezone, asking) });
        const finer = parseGrouping(drilled!.question.grouping);
        const expected = bucketEdges(zone, from, to, finer.grouping, finer.step).slice(0, -1);
        expect(startsOf(drilled!, timezone)).toEqual(expected);
      }
    },
  );

  it('shows each of two hours of the same name without the other', () => {
    const question = traffic({ period: custom('2026-10-25', '2026-10-25'), grouping: 'hour' });
    const [first, second] = ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'].map((moment) => into(question, moment));
    const period = custom('2026-10-25T02:00', '2026-10-25T03:00');
    expect([first, second]).toMatchObject([
      { question: { period }, only: { isRepeat: false } },
      { question: { period }, only: { isRepeat: true } },
    ]);
    const hour = [0, 900, 1800, 2700];
    expect(startsOf(first!, berlin)).toEqual(hour.map((each) => at('2026-10-25T00:00:00Z') + each));
    expect(startsOf(second!, berlin)).toEqual(hour.map((each) => at('2026-10-25T01:00:00Z') + each));
    // Elsewhere the clock shows this hour once: it belongs to the first of them.
    const elsewhere = { recordDate: '2026-10-25T06:00:00Z', timezone: 'America/New_York' };
    expect([first, second].map((drilled) => isRowOf(drilled!.only!, elsewhere))).toEqual([true, false]);
  });
});

describe('[R1037] a field of a week', () => {
  const period = custom('2026-10-05', '2026-11-15');
  const question = traffic({ period, grouping: 'weekday,hour' });

  it('shows its hour in each week, those of a clock that is set back included', () => {
    const drilled = drillInto(question, { slot: { weekday: 0, hour: 2 }, entityId: one })!;
    expect(drilled.question).toEqual({ ...question, entityIds: [one], grouping: 'hour' });
    expect(startsOf(drilled, berlin).map((start) => new Date(start * 1000).toISOString().slice(0, 16))).toEqual([
      '2026-10-11T00:00',
      '2026-10-18T00:00',
      '2026-10-25T00:00',
      '2026-10-25T01:00',
      '2026-11-01T01:00',
      '2026-11-08T01:00',
      '2026-11-15T01:00',
    ]);
  });

  it('shows its days where it is a weekday', () => {
    const drilled = drillInto({ ...question, grouping: 'weekday' }, { slot: { weekday: 2 } })!;
    expect(drilled.question.grouping).toBe('day');
    expect(startsOf(drilled, berlin)).toHaveLength(6);
    expect(isRowOf({ weekday: 2 }, { recordDate: '2026-10-06', timezone: null })).toBe(true);
    expect(isRowOf({ weekday: 2, hour: 9 }, { recordDate: '2026-10-06T09:00:00', timezone: null })).toBe(true);
    expect(isRowOf({ weekday: 2, hour: 9 }, { recordDate: '2026-10-06T10:00:00', timezone: null })).toBe(false);
    expect(isRowOf({ weekday: 2 }, { timezone: null })).toBe(false);
  });

  it('has no hours where the period is too long for them', () => {
    const year = { ...question, period: custom('2026-01-01', '2026-12-31') };
    expect(drillInto(year, { slot: { weekday: 2, hour: 9 } })).toBeUndefined();
  });
});

describe('[R1038] an entity one level finer', () => {
  it.each([
    ['traffic', 'organization', 'location'],
    ['traffic', 'location', 'zone'],
    ['traffic', 'space', 'zone'],
    ['traffic', 'sensor', 'zone'],
    ['occupancy', 'location', 'space'],
    ['occupancy', 'space', undefined],
    ['traffic', 'zone', undefined],
    ['pos', 'location', undefined],
  ] as const)('of %s shows the parts of a %s: %s', (source, entityType, partType) => {
    expect(partTypeOf({ source, entityType })).toBe(partType);
  });

  it('asks for all locations of the organization', () => {
    const question = traffic({ entityType: 'organization' });
    expect(drillInto(question, { entityId: one })).toEqual({ question: { ...question, entityType: 'location' } });
  });

  it('is the row of one value of a custom field', () => {
    const question = traffic({ rows: { kind: 'field', name: 'Region' } });
    const drilled = drillInto(question, { metaValue: 'North' });
    expect(drilled).toEqual({ question, metaValue: 'North' });
    expect(drillInto(question, { metaValue: 'North', bucket: bucketOf(question) })?.metaValue).toBe('North');
  });

  it('asks for the zones of a location, whatever they are', () => {
    const question = traffic({ rows: { kind: 'all' }, others: { kind: 'all', aggregation: 'avg' } });
    const drilled = drillInto(question, { entityId: one })!;
    expect(drilled.partsOf).toEqual({ entityType: 'location', entityId: one });
    expect(wholeIn(partsText(drilled.partsOf!))).toEqual(drilled.partsOf);
    expect(drilled.question).toEqual({
      ...question,
      entityType: 'zone',
      entityIds: [],
      rows: { kind: 'each' },
      others: null,
    });
  });

  it('is its development where it has no parts', () => {
    const visits: Question = { ...defaultQuestion('visit_duration'), entityIds: [one, 'other'] };
    expect(partTypeOf(visits)).toBeUndefined();
    expect(drillInto(visits, { entityId: one })?.partsOf).toBeUndefined();
    const question = traffic({ entityType: 'zone', entityIds: [one, 'other'] });
    expect(drillInto(question, { entityId: one })).toEqual({ question: { ...question, entityIds: [one] } });
  });

  it('is narrowed to it while its bucket becomes finer, and has its parts in the shortest bucket', () => {
    const question = traffic({ period: { relativeDate: 'yesterday' }, grouping: 'hour' });
    const hour = drillInto(question, { entityId: one, bucket: bucketOf(question) })!;
    expect(hour.question).toMatchObject({ entityIds: [one], grouping: 'minute(15)' });
    const quarter = drillInto(hour.question, { entityId: one, bucket: bucketOf(hour.question) })!;
    expect(quarter).toMatchObject({
      question: { entityType: 'zone', period: custom('2026-11-17T10:15', '2026-11-17T10:30') },
      partsOf: { entityType: 'location', entityId: one },
    });
    expect(drillInto(hour.question, { bucket: bucketOf(hour.question) })).toBeUndefined();
  });
});

describe('[R1039] a value of a whole period', () => {
  it.each([
    ['thishour', 'minute(15)'],
    ['today', 'hour'],
    ['past7days', 'day'],
    ['lastmonth', 'day'],
    ['lastyear', 'month'],
    ['monthtodate', 'day'],
  ] as const)('of %s is shown by %s', (relativeDate, grouping) => {
    const question = traffic({ period: { relativeDate }, comparison: 'sameperiodlastweek', rows: { kind: 'all' } });
    expect(drillInto(question, {})).toEqual({ question: { ...question, grouping } });
  });

  it.each([
    ['today', 'day', 'hour'],
    ['lastyear', 'day', 'day'],
    ['lastyear', 'week', 'week'],
  ] as const)('that is the highest of %s by %s is one of its buckets by %s', (relativeDate, grouping, finer) => {
    const question = traffic({ metrics: ['ins(max)'], period: { relativeDate }, grouping });
    expect(drillInto(question, {})?.question.grouping).toBe(finer);
  });
});

describe('[R1040] a comparison of a finer question', () => {
  it('stays where it means the same for the bucket', () => {
    const week = { period: { relativeDate: 'past7days' }, grouping: 'day' } as const;
    expect(comparisonOf({ ...week, comparison: 'sameperiodlastyear' })).toBe('sameperiodlastyear');
    expect(comparisonOf({ ...week, comparison: 'previousperiod' })).toBe('sameperiodlastweek');
    const year = { period: { relativeDate: 'thisyear' }, grouping: 'month' } as const;
    expect(comparisonOf({ ...year, comparison: 'previousperiod' })).toBe('sameperiodlastyear');
    const dates = { period: custom('2026-01-01', '2026-12-31'), grouping: 'month' };
    expect(comparisonOf({ ...dates, comparison: 'previousperiod' })).toBe('sameperiodlastyear');
    const day = { period: { relativeDate: 'yesterday' }, grouping: 'hour' } as const;
    expect(comparisonOf({ ...day, comparison: 'previousperiod' })).toBe('previousperiod');
  });

  it('is left out where it would mean other buckets', () => {
    const month = { period: { relativeDate: 'past30days' }, grouping: 'day' } as const;
    expect(comparisonOf({ ...month, comparison: 'previousperiod' })).toBeNull();
    expect(comparisonOf({ ...month, comparison: { windows: 4 } })).toBeNull();
    const toDate = { period: { relativeDate: 'monthtodate' }, grouping: 'day' } as const;
    expect(comparisonOf({ ...toDate, comparison: 'previousperiod' })).toBeNull();
    const year = { period: { relativeDate: 'thisyear' } } as const;
    for (const grouping of ['week', 'isoweek', 'day(7)', 'month(3)']) {
      expect(comparisonOf({ ...year, grouping, comparison: 'sameperiodlastyear' })).toBeNull();
      expect(comparisonOf({ ...year, grouping, comparison: 'previousperiod' })).toBeNull();
    }
    expect(comparisonOf({ ...year, grouping: 'month', comparison: 'sameperiodlastweek' })).toBeNull();
    expect(comparisonOf({ ...year, grouping: 'week', comparison: 'sameperiodlastweek' })).toBe('sameperiodlastweek');
    const leap = traffic({ period: custom('2024-01-01', '2024-12-31'), comparison: 'sameperiodlastyear' });
    expect(into(leap, '2024-02-29T12:00:00Z')?.question.comparison).toBeNull();
    expect(into(leap, '2024-02-28T12:00:00Z')?.question.comparison).toBe('sameperiodlastyear');
  });

  it('of a weekday stays where it means the same weekdays', () => {
    const [month, week] = [{ relativeDate: 'past30days' }, { relativeDate: 'past7days' }] as const;
    expect(mondaysOf({ period: month, comparison: 'sameperiodlastweek' })).toBe('sameperiodlastweek');
    expect(mondaysOf({ period: week, comparison: 'previousperiod' })).toBe('sameperiodlastweek');
    expect(mondaysOf({ period: month, comparison: 'previousperiod' })).toBeNull();
    expect(mondaysOf({ period: month, comparison: 'sameperiodlastyear' })).toBeNull();
  });

  it('[R1130] keeps a comparison like for like, which goes back by whole weeks', () => {
    const alike = { period: { relativeDate: 'past30days' } as const, isLikeForLike: true };
    for (const grouping of ['day', 'week', 'day(3)'])
      expect(comparisonOf({ ...alike, grouping, comparison: 'sameperiodlastyear' })).toBe('sameperiodlastyear');
    expect(comparisonOf({ ...alike, grouping: 'day', comparison: 'previousperiod' })).toBeNull();
    const days = { ...alike, period: { relativeDate: 'past7days' } as const, grouping: 'day' };
    expect(comparisonOf({ ...days, comparison: 'previousperiod' })).toBe('sameperiodlastweek');
    expect(mondaysOf({ ...alike, comparison: 'sameperiodlastyear' })).toBe('sameperiodlastyear');
  });
});

function dayAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}
