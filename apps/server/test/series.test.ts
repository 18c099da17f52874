import { getTrafficTotal } from '@atrium/contract/data';
import { pickSensors } from '@atrium/contract/pickers';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Transaction, violatedConstraint } from '../src/registry/registry.ts';
import { sensorAssignment, zoneSetting } from '../src/registry/schema/sensors.ts';
import { series, seriesFactor } from '../src/registry/schema/series.ts';
import {
  addSeries,
  invalidateTodaysSums,
  beginSeriesEarlier,
  changeMeaning,
  changeScale,
  endSeriesAt,
  nextMinute,
  repointSeries,
  seriesOf,
} from '../src/estate/series-store.ts';
import { countingIn } from './counting.ts';
import { longAgo } from './estate.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

const { shop, count, adminOf } = countingIn(() => world);
const day = (text: string) => new Date(`${text}T00:00:00Z`);
const forever = day('9999-12-31');
const change = (work: (tx: Transaction) => Promise<void>) => world.registry.system(work);

/** The series of a zone in the order of time, with their factors. */
async function stretchesOf(zoneId: string) {
  return world.registry.system(async ({ sql }) => {
    const all = await sql.select().from(series).where(eq(series.zoneId, zoneId)).orderBy(series.from, series.seriesId);
    const factors = await sql.select().from(seriesFactor).orderBy(seriesFactor.from);
    return all.map(({ seriesId, from, to, countFilter, perimeter, siteId }) => ({
      from,
      to,
      countFilter,
      perimeter,
      siteId,
      factors: factors
        .filter((factor) => factor.seriesId === seriesId)
        .map((factor) => [factor.from, factor.to, factor.fIn] as const),
    }));
  });
}

describe('the meaning of a zone’s readings', () => {
  it('changes at the next whole minute', () => {
    expect(nextMinute(new Date('2026-03-04T10:59:59.999Z'))).toEqual(new Date('2026-03-04T11:00:00Z'));
    expect(nextMinute(new Date('2026-03-04T11:00:00Z'))).toEqual(new Date('2026-03-04T11:01:00Z'));
  });

  it('changes at a moment, and earlier counts keep their meaning', async () => {
    const { orgId, zoneId, siteId } = await world.zone({ settings: { scaleFactor: 1.5 } });
    await change((tx) => changeMeaning(tx, orgId, [zoneId], { countFilter: 4 }, day('2026-03-01')));
    await change((tx) => changeMeaning(tx, orgId, [zoneId], { perimeter: false }, day('2026-04-01')));
    const same = { siteId, perimeter: true };
    const [march, april] = [day('2026-03-01'), day('2026-04-01')];
    expect(await stretchesOf(zoneId)).toEqual([
      { ...same, countFilter: 0, from: longAgo, to: march, factors: [[longAgo, march, 1.5]] },
      { ...same, countFilter: 4, from: march, to: april, factors: [[march, april, 1.5]] },
      { siteId, countFilter: 4, perimeter: false, from: april, to: forever, factors: [[april, forever, 1.5]] },
    ]);
  });

  it('is changed in place while it has not begun', async () => {
    const { orgId, zoneId } = await world.zone({ settings: { from: day('2027-01-01') } });
    await change((tx) => changeMeaning(tx, orgId, [zoneId], { countFilter: 4 }, day('2026-03-01')));
    expect(await stretchesOf(zoneId)).toMatchObject([{ countFilter: 4, from: day('2027-01-01'), to: forever }]);
  });

  it('ends', async () => {
    const { orgId, zoneId, siteId } = await world.zone({ settings: { scaleFactor: 2 } });
    await change((tx) => changeMeaning(tx, orgId, [zoneId], { countFilter: 4 }, day('2026-05-01')));
    await change((tx) => endSeriesAt(tx, orgId, { siteIds: [siteId] }, day('2026-03-01')));
    expect(await stretchesOf(zoneId)).toMatchObject([
      { from: longAgo, to: day('2026-03-01'), factors: [[longAgo, day('2026-03-01'), 2]] },
      { from: day('2026-05-01'), to: day('2026-05-01'), factors: [] },
    ]);
  });

  it('moves with what was counted since the sensor was installed at a site, not with what it had counted there before', async () => {
    const { orgId, zoneId, siteId, locationId } = await world.zone();
    const [between, next] = [await world.site({ locationId }), await world.site({ locationId })];
    const [march, april] = [day('2026-03-01'), day('2026-04-01')];
    await change((tx) => changeMeaning(tx, orgId, [zoneId], { siteId: between.siteId }, march));
    await change((tx) => changeMeaning(tx, orgId, [zoneId], { siteId }, april));
    const stay = { siteId, since: new Date(april.getTime() - 30_000) };
    await change((tx) => repointSeries(tx, orgId, [zoneId], stay, { siteId: next.siteId, locationId }));
    expect((await stretchesOf(zoneId)).map((each) => each.siteId)).toEqual([siteId, between.siteId, next.siteId]);
  });

  it('reaches back to an earlier moment with its factor, without affecting other zones', async () => {
    const [february, march] = [day('2026-02-01'), day('2026-03-01')];
    const { orgId, zoneId, sensorId } = await world.zone({ settings: { scaleFactor: 2, from: march } });
    const other = await world.zone({ sensorId, settings: { scaleFactor: 3, from: march } });
    for (const at of [february, day('2026-02-15')]) await change((tx) => beginSeriesEarlier(tx, orgId, [zoneId], at));
    expect(await stretchesOf(zoneId)).toMatchObject([
      { from: february, to: forever, factors: [[february, forever, 2]] },
    ]);
    expect(await stretchesOf(other.zoneId)).toMatchObject([
      { from: march, to: forever, factors: [[march, forever, 3]] },
    ]);
    const settings = await world.registry.system(({ sql }) =>
      sql.select({ zoneId: zoneSetting.zoneId, from: zoneSetting.from }).from(zoneSetting),
    );
    expect(settings).toEqual(
      expect.arrayContaining([
        { zoneId, from: february },
        { zoneId: other.zoneId, from: march },
      ]),
    );
  });

  it('comes from the series of the zone, and no other', async () => {
    const { orgId, zoneId, sensorId, seriesId } = await world.zone();
    await world.zone({ sensorId });
    expect(await world.registry.system((tx) => seriesOf(tx, orgId, [zoneId]))).toEqual([seriesId]);
  });

  it('is scaled from a moment onward', async () => {
    const { orgId, zoneId } = await world.zone();
    await change((tx) => changeScale(tx, orgId, zoneId, 2, day('2026-03-01')));
    await change((tx) => changeScale(tx, orgId, zoneId, 3, day('2026-04-01')));
    await change((tx) => changeScale(tx, orgId, zoneId, 1, day('2026-05-01')));
    const [march, april, may] = [day('2026-03-01'), day('2026-04-01'), day('2026-05-01')];
    expect(await stretchesOf(zoneId)).toMatchObject([
      {
        factors: [
          [march, april, 2],
          [april, may, 3],
        ],
      },
    ]);
  });
});

