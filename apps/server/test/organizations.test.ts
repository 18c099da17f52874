import {
  createOrganization,
  getOrganization,
  listOrganizations,
  type Organization,
  organizationFlags,
  searchOrganizations,
  updateOrganization,
} from '@atrium/contract/organizations';
import { getProfile } from '@atrium/contract/profile';
import { randomUUID } from 'node:crypto';
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

const adminOf = async (orgId: string) => world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
const update = (client: Client, orgId: string, body: object, headers = {}) =>
  client.send<Organization & { message: string; details: unknown }>('PUT', `/api/org/${orgId}`, body, headers);

const at = (day: string) => new Date(`${day}T23:30:00Z`);

describe('the organization in the address', () => {
  it('[R023] [S07] is the caller’s own for members, however it is spelled; any other is unknown', async () => {
    const org = await world.organization({ name: 'Ours' });
    const neighbor = await world.organization({ name: 'Theirs' });
    for (const client of [await adminOf(org.orgId), await world.signIn(await world.user({ orgId: org.orgId }))]) {
      for (const named of ['myorg', org.orgId, org.orgId.toUpperCase()]) {
        expect((await client.call(getOrganization, { params: { orgId: named } })).name).toBe('Ours');
      }
      for (const foreign of [neighbor.orgId, randomUUID(), 'nonsense', '*']) {
        expect((await client.get(`/api/org/${encodeURIComponent(foreign)}`)).status).toBe(404);
      }
    }
    const admin = await adminOf(org.orgId);
    expect((await update(admin, neighbor.orgId, { permitComparisonViews: true })).status).toBe(404);
    expect((await admin.send('POST', `/api/org/${neighbor.orgId}/contacts`, {})).status).toBe(404);
  });

  it('[R022] is any for staff, who have none of their own', async () => {
    const org = await world.organization({ name: 'Picked' });
    expect((await staff.call(getOrganization, { params: { orgId: org.orgId } })).name).toBe('Picked');
    expect((await staff.get('/api/org/myorg')).status).toBe(400);
    expect((await staff.get(`/api/org/${randomUUID()}`)).status).toBe(404);
    expect((await staff.get('/api/org/nonsense')).status).toBe(404);
  });

  it('need not be named a second time', async () => {
    const org = await world.organization();
    const answer = await staff.get<{ details: unknown }>(`/api/org/${org.orgId}?orgId=${org.orgId}`);
    expect([answer.status, answer.body.details]).toEqual([
      400,
      [{ path: 'orgId', message: 'is not a parameter of this call' }],
    ]);
  });
});

