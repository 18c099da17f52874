import { createCorrection, removeCorrection } from '@atrium/contract/corrections';
import { dataCalls } from '@atrium/contract/data';
import { exportedSources, exportHeaders } from '@atrium/contract/exports';
import { arrowFormat, csvFormat } from '@atrium/contract/formats';
import { maximumRows } from '@atrium/contract/product';
import { sourceNames } from '@atrium/metrics/sources';
import { tableFromIPC } from 'apache-arrow';
import Papa from 'papaparse';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { beginExportLine, noteLateDays } from '../src/ingestion/change-store.ts';
import { type Client, queryOf } from './client.ts';
import { withEverySource } from './every-source.ts';
import { countingIn } from './counting.ts';
import { pushingIn } from './pushing.ts';
import { doorsIn } from './sensor-doors.ts';
import { byDay, exported, exportPage, type ExportQuery, localDate, Warehouse } from './warehouse.ts';
import { openWorld, type World } from './world.ts';

let world: World;
const noon = new Date('2026-03-04T12:00:00Z');
beforeAll(async () => {
  world = await openWorld({ now: noon });
});
afterEach(() => world.setNow(noon));
afterAll(() => world.close());
const { shop, adminOf } = countingIn(() => world);
const { push } = pushingIn(() => world);
const { door } = doorsIn(() => world);

const march = { startDate: '2026-03-01', endDate: '2026-03-31' } as const;
const locations: ExportQuery = { entityType: 'location', dateGroupings: 'hour', ...march };

const refused = async (client: Client, source: string, query: object) => {
  const answer = await client.get<{ message: string; details?: { path: string }[] }>(
    `/api/export/${source}${queryOf(query)}`,
  );
  return [answer.status, answer.body.details?.[0]?.path, answer.body.message];
};

/** Three doors in one organization, in two time zones, that counted in March. */
async function threeDoors() {
  const first = await door({ timezone: 'Europe/Berlin' });
  const others = [await door({ org: first.org, timezone: 'America/New_York' }), await door({ org: first.org })];
  for (const [at, each] of [first, ...others].entries())
    await each.count({ '2026-03-01T10:00Z': 1 + at, '2026-03-02T23:30Z': 2, '2026-03-04T11:00Z': 3 + at });
  return { ...first, others };
}

