import {
  createDeskCompany,
  createLocationContact,
  createTicket,
  deleteTicket,
  getDeskCompany,
  getLocationContact,
  getTicket,
  listDeskGroups,
  listTickets,
  updateTicket,
} from '@atrium/contract/tickets';
import type { QueryInput } from '@atrium/contract/endpoint';
import { createLocation, getLocation, listLocations, updateLocation } from '@atrium/contract/locations';
import { getTicketStatuses, getTicketTypes } from '@atrium/contract/reference';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditOf } from './audit-trail.ts';
import type { Client } from './client.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

interface Refused {
  message: string;
  details?: { path: string; message: string }[];
}

async function store(): Promise<{ orgId: string; locationId: string; admin: Client }> {
  const { orgId } = await world.organization({ name: 'Acme' });
  const { locationId } = await world.location({ orgId, name: 'Congress' });
  const admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
  return { orgId, locationId, admin };
}

/** The details of a refusal, as `field: message`. */
async function refusal(client: Client, method: string, path: string, body: object): Promise<string[]> {
  const answer = await client.send<Refused>(method, path, body);
  expect(answer.status).toBe(400);
  return (answer.body.details ?? []).map((detail) => `${detail.path}: ${detail.message}`);
}

describe('[R257] tickets', () => {
  it('[R255] are created for a location, open and of type Test by default', async () => {
    const { orgId, locationId, admin } = await store();
    const plain = await admin.call(createTicket, { body: { locationId, subject: '  Door counts twice ' } });
    expect(plain).toMatchObject({
      orgId,
      locationId,
      locationName: 'Congress',
      ticketType: 'Test',
      group_id: null,
      subject: 'Door counts twice',
      notes: null,
      status: 2,
      url: null,
      createdAt: world.now().toISOString(),
    });
    const [group] = await admin.call(listDeskGroups);
    const full = { ticketType: 'Problem', group_id: group?.group_id ?? 0, subject: 'Dark', notes: 'a\nb', status: 3 };
    const other = await admin.call(createTicket, { body: { locationId, ...full } });
    expect(await admin.call(getTicket, { params: { ticketId: other.ticketId } })).toEqual(other);
    expect(other).toMatchObject(full);
  });

  it('[R256] have types and statuses from the reference lists, and groups from the desk', async () => {
    const { locationId, admin } = await store();
    const types = await admin.call(getTicketTypes);
    const statuses = await admin.call(getTicketStatuses);
    for (const ticketType of types) {
      const made = await admin.call(createTicket, { body: { locationId, subject: 'x', ticketType } });
      expect(made.ticketType).toBe(ticketType);
    }
    for (const { id: status } of statuses) {
      const made = await admin.call(createTicket, { body: { locationId, subject: 'x', status } });
      expect(made.status).toBe(status);
    }
    const wrong = { locationId, subject: 'x', ticketType: 'Wish', status: 1 };
    expect(await refusal(admin, 'POST', '/api/desk/ticket', wrong)).toEqual([
      'ticketType: Ticket type must be one from the list',
      'status: Status must be one from the list',
    ]);
    expect(await refusal(admin, 'POST', '/api/desk/ticket', { locationId, subject: 'x', group_id: 99 })).toEqual([
      'group_id: Group must be one from the list',
    ]);
  });

  it('need a subject and a location', async () => {
    const { admin } = await store();
    expect(await refusal(admin, 'POST', '/api/desk/ticket', { subject: ' ' })).toEqual([
      'locationId: Location is required',
      'subject: Subject is required',
    ]);
    const unknown = await admin.post('/api/desk/ticket', { subject: 'x', locationId: 'nonsense' });
    expect(unknown.status).toBe(404);
    expect((await admin.post('/api/desk/ticket', { subject: 'x', color: 'red' })).status).toBe(400);
  });

  it('are changed by the given fields, with the version that was seen, and are deleted', async () => {
    const { orgId, locationId, admin } = await store();
    const there = await world.location({ orgId, name: 'Lamar' });
    const made = await admin.call(createTicket, { body: { locationId, subject: 'Dark', notes: 'See there' } });
    const path = `/api/desk/ticket/${made.ticketId}`;
    world.pass({ minutes: 5 });
    const params = { ticketId: made.ticketId };
    const moved = await admin.call(updateTicket, { params, body: { status: 4, locationId: there.locationId } });
    expect(moved).toEqual({
      ...made,
      status: 4,
      locationId: there.locationId,
      locationName: 'Lamar',
      version: made.version + 1,
      updatedAt: world.now().toISOString(),
    });
    expect(await admin.call(updateTicket, { params, body: { status: 4 } })).toEqual(moved);
    const cleared = await admin.call(updateTicket, { params, body: { notes: null } });
    expect([cleared.notes, cleared.subject]).toEqual([null, 'Dark']);
    const stale = await admin.send('PUT', path, { subject: 'x' }, { 'if-match': String(made.version) });
    expect(stale.status).toBe(412);
    const seen = { 'if-match': String(cleared.version) };
    const together = await Promise.all(['a', 'b', 'c'].map((notes) => admin.send('PUT', path, { notes }, seen)));
    expect(together.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 412, 412]);
    expect(await refusal(admin, 'PUT', path, { subject: null, locationId: null })).toEqual([
      'locationId: Location is required',
      'subject: Subject is required',
    ]);
    await admin.call(deleteTicket, { params });
    expect(await admin.get(path)).toMatchObject({ status: 404, body: { message: 'The ticket was not found.' } });
    expect((await admin.send('DELETE', path)).status).toBe(404);
    expect(await admin.call(listTickets)).toEqual([]);
    const log = await auditOf(world, orgId);
    expect(log.map(({ action, detail }) => [action, detail?.['changed'] ?? detail?.['name']])).toEqual([
      ['signed-in', undefined],
      ['desk-company-created', 'Acme'],
      ['desk-contact-created', 'Congress'],
      ['ticket-created', 'Dark'],
      ['desk-contact-created', 'Lamar'],
      ['ticket-changed', { status: [2, 4], location: ['Congress', 'Lamar'] }],
      ['ticket-changed', { notes: ['See there', null] }],
      ['ticket-changed', { notes: [null, expect.stringMatching(/^[abc]$/)] }],
      ['ticket-deleted', 'Dark'],
    ]);
  });

  it('are listed by organization and by location: paged, sorted, searched, filtered', async () => {
    const { orgId, locationId, admin } = await store();
    const lamar = await world.location({ orgId, name: 'Lamar' });
    const at = (minutes: number) => new Date(world.now().getTime() + minutes * 60_000);
    const ticket = (subject: string, minutes: number, more: object = {}) =>
      world.ticket({ orgId, locationId, subject, createdAt: at(minutes), ...more });
    await ticket('a', 1, { ticketType: 'Problem', notes: 'Ladder' });
    await ticket('b', 2, { status: 5 });
    await ticket('c', 3, { locationId: lamar.locationId });
    await ticket('gone', 4, { deletedAt: at(5) });
    await ticket('elsewhere', 4, { desk: 'acme.freshdesk.com', externalId: '1' });
    const list = async (query: QueryInput<typeof listTickets>) =>
      (await admin.call(listTickets, { query })).map(({ subject }) => subject).join('');
    expect(await list({})).toBe('cba');
    expect(await list({ locationId })).toBe('ba');
    expect(await list({ status: '5' })).toBe('b');
    expect(await list({ ticketType: 'Problem' })).toBe('a');
    expect(await list({ search: 'ladder' })).toBe('a');
    expect(await list({ search: 'LAMAR' })).toBe('c');
    expect(await list({ order: 'subject' })).toBe('abc');
    expect(await list({ order: '-locationName,subject' })).toBe('cab');
    const page = await admin.get<unknown[]>('/api/desk/ticket?limit=1&offset=1');
    expect([page.body.length, page.headers.get('x-total-count')]).toEqual([1, '3']);
    for (const query of ['locationId=nonsense', `locationId=${orgId}`]) {
      expect((await admin.get(`/api/desk/ticket?${query}`)).status).toBe(404);
    }
    expect((await admin.get('/api/desk/ticket?status=open')).status).toBe(400);
    const limited = await world.signIn(await world.user({ locations: [lamar] }));
    expect((await limited.call(listTickets)).map(({ subject }) => subject)).toEqual(['c']);
  });

  it('without a location are for those who see the whole organization', async () => {
    const { orgId, locationId, admin } = await store();
    const { ticketId } = await world.ticket({ orgId, subject: 'General' });
    expect(await admin.call(listTickets)).toMatchObject([{ ticketId, locationId: null, locationName: null }]);
    const [place] = (await admin.call(listLocations)).filter((each) => each.locationId === locationId);
    const user = await world.user({ orgId, locations: [await world.location({ orgId })] });
    const limited = await world.signIn(user);
    expect(await limited.call(listTickets)).toEqual([]);
    expect((await limited.get(`/api/desk/ticket/${ticketId}`)).status).toBe(404);
    expect(place?.name).toBe('Congress');
  });
});