describe('[R128] the visible fields of an organization', () => {
  const values = {
    name: 'Acme',
    accountingId: 'ACC-1',
    accountRepId: 'REP-1',
    industryType: 'retail',
    systemNotificationEmails: ['ops@acme.test'],
    sftpEnabled: true,
  };

  it('increase with the role', async () => {
    const { orgId } = await world.organization(values);
    const person = await world.signIn(await world.user({ orgId }));
    const [user, admin, provider] = await Promise.all(
      [person, await adminOf(orgId), staff].map((client) => client.call(getOrganization, { params: { orgId } })),
    );
    expect(user).toMatchObject({ orgId, name: 'Acme', sftpEnabled: true, sftpPublicKey: null, canViewTraffic: true });
    for (const field of ['headroomEnabled', 'faceMaskEnabled', 'isHeadroomLite', 'subExpiration', 'version']) {
      expect(user).toHaveProperty(field);
    }
    for (const field of ['systemNotificationEmails', 'industryType', 'resetOnNegativeOccupancy']) {
      expect(user).not.toHaveProperty(field);
      expect(admin).toHaveProperty(field);
    }
    for (const field of ['accountingId', 'accountRepId', 'ssoConnId']) {
      expect(user).not.toHaveProperty(field);
      expect(admin).not.toHaveProperty(field);
      expect(provider).toHaveProperty(field);
    }
    expect(provider).toMatchObject(values);
    expect(JSON.stringify([user, admin, provider])).not.toMatch(/factOrg|estateVersion|deletedAt/);
  });

  it('are the same in the list, where members find only their own', async () => {
    const { orgId } = await world.organization(values);
    const person = await world.signIn(await world.user({ orgId }));
    const answer = await person.get<Organization[]>('/api/org');
    expect([answer.body.map((org) => org.orgId), answer.headers.get('x-total-count')]).toEqual([[orgId], '1']);
    expect(answer.body[0]).not.toHaveProperty('accountingId');
    expect((await person.get(`/api/org?orgId=${(await world.organization()).orgId}`)).status).toBe(404);
    expect((await person.get('/api/org/search')).status).toBe(403);
  });

  it('include contacts, addresses and places on request, each only for callers who may see them', async () => {
    const { orgId } = await world.organization({ canViewOccupancy: true });
    const [open, closed] = [
      await world.location({ orgId, name: 'Open' }),
      await world.location({ orgId, name: 'Closed' }),
    ];
    const site = await world.site({ locationId: open.locationId });
    await world.sensor({ siteId: site.siteId, name: 'Eye', masterKey: 'hush' });
    await staff.send('POST', `/api/org/${orgId}/contacts`, { name: 'Ada', phone: '1', email: 'ada@acme.test' });
    await staff.send('POST', `/api/org/${orgId}/addresses`, { name: 'Head office' });
    const include = 'location(site(sensor)),organization_contact,organization_address';
    const full = await staff.call(getOrganization, { params: { orgId }, query: { include } });
    expect(full.location?.map(({ name }) => name)).toEqual(['Closed', 'Open']);
    expect(full.location?.[1]?.site?.[0]?.sensor?.[0]?.name).toBe('Eye');
    expect(full.organization_contact).toMatchObject([{ name: 'Ada', position: null }]);
    expect(full.organization_address).toMatchObject([{ name: 'Head office' }]);
    expect(JSON.stringify(full)).not.toContain('hush');

    const limited = await world.signIn(await world.user({ locations: [closed] }));
    const own = await limited.call(getOrganization, { params: { orgId: 'myorg' }, query: { include } });
    expect(own.location?.map(({ name }) => name)).toEqual(['Closed']);
    expect(own).not.toHaveProperty('organization_contact');
    expect(own).not.toHaveProperty('organization_address');

    const [row] = await staff.call(listOrganizations, {
      query: { orgId, include: 'location(site(sensor),space),organization_contact' },
    });
    expect(row?.location?.[1]?.site?.[0]?.sensor).toHaveLength(1);
    expect(row?.organization_contact).toHaveLength(1);
  });

  it('ignore what cannot be included, with a warning', async () => {
    const { orgId } = await world.organization();
    const paths = [`/api/org/${orgId}?`, `/api/org?orgId=${orgId}&`, '/api/org/search?limit=1&'];
    for (const path of paths) {
      const { status, headers } = await staff.get(`${path}include=planet`);
      const said = decodeURIComponent(headers.get('x-atrium-messages') ?? '');
      expect([path, status, said]).toEqual([path, 200, expect.stringContaining('planet')]);
    }
  });

  it('[S31] give staff the places of all organizations in their list, and nothing of a deleted one', async () => {
    const tag = randomUUID();
    for (const name of ['A', 'B']) {
      const { orgId } = await world.organization({ name: `${name} ${tag}` });
      await world.location({ orgId, name });
      await world.location({ orgId, deletedAt: world.now() });
    }
    const rows = await staff.call(listOrganizations, { query: { search: tag, include: 'location(space)' } });
    expect(rows.map(({ location }) => location?.map(({ name }) => name))).toEqual([['A'], ['B']]);
    expect(rows[0]?.location?.[0]).not.toHaveProperty('space');
  });
});

