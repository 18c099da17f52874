import type { ImportStatus } from '@atrium/contract/imports';
import { getImport, importFiles, listImports, undoImport } from '@atrium/contract/imports';
import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importFile } from '../src/registry/schema/imports.ts';
import { series } from '../src/registry/schema/series.ts';
import type { Client } from './client.ts';
import { at } from './counting.ts';
import type { Location, Organization } from './estate.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let org: Organization;
let shop: Location;
let admin: Client;

beforeAll(async () => {
  world = await openWorld();
  org = await world.organization({ sftpEnabled: true });
  shop = await world.location({ orgId: org.orgId, timezone: 'Europe/Berlin' });
  await number(shop, '1001');
  admin = await world.signIn(await world.user({ orgId: org.orgId, role: 'OrganizationAdministrator' }));
});
afterAll(() => world.close());

const number = (place: Location, value: string) =>
  world.customField({
    orgId: place.orgId,
    entityType: 'location',
    entityId: place.locationId,
    name: 'locationNumber',
    value,
  });

function form(files: Record<string, string | Uint8Array<ArrayBuffer>>, fields: Record<string, string> = {}) {
  const made = new FormData();
  for (const [name, value] of Object.entries(fields)) made.append(name, value);
  for (const [name, content] of Object.entries(files)) made.append('file', new Blob([content]), name);
  return made;
}

const send = (files: Parameters<typeof form>[0], client = admin) =>
  client.call(importFiles, { form: () => form(files, { source: 'upload' }) });

/** The status once nothing is going on any more. */
async function done(importStatusId: string, client = admin): Promise<ImportStatus> {
  for (let tries = 0; tries < 1500; tries += 1) {
    const found = await client.call(getImport, { params: { importStatusId } });
    if (found.status !== 'pending' && !found.isUndoing) return found;
    await pause(50);
  }
  throw new Error('The import does not end.');
}

async function imported(name: string, content: string | Uint8Array<ArrayBuffer>, client = admin) {
  const [item] = await send({ [name]: content }, client);
  return done(item!.importStatusId, client);
}

const undone = async ({ importStatusId }: ImportStatus) => {
  await admin.call(undoImport, { params: { importStatusId } });
  return done(importStatusId);
};

/** What the facts hold of a location, hour by hour from an instant on, in units of the file. */
async function amounts(place: Location, measure: string, from: string, hours: number, step = 3600) {
  const rows = await world.registry.system(({ sql }) =>
    sql
      .select({ seriesId: series.seriesId })
      .from(series)
      .where(and(eq(series.locationId, place.locationId), eq(series.measure, measure))),
  );
  const edges = Array.from({ length: hours + 1 }, (_, index) => at(from) + index * step);
  const members = rows.map(({ seriesId }) => ({ series: seriesId, from: 0, to: 4e9, key: 0, weight: 1 }));
  if (members.length === 0) return [];
  const cells = await world.facts.amounts.aggregate({
    org: org.factOrg,
    slices: [{ edges, members }],
    columns: ['value', 'n', 'withheld'],
  });
  return [...cells.buckets].map((bucket, index) => [bucket, cells.value[index], cells.n[index], cells.withheld[index]]);
}

const posHeader = 'locationNumber,recordDate,netSales,itemCount,transactionCount,employeeId\n';