it('recomputes today’s sums without blocking the writer that folds readings into them', async () => {
  const { orgId, sensorId, seriesId: first } = await world.zone();
  const { seriesId: second } = await world.zone({ orgId, sensorId });
  // The later one was heard first.
  for (const id of [second, first]) {
    await world.registry.owner.query(
      `INSERT INTO series_last (series_id, org_id, day_from, day_to, closed_ins, closed_outs, closed_got, tail_from, tail,
         ins, outs, got, updated_at)
       VALUES ($1, $2, now(), now(), 0, 0, 0, now(), '[]', 0, 0, 0, now())`,
      [id, orgId],
    );
  }
  let asking: Promise<void> | undefined;
  await change(async (tx) => {
    await lock(tx, first);
    asking = change((other) => invalidateTodaysSums(other, [first, second], world.now()));
    await expect.poll(isWaiting).toBe(true);
    await lock(tx, second);
  });
  await asking;
  const { rows } = await world.registry.owner.query('SELECT FROM series_last WHERE refold_count > 0');
  expect(rows).toHaveLength(2);
});

/** Whether the call waits for a row; the job that starts the new day may be waiting too. */
async function isWaiting(): Promise<boolean> {
  const { rowCount } = await world.registry.owner.query(
    `SELECT FROM pg_stat_activity
     WHERE wait_event_type = 'Lock' AND datname = current_database() AND query LIKE 'select%"series_last"%for update'`,
  );
  return rowCount === 1;
}

async function lock({ client }: Transaction, seriesId: number): Promise<void> {
  await client.query('SELECT FROM series_last WHERE series_id = $1 FOR UPDATE', [seriesId]);
}