describe('the list of organizations', () => {
  it('[R110] [R126] is searched, sorted and paged, for staff', async () => {
    const tag = randomUUID().slice(0, 8);
    await world.organization({ name: `${tag} beta`, subExpiration: '2027-01-01' });
    await world.organization({ name: `${tag} Alpha`, subExpiration: '2026-05-01' });
    await world.organization({ name: 'Gamma', accountingId: `acc-${tag}` });
    await world.organization({ name: `${tag} gone`, deletedAt: world.now() });
    const list = async (query: object) => {
      const rows = await staff.call(listOrganizations, { query: { search: tag.toUpperCase(), ...query } });
      return rows.map(({ name }) => name.replace(`${tag} `, ''));
    };
    expect(await list({})).toEqual(['Alpha', 'beta', 'Gamma']);
    expect(await list({ order: '-name', limit: 2 })).toEqual(['Gamma', 'beta']);
    expect(await list({ order: 'subExpiration' })).toEqual(['Alpha', 'beta', 'Gamma']);
    const answer = await staff.get(`/api/org?search=${tag}&limit=1&offset=1`);
    expect([(answer.body as unknown[]).length, answer.headers.get('x-total-count')]).toEqual([1, '3']);
    expect((await staff.get('/api/org?order=factOrg')).status).toBe(400);
  });

  it('[R111] [R112] is filtered by dates before, on and after, and by switches on and off', async () => {
    const tag = randomUUID();
    await world.organization({ name: `${tag}1`, subExpiration: '2026-06-01', createdAt: at('2026-01-01') });
    await world.organization({
      name: `${tag}2`,
      subExpiration: '2026-06-02',
      createdAt: at('2026-01-02'),
      canViewPOS: true,
      headroomExpiration: '2026-07-01',
    });
    await world.organization({ name: `${tag}3`, createdAt: at('2026-01-03'), canViewPOS: true, isEnabled: false });
    const search = async (query: Record<string, string>) => {
      const rows = await staff.call(searchOrganizations, { query: { search: tag, ...query } });
      return rows.map(({ name }) => name.slice(-1)).join('');
    };
    expect(await search({ subExpiration: '<=2026-06-01' })).toBe('1');
    expect(await search({ subExpiration: '=2026-06-02' })).toBe('2');
    expect(await search({ subExpiration: '>=2026-06-01' })).toBe('12');
    expect(await search({ headroomExpiration: '<=2026-12-31' })).toBe('2');
    expect(await search({ createdAt: '=2026-01-02' })).toBe('2');
    expect(await search({ createdAt: '<=2026-01-02' })).toBe('12');
    expect(await search({ createdAt: '>=2026-01-02' })).toBe('23');
    expect(await search({ flags: 'canViewPOS' })).toBe('23');
    expect(await search({ flags: 'canViewPOS,!isEnabled' })).toBe('3');
    expect(await search({ flags: '!canViewPOS', createdAt: '>=2026-01-01' })).toBe('1');
  });

  it.each([
    'subExpiration=2026-06-01',
    'subExpiration=<2026-06-01',
    'subExpiration=>=2026-02-30',
    "createdAt=>='; DROP TABLE organization",
    'flags=version',
    'flags=__proto__',
    'flags=canViewPOS,',
    'color=red',
  ])('refuses the filter %s', async (query) => {
    expect((await staff.get(`/api/org/search?${encodeURI(query)}`)).status).toBe(400);
  });
});

