import { dataCalls } from '@atrium/contract/data';
import type { ReplyOf } from '@atrium/contract/endpoint';
import { arrowFormat, csvFormat } from '@atrium/contract/formats';
import { getOrganization, updateOrganization } from '@atrium/contract/organizations';
import { updateZone } from '@atrium/contract/zones';
import { smallGroupText } from '@atrium/metrics/small-groups';
import { tableFromIPC } from 'apache-arrow';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changesIn } from './audit-trail.ts';
import { type Client, queryOf } from './client.ts';
import { aMac } from './pushing.ts';
import { exportPage } from './warehouse.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let orgId: string;
let admin: Client;
let mall: Awaited<ReturnType<typeof place>>;
let kiosk: Awaited<ReturnType<typeof place>>;
beforeAll(async () => {
  world = await openWorld({ now: new Date('2026-03-26T20:00:30Z') });
  ({ orgId } = await world.organization({ canViewGender: true }));
  admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
  // Three people, then ten; the kiosk has three in all.
  mall = await place({
    '26T10': [[1, 2]],
    '26T14': [
      [2, 6],
      [1, 1],
    ],
    '25T10': [[3, 1]],
  });
  kiosk = await place({ '26T10': [[2, 1]] });
  await withhold(true);
}, 180_000);
afterAll(() => world.close());

const withhold = (withholdSmallGroups: boolean) =>
  admin.call(updateOrganization, { params: { orgId: 'myorg' }, body: { withholdSmallGroups } });

/** A location with two lines that counted men and women, by the day and hour in March. */
async function place(counts: Readonly<Record<string, readonly (readonly [men: number, women: number])[]>>) {
  const macAddress = aMac();
  const { locationId } = await world.location({ orgId, timezone: 'UTC' });
  const { siteId } = await world.site({ locationId });
  const { sensorId } = await world.sensor({ siteId, macAddress });
  const zones = [await world.zone({ sensorId, measure: 'male' }), await world.zone({ sensorId, measure: 'male' })];
  const path = `/api/push/json/${await world.pushKey({ orgId })}`;
  const count = async (added: typeof counts) => {
    const readings = Object.entries(added).flatMap(([hour, lines]) => {
      const times = { from: `2026-03-${hour}:00:00Z`, to: `2026-03-${hour}:15:00Z` };
      return lines.flatMap(([men, women], line) =>
        [
          ['male', men],
          ['female', women],
          ['unknown', 0],
        ].map(([measure, people]) => ({ line: zones[line]!.deviceId, ...times, measure, in: people, out: 0 })),
      );
    });
    expect((await world.anonymous().post(path, { device: macAddress, readings })).status).toBe(200);
    await world.ingestion.idle();
  };
  await count(counts);
  return { locationId, sensorId, zoneIds: zones.map(({ zoneId }) => zoneId), count };
}

const calls = dataCalls.gender;
type Reply = ReplyOf<typeof calls.detail>;
const today = { entityType: 'location', metrics: 'maleinspct', relativeDate: 'today' } as const;
const ask = async (query: object, kind: 'detail' | 'total' = 'total'): Promise<Reply> =>
  admin.call(calls[kind], { query: { ...today, ...query } as never });
const explained = async (locationId: string) => {
  const { explanation, messages } = await ask({ entityIds: locationId, explain: true });
  return { text: JSON.stringify(explanation), nodes: explanation!, messages };
};
const shares = (rows: Reply['results'] | undefined) => rows?.map(({ maleinspct }) => maleinspct);
const shown = (rows: Reply['results'] | undefined) => shares(rows)?.filter((share) => share !== null);