describe('[I71] a series', () => {
  it('belongs to exactly one zone, space or location', async () => {
    const { zoneId, siteId, locationId, orgId } = await world.zone();
    const { spaceId } = await world.space({ orgId, locationId });
    const meaning = { siteId, countFilter: 0, countApplication: 1, perimeter: true };
    const base = { orgId, locationId, measure: 'people', enabled: true, from: longAgo };
    const owners = [{ owner: 'zone', zoneId, ...meaning }, { owner: 'space', spaceId }, { owner: 'location' }] as const;
    const numbers = await world.registry.system(({ sql }) =>
      addSeries(
        sql,
        owners.map((each) => ({ ...base, ...each })),
      ),
    );
    expect(new Set(numbers).size).toBe(3);
    const refused = [
      { owner: 'zone', zoneId, spaceId, ...meaning },
      { owner: 'zone', zoneId, siteId },
      { owner: 'zone' },
      { owner: 'space', spaceId, zoneId, ...meaning },
      { owner: 'space' },
      { owner: 'location', spaceId },
      { owner: 'location', zoneId, ...meaning },
    ] as const;
    for (const each of refused) {
      const adding = world.registry.system(({ sql }) => sql.insert(series).values({ ...base, ...each }));
      await expect(adding.catch(violatedConstraint)).resolves.toBe('series_owner');
    }
  });

  it('of a space or a location is not traffic', async () => {
    const org = await world.organization();
    const { locationId, seriesId } = await world.zone({ orgId: org.orgId });
    const base = { orgId: org.orgId, locationId, measure: 'people', enabled: true, from: longAgo };
    const { spaceId } = await world.space({ orgId: org.orgId, locationId });
    const others = await world.registry.system(({ sql }) =>
      addSeries(sql, [
        { ...base, owner: 'space', spaceId },
        { ...base, owner: 'location' },
      ]),
    );
    const at = day('2026-03-03').getTime() / 1000;
    const reading = { org: org.factOrg, at, span: 60, ins: 1, outs: 2, ver: 1n, gone: 0 as const, flags: 0 };
    const all = [seriesId, ...others];
    await world.facts.append(all.map((each) => ({ ...reading, series: each })));
    await world.facts.rebuild(org.factOrg, all, at, at + 86_400);
    const admin = await world.signIn(await world.user({ orgId: org.orgId, role: 'OrganizationAdministrator' }));
    const range = { relativeDate: 'custom', startDate: '2026-03-03', endDate: '2026-03-03' } as const;
    const { results } = await admin.call(getTrafficTotal, {
      query: { entityType: 'location', entityIds: locationId, ...range },
    });
    expect(results).toMatchObject([{ sumins: 1, sumouts: 2 }]);
  });
});

describe('the end of a location', () => {
  it('leaves its sensors unassigned and ends their series on a whole minute', async () => {
    world.setNow(new Date('2026-03-04T12:00:30Z'));
    const { org, location, sensor, zone } = await shop();
    await count(org, zone, '2026-03-04T10:00:00Z', '2026-03-04T11:00:00Z');
    const other = await shop({ org });
    await count(org, other.zone, '2026-03-04T10:00:00Z', '2026-03-04T10:10:00Z');
    const client = await adminOf(org);
    const total = async (entityType: 'organization' | 'location') => {
      const { body } = await client.get<{ results: { sumins: number }[] }>(
        `/api/data/traffic/total?entityType=${entityType}&relativeDate=today`,
      );
      return body.results.map(({ sumins }) => sumins);
    };
    expect(await total('organization')).toEqual([70]);
    expect((await client.send('DELETE', `/api/location/${location.locationId}`)).status).toBe(200);
    const held = await world.registry.system(async ({ sql }) => ({
      assignments: await sql.select().from(sensorAssignment).where(eq(sensorAssignment.sensorId, sensor.sensorId)),
      series: await sql
        .select({ to: series.to })
        .from(series)
        .where(inArray(series.seriesId, [zone.seriesId, other.zone.seriesId])),
    }));
    expect(held.assignments.map(({ to }) => to)).toEqual([world.now()]);
    expect(held.series.map(({ to }) => to.toISOString()).toSorted()).toEqual([
      '2026-03-04T12:01:00.000Z',
      '9999-12-31T00:00:00.000Z',
    ]);
    // The organization is what its locations are.
    expect([await total('organization'), await total('location')]).toEqual([[10], [10]]);
    const params = { filterProp: 'orgId', filterValue: org.orgId } as const;
    expect(await client.call(pickSensors, { params })).toContainEqual(
      expect.objectContaining({ sensorId: sensor.sensorId }),
    );
    expect((await client.get(`/api/sensor/${sensor.sensorId}/attachments`)).status).toBe(200);
  });
});
