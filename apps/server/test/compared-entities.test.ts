import { getTrafficTotal } from '@atrium/contract/data';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './client.ts';
import { countingIn, detail } from './counting.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ now: new Date('2026-03-30T12:00:30Z') });
});
afterAll(() => world.close());

const { count, shop, adminOf } = countingIn(() => world);

const day = { relativeDate: 'custom', startDate: '2026-03-25', endDate: '2026-03-25' } as const;
const zones = ['UTC', 'UTC', 'America/New_York', 'UTC', 'Asia/Kolkata'];
/** UTC, at local noon. */
const noons: Record<string, string> = { UTC: '12:00', 'America/New_York': '16:00', 'Asia/Kolkata': '06:30' };

/** Shops that are visited in the hour of local noon: the first by 60 people, every other one by 60 more. */
async function shops(size: number, permitComparisonViews = true) {
  const org = await world.organization({ permitComparisonViews });
  const made = [];
  for (const [index, timezone] of zones.slice(0, size).entries()) {
    const one = await shop({ org, timezone });
    const noon = Date.parse(`2026-03-25T${noons[timezone]}:00Z`);
    const until = new Date(noon + 3_600_000).toISOString();
    await count(org, one.zone, new Date(noon).toISOString(), until, () => index + 1);
    made.push(one);
  }
  const ids = made.map(({ location }) => location.locationId);
  return { org, made, ids, admin: await adminOf(org) };
}

const compared = async (client: Client, query: object) => {
  const asked = { entityType: 'location', metrics: 'ins', ...day, isComparison: 'true', ...query } as const;
  return client.call(getTrafficTotal, { query: asked });
};
const refusal = async (client: Client, query: string) => {
  const { status, body } = await client.get<{ details?: { path: string }[] }>(
    `/api/data/traffic/total?entityType=location&relativeDate=yesterday&${query}`,
  );
  return [status, body.details?.[0]?.path];
};

describe('[R765] a comparison with other entities', () => {
  it('takes an aggregation of what each of the others has', async () => {
    const { admin, ids } = await shops(5);
    const all = { entityIds: ids[0], isAllComparison: 'true' };
    const row = { entityId: null, name: 'All Others in Organization', timezone: 'UTC', entities: 4 };
    expect(await compared(admin, all)).toMatchObject({
      results: [{ entityId: ids[0], sumins: 60 }],
      comparisonResults: [{ ...row, sumins: 210 }],
      messages: [],
    });
    const by = async (comparisonAggregation: string) =>
      (await compared(admin, { ...all, comparisonAggregation })).comparisonResults?.[0]?.sumins;
    expect([await by('min'), await by('max'), await by('median'), await by('sum')]).toEqual([120, 300, 210, 840]);
    const peaks = await compared(admin, { ...all, metrics: 'ins(max),outs' });
    expect(peaks.comparisonResults).toMatchObject([{ maxins: 210, sumouts: 420 }]);
  });

  it('has a row beside each row, in the same bucket of every clock', async () => {
    const { admin, ids } = await shops(5);
    const query = { entityType: 'location', entityIds: ids[2]!, metrics: 'ins', isComparison: true } as const;
    const all = { ...query, ...day, isAllComparison: true, comparisonAggregation: 'sum' } as const;
    const byHour = await detail(admin, { ...all, dateGroupings: 'hour' });
    expect(byHour.comparisonResults?.map(({ recordDate }) => recordDate)).toEqual(
      byHour.results.map(({ recordDate }) => recordDate),
    );
    expect(byHour.comparisonResults?.[12]).toMatchObject({ recordDate: '2026-03-25T16:00:00Z', sumins: 720 });
    expect(byHour.comparisonResults?.[11]).toMatchObject({ sumins: null, entities: 0, completeness: null });
    const folded = await detail(admin, { ...all, dateGroupings: 'weekday,hour' });
    expect(folded.comparisonResults?.[12]).toMatchObject({ weekday: 3, hour: 12, sumins: 720 });
    const last = await detail(admin, { ...all, dateGroupings: 'hour', order: '-recordDate', limit: 12 });
    expect(last.comparisonResults?.at(-1)).toMatchObject({ recordDate: '2026-03-25T16:00:00Z', sumins: 720 });
  });

  it('has those with a value of a custom field, or chosen ones, besides the entities of the query', async () => {
    const { org, admin, ids } = await shops(4);
    for (const entityId of ids.slice(0, 3))
      await world.customField({ orgId: org.orgId, entityType: 'location', entityId, name: 'Size', value: 'large' });
    const field = { comparisonMetaName: 'size', comparisonMetaValue: 'large' };
    expect((await compared(admin, { entityIds: ids[0], ...field })).comparisonResults).toMatchObject([
      { entityId: null, name: 'size: large', sumins: 150, entities: 2 },
    ]);
    const chosen = { entityIds: ids[0], comparisonEntityIds: `${ids[1]},${ids[3]}` };
    expect((await compared(admin, chosen)).comparisonResults).toMatchObject([
      { entityId: null, name: '2 locations', sumins: 180, entities: 2 },
    ]);
  });

  it('needs one kind of others and an aggregation that the metric has', async () => {
    const { admin, ids } = await shops(2);
    expect(await refusal(admin, 'isComparison=true')).toEqual([400, 'isComparison']);
    const both = `isComparison=true&isAllComparison=true&comparisonEntityIds=${ids[0]}`;
    expect(await refusal(admin, both)).toEqual([400, 'isComparison']);
    const half = await refusal(admin, 'isComparison=true&comparisonMetaName=Size');
    expect(half).toEqual([400, 'comparisonMetaName']);
    expect((await refusal(admin, 'isComparison=false&comparisonAggregation=avg'))[0]).toBe(200);
    const rates = await world.organization({ canViewGender: true, permitComparisonViews: true });
    const path = '/api/data/gender/total?entityType=location&isComparison=true&isAllComparison=true';
    const { status, body } = await (await adminOf(rates)).get(`${path}&comparisonAggregation=sum`);
    expect([status, body]).toMatchObject([400, { details: [{ path: 'comparisonAggregation' }] }]);
  });
});

