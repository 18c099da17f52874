import type { Attachment } from '@atrium/contract/attachment';
import { attachableTypes } from '@atrium/rules/attachable';
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAttachments } from '../src/features/attachments/attachments.ts';
import { filesIn } from '../src/files/files.ts';
import { auditOf } from './audit-trail.ts';
import type { Answer, Client } from './client.ts';
import type { Location } from './estate.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let orgId: string;
let mall: Location;
let paths: Record<(typeof attachableTypes)[number], string>;
let user: Client;
let admin: Client;
let staff: Client;

beforeAll(async () => {
  world = await openWorld();
  orgId = (await world.organization({ canViewOccupancy: true })).orgId;
  mall = await world.location({ orgId, name: 'Mall' });
  const { siteId } = await world.site({ locationId: mall.locationId });
  const { sensorId } = await world.sensor({ siteId });
  const { spaceId } = await world.space({ locationId: mall.locationId });
  paths = {
    org: '/api/org/myorg/attachment',
    location: `/api/location/${mall.locationId}/attachment`,
    site: `/api/site/${siteId}/attachment`,
    space: `/api/space/${spaceId}/attachment`,
    sensor: `/api/sensor/${sensorId}/attachment`,
  };
  user = await world.signIn(await world.user({ orgId }));
  admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
  staff = await world.signIn(await world.staff());
});
afterAll(() => world.close());

interface Refused {
  message: string;
}
/** A complete image of one pixel. */
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
function form(...files: { name: string; content?: string | Uint8Array<ArrayBuffer>; notes?: string; type?: string }[]) {
  const made = new FormData();
  for (const { name, content = 'abc', notes, type = '' } of files) {
    if (notes !== undefined) made.append('notes', notes);
    made.append('file', new Blob([content], { type }), name);
  }
  return made;
}
const named = (count: number) => Array.from({ length: count }, (_, n) => ({ name: `${n}.txt` }));
const upload = <Body = Attachment[]>(path: string, files: FormData, client = admin): Promise<Answer<Body>> =>
  client.send<Body>('POST', path, files);
const list = async (path: string, client = admin) => (await client.get<Attachment[]>(path)).body;
async function place() {
  return `/api/location/${(await world.location({ orgId })).locationId}/attachment`;
}
async function filesOnDisk(): Promise<string[]> {
  return (await readdir(world.filesFolder, { recursive: true })).filter((name) => name.includes('/'));
}

