import {
  createDeskCompany,
  createLocationContact,
  createTicket,
  deleteTicket,
  getTicket,
  listDeskGroups,
  listTickets,
  updateTicket,
} from '@atrium/contract/tickets';
import { createLocation, getLocation } from '@atrium/contract/locations';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from './client.ts';
import { type Freshdesk, startFreshdesk } from './freshdesk.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let peer: Freshdesk;
let time = new Date('2026-03-04T12:00:00Z');
beforeAll(async () => {
  peer = await startFreshdesk(() => time);
  world = await openWorld({ internalHosts: ['127.0.0.1'], freshdesk: peer.account, now: time });
});
afterEach(() => {
  peer.trouble = 'none';
});
afterAll(async () => {
  await world.close();
  await peer.close();
});

/** On both sides. */
function pass(minutes: number): void {
  world.pass({ minutes });
  time = world.now();
}

async function store(name = 'Acme', place = 'Congress') {
  const { orgId } = await world.organization({ name });
  const { locationId } = await world.location({ orgId, name: place, city: 'Austin', country: 'USA' });
  const admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
  return { orgId, locationId, admin };
}

const remarksOf = ({ headers }: { headers: Headers }) =>
  JSON.parse(decodeURIComponent(headers.get('x-atrium-messages') ?? '%5B%5D')) as string[];
function newest() {
  const { id, requester_id, company_id } = peer.tickets.at(-1) ?? { id: 0 };
  return { id, requester_id, company_id };
}
const of = (rows: readonly { id: number }[], id: unknown) => rows.find((row) => row.id === id);
const subjects = async (client: Client) => (await client.call(listTickets)).map(({ subject }) => subject);