describe('a new organization', () => {
  it('[R123] [R114] is enabled, with traffic and reset on negative occupancy, and everything else off', async () => {
    const made = await staff.call(createOrganization, { body: { name: '  Fresh  ' } });
    expect(made).toMatchObject({ name: 'Fresh', version: 1, site: null, createdAt: world.now().toISOString() });
    const on = organizationFlags.filter((flag) => made[flag]);
    expect(on).toEqual(['isEnabled', 'resetOnNegativeOccupancy', 'canViewTraffic']);
    expect(await staff.call(getOrganization, { params: { orgId: made.orgId } })).toEqual(made);
    expect(await auditOf(world, made.orgId)).toMatchObject([
      { action: 'organization-created', entityId: made.orgId, detail: { name: 'Fresh' } },
    ]);
  });

  it('[R116] [R119] applies the cascade at once', async () => {
    const body = { name: 'Wishful', canViewPOS: true, alarmsEnabled: true, headroomEnabled: true, isEnabled: false };
    expect(await staff.call(createOrganization, { body })).toMatchObject({
      canViewPOS: false,
      alarmsEnabled: true,
      isEnabled: false,
    });
  });

  it('[R126] is created by staff only', async () => {
    const org = await world.organization();
    for (const client of [await adminOf(org.orgId), await world.signIn(await world.user({ orgId: org.orgId }))]) {
      expect((await client.post('/api/org', { name: 'Mine' })).status).toBe(403);
    }
    expect((await world.anonymous().post('/api/org', { name: 'Mine' })).status).toBe(401);
  });

  it.each([
    ['no name', {}],
    ['an empty name', { name: '  ' }],
    ['a name over several lines', { name: 'Acme\r\nBcc: eve@example.com' }],
    ['a name that is too long', { name: 'x'.repeat(201) }],
    ['a name that is no text', { name: ['x'] }],
    ['an unknown field', { name: 'x', color: 'red' }],
    ['a prototype', JSON.parse('{"name":"x","__proto__":{"isEnabled":false}}') as object],
    ['a wrong type', { name: 'x', organizationType: 'circus' }],
    ['a date that does not exist', { name: 'x', subExpiration: '2026-02-30' }],
    ['a switch that is no boolean', { name: 'x', canViewPOS: 'yes' }],
    ['its own id', { name: 'x', orgId: randomUUID() }],
  ])('is refused with %s', async (_what, body) => {
    const answer = await staff.post<{ message: string }>('/api/org', body);
    expect(answer.status).toBe(400);
    expect(answer.body.message.length).toBeGreaterThan(5);
  });
});