describe('[R350] [S164] all others in the organization', () => {
  it('are compared with only where the organization permits it', async () => {
    const { admin, ids } = await shops(4, false);
    const refused = await refusal(admin, `entityIds=${ids[0]}&isComparison=true&isAllComparison=true`);
    expect(refused[0]).toBe(403);
    const chosen = await compared(admin, { entityIds: ids[0], comparisonEntityIds: ids[1] });
    expect(chosen.comparisonResults).toMatchObject([{ sumins: 120 }]);
  });

  it('include locations outside the limit of the caller, without names, and only at least three with values', async () => {
    const { made, ids } = await shops(4);
    const limited = await world.signIn(await world.user({ locations: [made[0]!.location] }));
    const all = { entityIds: ids[0], isAllComparison: 'true' };
    const answer = await compared(limited, all);
    expect(answer.comparisonResults).toMatchObject([{ sumins: 180, entities: 3 }]);
    const text = JSON.stringify(answer);
    for (const { location } of made.slice(1)) {
      expect(text).not.toContain(location.locationId);
      expect(text).not.toContain(location.name);
    }
    const byDay = await detail(limited, {
      entityType: 'location',
      entityIds: ids[0]!,
      ...day,
      startDate: '2026-03-24',
      isComparison: true,
      isAllComparison: true,
      dateGroupings: 'day',
    });
    expect(byDay.comparisonResults).toMatchObject([
      { sumins: null, entities: 0 },
      { sumins: 180, entities: 3 },
    ]);
  });

  it('are withheld where fewer than three have values, or the caller could subtract what they see', async () => {
    const { made, ids, admin } = await shops(4);
    const withheld = {
      comparisonResults: [{ sumins: null, completeness: null }],
      messages: ['A comparison with all others shows values of at least 3 others.'],
    };
    const two = { entityIds: `${ids[0]},${ids[1]}`, isAllComparison: 'true', aggregate: 'true' };
    expect(await compared(admin, two)).toMatchObject(withheld);
    const limited = await world.signIn(await world.user({ locations: [made[0]!.location, made[1]!.location] }));
    const all = { entityIds: ids[0], isAllComparison: 'true' };
    expect(await compared(limited, all)).toMatchObject(withheld);
    expect((await compared(admin, all)).comparisonResults).toMatchObject([{ sumins: 180 }]);
  });

  it('count by location: three zones of one location tell what it counted', async () => {
    const { org, made, admin } = await shops(2);
    const { sensor } = made[1]!;
    for (let i = 0; i < 2; i += 1) {
      const zone = await world.zone({ sensorId: sensor.sensorId });
      await count(org, zone, '2026-03-25T12:00:00Z', '2026-03-25T13:00:00Z');
    }
    const limited = await world.signIn(await world.user({ locations: [made[0]!.location] }));
    const zonesOf = { entityType: 'zone', entityIds: made[0]!.zone.zoneId, isAllComparison: 'true' };
    expect((await compared(limited, zonesOf)).comparisonResults).toMatchObject([{ sumins: null }]);
    expect((await compared(admin, zonesOf)).comparisonResults).toMatchObject([{ sumins: 80, entities: 3 }]);
  });

  it('are the only ones outside the limit: a field or an id of another location finds nothing', async () => {
    const { org, made, ids } = await shops(4);
    for (const entityId of ids)
      await world.customField({ orgId: org.orgId, entityType: 'location', entityId, name: 'Size', value: 'large' });
    const limited = await world.signIn(await world.user({ locations: [made[0]!.location] }));
    const field = { entityIds: ids[0], comparisonMetaName: 'Size', comparisonMetaValue: 'large' };
    expect((await compared(limited, field)).comparisonResults).toMatchObject([{ sumins: null, entities: 0 }]);
    expect((await refusal(limited, `isComparison=true&comparisonEntityIds=${ids[1]}`))[0]).toBe(404);
  });
});
