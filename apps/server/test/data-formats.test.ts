import { dataCalls, getTraffic, getTrafficTotal, type TrafficRow } from '@atrium/contract/data';
import { arrowFormat, csvFormat } from '@atrium/contract/formats';
import { type Source, sourceNames, sources } from '@atrium/metrics/sources';
import { tableFromIPC, Timestamp } from 'apache-arrow';
import Papa from 'papaparse';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, queryOf } from './client.ts';
import { withEverySource } from './every-source.ts';
import { countingIn } from './counting.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ now: new Date('2026-03-04T12:00:00Z') });
});
afterAll(() => world.close());
const { count, shop, adminOf } = countingIn(() => world);

type Row = Record<string, string | number | null>;

async function ask(client: Client, path: string, query: unknown, accept: string): Promise<Response> {
  const headers = { cookie: client.cookieHeader(), accept };
  const response = await fetch(`${world.url}${path}${queryOf(query)}`, { headers });
  expect(response.status).toBe(200);
  expect(response.headers.get('vary')?.toLowerCase()).toContain('accept');
  return response;
}

async function csv(client: Client, path: string, query: unknown): Promise<{ header: string[]; rows: string[][] }> {
  const response = await ask(client, path, query, csvFormat);
  expect(response.headers.get('content-type')).toMatch(/^text\/csv; charset=utf-8/);
  const text = await response.text();
  expect(text.endsWith('\r\n')).toBe(true);
  const [header = [], ...rows] = Papa.parse<string[]>(text.slice(0, -2), { delimiter: ',' }).data;
  return { header, rows };
}

async function arrow(client: Client, path: string, query: unknown) {
  const response = await ask(client, path, query, arrowFormat);
  expect(response.headers.get('content-type')).toBe(arrowFormat);
  return tableFromIPC(new Uint8Array(await response.arrayBuffer()));
}

async function json(client: Client, path: string, query: unknown) {
  const response = await ask(client, path, query, 'application/json');
  return (await response.json()) as { results: Row[]; previousResults?: Row[] };
}

/** A row of JSON as CSV writes it. */
const texts = (row: Row, header: readonly string[]) =>
  header.map((name) => (row[name] === null || row[name] === undefined ? '' : String(row[name])));

const shown = (row: Row | undefined) => [row?.recordDate, row?.sumins].map((each) => String(each ?? ''));

/** A row of Arrow as JSON writes it. */
function rowsOf(table: Awaited<ReturnType<typeof arrow>>): Row[] {
  return table.toArray().map((row: { toJSON(): Row }) =>
    Object.fromEntries(
      Object.entries(row.toJSON()).flatMap(([name, value]) => {
        if (name !== 'recordDate') return [[name, value]];
        return value === null ? [] : [[name, new Date(Number(value)).toISOString().replace('.000Z', 'Z')]];
      }),
    ),
  );
}