describe('[R257] a ticket at Freshdesk', () => {
  it('is created with its company, contact and fields, and is shown with a link', async () => {
    const { orgId, locationId, admin } = await store('Northgate', 'Mall');
    const groups = await admin.call(listDeskGroups);
    expect(groups.map(({ name }) => name)).toEqual(['Field team', 'Hotline']);
    const group_id = groups[0]?.group_id ?? 0;
    const notes = 'Door <b>A</b> & B\nDark';
    const made = await admin.call(createTicket, { body: { locationId, subject: 'Dark', notes, group_id } });
    const held = peer.tickets.at(-1);
    expect(held).toMatchObject({
      subject: 'Dark',
      description: 'Door &lt;b&gt;A&lt;/b&gt; &amp; B<br>Dark',
      type: 'Test',
      status: 2,
      priority: 1,
      group_id,
    });
    expect(of(peer.contacts, held?.['requester_id'])).toMatchObject({
      name: 'Mall',
      unique_external_id: locationId,
      address: 'Austin, USA',
      company_id: held?.['company_id'],
    });
    expect(of(peer.companies, held?.['company_id'])).toMatchObject({
      name: 'Northgate',
      description: `Atrium organization ${orgId}`,
    });
    expect(made).toMatchObject({ locationId, subject: 'Dark', notes, group_id, status: 2 });
    expect(made.url).toBe(`${peer.account.origin}/a/tickets/${held?.id}`);
    await admin.call(createTicket, { body: { locationId, subject: 'Second' } });
    expect(peer.tickets.at(-1)).toMatchObject({ requester_id: held?.['requester_id'], description: '–' });
    expect(await admin.call(getTicket, { params: { ticketId: made.ticketId } })).toMatchObject({ notes });
    const second = (await admin.call(listTickets, { query: { search: 'Second' } }))[0]?.ticketId ?? '';
    expect(await admin.call(getTicket, { params: { ticketId: second } })).toMatchObject({ notes: null });
  });

  it('is changed and deleted there too', async () => {
    const { orgId, locationId, admin } = await store();
    const lamar = await world.location({ orgId, name: 'Lamar' });
    const { ticketId } = await admin.call(createTicket, { body: { locationId, subject: 'Dark', notes: 'x' } });
    const id = peer.tickets.at(-1)?.id;
    const params = { ticketId };
    pass(1);
    await admin.call(updateTicket, { params, body: { status: 4, ticketType: 'Problem', notes: null } });
    expect(of(peer.tickets, id)).toMatchObject({ status: 4, type: 'Problem', description: '–', subject: 'Dark' });
    await admin.call(updateTicket, { params, body: { locationId: lamar.locationId } });
    const requester = peer.contacts.find((row) => row['unique_external_id'] === lamar.locationId);
    expect(requester).not.toHaveProperty('address');
    expect(of(peer.tickets, id)).toMatchObject({ requester_id: requester?.id });
    await admin.call(deleteTicket, { params });
    expect(of(peer.tickets, id)).toMatchObject({ deleted: true });
    const other = await admin.call(createTicket, { body: { locationId, subject: 'In the bin there' } });
    peer.agentChanges(peer.tickets.at(-1)?.id ?? 0, { deleted: true });
    await admin.call(deleteTicket, { params: { ticketId: other.ticketId } });
    pass(1);
    expect(await subjects(admin)).toEqual([]);
  });

  it('follows what is done there: changes, new tickets, old ones, tickets in the bin', async () => {
    const { locationId, admin } = await store();
    const { ticketId } = await admin.call(createTicket, { body: { locationId, subject: 'Dark' } });
    const { id, requester_id, company_id } = newest();
    const path = `/api/desk/ticket/${ticketId}`;
    pass(1);
    const longAgo = '2020-01-01T00:00:00Z';
    peer.agentChanges(id, { status: 6, type: 'Incident', description: 'Seen', created_at: longAgo });
    peer.agentOpens({ subject: 'By phone', requester_id, company_id });
    peer.agentOpens({ subject: 'In general', requester_id: 1, company_id });
    peer.agentOpens({ subject: 'Torn\0 mail', requester_id, company_id, type: '\0' });
    peer.agentOpens({ subject: 'Of someone else', requester_id, company_id: 1 });
    const listed = await admin.call(listTickets, { query: { order: 'subject' } });
    expect(listed.map((each) => [each.subject, each.status, each.ticketType, each.locationId])).toEqual([
      ['By phone', 2, '', locationId],
      ['Dark', 6, 'Incident', locationId],
      ['In general', 2, '', null],
      ['Torn mail', 2, '', locationId],
    ]);
    expect((await admin.call(getTicket, { params: { ticketId } })).notes).toBe('Seen');
    const kept = await admin.call(updateTicket, { params: { ticketId }, body: { subject: 'Darker' } });
    expect([kept.status, kept.ticketType, kept.subject]).toEqual([6, 'Incident', 'Darker']);
    peer.agentChanges(id, { deleted: true });
    const missing = { status: 404, body: { message: 'The ticket was not found.' } };
    expect(await admin.get(path)).toMatchObject(missing);
    expect(await subjects(admin)).not.toContain('Darker');
    pass(1);
    peer.agentChanges(id, { deleted: false });
    expect(await subjects(admin)).toContain('Darker');
    peer.agentChanges(id, { deleted: true });
    expect(await admin.send('PUT', path, { status: 5 })).toMatchObject(missing);
    expect(await subjects(admin)).not.toContain('Darker');
    pass(1);
    peer.agentChanges(id, { deleted: false });
    expect(await subjects(admin)).toContain('Darker');
    peer.agentChanges(id, { created_at: 'soon' });
    expect((await admin.get(path)).status).toBe(503);
    peer.agentChanges(id, { company_id: 1, created_at: longAgo });
    expect((await admin.get(path)).status).toBe(404);
  });

  it('is found on every page, and Freshdesk is not queried on every view', async () => {
    const { locationId, admin } = await store();
    await admin.call(createTicket, { body: { locationId, subject: 'First' } });
    const { requester_id, company_id } = newest();
    for (let n = 1; n <= 230; n += 1) peer.agentOpens({ subject: `Ticket ${n}`, requester_id, company_id });
    const before = peer.asked.length;
    const list = await admin.get('/api/desk/ticket?limit=1');
    expect(list.headers.get('x-total-count')).toBe('231');
    await admin.get('/api/desk/ticket?limit=1');
    expect(peer.asked.length - before).toBe(3);
    pass(0.25);
    await admin.get('/api/desk/ticket?limit=1');
    expect(peer.asked.length - before).toBeGreaterThan(3);
  });
});