describe('the organization and its locations at the help desk', () => {
  it('are a company and contacts, created once', async () => {
    const { orgId, locationId, admin } = await store();
    const params = { locationId };
    expect([await admin.call(getDeskCompany), await admin.call(getLocationContact, { params })]).toEqual([null, null]);
    const body = { email: ' door@acme.test ', phone: '+1 512 555 0100' };
    const contact = await admin.call(createLocationContact, { params, body });
    expect(contact).toMatchObject({ orgId, locationId, name: 'Congress', email: 'door@acme.test', url: null });
    expect(contact.phone).toBe('+1 512 555 0100');
    const company = await admin.call(getDeskCompany);
    expect(company).toMatchObject({ orgId, name: 'Acme', url: null });
    expect(await admin.call(createDeskCompany, { body: { name: 'Other' } })).toEqual(company);
    expect(await admin.call(createLocationContact, { params, body: {} })).toEqual(contact);
    expect(await admin.call(getLocationContact, { params })).toEqual(contact);
  });

  it('have their own names on request', async () => {
    const { locationId, admin } = await store();
    expect((await admin.call(createDeskCompany, { body: { name: ' Acme Ltd ' } })).name).toBe('Acme Ltd');
    const path = `/api/desk/location-contact/${locationId}`;
    expect(await refusal(admin, 'POST', path, { email: 'nobody' })).toEqual(['email: Valid email is required']);
    expect(await refusal(admin, 'POST', path, { name: 'x'.repeat(201) })).toEqual(['name: At most 200 characters']);
    const named = await admin.call(createLocationContact, { params: { locationId }, body: { name: 'Front door' } });
    expect(named.name).toBe('Front door');
  });

  it('are created once, however many requests come at the same time', async () => {
    const { orgId, locationId, admin } = await store();
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        admin.call(createTicket, { body: { locationId, subject: `Ticket ${index}` } }),
      ),
    );
    expect(new Set(all.map(({ ticketId }) => ticketId)).size).toBe(8);
    const made = (await auditOf(world, orgId)).filter(({ action }) => action.startsWith('desk-'));
    expect(made.map(({ action }) => action)).toEqual(['desk-company-created', 'desk-contact-created']);
  });
});

