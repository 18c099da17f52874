import { chance, seedOf } from '@atrium/simulator/noise';
import { parseGrouping } from '@atrium/calendar/groupings';
import { type Source, type SourceName, sourceNames, sources } from '@atrium/metrics/sources';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clockChanges } from './clock-changes.ts';
import type { Asked } from './random-questions/asked.ts';
import { ask, problemsOf } from './random-questions/check.ts';
import { fewGroupings } from './random-questions/groupings.ts';
import { openPlace } from './random-questions/places.ts';
import { openWorld, type World } from './world.ts';

const now = new Date('2027-03-01T12:00:00Z');
let world: World;
beforeAll(async () => {
  world = await openWorld({ now });
});
afterAll(() => world.close());

/** What each source is asked for. */
const words: Record<SourceName, readonly string[]> = {
  traffic: ['ins'],
  forecasted_traffic: ['ins', 'lowins'],
  gender: ['maleinspct'],
  pos: ['netsales', 'transactioncount'],
  trafficpos: ['conversionrateins'],
  labor: ['staffhours'],
  queue: ['waittime', 'queuethroughput'],
  service: ['servicetime(max)'],
  occupancy: ['occupancy', 'pctcapacity(max)', 'pcttimeoccupied'],
  zone_occupancy: ['zoneoccupancy(max)'],
  visit_duration: ['visitduration'],
  expected_wait_time: ['expectedwaittime'],
};

/** All of them, unless fewer random questions are asked as well. */
const changes = clockChanges.slice(0, Math.ceil(Number(process.env.ATRIUM_QUESTIONS ?? 200) / 10));

describe('[R808] [T02] [T03] [T04] [T05] every source in every grouping is what was read while the clock showed it', () => {
  it.each(changes)(
    'in %s from %s to %s',
    async (timezone, startDate, endDate) => {
      const seed = seedOf(1, `${timezone} ${startDate}`);
      let drawn = 0;
      const places = await openPlace(world, timezone, { startDate, endDate }, (below) =>
        Math.floor(chance(seed, (drawn += 1)) * below),
      );
      const idOf = (type: string) => places.entities.find(({ entityType }) => entityType === type)!.entityId;
      const wrong: string[] = [];
      for (const source of sourceNames) {
        const { groupings, entityTypes }: Source = sources[source];
        const entityType = entityTypes.includes('location') ? 'location' : 'space';
        for (const dateGroupings of fewGroupings) {
          const { grouping, fold } = parseGrouping(dateGroupings);
          if (!groupings.includes(fold ?? grouping)) continue;
          const asked: Asked = {
            source,
            entityType,
            entityIds: [idOf(entityType)],
            startDate,
            endDate,
            dateGroupings,
            metrics: words[source],
            excludeClosedHours: false,
          };
          const problems = problemsOf(
            places,
            asked,
            await ask(places, asked, dateGroupings === 'day'),
            now.getTime() / 1000,
          );
          wrong.push(...problems.map((problem) => `${source} by ${dateGroupings}: ${problem}`));
        }
      }
      expect(wrong.slice(0, 10)).toEqual([]);
    },
    240_000,
  );
});