describe('attachments', () => {
  it('[R250] [R251] are uploaded with a note each, and listed under both addresses, newest first', async () => {
    const path = await place();
    const made = await upload(
      path,
      form(
        { name: 'Plan.PNG', content: pixel, notes: ' North ' },
        { name: 'contract.pdf', content: '%PDF-1.7 x', notes: '' },
      ),
    );
    expect(made.body).toMatchObject([
      { originalName: 'Plan.PNG', notes: 'North', contentType: 'image/png', isImage: true, bytes: pixel.length },
      { originalName: 'contract.pdf', notes: 'no notes', contentType: 'application/pdf', isImage: false },
    ]);
    world.pass({ minutes: 1 });
    await upload(path, form({ name: 'later.txt' }));
    const listed = await list(`${path}s`);
    expect(listed.map(({ originalName }) => originalName)[0]).toBe('later.txt');
    expect(listed[0]?.notes).toBe('no notes');
    expect(listed).toHaveLength(3);
    expect(await list(path)).toEqual(listed);
  });

  it('pair notes with files even when the notes come after them', async () => {
    const files = form({ name: 'a.txt' }, { name: 'b.txt' });
    files.append('notes', 'first');
    files.append('notes', 'second');
    const { body } = await upload(await place(), files);
    expect(body.map(({ originalName, notes }) => [originalName, notes])).toEqual([
      ['a.txt', 'first'],
      ['b.txt', 'second'],
    ]);
  });

  it.each(attachableTypes)('belong to a %s', async (type) => {
    const client = type === 'site' ? staff : admin;
    const query = type === 'site' ? `?orgId=${orgId}` : '';
    const { body } = await upload(`${paths[type]}${query}`, form({ name: 'a.txt' }), client);
    const file = await client.get(body[0]?.url ?? '');
    expect([file.status, file.body]).toEqual([200, 'abc']);
    expect((await client.send('DELETE', body[0]?.url ?? '')).body).toEqual({ ok: true });
    expect((await client.get(body[0]?.url ?? '')).status).toBe(404);
    expect(await list(`${paths[type]}s${query}`, client)).toEqual([]);
  });

  it('[R160] of a site are for staff only', async () => {
    for (const client of [user, admin]) {
      expect((await client.get(paths.site)).status).toBe(403);
      expect((await upload(paths.site, form({ name: 'a.txt' }), client)).status).toBe(403);
    }
  });

  it('are readable by everyone in the organization, and changed by administrators and staff', async () => {
    const path = await place();
    const { body } = await upload(path, form({ name: 'a.txt' }));
    const url = body[0]?.url ?? '';
    expect((await user.get(url)).status).toBe(200);
    expect((await upload(path, form({ name: 'b.txt' }), user)).status).toBe(403);
    expect((await user.send('PUT', url, { notes: 'x' })).status).toBe(403);
    expect((await user.send('DELETE', url)).status).toBe(403);
    expect((await staff.send('PUT', url, { notes: 'x' })).status).toBe(200);
  });

  it('can be renamed and described, but keep their type', async () => {
    const { body } = await upload(await place(), form({ name: 'plan.png', content: pixel, notes: 'old' }));
    const url = body[0]?.url ?? '';
    const changed = await admin.send<Attachment>('PUT', url, { originalName: ' Nörth "plan".png', notes: null });
    expect(changed.body).toMatchObject({ originalName: 'Nörth plan.png', notes: 'no notes' });
    const disposition = (await admin.get(url)).headers.get('content-disposition');
    expect(disposition).toBe(`attachment; filename="N_rth plan.png"; filename*=UTF-8''N%C3%B6rth%20plan.png`);
    const message = 'The file extension cannot be changed';
    const refused = await admin.send('PUT', url, { originalName: 'plan.exe' });
    expect(refused).toMatchObject({ status: 400, body: { details: [{ path: 'originalName', message }] } });
    expect((await admin.send('PUT', url, { contentType: 'text/html' })).status).toBe(400);
  });

  it('[R248] accept nine files at once, and refuse ten without keeping any', async () => {
    const path = await place();
    expect((await upload(path, form(...named(9)))).body).toHaveLength(9);
    const before = await filesOnDisk();
    const refused = await upload<Refused>(path, form(...named(10)));
    expect([refused.status >= 400 && refused.status < 500, refused.body.message]).toEqual([
      true,
      'Fewer than 10 files can be uploaded at once.',
    ]);
    expect(await list(path)).toHaveLength(9);
    expect(await filesOnDisk()).toEqual(before);
  });

  it.each([
    ['photo.svg', '<svg onload="alert(1)"/>', 'Images must be jpg, png, jpeg, bmp or gif.'],
    ['photo.webp', 'RIFF', 'Images must be jpg, png, jpeg, bmp or gif.'],
  ])('[R249] refuse the image %s', async (name, content, message) => {
    const answer = await upload<Refused>(await place(), form({ name, content, type: 'image/png' }));
    expect(answer).toMatchObject({ status: 400, body: { message: `${name}: ${message}` } });
  });

  it.each([
    ['page.html', '<script>alert(1)</script>', /Files of this type cannot be attached/],
    ['run.js', 'GIF89a=1;alert(1)', /Files of this type cannot be attached/],
    ['fake.png', '<html><script>alert(1)</script></html>', /fake\.png does not match its file extension/],
    ['fake.txt', 'GIF89a\u0001', /fake\.txt does not match its file extension/],
    ['fake.pdf', 'MZ', /fake\.pdf does not match its file extension/],
    ['empty.txt', '', /The file is empty/],
    ['noname', 'x', /Files of this type cannot be attached/],
  ])('[S61] refuse %s by its name or content, whatever type the sender claims', async (name, content, why) => {
    const path = await place();
    const before = await filesOnDisk();
    const answer = await upload<Refused>(path, form({ name, content, type: 'image/png' }));
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatch(why);
    expect(await list(path)).toEqual([]);
    expect(await filesOnDisk()).toEqual(before);
  });

  it('[S61] refuse an image of 30,000 × 30,000 pixels by its header', async () => {
    const bomb = Buffer.from(pixel);
    bomb.writeUInt32BE(30_000, 16);
    bomb.writeUInt32BE(30_000, 20);
    const answer = await upload<Refused>(await place(), form({ name: 'bomb.png', content: bomb }));
    expect(answer.body.message).toBe('bomb.png is too large an image: 30000 × 30000 pixels.');
  });

  it('refuse files larger than 20 MB with a response', async () => {
    const path = await place();
    const large = Buffer.alloc(20 * 1024 * 1024 + 1, 'a');
    const answer = await upload<Refused>(path, form({ name: 'a.txt' }, { name: 'large.txt', content: large }));
    expect([answer.status, answer.body.message]).toEqual([413, 'The file is larger than 20 MB.']);
    expect(await list(path)).toEqual([]);
  });

  it('keep all files of an upload or none', async () => {
    const path = await place();
    const before = await filesOnDisk();
    expect((await upload(path, form({ name: 'good.txt' }, { name: 'bad.exe' }))).status).toBe(400);
    expect(await list(path)).toEqual([]);
    expect(await filesOnDisk()).toEqual(before);
  });

  it('refuse a form without a file, a form with an unknown field, and anything but a form', async () => {
    const path = await place();
    const onlyNotes = new FormData();
    onlyNotes.append('notes', 'x');
    expect((await upload<Refused>(path, onlyNotes)).body.message).toBe('Choose at least one file.');
    const strange = form({ name: 'a.txt' });
    strange.append('orgId', randomUUID());
    expect((await upload(path, strange)).status).toBe(400);
    for (const field of ['__proto__', 'constructor']) {
      const polluting = form({ name: 'a.txt' });
      polluting.append(field, 'x');
      expect([field, (await upload(path, polluting)).status]).toEqual([field, 400]);
    }
    expect((await admin.post(path, { file: 'a.txt' })).status).toBe(400);
    expect((await admin.post(path)).status).toBe(400);
    const long = form({ name: 'a.txt', notes: 'n'.repeat(2001) });
    expect((await upload<Refused>(path, long)).body.message).toBe('Notes must have at most 2000 characters');
    expect(await list(path)).toEqual([]);
  });

  it('[S58] are refused from a page on another site', async () => {
    const answer = await admin.send('POST', await place(), form({ name: 'a.txt' }), { origin: 'https://evil.test' });
    expect(answer.status).toBe(403);
  });

  it('are the only endpoint that accepts a form', async () => {
    expect((await admin.send('POST', '/logout', form({ name: 'a.txt' }))).status).toBe(415);
    expect((await admin.get('/loggedin')).body).not.toBe('0');
  });

  it('leave nothing behind when the sender disconnects midway', async () => {
    const before = await filesOnDisk();
    const sending = request(`${world.url}${paths.location}`, {
      method: 'POST',
      headers: { cookie: admin.cookieHeader(), 'content-type': 'multipart/form-data; boundary=x' },
    });
    sending.on('error', () => {});
    sending.write('--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nabc');
    await expect.poll(async () => (await filesOnDisk()).length).toBeGreaterThan(before.length);
    sending.destroy();
    await expect.poll(filesOnDisk).toEqual(before);
  });

  it('[R252] of an unknown owner return 404', async () => {
    for (const type of attachableTypes.slice(1)) {
      const path = `/api/${type}/${randomUUID()}/attachments${type === 'site' ? `?orgId=${orgId}` : ''}`;
      expect([type, (await (type === 'site' ? staff : admin).get(path)).status]).toEqual([type, 404]);
    }
  });

  it('are recorded in the audit log', async () => {
    const { locationId } = await world.location({ orgId, name: 'Logged' });
    const { body } = await upload(`/api/location/${locationId}/attachment`, form({ name: 'a.txt' }));
    await admin.send('PUT', body[0]?.url ?? '', { originalName: 'b.txt' });
    await admin.send('DELETE', body[0]?.url ?? '');
    const trail = (await auditOf(world, orgId)).filter(({ entityId }) => entityId === locationId);
    expect(trail.map(({ action, detail }) => [action, detail])).toEqual([
      ['attachment-added', { name: 'Logged', file: 'a.txt' }],
      ['attachment-changed', { name: 'Logged', file: 'b.txt' }],
      ['attachment-deleted', { name: 'Logged', file: 'b.txt' }],
    ]);
  });

  it('are recorded under the type of their owner', async () => {
    const { orgId: own } = await world.organization();
    const boss = await world.signIn(await world.user({ orgId: own, role: 'OrganizationAdministrator' }));
    const { locationId } = await world.location({ orgId: own });
    await upload(paths.org, form({ name: 'a.txt' }), boss);
    await upload(`/api/location/${locationId}/attachment`, form({ name: 'b.txt' }), boss);
    const trail = (await auditOf(world, own)).filter(({ action }) => action === 'attachment-added');
    expect(trail.map(({ entityType, entityId }) => [entityType, entityId])).toEqual([
      ['organization', own],
      ['location', locationId],
    ]);
  });

  it('of an organization take up at most 5 GB', async () => {
    const full = await world.organization();
    const boss = await world.signIn(await world.user({ orgId: full.orgId, role: 'OrganizationAdministrator' }));
    await world.attachment({ orgId: full.orgId, entityType: 'org', entityId: full.orgId });
    await world.registry.system(({ client }) =>
      client.query('UPDATE stored_file SET bytes = $2 WHERE org_id = $1', [full.orgId, 5 * 1024 ** 3 - 2]),
    );
    const path = '/api/org/myorg/attachment';
    expect((await upload(path, form({ name: 'a.txt', content: 'abc' }), boss)).status).toBe(409);
    expect((await upload(path, form({ name: 'a.txt', content: 'ab' }), boss)).status).toBe(200);
  });
});