describe('an export', () => {
  it('[R788] has the rows of the data call, in pages of whole days, entity by entity', async () => {
    const { admin } = await threeDoors();
    const { pages, rows } = await exported(admin, 'traffic', { ...locations, limit: 60 });
    const { results } = await admin.call(dataCalls.traffic.detail, { query: { ...locations, relativeDate: 'custom' } });
    const sorted = results.toSorted(
      (one, other) => one.entityId!.localeCompare(other.entityId!) || one.recordDate!.localeCompare(other.recordDate!),
    );
    expect(rows).toEqual(sorted);
    expect(rows.reduce((sum, { sumins }) => sum + Number(sumins ?? 0), 0)).toBe(24);
    const lengths = pages.map(({ results: page }) => page.length);
    expect(lengths.toSorted((one, other) => one - other)).toEqual([31, 36, 37, 48, 48, 48]);
    const keys = pages.map(({ results: page }) => [...byDay(page).keys()]);
    expect(new Set(keys.flat()).size, 'no day is in two pages').toBe(keys.flat().length);
  });

  it('[R788] goes on beyond the rows of one answer', async () => {
    const { org } = await shop({ timezone: 'UTC' });
    await shop({ org, timezone: 'UTC' });
    const query = { entityType: 'zone', dateGroupings: 'minute(1)', startDate: '2026-02-01', endDate: '2026-02-28' };
    const { pages, rows } = await exported(await adminOf(org), 'traffic', query as ExportQuery);
    expect(rows).toHaveLength(2 * 28 * 1440);
    expect(rows.length).toBeGreaterThan(maximumRows);
    expect(pages).toHaveLength(2);
    expect(Math.max(...pages.map(({ results }) => results.length))).toBeLessThanOrEqual(maximumRows);
  });

  it('[R790] is the same as CSV and Arrow, with the tokens in headers', async () => {
    const { admin } = await threeDoors();
    const json = await exportPage(admin, 'traffic', { ...locations, limit: 60 });
    const path = `/api/export/traffic${queryOf({ ...locations, limit: 60 })}`;
    const sent = (accept: string) =>
      fetch(`${world.url}${path}`, { headers: { cookie: admin.cookieHeader(), accept } });
    const csv = await sent(csvFormat);
    const [header = [], ...lines] = Papa.parse<string[]>((await csv.text()).trim()).data;
    expect(header).toEqual(['recordDate', 'entityId', 'name', 'timezone', 'sumins', 'sumouts', 'completeness']);
    expect(lines.map(([, entityId, , , ins]) => [entityId, ins === '' ? null : Number(ins)])).toEqual(
      json.results.map(({ entityId, sumins }) => [entityId, sumins]),
    );
    const arrow = await sent(arrowFormat);
    const table = tableFromIPC(new Uint8Array(await arrow.arrayBuffer()));
    expect([...table.getChild('sumins')!]).toEqual(json.results.map(({ sumins }) => sumins));
    for (const { headers } of [csv, arrow]) {
      const cursor = headers.get(exportHeaders.nextCursor) ?? '';
      const next = await exportPage(admin, 'traffic', { ...locations, limit: 60, cursor });
      expect(next.results).toEqual((await exported(admin, 'traffic', { ...locations, limit: 60 })).pages[1]!.results);
      expect(next.watermark).toBe(headers.get(exportHeaders.watermark));
    }
  });

  it('[R791] is offered for the sources whose figures follow from readings, and says so for the others', async () => {
    const org = await world.organization(withEverySource);
    await world.location({ orgId: org.orgId });
    const admin = await adminOf(org);
    for (const source of exportedSources) {
      const { results } = await exportPage(admin, source, { ...locations, dateGroupings: 'day' });
      expect(results, source).toHaveLength(4);
    }
    for (const source of [...sourceNames, 'weather'].filter((name) => !exportedSources.some((known) => known === name)))
      expect(await refused(admin, source, locations)).toEqual([
        400,
        'source',
        `${source} cannot be exported. Choose one of ${exportedSources.join(', ')}.`,
      ]);
    const plain = await adminOf(await world.organization());
    expect((await refused(plain, 'pos', locations))[0]).toBe(403);
  });

  it.each<[string, string, object, string]>([
    ['traffic', 'dateGroupings', { dateGroupings: 'week' }, 'by minute, hour or day'],
    ['traffic', 'dateGroupings', { dateGroupings: 'day(2)' }, 'by minute, hour or day'],
    ['traffic', 'limit', { limit: 25 }, 'at least 26 rows'],
    ['traffic', 'endDate', { endDate: '2026-02-28' }, 'before the start'],
    ['traffic', 'startDate', { startDate: '2026-02-30' }, 'There is no 2026-02-30'],
    ['traffic', 'metrics', { metrics: 'sales' }, 'sales is not a metric of traffic'],
    ['gender', 'entityType', { entityType: 'space' }, 'Gender is of'],
    ['traffic', 'cursor', { cursor: 'x' }, 'not a cursor'],
    ['traffic', 'changedSince', { changedSince: 'WzFd' }, 'not a watermark'],
  ])('[R791] of %s refuses a wrong %s: %o', async (source, path, query, message) => {
    const admin = await adminOf(await world.organization({ canViewGender: true, canViewPOS: true }));
    const answer = await refused(admin, source, { ...locations, ...query });
    expect(answer.slice(0, 2)).toEqual([400, path]);
    expect(answer[2]).toContain(message);
  });

  it('[R789] [S171] is continued by its own cursor only, by the same person', async () => {
    const { admin, org } = await threeDoors();
    const { nextCursor: cursor } = await exportPage(admin, 'traffic', { ...locations, limit: 30 });
    const next = await exportPage(admin, 'traffic', { ...locations, limit: 60, cursor });
    expect(next.results).toHaveLength(48);
    for (const other of [{ dateGroupings: 'day' }, { metrics: 'ins' }, { endDate: '2026-03-30' }])
      expect((await refused(admin, 'traffic', { ...locations, ...other, cursor }))[2]).toContain('another export');
    expect((await refused(await adminOf(org), 'traffic', { ...locations, cursor }))[2]).toContain('someone else');
    const stranger = await adminOf(await world.organization());
    expect((await refused(stranger, 'traffic', { ...locations, cursor }))[2]).toContain('someone else');
  });

  it('[S170] shows what the caller may see, on every page', async () => {
    const { location, others } = await threeDoors();
    const person = await world.user({ locations: [location, others[0]!.location] });
    const limited = await world.signIn(person);
    const { rows, watermark, pages } = await exported(limited, 'traffic', { ...locations, limit: 30 });
    expect(new Set(rows.map(({ entityId }) => entityId))).toEqual(
      new Set([location.locationId, others[0]!.location.locationId]),
    );
    const foreign = { ...locations, entityIds: others[1]!.location.locationId };
    expect((await refused(limited, 'traffic', foreign))[0]).toBe(404);
    await world.registry.owner.query('DELETE FROM location_assignment WHERE user_id = $1 AND location_id = $2', [
      person.userId,
      location.locationId,
    ]);
    const again = await world.signIn(person);
    const later = { ...locations, limit: 30, cursor: pages[0]!.nextCursor };
    expect((await refused(again, 'traffic', later))[2]).toContain('What you may see has changed');
    expect((await refused(again, 'traffic', { ...locations, changedSince: watermark }))[2]).toContain('from the start');
  });
});

