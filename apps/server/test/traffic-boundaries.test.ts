import { type Glance, observedSlots, observedStarts, watchClock } from '@atrium/calendar/bucket-oracle';
import { type Fold, folds, type Grouping, parseGrouping } from '@atrium/calendar/groupings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clockChanges } from './clock-changes.ts';
import { at, countingIn, countingSince, detail, iso } from './counting.ts';
import { groupingsAround } from './random-questions/groupings.ts';
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
  it.each(clockChanges)('in %s from %s to %s', async (timezone, startDate, endDate) => {
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

    for (const text of groupingsAround.filter((each) => parseGrouping(each).fold === undefined)) {
      const rows = (await ask(text)).map(({ recordDate = '', sumins }) => [at(recordDate), sumins]);
      const { grouping, step } = parseGrouping(text);
      expect([text, rows]).toEqual([text, expectedRows(seen, grouping, step)]);
    }
    for (const fold of folds) {
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