describe('an imported POS file', () => {
  it('[R610] [R611] adds equal keys, and a later file replaces them; an undo brings the earlier ones back', async () => {
    const first = await imported(
      'pos-a.csv',
      `\uFEFF${posHeader}1001,2026-02-01T10:00,10.50,2,1,\n1001,2026-02-01T10:00,4.50,1,1,\n1001,2026-02-01T11:30,-3,1,1,E1\n`,
    );
    expect(first).toMatchObject({ type: 'pos', status: 'ok', rowCount: 3, errorCount: 0, source: 'upload' });
    const ten = '2026-02-01T09:00:00Z';
    expect(await amounts(shop, 'sales', ten, 2)).toEqual([
      [0, 1500, 2, 0],
      [1, -300, 1, 0],
    ]);
    expect(await amounts(shop, 'items', ten, 1)).toEqual([[0, 3, 2, 0]]);
    const second = await imported('pos-b.csv', `${posHeader}1001,2026-02-01T10:00,99,5,3,\n`);
    expect(await amounts(shop, 'sales', ten, 1)).toEqual([[0, 9900, 3, 0]]);
    expect(await undone(second)).toMatchObject({ status: 'undone' });
    expect(await amounts(shop, 'sales', ten, 2)).toEqual([
      [0, 1500, 2, 0],
      [1, -300, 1, 0],
    ]);
    await undone(first);
    expect(await amounts(shop, 'sales', ten, 2)).toEqual([]);
    const again = await admin.send('DELETE', `/api/import-status/${first.importStatusId}`);
    expect(again.status).toBe(409);
  });

  it('[R612] counts good rows, and says line by line what is wrong with the others', async () => {
    const other = await world.location({ orgId: org.orgId });
    const twin = await world.location({ orgId: org.orgId });
    await number(other, '7');
    await number(twin, '7');
    const file = [
      posHeader.trim(),
      '1001,2026-03-01,100,1,1,',
      '9999,2026-03-01T10:00,1,1,1,',
      '7,2026-03-01T10:00,1,1,1,',
      '1001,2025-03-30T02:30,1,1,1,',
      '1001,"2026-03-01T10:00",abc,1,1,',
      '1001,2025-10-26T02:30,1,1,1,',
      '1001,2025-10-26T02:30:00+01:00,2,1,1,',
    ].join('\r\n');
    const found = await imported('POS_march.csv', file);
    expect(found).toMatchObject({ status: 'partial', rowCount: 7, errorCount: 4 });
    expect(found.messages.map(({ line, column }) => [line, column])).toEqual([
      [3, 'locationNumber'],
      [4, 'locationNumber'],
      [5, 'recordDate'],
      [6, 'netSales'],
    ]);
    expect(found.messages[1]?.message).toContain('Several locations');
    // The repeated hour: the first without an offset, the second with one.
    expect(await amounts(shop, 'sales', '2025-10-26T00:00:00Z', 2)).toEqual([
      [0, 100, 1, 0],
      [1, 200, 1, 0],
    ]);
    // A day as a whole, and nothing of it by the hour.
    expect(await amounts(shop, 'sales', '2026-02-28T23:00:00Z', 1, 86_400)).toEqual([[0, 10_000, 1, 0]]);
    const byHour = await amounts(shop, 'sales', '2026-02-28T23:00:00Z', 3);
    expect(byHour.map(([, value, , withheld]) => [value, withheld])).toEqual([
      [0, 1],
      [0, 1],
      [0, 1],
    ]);
  });

  it('[R613] fixes the currency of the organization', async () => {
    await imported('pos-currency.csv', `${posHeader}1001,2026-02-03T10:00,1,1,1,\n`);
    const changed = await admin.send('PUT', `/api/org/${org.orgId}`, { currency: 'EUR' });
    expect(changed.status).toBe(400);
    expect(changed.body).toMatchObject({ details: [{ path: 'currency' }] });
  });
});

describe('an imported labor file', () => {
  const header = 'locationNumber;employeeId;shiftStart;shiftEnd\n';
  it('[R614] replaces a shift that begins at the same time, also with another end', async () => {
    const first = await imported('labor1.csv', `${header}1001;E1;2026-02-10T08:00;2026-02-10T16:00\n`);
    expect(first.status).toBe('ok');
    expect(await amounts(shop, 'labor', '2026-02-10T06:00:00Z', 12)).toHaveLength(8);
    const second = await imported('labor2.csv', `${header}1001;E1;2026-02-10T08:00;2026-02-10T10:00\n`);
    const hours = await amounts(shop, 'labor', '2026-02-10T06:00:00Z', 12);
    expect(hours.map(([hour, seconds]) => [hour, seconds])).toEqual([
      [1, 3600],
      [2, 3600],
    ]);
    await undone(second);
    expect(await amounts(shop, 'labor', '2026-02-10T06:00:00Z', 12)).toHaveLength(8);
  });

  it('[R615] refuses a shift that ends before it begins or after more than 24 hours', async () => {
    const rows = [
      '1001;E1;2026-02-11T08:00;2026-02-11T08:00',
      '1001;E1;2026-02-11T08:00;2026-02-12T08:01',
      '1001;;2026-02-11T08:00;2026-02-11T09:00',
      '1001;E1;2026-02-11;2026-02-11T09:00',
    ];
    const found = await imported('labor-bad.csv', header + rows.join('\n'));
    expect(found).toMatchObject({ status: 'failed', errorCount: 4 });
    expect(found.messages.map(({ column }) => column)).toEqual(['shiftEnd', 'shiftEnd', 'employeeId', 'shiftStart']);
  });
});