const days = (rows: Parameters<typeof byDay>[0]) => new Set(rows.map(localDate));

/** Nothing before it is repeated. Until transactions of others have ended, which other tests have too, some of it is. */
async function quietWatermark(admin: Client, today: string): Promise<string> {
  let watermark = '';
  const repeated = async () => {
    ({ watermark } = await exported(admin, 'traffic', locations));
    return days((await exported(admin, 'traffic', { ...locations, changedSince: watermark })).rows);
  };
  await expect.poll(repeated).toEqual(new Set([today]));
  return watermark;
}

describe('an export of what changed', () => {
  it('[R792] [R795] has the days with late readings and those that were not over', async () => {
    const { admin, count, others } = await threeDoors();
    const first = await quietWatermark(admin, '2026-03-04');
    await count({ '2026-03-01T10:00Z': 9, '2026-03-04T11:59Z': 1 });
    await others[0]!.count({ '2026-03-02T12:00Z': 1 });
    world.pass({ days: 1 });
    const later = await adminOf(others[0]!.org);
    const { rows } = await exported(later, 'traffic', { ...locations, changedSince: first });
    const counted = rows.filter(({ sumins }) => sumins !== null).map((row) => [row.recordDate, row.sumins]);
    expect(counted).toContainEqual(['2026-03-01T10:00:00Z', 9]);
    expect(counted).toContainEqual(['2026-03-02T12:00:00Z', 1]);
    expect(days(rows)).toEqual(new Set(['2026-03-01', '2026-03-02', '2026-03-04', '2026-03-05']));
    await quietWatermark(later, '2026-03-05');
  });

  it('[R795] repeats a day for three hours after its end', async () => {
    const { admin, count, org } = await door();
    await count({ '2026-03-04T11:00Z': 1 });
    const { watermark } = await exported(admin, 'traffic', locations);
    const at = async (time: string, changedSince: string) => {
      world.setNow(new Date(time));
      return exported(await adminOf(org), 'traffic', { ...locations, changedSince });
    };
    const night = await at('2026-03-05T02:00:00Z', watermark);
    expect(days((await at('2026-03-05T02:30:00Z', night.watermark)).rows)).toEqual(
      new Set(['2026-03-04', '2026-03-05']),
    );
    const morning = await at('2026-03-05T03:00:00Z', night.watermark);
    expect(days((await at('2026-03-05T03:30:00Z', morning.watermark)).rows)).toEqual(new Set(['2026-03-05']));
  });

  it('[R794] has the days of a correction, and no others', async () => {
    const { admin, count, zone } = await door();
    await count({ '2026-03-01T10:00Z': 5, '2026-03-02T10:00Z': 6 });
    const watermark = await quietWatermark(admin, '2026-03-04');
    const body = { zoneId: zone.zoneId, kind: 'excluded', reason: 'A delivery blocked the door' } as const;
    const period = { from: '2026-03-01T09:00:00.000Z', to: '2026-03-01T11:00:00.000Z' };
    await admin.call(createCorrection, { body: { ...body, ...period } });
    await world.ingestion.idle();
    const { rows } = await exported(admin, 'traffic', { ...locations, changedSince: watermark });
    expect(days(rows)).toEqual(new Set(['2026-03-01', '2026-03-04']));
    expect(rows.filter(({ sumins }) => sumins !== null)).toEqual([]);
  });

  it('[R793] is refused after too long, after a restore and for another organization', async () => {
    const { admin, org } = await door();
    const { watermark: changedSince } = await exported(admin, 'traffic', locations);
    const stranger = await adminOf(await world.organization());
    expect((await refused(stranger, 'traffic', { ...locations, changedSince }))[2]).toContain('another organization');
    world.pass({ days: 401 });
    const late = await adminOf(org);
    expect((await refused(late, 'traffic', { ...locations, changedSince }))[2]).toBe(
      'Changes are kept for 400 days. Export from the start, without cursor and changedSince.',
    );
    world.setNow(noon);
    expect((await refused(admin, 'traffic', { ...locations, changedSince }))[0]).toBe(200);
    await world.registry.system(({ client }) => beginExportLine(client));
    expect((await refused(admin, 'traffic', { ...locations, changedSince }))[2]).toContain('restored or rebuilt');
    const again = await exported(admin, 'traffic', locations);
    expect((await refused(admin, 'traffic', { ...locations, changedSince: again.watermark }))[0]).toBe(200);
  });

  it('[I268] costs nothing for readings in time, and one row for a day however often it is late', async () => {
    const { count, orgId, mac, zone, org } = await door();
    const rows = async () => {
      const found = await world.registry.owner.query<{ day: string }>(
        'SELECT from_day::text AS day FROM reading_change WHERE org_id = $1 ORDER BY 1',
        [org.orgId],
      );
      return found.rows.map(({ day }) => day);
    };
    await count({ '2026-03-04T10:30Z': 1, '2026-03-04T11:59Z': 2 });
    expect(await rows()).toEqual([]);
    for (const ins of [1, 2, 3]) await push(orgId, mac, { '2026-03-01T10:00Z': ins }, Number(zone.deviceId));
    await count({ '2026-03-02T10:00Z': 1, '2026-03-02T20:00Z': 2 });
    expect(await rows()).toEqual(['2026-03-01', '2026-03-02']);
  });

  it('[I265] has what was noted by a transaction that began before the watermark and ended after it', async () => {
    const { admin, zone } = await door();
    const march1 = Date.UTC(2026, 2, 1) / 1000;
    let [noted, end] = [() => {}, () => {}];
    const isNoted = new Promise<void>((resolve) => {
      noted = resolve;
    });
    const mayEnd = new Promise<void>((resolve) => {
      end = resolve;
    });
    const noting = world.registry.system(async ({ client }) => {
      await noteLateDays(client, [{ seriesId: zone.seriesId, from: march1, to: march1 }], world.now());
      noted();
      await mayEnd;
    });
    await isNoted;
    const { watermark } = await exported(admin, 'traffic', locations);
    const { watermark: second } = await exported(admin, 'traffic', { ...locations, changedSince: watermark });
    end();
    await noting;
    for (const changedSince of [watermark, second]) {
      const { rows } = await exported(admin, 'traffic', { ...locations, changedSince });
      expect(days(rows)).toEqual(new Set(['2026-03-01', '2026-03-04']));
    }
  });

  it('[I265] is not misled by a correction that is made and taken back between its pages', async () => {
    const { admin, count, zone } = await door();
    await count({ '2026-03-01T10:00Z': 5, '2026-03-03T10:00Z': 6 });
    const warehouse = new Warehouse('traffic', { ...locations, limit: 52 });
    const period = { from: '2026-03-03T09:00:00.000Z', to: '2026-03-03T11:00:00.000Z' };
    const body = { zoneId: zone.zoneId, kind: 'excluded', reason: 'A delivery blocked the door', ...period } as const;
    let correctionId: string | undefined;
    await warehouse.follow(admin, async () => {
      if (correctionId === undefined) ({ correctionId } = await admin.call(createCorrection, { body }));
      else await admin.call(removeCorrection, { params: { correctionId } });
    });
    const counted = () => warehouse.rows().flatMap(({ sumins }) => (sumins === null ? [] : [sumins]));
    expect(counted(), 'the second page was read while it was excluded').toEqual([5]);
    await warehouse.follow(admin);
    expect(counted()).toEqual([5, 6]);
  });

  it('[I265] misses nothing that arrives while pages are read', async () => {
    const { admin, count, others } = await threeDoors();
    const warehouse = new Warehouse('traffic', { ...locations, dateGroupings: 'minute(15)', limit: 150 });
    let sent = 0;
    const arriving: Promise<void>[] = [];
    const arrive = () => {
      for (const each of [{ count }, ...others]) {
        sent += 1;
        const day = 1 + (sent % 4);
        arriving.push(each.count({ [`2026-03-0${day}T0${sent % 10}:${10 + (sent % 40)}Z`]: sent }));
      }
    };
    await warehouse.follow(admin, arrive);
    await warehouse.follow(admin, arrive);
    await Promise.all(arriving);
    await warehouse.follow(admin);
    const fresh = await exported(admin, 'traffic', { ...locations, dateGroupings: 'minute(15)' });
    expect(sent).toBeGreaterThan(20);
    expect(warehouse.rows()).toEqual(fresh.rows);
  });
});
