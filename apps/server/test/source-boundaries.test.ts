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

/** Where a date is skipped, they begin elsewhere. */
const stepsOfDays = ['day(3)', 'week(2)'];
const hasEveryDate = (timezone: string) => timezone !== 'Pacific/Apia';

/** When the period before begins. */
function before(startDate: string, endDate: string): string {
  const [start, end] = [Date.parse(startDate), Date.parse(endDate)];
  return new Date(2 * start - end - 86_400_000).toISOString().slice(0, 10);
}

describe('[R808] [T02] [T03] [T04] [T05] every source in every grouping is what was read while the clock showed it', () => {
  it.each(changes.map((change, row) => [...change, row] as const))(
    '[I332] in %s from %s to %s',
    async (timezone, startDate, endDate, row) => {
      const seed = seedOf(1, `${timezone} ${startDate}`);
      let drawn = 0;
      const places = await openPlace(world, timezone, { startDate: before(startDate, endDate), endDate }, (below) =>
        Math.floor(chance(seed, (drawn += 1)) * below),
      );
      const idOf = (type: string) => places.entities.find(({ entityType }) => entityType === type)!.entityId;
      const wrong: string[] = [];
      const check = async (asked: Asked, isChecked = false) => {
        const problems = problemsOf(places, asked, await ask(places, asked, isChecked), now.getTime() / 1000);
        wrong.push(
          ...problems.map(
            (problem) =>
              `${asked.source} by ${asked.dateGroupings}${asked.previousPeriod ? ', compared' : ''}: ${problem}`,
          ),
        );
      };
      for (const source of sourceNames) {
        const { groupings, entityTypes }: Source = sources[source];
        const entityType = entityTypes.includes('location') ? 'location' : 'space';
        const offered = [...fewGroupings, ...(hasEveryDate(timezone) ? stepsOfDays : [])].filter((text) => {
          const { grouping, fold } = parseGrouping(text);
          return groupings.includes(fold ?? grouping);
        });
        const compared = offered[(row + sourceNames.indexOf(source)) % offered.length];
        for (const dateGroupings of offered) {
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
          await check(asked, dateGroupings === 'day');
          if (dateGroupings === compared) await check({ ...asked, previousPeriod: 'previousperiod' });
        }
      }
      expect(wrong.slice(0, 10)).toEqual([]);
    },
    240_000,
  );
});