describe('a file that cannot be imported', () => {
  it.each([
    ['sales.csv', 'a,b\n1,2\n', 'Unknown file type'],
    ['pos-empty.csv', '', 'The file is empty.'],
    ['pos-header.csv', posHeader, 'The file has a header, but no rows.'],
    ['pos-columns.csv', 'locationNumber,date\n1,2\n', 'The columns recordDate, netSales'],
    ['pos-open.csv', `${posHeader}1001,"2026`, 'A quotation mark in line 2 is never closed.'],
  ])('[R616] has a status with the reason: %s', async (name, content, reason) => {
    const found = await imported(name, content);
    expect(found).toMatchObject({ status: 'failed' });
    expect(found.messages[0]?.message).toContain(reason);
    expect(found.finishedAt).not.toBeNull();
  });

  it('[R616] is binary, or has a hostile name', async () => {
    const found = await imported('../../etc/pos\u202E<b>.csv', new Uint8Array([80, 75, 3, 4, 0, 0, 255, 254]));
    expect(found).toMatchObject({ status: 'failed', fileName: 'pos<b>.csv' });
    expect(found.messages[0]?.message).toBe('The file is not a text file. Save it as CSV (UTF-8).');
  });

  it('[R617] was sent before', async () => {
    const content = `${posHeader}1001,2026-02-04T10:00,1,1,1,\n`;
    expect(await imported('pos-once.csv', content)).toMatchObject({ status: 'ok' });
    const again = await imported('pos-twice.csv', content);
    expect(again).toMatchObject({ status: 'failed', rowCount: 0 });
    expect(again.messages[0]?.message).toContain('already imported on 2026-03-04 as pos-once.csv');
  });

  it('[R618] was cut off on the way', async () => {
    const cookie = [...admin.jar].map(([key, value]) => `${key}=${value}`).join('; ');
    await new Promise<void>((resolve) => {
      const sending = request(`${world.url}/api/import`, {
        method: 'POST',
        headers: {
          cookie,
          origin: world.url,
          'content-type': 'multipart/form-data; boundary=x',
          'content-length': 9999,
        },
      });
      sending.on('error', () => resolve());
      sending.write(
        `--x\r\nContent-Disposition: form-data; name="file"; filename="pos-cut.csv"\r\n\r\n${posHeader}1001,2026`,
      );
      setTimeout(() => sending.destroy(), 200);
    });
    for (let tries = 0; ; tries += 1) {
      const [found] = await admin.call(listImports, { query: { search: 'pos-cut.csv' } });
      if (found) {
        expect(found).toMatchObject({ status: 'failed', rowCount: 0 });
        expect(found.messages[0]?.message).toContain('cut off');
        break;
      }
      if (tries > 100) throw new Error('Nothing says that the upload was cut off.');
      await pause(50);
    }
  });
});

describe('the list of imports', () => {
  it('[R490] is newest first, as the specification writes its order, and names the organization for staff', async () => {
    const staff = await world.signIn(await world.staff());
    const rows = await staff.call(listImports, {
      query: { limit: 1000, order: 'createdAt desc', include: 'organization' },
    });
    expect(rows.length).toBeGreaterThan(5);
    expect(rows[0]?.organization).toEqual({ orgId: org.orgId, name: org.name });
    const times = rows.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
    const own = await admin.call(listImports, { query: { status: 'failed', type: 'labor', order: 'fileName' } });
    expect(own.map(({ fileName }) => fileName)).toEqual(['labor-bad.csv']);
    expect(own[0]).not.toHaveProperty('organization');
  });

  it('[R619] shows nothing of another organization', async () => {
    const stranger = await world.signIn(await world.user({ role: 'OrganizationAdministrator' }));
    expect(await stranger.call(listImports, { query: {} })).toEqual([]);
    const [mine] = await admin.call(listImports, { query: { limit: 1 } });
    const asked = await stranger.get(`/api/import-status/${mine!.importStatusId}`);
    expect(asked.status).toBe(404);
    expect((await stranger.send('DELETE', `/api/import-status/${mine!.importStatusId}`)).status).toBe(404);
  });
});

/** As if the process that holds it had died in the middle, for the nth time: the claim is over, whatever it still does. */
async function endWorker(id: string, attempts = 0): Promise<boolean> {
  const claimed = eq(importFile.importStatusId, id);
  for (let tries = 0; tries < 400; tries += 1) {
    const [row] = await world.registry.system(({ sql }) => sql.select().from(importFile).where(claimed));
    if (row?.status !== 'pending') return false;
    if (row.progress) {
      await world.registry.system(({ sql }) =>
        sql.update(importFile).set({ claim: null, claimedUntil: null, attempts }).where(claimed),
      );
      return true;
    }
    await pause(5);
  }
  return false;
}

describe('a long file', () => {
  it('[I140] continues after the last chunk when its worker was killed, and counts nothing twice', async () => {
    const place = await world.location({ orgId: org.orgId, timezone: 'UTC' });
    await number(place, '2002');
    // Every row has the same key: what is read twice would be added twice.
    const rows = Array.from({ length: 12_000 }, () => '2002,2026-01-05T10:00,1,1,1,').join('\n');
    const [item] = await send({ 'pos-long.csv': posHeader + rows });
    const id = item!.importStatusId;
    await endWorker(id);
    expect(await done(id)).toMatchObject({ status: 'ok', rowCount: 12_000 });
    expect(await amounts(place, 'sales', '2026-01-05T10:00:00Z', 1)).toEqual([[0, 1_200_000, 12_000, 0]]);
  });

  it('[I207] is still imported when its process was killed more often than a file may fail', async () => {
    const rows = Array.from({ length: 12_000 }, (_, i) => `1001,2026-01-06T10:00,1,1,1,E${i}`).join('\n');
    const [item] = await send({ 'pos-killed.csv': posHeader + rows });
    const id = item!.importStatusId;
    expect(await endWorker(id, 7)).toBe(true);
    expect(await done(id)).toMatchObject({ status: 'ok', rowCount: 12_000 });
  });
});