describe('[R258] a new location', () => {
  const austin = { name: 'Lamar', timezone: 'America/Chicago' };

  it('[R152] becomes a contact with an installation ticket, of type Installation Event, on request', async () => {
    const { admin } = await store();
    const made = await admin.call(createLocation, {
      body: {
        ...austin,
        createFreshDeskContact: true,
        installationOptions: { createInstallationTicket: true, notes: ' Two doors\nLadder needed ' },
      },
    });
    const done = {
      createFreshDeskContact: true,
      installationOptions: {
        createInstallationTicket: true,
        ticketType: 'Installation Event',
        notes: 'Two doors\nLadder needed',
      },
    };
    expect(made).toMatchObject(done);
    expect(made.messages).toBeUndefined();
    const { locationId } = made;
    expect(await admin.call(getLocation, { params: { locationId } })).toMatchObject(done);
    expect(await admin.call(getLocationContact, { params: { locationId } })).toMatchObject({ name: 'Lamar' });
    expect(await admin.call(listTickets, { query: { locationId } })).toMatchObject([
      {
        ticketType: 'Installation Event',
        subject: 'Installation Event: Lamar',
        notes: 'Two doors\nLadder needed',
        status: 2,
      },
    ]);
  });

  it('has neither by default, and can get them later', async () => {
    const { admin } = await store();
    const { locationId, ...made } = await admin.call(createLocation, { body: austin });
    expect(made).toMatchObject({
      createFreshDeskContact: false,
      installationOptions: { createInstallationTicket: false, ticketType: 'Installation Event', notes: null },
    });
    const params = { locationId };
    expect(await admin.call(getLocationContact, { params })).toBeNull();
    expect(await admin.call(listTickets, { query: { locationId } })).toEqual([]);
    const asked = {
      createFreshDeskContact: true,
      installationOptions: { createInstallationTicket: true, ticketType: 'Maintenance' },
    };
    const saved = await admin.call(updateLocation, { params, body: { ...asked, city: 'Austin' } });
    expect(saved).toMatchObject({ ...asked, city: 'Austin' });
    expect(await admin.call(getLocationContact, { params })).toMatchObject({ name: 'Lamar' });
    await admin.call(updateLocation, { params, body: asked });
    const tickets = await admin.call(listTickets, { query: { locationId } });
    expect(tickets.map(({ ticketType }) => ticketType)).toEqual(['Maintenance']);
  });

  it('is not created with an unknown ticket type', async () => {
    const { admin } = await store();
    const installationOptions = { createInstallationTicket: true, ticketType: 'Party', notes: 'x'.repeat(10_001) };
    expect(await refusal(admin, 'POST', '/api/location', { ...austin, installationOptions })).toEqual([
      'installationOptions.ticketType: Ticket type must be one from the list',
      'installationOptions.notes: Notes must have at most 10,000 characters',
    ]);
    expect((await admin.call(listLocations)).map(({ name }) => name)).toEqual(['Congress']);
  });
});