describe('[S61] a file', () => {
  it('is served as a download with a fixed, harmless type', async () => {
    const { body } = await upload(await place(), form({ name: 'x.png', content: pixel, type: 'text/html' }));
    const { headers } = await admin.get(body[0]?.url ?? '');
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(pixel.length),
      'content-disposition': `attachment; filename="x.png"; filename*=UTF-8''x.png`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-cache, no-store',
    });
  });

  it('cannot inject headers through its name', async () => {
    const name = 'a\r\nSet-Cookie: x=1;".txt';
    const { body } = await upload(await place(), form({ name }));
    const { headers } = await admin.get(body[0]?.url ?? '');
    expect(headers.get('set-cookie')).toBeNull();
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="[^"]*"; filename\*=UTF-8''[\w%.;:= -]+$/,
    );
  });

  it('can be read only through its owner', async () => {
    const [here, there] = [await place(), await place()];
    const { body } = await upload(here, form({ name: 'a.txt' }));
    const id = body[0]?.id;
    expect((await admin.get(`${there}/${id}`)).status).toBe(404);
    expect((await admin.get(`${paths.space}/${id}`)).status).toBe(404);
    expect((await admin.send('DELETE', `${there}/${id}`)).status).toBe(404);
    expect((await admin.get(`${here}/${id}`)).status).toBe(200);
  });

  it('that is missing from the disk returns 404', async () => {
    const { id, fileId } = await world.attachment({ orgId, entityType: 'location', entityId: mall.locationId });
    await filesIn(world.filesFolder).discard({ fileId, bytes: 0, sha256: '' });
    expect((await admin.get(`${paths.location}/${id}`)).status).toBe(404);
  });
});

