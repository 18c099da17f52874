import {
  createAddress,
  createContact,
  createOrganization,
  deleteOrganization,
  getOrganization,
  listAddresses,
  listContacts,
  type Organization,
  updateOrganization,
} from '@atrium/contract/organizations';
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf, changesIn } from './audit-trail.ts';
import type { Client } from './client.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let staff: Client;
beforeAll(async () => {
  world = await openWorld();
  staff = await world.signIn(await world.staff());
});
afterAll(() => world.close());

async function organization() {
  const { orgId } = await world.organization();
  const admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
  return { orgId, params: { orgId }, admin };
}
const ada = { name: 'Ada', phone: '+44 20 7946 0000', email: 'ada@acme.test' };
interface Refused {
  message: string;
  details: { path: string; message: string }[];
}

const adminOf = async (orgId: string) => world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
const update = (client: Client, orgId: string, body: object, headers = {}) =>
  client.send<Organization & { message: string; details: unknown }>('PUT', `/api/org/${orgId}`, body, headers);

describe('[R113] contacts', () => {
  it('are listed by name, changed field by field and deleted, by administrators and staff', async () => {
    const { orgId, params, admin } = await organization();
    const made = await admin.call(createContact, { params, body: { ...ada, notes: 'Mornings\nonly', type: '' } });
    expect(made).toMatchObject({ ...ada, position: null, type: null, notes: 'Mornings\nonly', version: 1 });
    await staff.call(createContact, { params, body: { ...ada, name: 'Aaron', position: 'Owner' } });
    expect((await admin.call(listContacts, { params })).map(({ name }) => name)).toEqual(['Aaron', 'Ada']);
    const path = `/api/org/myorg/contacts/${made.orgContactId}`;
    const changed = await admin.send('PUT', path, { phone: '2', notes: null });
    expect(changed.body).toEqual({ ...made, phone: '2', notes: null, version: 2 });
    expect((await admin.send('PUT', path, { phone: '3' }, { 'if-match': '1' })).status).toBe(412);
    expect((await admin.send('DELETE', path)).body).toEqual({ ok: true });
    expect((await admin.send('DELETE', path)).status).toBe(404);
    expect((await admin.send('PUT', path, { phone: '3' })).status).toBe(404);
    expect(await admin.call(listContacts, { params })).toHaveLength(1);
    const trail = (await auditOf(world, orgId)).filter(({ entityId }) => entityId === made.orgContactId);
    expect(trail.map(({ action, detail }) => [action, detail])).toEqual([
      ['contact-created', { name: 'Ada' }],
      ['contact-changed', { name: 'Ada' }],
      ['contact-deleted', { name: 'Ada' }],
    ]);
  });

  it('keep everything that was entered', async () => {
    const { params, admin } = await organization();
    const body = { ...ada, position: 'Owner', type: 'Billing', notes: 'Mornings' };
    const { orgContactId, ...kept } = await admin.call(createContact, { params, body });
    expect(kept).toEqual({ ...body, version: 1 });
    const cleared = { position: '', type: '', notes: '' };
    const changed = await admin.send('PUT', `/api/org/myorg/contacts/${orgContactId}`, cleared);
    expect(changed.body).toMatchObject({ ...ada, position: null, type: null, notes: null });
  });

  it.each([
    ['Name is required', 'name', null],
    ['Name is required', 'name', '  '],
    ['Phone is required', 'phone', null],
    ['Phone is required', 'phone', ''],
    ['Valid email is required', 'email', null],
    ['Valid email is required', 'email', 'ada@'],
    ['Valid email is required', 'email', 'ada@acme.test, eve@example.com'],
  ])('[R124] return "%s" for %s %j, whether created or changed', async (message, field, value) => {
    const { params, admin } = await organization();
    const made = await admin.call(createContact, { params, body: ada });
    const path = `/api/org/${params.orgId}/contacts`;
    for (const answer of [
      await admin.send<Refused>('POST', path, { ...ada, [field]: value }),
      await admin.send<Refused>('PUT', `${path}/${made.orgContactId}`, { [field]: value }),
    ]) {
      expect([answer.status, answer.body.message, answer.body.details]).toEqual([
        400,
        message,
        [{ path: field, message }],
      ]);
    }
  });

  it('[R124] name everything that is missing, except the position', async () => {
    const { params, admin } = await organization();
    const answer = await admin.post<Refused>(`/api/org/${params.orgId}/contact`, {});
    expect(answer.body.details.map(({ message }) => message)).toEqual([
      'Name is required',
      'Phone is required',
      'Valid email is required',
    ]);
    expect(await admin.call(createContact, { params, body: { ...ada, position: null } })).toMatchObject(ada);
  });

  it('[S01] are closed to ordinary users and hidden from other organizations', async () => {
    const [ours, theirs] = [await organization(), await organization()];
    const foreign = await theirs.admin.call(createContact, { params: theirs.params, body: ada });
    const user = await world.signIn(await world.user({ orgId: ours.orgId }));
    expect((await user.get('/api/org/myorg/contacts')).status).toBe(403);
    for (const id of [foreign.orgContactId, 'nonsense']) {
      for (const client of [ours.admin, staff]) {
        const path = `/api/org/${ours.orgId}/contacts/${id}`;
        expect((await client.send('PUT', path, { phone: '9' })).status).toBe(404);
        expect((await client.send('DELETE', path)).status).toBe(404);
      }
    }
    expect(await theirs.admin.call(listContacts, { params: theirs.params })).toEqual([foreign]);
  });
});

