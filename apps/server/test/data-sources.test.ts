import { dataCalls, dataEndpoints } from '@atrium/contract/data';
import { getMetrics } from '@atrium/contract/reference';
import { packVer } from '@atrium/facts/version';
import { type Source, type SourceName, sourceNames, sources } from '@atrium/metrics/sources';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './client.ts';
import { at } from './counting.ts';
import type { Organization, Zone } from './estate.ts';
import { withEverySource } from './every-source.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let org: Organization;
let admin: Client;
beforeAll(async () => {
  world = await openWorld({ now: new Date('2026-03-26T12:00:30Z') });
  org = await world.organization(withEverySource);
  admin = await world.signIn(await world.user({ orgId: org.orgId, role: 'OrganizationAdministrator' }));
});
afterAll(() => world.close());

const day = { relativeDate: 'custom', startDate: '2026-03-25', endDate: '2026-03-25' };
const pathsOf = (name: SourceName) => {
  const { path, aliases = [] }: Source = sources[name];
  return [path, ...aliases];
};

describe('[R345] next to every data path', () => {
  it.each(sourceNames.flatMap((name) => pathsOf(name).map((path) => [path, name] as const)))(
    '%s there is a total',
    async (path, name) => {
      const { entityTypes }: Source = sources[name];
      const query = new URLSearchParams({
        ...day,
        entityType: entityTypes.includes('location') ? 'location' : 'space',
      });
      for (const asked of [path, `${path}/total`]) {
        const { status, body } = await admin.get(`${asked}?${query.toString()}`);
        expect([asked, status, body]).toMatchObject([asked, 200, { results: [], messages: [] }]);
      }
    },
  );

  it('there is none that has no total', () => {
    const paths = dataEndpoints.flatMap(({ path }) => (path.startsWith('/api/data/') ? [path] : []));
    const details = [...new Set(paths.filter((path) => !path.endsWith('/total')))];
    expect(details).toHaveLength(sourceNames.length);
    for (const path of details) expect(paths).toContain(`${path}/total`);
  });
});

/** People who left the zone at noon after this many seconds each. */
async function times(zone: Zone, seconds: readonly number[], n = 1) {
  const base = { org: org.factOrg, series: zone.seriesId, gone: 0 as const };
  const ver = packVer({ rank: 'final', seq: 1n, generation: 1 });
  const noon = at('2026-03-25T12:00:00Z');
  await world.facts.heard.append([{ ...base, ver, at: noon, seconds: 900 }] as never);
  await world.facts.samples.append(
    seconds.map((each, i) => ({
      ...base,
      ver,
      at: noon + i,
      id: BigInt(i),
      ms: each * 1000,
      n,
      outcome: 'unknown',
    })) as never,
  );
}

describe('[R180] queue and service data', () => {
  it('come from zones of count type 5 and 6, each from its own', async () => {
    const { locationId } = await world.location({ orgId: org.orgId, timezone: 'UTC' });
    const { sensorId } = await world.sensor({ siteId: (await world.site({ locationId })).siteId });
    const zone = (countApplication: number, measure: string) =>
      world.zone({ sensorId, settings: { countApplication }, measure });
    await times(await zone(5, 'wait'), [60, 90]);
    await times(await zone(6, 'service'), [200, 300, 400]);
    // Zones of another type measure times as well, and are no source of either.
    await times(await zone(1, 'wait'), [5000]);
    await times(await zone(6, 'wait'), [6000]);
    await times(await zone(5, 'service'), [7000]);
    const query = { ...day, entityType: 'location', entityIds: locationId } as const;
    const queue = await admin.call(dataCalls.queue.total, { query: query as never });
    const service = await admin.call(dataCalls.service.total, { query: query as never });
    expect(queue.results).toMatchObject([{ avgwaittime: 75, sumqueuethroughput: 2 }]);
    expect(service.results).toMatchObject([{ avgservicetime: 300, sumnumberserved: 3 }]);
  });
});

describe('[R1157] medians and trimmed means', () => {
  it.each(['median', 'trimmedmean'])('say where a %s is of averages', async (aggregation) => {
    const { locationId } = await world.location({ orgId: org.orgId, timezone: 'UTC' });
    const { sensorId } = await world.sensor({ siteId: (await world.site({ locationId })).siteId });
    const asked = async (seconds: readonly number[], n: number, metrics = `waittime(${aggregation})`) => {
      const zone = await world.zone({ sensorId, settings: { countApplication: 5 }, measure: 'wait' });
      await times(zone, seconds, n);
      const query = { ...day, entityType: 'zone', entityIds: zone.zoneId, metrics } as never;
      const { messages } = await admin.call(dataCalls.queue.detail, { query });
      expect((await admin.call(dataCalls.queue.total, { query })).messages).toEqual(messages);
      return messages;
    };
    expect(await asked([60, 90], 1)).toEqual([]);
    expect(await asked([60, 90], 3)).toEqual([
      'Medians and trimmed means are estimated: some sensors reported the average of several visits instead of each one.',
    ]);
    expect(await asked([60, 90], 3, 'waittime(avg)')).toEqual([]);
  });
});