describe('[R1149] an organization that withholds the gender of small groups', () => {
  it('shows it where at least five people were counted, in rows and totals', async () => {
    const hours = { entityIds: mall.locationId, dateGroupings: 'hour' };
    const byHour = await ask(hours, 'detail');
    expect(byHour.results).toHaveLength(21);
    expect([shares(byHour.results)?.[10], shares(byHour.results)?.[14]]).toEqual([null, 0.3]);
    expect(byHour.results[10]).toMatchObject({ completeness: expect.any(Number) });
    expect(byHour.messages).toEqual([smallGroupText]);
    const folded = await ask({ ...hours, dateGroupings: 'weekday,hour' }, 'detail');
    expect(shown(folded.results)).toEqual([0.3]);
    const total = await ask({ entityIds: `${mall.locationId},${kiosk.locationId}`, metrics: undefined });
    expect(total.results).toMatchObject([
      { maleinspct: 0.3077, femaleinspct: 0.6923, unknowninspct: 0 },
      { maleinspct: null, femaleinspct: null, unknowninspct: null },
    ]);
    expect((await ask({ entityIds: mall.locationId })).messages).toEqual([]);
  });

  it('withholds it of compared periods, trends and other places', async () => {
    const earlier = await ask({ entityIds: mall.locationId, previousPeriod: 'previousperiod' });
    expect([shares(earlier.results), shares(earlier.previousResults), earlier.messages]).toEqual([
      [0.3077],
      [null],
      [smallGroupText],
    ]);
    const trend = await ask({ entityIds: mall.locationId, trendComparison: 1 });
    expect([shares(trend.trendResults?.[0]?.results), trend.messages]).toEqual([[null], [smallGroupText]]);
    const others = { isComparison: true, comparisonEntityIds: kiosk.locationId };
    const compared = await ask({ entityIds: mall.locationId, ...others });
    expect([shares(compared.comparisonResults), compared.messages]).toEqual([[null], [smallGroupText]]);
  });

  it('takes places that share a row for one group, and parts for a group each', async () => {
    const both = { entityIds: `${mall.locationId},${kiosk.locationId}`, dateGroupings: 'hour', aggregate: true };
    expect(shares((await ask(both, 'detail')).results)?.[10]).toBe(0.5);
    const parts = await ask({ entityType: 'zone', partsOf: `location:${mall.locationId}` });
    const byZone = new Map(parts.results.map(({ entityId, maleinspct }) => [entityId, maleinspct]));
    expect(mall.zoneIds.map((zoneId) => byZone.get(zoneId))).toEqual([0.2727, null]);
  });

  it('withholds it of last readings, in order and in pages of an export', async () => {
    const last = await ask({ entityIds: kiosk.locationId, lastReading: true });
    expect([shares(last.results), last.messages]).toEqual([[null], [smallGroupText]]);
    const top = await ask({ dateGroupings: 'hour', order: '-maleinspct', limit: 2 }, 'detail');
    expect([shares(top.results), top.messages]).toEqual([[0.3, null], [smallGroupText]]);
    const days = { startDate: '2026-03-25', endDate: '2026-03-26', dateGroupings: 'day' };
    const page = await exportPage(admin, 'gender', { entityType: 'location', ...days } as never);
    expect(page.results.flatMap(({ maleinspct }) => maleinspct ?? [])).toEqual([0.3077]);
    expect(page.messages).toEqual([smallGroupText]);
  });

  it('withholds it in CSV and Arrow', async () => {
    const path = `${calls.detail.path}${queryOf({ ...today, dateGroupings: 'hour', entityIds: mall.locationId })}`;
    const sent = async (accept: string) => {
      const answer = await fetch(`${world.url}${path}`, { headers: { cookie: admin.cookieHeader(), accept } });
      const messages: unknown = JSON.parse(decodeURIComponent(answer.headers.get('X-Atrium-Messages') ?? ''));
      expect(messages).toEqual([smallGroupText]);
      return new Uint8Array(await answer.arrayBuffer());
    };
    const text = new TextDecoder().decode(await sent(csvFormat));
    const csv = Papa.parse<Record<string, string>>(text.trim(), { header: true }).data;
    expect(csv.map(({ maleinspct }) => maleinspct).filter((share) => share !== '')).toEqual(['0.3']);
    const arrow = tableFromIPC(await sent(arrowFormat));
    expect([...arrow.getChild('maleinspct')!].filter((share) => share !== null)).toEqual([0.3]);
  });

  it('withholds it in explanations, of each place, zone and series', async () => {
    const { nodes, messages } = await explained(mall.locationId);
    expect(messages).toEqual([smallGroupText]);
    const figures = new Map(nodes[0]!.children!.map((zone) => [zone.id, zone]));
    expect(nodes[0]!.figures).toEqual({ maleinspct: 0.3077, maleIns: 4, femaleIns: 9, unknownIns: 0 });
    const [first, second] = mall.zoneIds.map((zoneId) => figures.get(zoneId)!);
    expect(first!.figures).toMatchObject({ maleIns: 3, femaleIns: 8 });
    expect(second!.figures).toEqual({ maleinspct: null });
    expect(second!.children!.map((series) => series.figures)).toEqual([1, 2, 3].map(() => ({ maleinspct: null })));
    expect((await explained(kiosk.locationId)).text).not.toMatch(/(male|unknown)Ins":\d/);
  });

  it('withholds it in explanations of each stretch in which a zone counted differently', async () => {
    world.setNow(new Date('2026-03-26T12:00:30Z'));
    const booth = await place({ '26T10': [[2, 1]] });
    const params = { sensorId: booth.sensorId, zoneId: booth.zoneIds[0]! };
    await admin.call(updateZone, { params, body: { scaleFactor: 0.5 } });
    world.setNow(new Date('2026-03-26T20:00:30Z'));
    await booth.count({ '26T14': [[12, 8]] });
    const { nodes, messages } = await explained(booth.locationId);
    const series = nodes[0]!.children![0]!.children!.map(({ figures: { maleIns, femaleIns, unknownIns } }) =>
      [maleIns, femaleIns, unknownIns].filter((people) => typeof people === 'number'),
    );
    expect(series).toEqual([[], [12], [], [8], [], [0]]);
    expect(messages).toEqual([smallGroupText]);
  });

  it('counts places with small groups like for like', async () => {
    const stand = await place({ '26T10': [[2, 1]], '19T10': [[1, 2]] });
    const alike = { entityIds: stand.locationId, previousPeriod: 'previousperiod', likeForLike: true };
    const { results, messages } = await ask(alike);
    expect([shares(results), messages]).toEqual([[null], [smallGroupText]]);
  });

  it('is chosen by administrators, seen by everyone and obeyed at once', async () => {
    const person = await world.signIn(await world.user({ orgId }));
    const params = { orgId: 'myorg' };
    expect((await person.call(getOrganization, { params })).withholdSmallGroups).toBe(true);
    expect((await person.send('PUT', '/api/org/myorg', { withholdSmallGroups: false })).status).toBe(403);
    await withhold(false);
    const open = await ask({ entityIds: kiosk.locationId });
    expect([shares(open.results), open.messages]).toEqual([[0.6667], []]);
    await withhold(true);
    expect(shares((await ask({ entityIds: kiosk.locationId })).results)).toEqual([null]);
    expect((await changesIn(world, orgId)).at(-1)).toMatchObject({ changed: { withholdSmallGroups: [false, true] } });
    const other = await world.organization();
    const theirs = await world.signIn(await world.user({ orgId: other.orgId }));
    expect((await theirs.call(getOrganization, { params })).withholdSmallGroups).toBe(false);
  });
});