describe('[R113] addresses', () => {
  it('are listed, created, changed and deleted under both spellings of their path', async () => {
    const { params, admin } = await organization();
    const made = await admin.call(createAddress, { params, body: { name: 'Head office', city: 'Leeds', state: '' } });
    expect(made).toMatchObject({ name: 'Head office', city: 'Leeds', state: null, street2: null, version: 1 });
    expect(await admin.call(listAddresses, { params })).toEqual([made]);
    const path = `/api/org/myorg/address/${made.orgAddressId}`;
    const changed = await admin.send('PUT', path, { city: null, postalCode: 'LS1 4AP' }, { 'if-match': '"1"' });
    expect(changed.body).toEqual({ ...made, city: null, postalCode: 'LS1 4AP', version: 2 });
    expect((await admin.get<unknown[]>('/api/org/myorg/address')).body).toEqual([changed.body]);
    expect((await admin.send('DELETE', path)).status).toBe(200);
    expect(await admin.call(listAddresses, { params })).toEqual([]);
  });

  it('keep everything that was entered', async () => {
    const { params, admin } = await organization();
    const place = { street: '1 Main Street', street2: 'Floor 2', city: 'Leeds', state: 'Yorkshire', country: 'GB' };
    const body = { name: 'Head office', ...place, postalCode: 'LS1 4AP' };
    const { orgAddressId, ...kept } = await admin.call(createAddress, { params, body });
    expect(kept).toEqual({ ...body, version: 1 });
    const cleared = Object.fromEntries(Object.keys(body).map((field) => [field, field === 'name' ? 'Depot' : '']));
    const changed = await admin.send('PUT', `/api/org/myorg/addresses/${orgAddressId}`, cleared);
    const empty = { street: null, street2: null, city: null, state: null, country: null, postalCode: null };
    expect(changed.body).toEqual({ orgAddressId, name: 'Depot', ...empty, version: 2 });
  });

  it('need a name', async () => {
    const { admin } = await organization();
    const answer = await admin.post<Refused>('/api/org/myorg/addresses', { street: '1 Main Street' });
    expect([answer.status, answer.body.message]).toEqual([400, 'Name is required']);
    expect((await admin.post('/api/org/myorg/addresses', { name: 'x', planet: 'Mars' })).status).toBe(400);
  });
});

describe('the website of an organization', () => {
  it.each(['shop.example', 'shop.example:8080/a', 'https://shop.example', 'HTTP://shop.example', ''])(
    'may be %s',
    async (site) => {
      expect((await staff.post('/api/org', { name: 'Acme', site })).status).toBe(200);
    },
  );

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,x',
    'file:///etc',
    'vbscript:x',
    'blob:x',
  ])('[S22] is never %s', async (site) => {
    const { status, body } = await staff.post<{ message: string }>('/api/org', { name: 'Acme', site });
    expect([status, body.message]).toEqual([400, 'site must be the address of a website.']);
  });
});

it('[R574] settings include the start of the week and the currency, readable by everyone in the organization', async () => {
  const { orgId } = await staff.call(createOrganization, { body: { name: 'Weeks' } });
  const put = (client: Client, body: object) => client.send<Refused>('PUT', `/api/org/${orgId}`, body);
  const admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
  expect(await admin.call(getOrganization, { params: { orgId } })).toMatchObject({ weekStart: 0, currency: 'USD' });
  await admin.call(updateOrganization, { params: { orgId }, body: { weekStart: 6, currency: 'EUR' } });
  const person = await world.signIn(await world.user({ orgId }));
  expect(await person.call(getOrganization, { params: { orgId } })).toMatchObject({ weekStart: 6, currency: 'EUR' });
  expect(await changesIn(world, orgId)).toMatchObject([{ changed: { weekStart: [0, 6], currency: ['USD', 'EUR'] } }]);
  for (const body of [
    { weekStart: 2 },
    { weekStart: '1' },
    { weekStart: null },
    { currency: 'eur' },
    { currency: null },
  ])
    expect([body, (await put(admin, body)).status]).toEqual([body, 400]);
  expect((await put(admin, { currency: 'DEM' })).body.details).toEqual([
    { path: 'currency', message: 'must be a currency code of ISO 4217, such as USD' },
  ]);
  expect((await put(person, { weekStart: 1 })).status).toBe(403);
});

