import { getTrafficTotal } from '@atrium/contract/data';
import { addSpaceZone, createSpace, removeSpaceZone, updateSpaceZone } from '@atrium/contract/spaces';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { at, countingIn, detail } from './counting.ts';
import type { Zone } from './estate.ts';
import { hears, screensOf } from './screen.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
const { count, append, adminOf, countToday } = countingIn(() => world);
const { open, closeAll } = screensOf(() => world);
afterEach(closeAll);

/** A space at a location with two doors, and what an administrator does to its zones. */
async function lounge(since: string) {
  world.setNow(new Date(since));
  const org = await world.organization({ canViewOccupancy: true });
  const { locationId } = await world.location({ orgId: org.orgId, timezone: 'UTC' });
  const { sensorId } = await world.sensor({ siteId: (await world.site({ locationId })).siteId });
  const [front, back] = [await world.zone({ sensorId }), await world.zone({ sensorId })];
  let client = await adminOf(org);
  const { spaceId } = await client.call(createSpace, { body: { locationId, name: 'Lounge' } });
  const params = { spaceId };
  const setTime = async (text: string) => {
    world.setNow(new Date(text));
    client = await adminOf(org);
    return client;
  };
  const ids = new Map<Zone, string>();
  const add = async (zone: Zone) => {
    const made = await client.call(addSpaceZone, { params, body: { zoneId: zone.zoneId } });
    ids.set(zone, made.spaceZoneAssignmentId);
  };
  const address = (zone: Zone) => ({ params: { spaceId, spaceZoneAssignmentId: ids.get(zone)! } });
  const reverse = (zone: Zone, reverseInsAndOuts: boolean) =>
    client.call(updateSpaceZone, { ...address(zone), body: { reverseInsAndOuts } });
  const remove = (zone: Zone) => client.call(removeSpaceZone, address(zone));
  const total = async (query: object) => {
    const asked = { entityType: 'space', entityIds: spaceId, ...query } as const;
    return (await client.call(getTrafficTotal, { query: asked })).results[0];
  };
  return { org, spaceId, front, back, setTime, add, reverse, remove, total };
}

describe('[R580] the zones of a space count for it', () => {
  it('while they belong to it, each minute with the reversal it had then, at every grouping', async () => {
    const { org, spaceId, front, back, setTime, add, reverse, remove } = await lounge('2026-03-01T08:00:00Z');
    await add(front);
    await setTime('2026-03-01T08:30:00Z');
    await add(back);
    await setTime('2026-03-03T10:06:30Z');
    await reverse(back, true);
    await setTime('2026-03-03T14:00:00Z');
    await remove(front);
    await setTime('2026-03-03T18:22:59Z');
    await add(front);
    const client = await setTime('2026-03-04T12:00:00Z');
    // One person in and two out at the front, ten and twenty at the back, which is silent for half an hour.
    const [midnight, nextMidnight] = ['2026-03-03T00:00:00Z', '2026-03-04T00:00:00Z'];
    const silence = ['2026-03-03T15:30:00Z', '2026-03-03T16:00:00Z'] as const;
    await append(org, front, midnight, nextMidnight);
    await append(org, back, midnight, silence[0], () => 10);
    await append(org, back, silence[1], nextMidnight, () => 10);
    for (const { seriesId } of [front, back])
      await world.facts.rebuild(org.factOrg, [seriesId], at(midnight), at(nextMidnight));

    const expected = (from: number, seconds: number) => {
      let [ins, outs, got, due] = [0, 0, 0, 0];
      for (let minute = from; minute < from + seconds; minute += 60) {
        const isFront = minute < at('2026-03-03T14:01:00Z') || minute >= at('2026-03-03T18:23:00Z');
        const isSilent = minute >= at(silence[0]) && minute < at(silence[1]);
        const isReversed = minute >= at('2026-03-03T10:07:00Z');
        ins += (isFront ? 1 : 0) + (isSilent ? 0 : isReversed ? 20 : 10);
        outs += (isFront ? 2 : 0) + (isSilent ? 0 : isReversed ? 10 : 20);
        got += (isFront ? 1 : 0) + (isSilent ? 0 : 1);
        due += isFront ? 2 : 1;
      }
      return got === 0 ? [null, null, 0] : [ins, outs, Math.floor((got / due) * 10_000) / 10_000];
    };
    const groupings = { 'minute(1)': 60, minute: 900, hour: 3600, day: 86_400 };
    for (const [dateGroupings, seconds] of Object.entries(groupings)) {
      const range = { relativeDate: 'custom', startDate: '2026-03-03', endDate: '2026-03-03' } as const;
      const { results } = await detail(client, { entityType: 'space', entityIds: spaceId, ...range, dateGroupings });
      expect(results).toHaveLength(86_400 / seconds);
      expect(results.map(({ sumins, sumouts, completeness }) => [sumins, sumouts, completeness])).toEqual(
        results.map(({ recordDate }) => expected(at(recordDate!), seconds)),
      );
    }
  });

  it('also before there was the space: those it has an hour after its first one', async () => {
    const { org, front, back, setTime, add, reverse, remove, total } = await lounge('2026-03-02T09:00:00Z');
    for (const zone of [front, back]) await count(org, zone, '2026-01-15T10:00:00Z', '2026-01-15T11:00:00Z');
    const january = () => total({ relativeDate: 'custom', startDate: '2026-01-15', endDate: '2026-01-15' });
    expect(await january()).toMatchObject({ sumins: null, completeness: null });
    await add(front);
    expect(await january()).toMatchObject({ sumins: 60, sumouts: 120 });
    await setTime('2026-03-02T09:20:00Z');
    await remove(front);
    await add(back);
    await reverse(back, true);
    expect(await january()).toMatchObject({ sumins: 120, sumouts: 60 });
    await setTime('2026-03-02T10:02:00Z');
    await add(front);
    await reverse(back, false);
    await setTime('2026-03-04T12:00:00Z');
    expect(await january()).toMatchObject({ sumins: 120, sumouts: 60 });
  });

  it('in the live number as in the answer to a question, when they change during the day', async () => {
    const { spaceId, front, back, setTime, add, reverse, remove, total } = await lounge('2026-03-03T09:00:00Z');
    await add(front);
    const client = await setTime('2026-03-04T08:00:00Z');
    await countToday([front, back], 10);
    await world.ingestion.idle();
    await add(back);
    await reverse(front, true);
    world.pass({ minutes: 10 });
    await countToday([front, back], 3);
    await world.ingestion.idle();
    const screen = await open(client);
    expect(await screen.subscribe('space', spaceId)).toEqual({ ok: true });
    // The front plain and then reversed, of the back the later reading alone.
    await hears(screen, 10 + 6 + 3);
    expect(screen.newest).toMatchObject({ outs: 20 + 3 + 6, minute: '2026-03-04T08:09:00.000Z' });
    await remove(back);
    world.pass({ minutes: 10 });
    await countToday([back], 500);
    await countToday([front], 4, at('2026-03-04T08:15:00Z'));
    await hears(screen, 19 + 8);
    expect(screen.newest).toMatchObject({ outs: 29 + 4, lastReadingAt: '2026-03-04T08:15:00.000Z' });
    // Three minutes of the front were received since midnight, and one of the back while it belonged to the space.
    expect(screen.newest?.completeness).toBeCloseTo(4 / (8 * 60 + 19 + 10));
    await world.ingestion.idle();
    expect(await total({ relativeDate: 'today' })).toMatchObject({ sumins: 27, sumouts: 33 });
  });
});
