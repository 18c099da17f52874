import { type Glance, observedSlots, observedStarts, watchClock } from '@atrium/calendar/bucket-oracle';
import { type Fold, type Grouping, parseGrouping } from '@atrium/calendar/groupings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { at, countingIn, countingSince, detail, iso } from './counting.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ now: new Date('2027-03-01T12:00:00Z') });
});
afterAll(() => world.close());
const { count, shop, adminOf } = countingIn(() => world);

/** Different from minute to minute, so that a bucket that is off by one is seen. */
const peopleAt = (second: number) => 1 + ((second / 60) % 7);

describe('[T02] [T03] [T04] [T05] [T06] traffic in every grouping is what passed while the clock showed it', () => {
  it.each([
    ['Europe/Berlin', '2026-03-28', '2026-03-30'],
    ['Europe/Berlin', '2026-10-24', '2026-10-26'],
    ['America/New_York', '2026-03-07', '2026-03-09'],
    ['America/New_York', '2026-10-31', '2026-11-02'],
    ['Australia/Lord_Howe', '2026-04-04', '2026-04-06'],
    ['Australia/Lord_Howe', '2026-10-03', '2026-10-05'],
    ['Asia/Kathmandu', '2026-07-31', '2026-08-02'],
    ['Africa/Cairo', '2026-04-23', '2026-04-25'],
    ['Africa/Cairo', '2026-10-28', '2026-10-30'],
    ['America/St_Johns', '2010-11-06', '2010-11-08'],
    ['Pacific/Apia', '2011-12-29', '2011-12-31'],
    ['Europe/Berlin', '2024-02-28', '2024-03-01'],
    ['America/New_York', '2026-12-31', '2027-01-04'],
  ])('in %s from %s to %s', async (timezone, startDate, endDate) => {
    const { org, location, zone } = await shop({ timezone });
    await countingSince(world, '2000-01-01', org.orgId);
    const client = await adminOf(org);
    const [from, to] = [at(`${startDate}T00:00Z`) - 86_400, at(`${endDate}T00:00Z`) + 2 * 86_400];
    await count(org, zone, iso(from), iso(to), (minute) => peopleAt(from + 60 * minute));
    const seen = watchClock(timezone, from, to).filter(({ day }) => day >= startDate && day <= endDate);
    const ask = async (dateGroupings: string) => {
      const entity = { entityType: 'location', entityIds: location.locationId } as const;
      const { results } = await detail(client, {
        ...entity,
        relativeDate: 'custom',
        startDate,
        endDate,
        dateGroupings,
      });
      return results;
    };

    for (const text of [
      'minute',
      'minute(1)',
      'minute(45)',
      'hour',
      'hour(6)',
      'day',
      'week',
      'isoweek',
      'month',
      'year',
    ]) {
      const rows = (await ask(text)).map(({ recordDate = '', sumins }) => [at(recordDate), sumins]);
      const { grouping, step } = parseGrouping(text);
      expect([text, rows]).toEqual([text, expectedRows(seen, grouping, step)]);
    }
    for (const fold of ['weekday', 'weekday,hour'] as const) {
      const rows = (await ask(fold)).map(({ weekday, hour, sumins }) => [
        fold === 'weekday' ? `${weekday}` : `${weekday} ${hour}`,
        sumins,
      ]);
      expect([fold, new Map(rows as [string, number][])]).toEqual([fold, expectedSlots(seen, fold)]);
    }
  });
});

function expectedRows(seen: readonly Glance[], grouping: Grouping, step: number) {
  const starts = observedStarts(seen, grouping, step);
  const sums = new Map(starts.map((start) => [start, 0]));
  let current = 0;
  for (const { at: second } of seen) {
    if (sums.has(second)) current = second;
    sums.set(current, sums.get(current)! + peopleAt(second));
  }
  return [...sums];
}

/** Each glance as often as people passed. */
function expectedSlots(seen: readonly Glance[], fold: Fold) {
  return observedSlots(
    seen.flatMap((glance) => Array.from({ length: peopleAt(glance.at) }, () => glance)),
    fold,
  );
}