it('so many tickets that they do not come at once come the next time', async () => {
  const { locationId, admin } = await store();
  await admin.call(createTicket, { body: { locationId, subject: 'First' } });
  const { requester_id, company_id } = newest();
  for (let n = 1; n <= 1_010; n += 1) {
    pass(1 / 60);
    peer.agentOpens({ subject: `Ticket ${n}`, requester_id, company_id });
  }
  const total = async () => (await admin.get('/api/desk/ticket?limit=1')).headers.get('x-total-count');
  expect(await total()).toBe('1000');
  pass(1);
  expect(await total()).toBe('1011');
});

describe('a company at Freshdesk', () => {
  it('is never that of another organization, whatever it is called', async () => {
    const [first, second] = [await store('Twin'), await store('Twin')];
    await first.admin.call(createTicket, { body: { locationId: first.locationId, subject: 'Secret' } });
    await second.admin.call(createTicket, { body: { locationId: second.locationId, subject: 'Other' } });
    pass(1);
    expect([await subjects(first.admin), await subjects(second.admin)]).toEqual([['Secret'], ['Other']]);
    const names = peer.companies.filter(({ name }) => String(name).startsWith('Twin')).map(({ name }) => name);
    expect(names).toEqual(['Twin', `Twin (${second.orgId.slice(0, 8)})`]);
  });

  it('is the one that carries the mark of the organization, and contacts are found again', async () => {
    const { orgId, locationId, admin } = await store('Known');
    const at = { created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' };
    peer.companies.push({ id: 77, name: 'Known', description: `VIP. Atrium organization ${orgId}`, ...at });
    peer.contacts.push({ id: 78, name: 'Old', unique_external_id: locationId, company_id: 77, ...at });
    const company = await admin.call(createDeskCompany, { body: {} });
    const contact = await admin.call(createLocationContact, { params: { locationId }, body: {} });
    const { origin } = peer.account;
    expect([company.url, contact.url]).toEqual([`${origin}/a/companies/77`, `${origin}/a/contacts/78`]);
  });

  it('refuses a contact whose address someone else has', async () => {
    const [one, other] = [await store(), await store()];
    const body = { email: 'same@acme.test', phone: '1' };
    await one.admin.call(createLocationContact, { params: { locationId: one.locationId }, body });
    expect(peer.contacts.at(-1)).toMatchObject(body);
    const refused = await other.admin.post(`/api/desk/location-contact/${other.locationId}`, body);
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { message: 'The help desk already has this email address or phone number.' },
    ]);
  });
});