describe('data calls by Accept', () => {
  it('[R780] [R781] [R782] send the rows of JSON as CSV and as Arrow', async () => {
    const one = await shop();
    const two = await shop({ timezone: 'America/New_York', org: one.org });
    await count(one.org, one.zone, '2026-03-02T00:00:00Z', '2026-03-03T10:20:00Z', (i) => i % 5);
    await count(one.org, two.zone, '2026-03-02T07:00:00Z', '2026-03-03T08:00:00Z');
    const client = await adminOf(one.org);
    for (const dateGroupings of ['minute', 'hour', 'day', 'weekday', 'weekday,hour']) {
      for (const entityType of ['location', 'zone', 'organization']) {
        const period = { relativeDate: 'custom', startDate: '2026-03-01', endDate: '2026-03-03' };
        const query = { entityType, ...period, dateGroupings };
        const { results } = await json(client, getTraffic.path, query);
        expect(results.some((row) => row.sumins === null)).toBe(true);
        const { header, rows } = await csv(client, getTraffic.path, query);
        expect(header).toEqual(Object.keys(results[0]!));
        expect(rows).toEqual(results.map((row) => texts(row, header)));
        if (entityType !== 'organization') expect(rowsOf(await arrow(client, getTraffic.path, query))).toEqual(results);
      }
    }
  });

  it('[R781] [R782] work for detail and total of every source, with all columns and without rows', async () => {
    const org = await world.organization(withEverySource);
    const { location } = await shop({ org });
    const { spaceId } = await world.space({ orgId: org.orgId, locationId: location.locationId });
    const client = await adminOf(org);
    for (const source of sourceNames) {
      const { entityTypes }: Source = sources[source];
      const asked = entityTypes.includes('location')
        ? { entityType: 'location', entityIds: location.locationId }
        : { entityType: 'space', entityIds: spaceId };
      for (const { path } of [dataCalls[source].detail, dataCalls[source].total]) {
        const query = { ...asked, relativeDate: 'yesterday' };
        const { results } = await json(client, path, query);
        const { header, rows } = await csv(client, path, query);
        expect([path, header]).toEqual([path, Object.keys(results[0]!)]);
        expect(rows).toEqual(results.map((row) => texts(row, header)));
        expect(rowsOf(await arrow(client, path, query))).toEqual(results);
      }
    }
    const empty = await adminOf(await world.organization());
    const query = { entityType: 'location', relativeDate: 'yesterday' };
    const { header, rows } = await csv(empty, getTraffic.path, query);
    expect([header, rows]).toEqual([
      ['recordDate', 'entityId', 'name', 'timezone', 'sumins', 'sumouts', 'completeness'],
      [],
    ]);
    const table = await arrow(empty, getTraffic.path, query);
    expect([table.numRows, table.schema.fields.map(({ name }) => name)]).toEqual([0, header]);
  });

  it('[R782] give Arrow dates a zone, and none where an organization has several', async () => {
    const { org } = await shop();
    const client = await adminOf(org);
    const query = { entityType: 'organization', relativeDate: 'yesterday', dateGroupings: 'day' };
    const type = async () => (await arrow(client, getTraffic.path, query)).schema.fields[0]?.type as Timestamp;
    expect((await type()).timezone).toBe('UTC');
    await shop({ org, timezone: 'Asia/Tokyo' });
    expect((await type()).timezone).toBeNull();
    const [row] = (await arrow(client, getTraffic.path, query)).toArray() as { toJSON(): Row }[];
    expect(new Date(Number(row!.toJSON().recordDate)).toISOString()).toBe('2026-03-03T00:00:00.000Z');
  });

  it('[R783] put the previous period beside each row', async () => {
    const { org, location, zone } = await shop({ timezone: 'UTC' });
    await count(org, zone, '2026-03-03T00:00:00Z', '2026-03-04T12:00:00Z');
    const client = await adminOf(org);
    const query = {
      entityType: 'location',
      entityIds: location.locationId,
      relativeDate: 'today',
      previousPeriod: 'previousperiod',
    };
    const { results, previousResults } = await json(client, getTraffic.path, query);
    const { header, rows } = await csv(client, getTraffic.path, query);
    expect(header.slice(4)).toEqual([
      'sumins',
      'sumouts',
      'completeness',
      'previousRecordDate',
      'previousSumins',
      'previousSumouts',
      'previousCompleteness',
    ]);
    expect(results).toHaveLength(12);
    expect(rows).toHaveLength(12);
    expect(rows.map((row) => [row[0], row[4], row[7], row[8]])).toEqual(
      previousResults!.map((before, at) => [...shown(results[at]), ...shown(before)]),
    );
    const table = await arrow(client, getTraffic.path, query);
    expect([...table.getChild('previousSumins')!]).toEqual(previousResults!.map((row) => row.sumins));
  });

  it('[R767] [R1156] put what an entity belongs to and its custom fields into columns of their own', async () => {
    const { org, location, site, zone } = await shop();
    const plain = await shop({ org });
    const field = { orgId: org.orgId, entityType: 'zone', entityId: zone.zoneId } as const;
    await world.customField({ ...field, name: 'Door', value: '=north' });
    const client = await adminOf(org);
    const period = { relativeDate: 'custom', startDate: '2026-03-02', endDate: '2026-03-02', dateGroupings: 'day' };
    const query = { entityType: 'zone', ...period, include: 'location,site', meta: '*', order: 'name' };
    const { header, rows } = await csv(client, getTraffic.path, query);
    expect(header.slice(3)).toEqual([
      'timezone',
      'locationId',
      'locationName',
      'siteId',
      'siteName',
      'meta.Door',
      'sumins',
      'sumouts',
      'completeness',
    ]);
    const byZone = new Map(rows.map((row) => [row[1], row.slice(4, 9)]));
    expect(byZone.get(zone.zoneId)).toEqual([location.locationId, location.name, site.siteId, site.name, "'=north"]);
    expect(byZone.get(plain.zone.zoneId)).toEqual([
      plain.location.locationId,
      plain.location.name,
      plain.site.siteId,
      plain.site.name,
      '',
    ]);
    const table = await arrow(client, getTraffic.path, query);
    const columns = ['entityId', 'siteName', 'meta.Door'].map(
      (name) => [...table.getChild(name)!] as (string | null)[],
    );
    const found = new Map(columns[0]!.map((id, at) => [id, [columns[1]![at], columns[2]![at]]]));
    expect(found.get(zone.zoneId)).toEqual([site.name, '=north']);
    expect(found.get(plain.zone.zoneId)).toEqual([plain.site.name, null]);
  });

  it('[R839] put the windows of a trend and other entities beside each row', async () => {
    const { org, location, zone } = await shop({ timezone: 'UTC' });
    const other = await shop({ timezone: 'UTC', org });
    await count(org, zone, '2026-02-28T00:00:00Z', '2026-03-03T00:00:00Z');
    await count(org, other.zone, '2026-03-02T00:00:00Z', '2026-03-02T08:00:00Z', () => 3);
    const client = await adminOf(org);
    const query = {
      entityType: 'location',
      entityIds: location.locationId,
      relativeDate: 'custom',
      startDate: '2026-03-02',
      endDate: '2026-03-02',
      metrics: 'ins',
      trendComparison: 2,
      isComparison: true,
      comparisonEntityIds: other.location.locationId,
    };
    const { results, trendResults, comparisonResults } = (await json(client, getTraffic.path, query)) as {
      results: Row[];
      trendResults: { results: Row[] }[];
      comparisonResults: Row[];
    };
    const { header, rows } = await csv(client, getTraffic.path, query);
    expect(header.slice(4)).toEqual([
      'sumins',
      'completeness',
      'ago1RecordDate',
      'ago1Sumins',
      'ago1Completeness',
      'ago2RecordDate',
      'ago2Sumins',
      'ago2Completeness',
      'othersSumins',
      'othersEntities',
      'othersCompleteness',
    ]);
    const [first, second] = trendResults;
    expect(rows.map((row) => [row[0], row[4], row[6], row[7], row[9], row[10], row[12], row[13]])).toEqual(
      results.map((row, at) => [
        ...shown(row),
        ...shown(first!.results[at]),
        ...shown(second!.results[at]),
        ...[comparisonResults[at]!.sumins, comparisonResults[at]!.entities].map((each) => String(each ?? '')),
      ]),
    );
    expect(rows.filter((row) => row[12] !== '')).toHaveLength(8);
    const table = await arrow(client, getTraffic.path, query);
    expect([...table.getChild('othersSumins')!]).toEqual(comparisonResults.map((row) => row.sumins));
    const { path } = getTrafficTotal;
    const total = await csv(client, path, query);
    expect(total.header).toEqual(header.filter((name) => !/recordDate$/i.test(name)));
  });

  it('[R781] [R537] keep names from being run as formulas', async () => {
    const org = await world.organization();
    await world.location({ orgId: org.orgId, name: '=HYPERLINK("http://x","a, b")' });
    const { rows } = await csv(await adminOf(org), getTrafficTotal.path, { entityType: 'location' });
    expect(rows[0]?.[1]).toBe(`'=HYPERLINK("http://x","a, b")`);
  });

  it('[R780] tell what was left out in a header', async () => {
    const org = await world.organization();
    for (let i = 0; i < 18; i += 1) await shop({ org });
    const client = await adminOf(org);
    const query = { entityType: 'zone', relativeDate: 'custom', startDate: '2026-01-20', endDate: '2026-02-19' };
    const response = await ask(client, getTraffic.path, { ...query, dateGroupings: 'minute' }, csvFormat);
    expect((await response.text()).split('\r\n')).toHaveLength(50_400 + 2);
    const messages = JSON.parse(decodeURIComponent(response.headers.get('x-atrium-messages') ?? '')) as string[];
    expect(messages).toEqual(['The query hit the limit of 50400 rows; 3168 were left out.']);
  });

  it('[R780] stay JSON for what they cannot send, and refuse in JSON', async () => {
    const { org, location } = await shop();
    const client = await adminOf(org);
    const query = { entityType: 'location', entityIds: location.locationId, relativeDate: 'yesterday' };
    const page = await ask(client, getTraffic.path, query, 'text/html');
    expect(((await page.json()) as { results: TrafficRow[] }).results).toHaveLength(24);
    const refused = await client.get(`${getTraffic.path}${queryOf({ entityType: 'x' })}`, { accept: csvFormat });
    expect([refused.status, refused.body]).toMatchObject([400, { code: 'invalid' }]);
  });
});