describe('[R343] [R1158] the filters of zones', () => {
  it.each(sourceNames)('are accepted by %s, which says whether they have an effect', async (name) => {
    const { entityTypes, ignored = [], label }: Source = sources[name];
    const entityType = entityTypes.includes('location') ? 'location' : 'space';
    const query = new URLSearchParams({ ...day, entityType, countFilter: '2', countApplication: '3' });
    for (const path of [sources[name].path, `${sources[name].path}/total`]) {
      const { status, body } = await admin.get<{ messages: string[] }>(`${path}?${query.toString()}`);
      expect([name, status]).toEqual([name, 200]);
      expect(body.messages).toEqual(
        ['countFilter', 'countApplication'].flatMap((each) =>
          (ignored as readonly string[]).includes(each)
            ? [`${label} is not told apart by whom zones count and what for: ${each} was ignored.`]
            : [],
        ),
      );
    }
  });

  it('choose whose times a queue has, and do not change what ignores them', async () => {
    const { locationId } = await world.location({ orgId: org.orgId, timezone: 'UTC' });
    const { sensorId } = await world.sensor({ siteId: (await world.site({ locationId })).siteId });
    const settings = { countApplication: 5 };
    await times(await world.zone({ sensorId, settings, measure: 'wait' }), [60]);
    await times(await world.zone({ sensorId, settings: { ...settings, countFilter: 2 }, measure: 'wait' }), [90, 110]);
    const asked = async (countFilter?: number) => {
      const query = { ...day, entityType: 'location', entityIds: locationId, countFilter } as never;
      return (await admin.call(dataCalls.queue.total, { query })).results;
    };
    expect(await asked()).toMatchObject([{ avgwaittime: 60 }]);
    expect(await asked(2)).toMatchObject([{ avgwaittime: 100, sumqueuethroughput: 2 }]);
  });
});

/** The days of an answer, or what was refused. */
async function daysAsked(words: string) {
  const { status, body } = await admin.get<{ results?: { recordDate?: string }[]; details?: { path: string }[] }>(
    `/api/data/traffic?entityType=organization&dateGroupings=day&${words}`,
  );
  return [status, body.details?.[0]?.path ?? body.results?.map(({ recordDate }) => recordDate?.slice(0, 10))];
}

describe('[R1159] what follows from other parameters', () => {
  it('is a custom range where there are dates and no other one, which wins', async () => {
    const dates = 'startDate=2026-03-20&endDate=2026-03-21';
    expect(await daysAsked(dates)).toEqual([200, ['2026-03-20', '2026-03-21']]);
    expect(await daysAsked(`relativeDate=custom&${dates}`)).toEqual(await daysAsked(dates));
    expect(await daysAsked('')).toEqual([200, ['2026-03-26']]);
    expect(await daysAsked('startDate=2026-03-20')).toEqual([400, 'endDate']);
    expect(await daysAsked(`relativeDate=today&${dates}`)).toEqual(await daysAsked('relativeDate=today'));
    const { body } = await admin.get<{ messages: string[] }>(
      `/api/data/traffic?entityType=location&relativeDate=today&${dates}`,
    );
    expect(body.messages).toEqual([
      'relativeDate=today was answered: startDate and endDate are for relativeDate=custom.',
    ]);
  });

  it('is a comparison where others are named, unless it is switched off', async () => {
    const field = 'entityType=location&comparisonMetaName=Size&comparisonMetaValue=large';
    expect((await admin.get<object>(`/api/data/traffic?${field}`)).body).toHaveProperty('comparisonResults');
    const { body } = await admin.get<object>(`/api/data/traffic?isComparison=false&${field}`);
    expect(body).not.toHaveProperty('comparisonResults');
  });
});

describe('[R360] waiting and service times', () => {
  it('are times in seconds that are better when lower', async () => {
    const metrics = new Map((await admin.call(getMetrics, {})).map((metric) => [metric.key, metric]));
    for (const key of ['waitTime', 'serviceTime', 'expectedwaittime'])
      expect(metrics.get(key)).toMatchObject({ tickFormat: 'time', isTimeMetric: true, lowerIsBetter: true });
    expect(metrics.get('visitduration')).toMatchObject({ tickFormat: 'time', isTimeMetric: true });
    expect(metrics.get('queueThroughput')).toMatchObject({ isTimeMetric: false, lowerIsBetter: false });
  });
});