describe('[R127] the settings', () => {
  it('are changed by administrators of the organization, who can change nothing else', async () => {
    const { orgId } = await world.organization();
    const admin = await adminOf(orgId);
    const body = {
      permitComparisonViews: true,
      systemNotificationEmails: ['ops@acme.test'],
      sensorNotificationEmails: ['eyes@acme.test', 'ops@acme.test'],
    };
    expect(await admin.call(updateOrganization, { params: { orgId: 'myorg' }, body })).toMatchObject(body);
    for (const forbidden of [
      { name: 'Ours now' },
      { canViewPOS: true },
      { subExpiration: null },
      { isEnabled: false },
      { permitComparisonViews: false, headroomEnabled: true },
    ]) {
      expect((await update(admin, 'myorg', forbidden)).status).toBe(403);
    }
    expect((await staff.call(getOrganization, { params: { orgId } })).permitComparisonViews).toBe(true);
    const person = await world.signIn(await world.user({ orgId }));
    expect((await update(person, 'myorg', { permitComparisonViews: false })).status).toBe(403);
  });

  it.each([['not-an-address'], ['a@b.test, c@d.test'], ['a@b.test\r\nBcc: eve@example.com'], [''], [7]])(
    '[R125] [S36] refuse %j as an email address',
    async (address) => {
      const { orgId } = await world.organization();
      const admin = await adminOf(orgId);
      expect((await update(admin, 'myorg', { systemNotificationEmails: [address] })).status).toBe(400);
    },
  );

  it('refuse too many addresses', async () => {
    const { orgId } = await world.organization();
    const many = Array.from({ length: 51 }, (_, i) => `a${i}@b.test`);
    expect((await update(await adminOf(orgId), 'myorg', { sensorNotificationEmails: many })).status).toBe(400);
  });
});

const field = (bytes: Buffer) => Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes]);

function newKey() {
  const { x = '' } = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
  const wire = Buffer.concat([field(Buffer.from('ssh-ed25519')), field(Buffer.from(x, 'base64url'))]);
  return `ssh-ed25519 ${wire.toString('base64')}`;
}

describe('[S35] the public key for file transfer', () => {
  it('is one bare key, of one organization only', async () => {
    const [ours, theirs] = [await world.organization(), await world.organization()];
    const [admin, other] = [await adminOf(ours.orgId), await adminOf(theirs.orgId)];
    const key = newKey();
    const kept = await admin.call(updateOrganization, {
      params: { orgId: 'myorg' },
      body: { sftpPublicKey: `  ${key}  till@acme \n` },
    });
    expect(kept.sftpPublicKey).toBe(`${key} till@acme`);
    const taken = await update(other, 'myorg', { sftpPublicKey: `${key} with another remark` });
    expect([taken.status, taken.body.message]).toEqual([
      409,
      'This public key is already in use. Every organization needs its own.',
    ]);
    await admin.call(updateOrganization, { params: { orgId: 'myorg' }, body: { sftpPublicKey: '' } });
    expect((await update(other, 'myorg', { sftpPublicKey: key })).status).toBe(200);
    await staff.call(deleteOrganization, { params: { orgId: theirs.orgId } });
    expect((await update(admin, 'myorg', { sftpPublicKey: key })).status).toBe(200);
  });

  it.each([
    ['options', (key: string) => `command="sh" ${key}`],
    ['two keys', (key: string) => `${key}\n${key}`],
    ['a private key', () => '-----BEGIN OPENSSH PRIVATE KEY-----'],
    ['100 kB', (key: string) => key + 'A'.repeat(100_000)],
    ['nonsense', () => 'hello'],
  ])('is refused with %s', async (_what, text) => {
    const { orgId } = await world.organization();
    const answer = await update(await adminOf(orgId), 'myorg', { sftpPublicKey: text(newKey()) });
    expect([answer.status, answer.body.details]).toMatchObject([400, [{ path: 'sftpPublicKey' }]]);
  });
});

describe('deleting an organization', () => {
  it('is for staff; its people are out within a second and their addresses are free again', async () => {
    const { orgId } = await world.organization({ name: 'Doomed' });
    const user = await world.user({ orgId, role: 'OrganizationAdministrator' });
    const admin = await world.signIn(user);
    for (const path of [`/api/org/${orgId}`, '/api/org/myorg']) {
      expect((await admin.send('DELETE', path)).status).toBe(403);
    }
    await staff.call(deleteOrganization, { params: { orgId } });
    const changedAt = performance.now();
    await expect.poll(async () => (await admin.get('/api/profile')).status, { interval: 20 }).toBe(401);
    expect(performance.now() - changedAt).toBeLessThan(1000);
    const again = await world.anonymous().post('/login', { username: user.email, password: user.password });
    expect(again.status).toBe(401);
    expect((await staff.get(`/api/org/${orgId}`)).status).toBe(404);
    expect((await staff.send('DELETE', `/api/org/${orgId}`)).status).toBe(404);
    expect((await staff.get<unknown[]>('/api/org?search=Doomed')).body).toEqual([]);
    await world.user({ email: user.email });
    expect((await auditOf(world, orgId)).map(({ action }) => action)).toContain('organization-deleted');
  });
});