it('deletes files that were removed a month ago, and those without a record for a day', async () => {
  const own = await openWorld();
  const files = filesIn(own.filesFolder);
  const attachments = createAttachments({ registry: own.registry, files, clock: () => own.now() });
  const { orgId: owner } = await own.organization();
  const owned = { orgId: owner, entityType: 'org', entityId: owner };
  const kept = await own.attachment(owned);
  const deleted = await own.attachment({ ...owned, deletedAt: own.now() });
  const shelf = join(own.filesFolder, 'aa');
  await mkdir(shelf, { recursive: true });
  const stray = async (name: string, days: number) => {
    const at = new Date(own.now().getTime() - days * 24 * 60 * 60 * 1000);
    await writeFile(join(shelf, name), 'x');
    await utimes(join(shelf, name), at, at);
    return name;
  };
  const [old, half, young] = [randomUUID(), `${randomUUID()}.part`, randomUUID()];
  await Promise.all([stray(old, 2), stray(half, 2), stray(young, 0.5)]);
  const left = async () =>
    (await readdir(own.filesFolder, { recursive: true }))
      .map((path) => path.slice(3))
      .filter((name) => name !== '')
      .toSorted();

  await attachments.purge();
  expect(await left()).toEqual([kept.fileId, deleted.fileId, young].toSorted());
  own.pass({ days: 29 });
  await attachments.purge();
  expect(await left()).toEqual([kept.fileId, deleted.fileId].toSorted());
  own.pass({ days: 2 });
  await attachments.purge();
  await expect.poll(left).toEqual([kept.fileId]);
  await own.close();
});