describe('a Freshdesk that fails', () => {
  const troubles = [
    ['is away', { status: 500 }, 503, 'The help desk cannot do this right now.'],
    ['has another key', { status: 401 }, 503, 'The help desk rejected the API key of this installation.'],
    ['is closed', { status: 403 }, 503, 'The help desk rejected the API key of this installation.'],
    ['has enough', { status: 429, retryAfter: 40 }, 503, 'The help desk is busy. Please try again in 40 seconds.'],
    ['answers nonsense', 'nonsense', 503, 'The help desk sent an unreadable response.'],
    ['is silent', 'silence', 503, 'The help desk cannot be reached right now.'],
  ] as const;

  it.each(troubles)(
    'because it %s opens no ticket and says why',
    async (_what, trouble, status, message) => {
      const { locationId, admin } = await store();
      await admin.call(createTicket, { body: { locationId, subject: 'Before' } });
      const count = peer.tickets.length;
      pass(1);
      peer.trouble = typeof trouble === 'string' ? trouble : { ...trouble };
      const refused = await admin.post('/api/desk/ticket', { locationId, subject: 'Now' });
      expect([refused.status, refused.body]).toMatchObject([status, { code: 'unavailable', message }]);
      if (message.includes('40')) expect(refused.headers.get('retry-after')).toBe('40');
      const list = await admin.get<{ subject: string }[]>('/api/desk/ticket');
      expect(list.body.map(({ subject }) => subject)).toEqual(['Before']);
      expect(remarksOf(list)).toEqual([`${message} Tickets are shown as they stood before.`]);
      peer.trouble = 'none';
      expect(await subjects(admin)).toEqual(['Before']);
      expect(peer.tickets.length).toBe(count);
    },
    30_000,
  );

  it('is asked again after a short pause where it asks for one', async () => {
    const { locationId, admin } = await store();
    await admin.call(createTicket, { body: { locationId, subject: 'Before' } });
    peer.trouble = { status: 429, until: new Date(Date.now() + 900) };
    await admin.call(createTicket, { body: { locationId, subject: 'After' } });
    expect(peer.tickets.at(-1)).toMatchObject({ subject: 'After' });
  });

  it('because it wants something else is quoted', async () => {
    const { locationId, admin } = await store();
    const { ticketId } = await admin.call(createTicket, { body: { locationId, subject: 'Before' } });
    peer.contacts.splice(
      peer.contacts.findIndex((row) => row['unique_external_id'] === locationId),
      1,
    );
    const refused = await admin.post('/api/desk/ticket', { locationId, subject: 'x' });
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { message: 'The help desk rejected this. requester_id: There is no contact matching it' },
    ]);
    peer.trouble = { status: 500 };
    const path = `/api/desk/ticket/${ticketId}`;
    expect((await admin.send('PUT', path, { status: 5 })).status).toBe(503);
    expect((await admin.send('DELETE', path)).status).toBe(503);
    peer.trouble = 'none';
    expect(await admin.call(getTicket, { params: { ticketId } })).toMatchObject({ status: 2 });
  });

  it('[R258] leaves the new location there, and says what could not be created', async () => {
    const { admin } = await store();
    peer.trouble = { status: 500 };
    const body = {
      name: 'Lamar',
      timezone: 'America/Chicago',
      site: [{ name: 'Door' }],
      createFreshDeskContact: true,
      installationOptions: { createInstallationTicket: true },
    };
    const made = await admin.call(createLocation, { body });
    expect(made.messages).toEqual([
      'Unable to create contact. The help desk cannot do this right now.',
      'Unable to create ticket. The help desk cannot do this right now.',
    ]);
    const kept = await admin.call(getLocation, { params: { locationId: made.locationId }, query: { include: 'site' } });
    expect(kept).toMatchObject({
      name: 'Lamar',
      site: [{ name: 'Door' }],
      createFreshDeskContact: false,
      installationOptions: { createInstallationTicket: false },
    });
  });
});

it('[S50] Freshdesk is not asked inside the own network unless an operator allows it', async () => {
  const closed = await openWorld({ freshdesk: peer.account });
  const { locationId, orgId } = await closed.location();
  const admin = await closed.signIn(await closed.user({ orgId, role: 'OrganizationAdministrator' }));
  const before = peer.asked.length;
  const refused = await admin.post('/api/desk/ticket', { locationId, subject: 'x' });
  expect([refused.status, refused.body]).toMatchObject([
    503,
    { message: 'The help desk is unavailable. The server log has the reason.' },
  ]);
  expect(peer.asked.length).toBe(before);
  expect(closed.log.join('')).toContain('does not use https');
  expect(closed.log.join('')).not.toContain(peer.account.apiKey);
  await closed.close();
});
