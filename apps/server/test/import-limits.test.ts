import { getImport, importFiles, listImports, undoImport } from '@atrium/contract/imports';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from './client.ts';
import { within } from './within.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ app: { importLimits: { waiting: 2, storage: 1000 } } });
});
afterAll(() => world.close());

/** An organization with a location that has a number, and its administrator. */
async function shop() {
  const { orgId } = await world.organization();
  const { locationId } = await world.location({ orgId, timezone: 'UTC' });
  const place = { orgId, entityType: 'location', entityId: locationId } as const;
  await world.customField({ ...place, name: 'locationNumber', value: '1001' });
  const admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
  return { orgId, admin };
}

let minute = 0;
/** A file of sales that no other one equals, with so many rows. */
function sales(rows: number, place = '1001'): FormData {
  const lines = Array.from({ length: rows }, () => {
    minute += 1;
    return `${place},${new Date(Date.UTC(2026, 1, 1, 0, minute)).toISOString()},1,1,1,\n`;
  });
  const header = 'locationNumber,recordDate,netSales,itemCount,transactionCount,employeeId\n';
  const form = new FormData();
  form.append('source', 'upload');
  form.append('file', new Blob([header, ...lines]), `pos-${minute}.csv`);
  return form;
}

async function upload(admin: Client, rows = 1, place?: string): Promise<string> {
  const [item] = await admin.call(importFiles, { form: () => sales(rows, place) });
  return item!.importStatusId;
}

const statusOf = async (admin: Client, importStatusId: string) =>
  (await admin.call(getImport, { params: { importStatusId } })).status;

/** How an upload is refused, and how long its sender is asked to wait. */
async function refusal(admin: Client) {
  const answer = await admin.post<{ message: string }>('/api/import', sales(1));
  return [answer.status, answer.body.message, answer.headers.get('retry-after')];
}

it('[R1185] refuses an upload while too many files of the organization wait, and takes it once they are done', async () => {
  const [{ orgId, admin }, neighbor] = [await shop(), await shop()];
  // They are with a worker that never gets further.
  await world.registry.owner.query(
    `INSERT INTO import_file (org_id, file_name, sha256, bytes, type, source, status, task, claim, claimed_until)
     SELECT $1, 'pos-' || n || '.csv', '', 10, 'pos', 'upload', 'pending', 'read', gen_random_uuid(), now() + interval '1 hour'
     FROM generate_series(1, 2) AS n`,
    [orgId],
  );
  const text = 'Too many files are waiting. Send the others once these are done.';
  expect(await refusal(admin)).toEqual([429, text, '60']);
  expect(await admin.call(listImports, { query: {} })).toHaveLength(2);
  const other = await upload(neighbor.admin);
  await expect.poll(() => statusOf(neighbor.admin, other), within(20)).toBe('ok');
  await world.registry.owner.query(`UPDATE import_file SET task = NULL, status = 'ok' WHERE org_id = $1`, [orgId]);
  const own = await upload(admin);
  await expect.poll(() => statusOf(admin, own), within(20)).toBe('ok');
});

it('[R1185] keeps no room for a file that brought nothing', async () => {
  const { admin } = await shop();
  const bad = await upload(admin, 30, '9999');
  await expect.poll(() => statusOf(admin, bad), within(20)).toBe('failed');
  const own = await upload(admin);
  await expect.poll(() => statusOf(admin, own), within(20)).toBe('ok');
});

it('[R1185] keeps no room for a file that was given up', async () => {
  const { orgId, admin } = await shop();
  await world.registry.owner.query(
    `WITH kept AS (
       INSERT INTO stored_file (org_id, original_name, content_type, bytes, sha256)
       VALUES ($1, 'pos.csv', 'text/csv', 2000, '') RETURNING file_id
     )
     INSERT INTO import_file (org_id, file_id, file_name, sha256, bytes, type, source, status, task, attempts)
     SELECT $1, file_id, 'pos.csv', '', 2000, 'pos', 'upload', 'pending', 'read', 10000 FROM kept`,
    [orgId],
  );
  const [given] = await admin.call(listImports, { query: {} });
  await expect.poll(() => statusOf(admin, given!.importStatusId), within(20)).toBe('failed');
  const own = await upload(admin);
  await expect.poll(() => statusOf(admin, own), within(20)).toBe('ok');
});

it('[R1185] refuses an upload while the files of the organization fill its storage, and takes it after an undo', async () => {
  const [{ admin }, neighbor] = [await shop(), await shop()];
  const large = await upload(admin, 30);
  await expect.poll(() => statusOf(admin, large), within(20)).toBe('ok');
  const text = 'The files of an organization may take up 20 GB. Undo imports that you no longer need.';
  expect(await refusal(admin)).toEqual([409, text, null]);
  expect(await admin.call(listImports, { query: {} })).toHaveLength(1);
  await upload(neighbor.admin);
  await admin.call(undoImport, { params: { importStatusId: large } });
  await expect.poll(() => statusOf(admin, large), within(20)).toBe('undone');
  const own = await upload(admin);
  await expect.poll(() => statusOf(admin, own), within(20)).toBe('ok');
});