describe('an edit of an organization', () => {
  it('[R122] [S32] changes only the given fields', async () => {
    const { orgId } = await world.organization({ name: 'Old', site: 'https://old.test', accountingId: 'A' });
    const before = await staff.call(getOrganization, { params: { orgId } });
    const after = await staff.call(updateOrganization, { params: { orgId }, body: { name: 'New' } });
    expect(after).toEqual({ ...before, name: 'New', version: 2 });
    const cleared = await staff.call(updateOrganization, { params: { orgId }, body: { accountingId: null } });
    expect(cleared).toEqual({ ...after, accountingId: null, version: 3 });
    expect((await changesIn(world, orgId)).map(({ changed }) => changed)).toEqual([
      { name: ['Old', 'New'] },
      { accountingId: ['A', null] },
    ]);
    const unchanged = await staff.call(updateOrganization, { params: { orgId }, body: { name: 'New' } });
    expect(unchanged).toEqual(cleared);
    expect(await changesIn(world, orgId)).toHaveLength(2);
  });

  it('validates the whole: a name cannot be cleared', async () => {
    const { orgId } = await world.organization();
    for (const name of [null, '', '   ']) {
      const answer = await update(staff, orgId, { name });
      expect([answer.status, answer.body.message, answer.body.details]).toEqual([
        400,
        'Name is required',
        [{ path: 'name', message: 'Name is required' }],
      ]);
    }
    expect((await update(staff, orgId, { color: 'red' })).status).toBe(400);
  });

  it('[R121] stores an empty website and empty lists as null', async () => {
    const { orgId } = await world.organization({ site: 'https://a.test', sensorNotificationEmails: ['a@b.test'] });
    const body = { site: ' ', sensorNotificationEmails: [], systemNotificationEmails: [] };
    expect(await staff.call(updateOrganization, { params: { orgId }, body })).toMatchObject({
      site: null,
      sensorNotificationEmails: null,
      systemNotificationEmails: null,
    });
  });

  it('[R115] [R117] [R118] [R119] [R120] switches off what lacks its prerequisite, on the merged result', async () => {
    const all = Object.fromEntries(organizationFlags.map((flag) => [flag, true]));
    const { orgId } = await world.organization(all);
    const off = async (body: object) => {
      const made = await staff.call(updateOrganization, { params: { orgId }, body: { ...all, ...body } });
      return organizationFlags.filter((flag) => !made[flag]).join(' ');
    };
    expect(await off({ canViewTraffic: false })).toBe(
      'sftpEnabled apiClientsEnabled canViewTraffic canViewPOS canViewLabor canViewPerShiftMetrics canViewOccupancy ' +
        'canViewExpectedWaitTime canViewGender canViewQueueOptimizer canViewVisitorJourney canViewReports',
    );
    expect(await off({ sftpEnabled: false })).toBe('sftpEnabled canViewPOS canViewLabor canViewPerShiftMetrics');
    expect(await off({ canViewPOS: false })).toBe('canViewPOS canViewPerShiftMetrics');
    expect(await off({ canViewOccupancy: false })).toBe(
      'canViewOccupancy canViewExpectedWaitTime canViewQueueOptimizer',
    );
    expect(await off({ headroomEnabled: false })).toBe('headroomEnabled isHeadroomLite alarmsEnabled faceMaskEnabled');
    expect(await off({})).toBe('');
    const alone = await staff.call(updateOrganization, { params: { orgId }, body: { sftpEnabled: false } });
    expect(alone).toMatchObject({ canViewPOS: false, canViewPerShiftMetrics: false, canViewTraffic: true });
    // Switching the prerequisite on again does not restore what depended on it.
    const again = await staff.call(updateOrganization, { params: { orgId }, body: { sftpEnabled: true } });
    expect(again).toMatchObject({ sftpEnabled: true, canViewPOS: false });
  });

  it('[R129] affects what its people may use within a second', async () => {
    const { orgId } = await world.organization({ canViewTraffic: true });
    const person = await world.signIn(await world.user({ orgId }));
    const flag = async () =>
      (await person.call(getProfile, { query: { include: 'organization' } })).org?.canViewReports;
    expect(await flag()).toBe(false);
    await staff.call(updateOrganization, { params: { orgId }, body: { canViewReports: true } });
    expect(await flag()).toBe(true);
    const traffic = async () => (await person.get('/api/data/traffic/total?entityType=organization')).status;
    expect(await traffic()).toBe(200);
    await staff.call(updateOrganization, { params: { orgId }, body: { canViewTraffic: false } });
    const changedAt = performance.now();
    await expect.poll(traffic, { interval: 20 }).toBe(403);
    expect(performance.now() - changedAt).toBeLessThan(1000);
  });

  it('[S33] with an If-Match that no longer matches is refused, and changes nothing', async () => {
    const { orgId } = await world.organization({ name: 'First' });
    expect((await update(staff, orgId, { name: 'Second' }, { 'if-match': '1' })).status).toBe(200);
    for (const seen of ['1', '"1"', 'W/"1"', '99', 'nonsense']) {
      const answer = await update(staff, orgId, { name: 'Third' }, { 'if-match': seen });
      expect([seen, answer.status]).toEqual([seen, 412]);
    }
    for (const seen of ['"2"', '*']) {
      expect((await update(staff, orgId, { name: `Seen ${seen}` }, { 'if-match': seen })).status).toBe(200);
    }
    expect((await staff.call(getOrganization, { params: { orgId } })).name).toBe('Seen *');
  });

  it('loses nothing when two happen at once', async () => {
    const { orgId } = await world.organization();
    const changes = [
      { site: 'https://a.test' },
      { industryType: 'museum' },
      { canViewReports: true },
      { name: 'Last' },
    ];
    await Promise.all(changes.map((body) => staff.call(updateOrganization, { params: { orgId }, body })));
    expect(await staff.call(getOrganization, { params: { orgId } })).toMatchObject({
      ...Object.assign({}, ...changes),
      version: 5,
    });
  });
});
