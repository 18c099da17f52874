import { createAnnotation } from '@atrium/contract/annotations';
import { isOpenToKiosks } from '@atrium/contract/access';
import { catalog } from '@atrium/contract/catalog';
import { deleteDashboard, publishDashboard, unpublishDashboard } from '@atrium/contract/dashboards';
import type { ErrorReply } from '@atrium/contract/envelope';
import { createKioskLink, revokeKioskLink } from '@atrium/contract/kiosk-links';
import { listLocations } from '@atrium/contract/locations';
import { counterActions } from '@atrium/contract/manual-occupancy';
import { updateOrganization } from '@atrium/contract/organizations';
import { deleteUser, disableLogin, enableLogin } from '@atrium/contract/users';
import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { notification } from '../src/registry/notifications.ts';
import { organization } from '../src/registry/schema/organizations.ts';
import { locationAssignment } from '../src/registry/schema/people.ts';
import { type Client } from './client.ts';
import { aDashboard, at, dashboardTeam } from './dashboard-world.ts';
import { aLink, of, onTheWall, secretOf, shownOn, statusOf, wallScreen } from './kiosk-world.ts';
import { screensOf } from './screen.ts';
import { within } from './within.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let team: Awaited<ReturnType<typeof dashboardTeam>>;
beforeAll(async () => {
  world = await openWorld();
  team = await dashboardTeam(world);
});
afterAll(() => world.close());

const create = (client: Client, body: unknown) => client.post<ErrorReply>('/api/kiosk-link', body);

describe('a wall screen', () => {
  it('[S193] is refused by every call that a reader of a dashboard does not need', async () => {
    const { link, screen } = await onTheWall(world, team.admin);
    const closed = catalog.filter((endpoint) => !isOpenToKiosks(endpoint));
    const open = catalog.filter(({ access }) => access.kind !== 'public' && access.kiosk !== undefined);
    expect(closed.length).toBeGreaterThan(200);
    for (const { method, path, aliases = [] } of closed) {
      for (const each of [path, ...aliases]) {
        const answer = await screen.send(
          method,
          each.replaceAll(/\{\w+\}/g, () => randomUUID()),
        );
        expect([method, each, answer.status]).toEqual([method, each, 403]);
      }
    }
    // Whatever is added here must be something that cards show.
    const data = open.filter(({ area }) => area === 'data-api').map(({ name }) => name);
    expect(new Set(open.map(({ name }) => name).filter((name) => !data.includes(name)))).toEqual(
      new Set([
        'getKiosk',
        'listAnnotations',
        'getKioskDashboard',
        'getWidgetImage',
        'getSensorImage',
        'getWeather',
        'getLocation',
        'listLocations',
      ]),
    );
    expect(open.every(({ method, readsOnly }) => method === 'GET' || readsOnly)).toBe(true);
    expect((await team.admin.get(`/api/kiosk-link`)).status).toBe(200);
    expect(await statusOf(wallScreen(world, link))).toBe(200);
  });

  it('[S193] has calls that people and API clients may not make', async () => {
    const { dashboard } = await onTheWall(world, team.admin);
    for (const client of [team.owner, team.admin]) {
      expect(await statusOf(client)).toBe(403);
      expect((await client.get(`/api/kiosk/dashboard/${dashboard.dashboardId}`)).status).toBe(403);
    }
    expect(await statusOf(world.anonymous())).toBe(401);
  });

  it('[S194] reads only the dashboards of its link, and their images', async () => {
    const { dashboard, screen } = await onTheWall(world, team.owner);
    const other = await aDashboard(team.owner);
    const imageOf = async ({ dashboardId }: { dashboardId: string }) => {
      const file = { orgId: team.orgId, entityType: 'dashboard', entityId: dashboardId, name: 'x.png', isImage: true };
      const { id } = await world.attachment(file);
      return `/api/dashboard/${dashboardId}/attachment/${id}`;
    };
    const [own, foreign] = [await imageOf(dashboard), await imageOf(other)];
    expect((await screen.get(own)).status).toBe(200);
    expect((await team.owner.get(foreign)).status).toBe(200);
    expect((await screen.get(foreign)).status).toBe(404);
    expect((await screen.get(`/api/kiosk/dashboard/${other.dashboardId}`)).status).toBe(404);
    expect((await screen.get(`/api/kiosk/dashboard/nonsense`)).status).toBe(404);
  });

  it('[S194] shows no dashboard of another organization, nor one that its owner does not see', async () => {
    const neighbors = await dashboardTeam(world);
    const [theirs, hidden] = [await aDashboard(neighbors.owner), await aDashboard(team.reader)];
    for (const { dashboardId } of [theirs, hidden, { dashboardId: randomUUID() }, { dashboardId: 'nonsense' }]) {
      const answer = await create(team.owner, { name: 'x', items: [{ dashboardId, seconds: 10 }] });
      expect(answer.status).toBe(404);
    }
    const { screen } = await onTheWall(world, team.owner);
    expect((await screen.get(`/api/kiosk?orgId=${neighbors.orgId}`)).status).toBe(404);
    expect((await screen.get(`/api/location?orgId=${neighbors.orgId}`)).status).toBe(404);
  });

  it('[R1022] [S195] drops a dashboard that its owner no longer sees', async () => {
    const [own, borrowed] = [await aDashboard(team.owner), await aDashboard(team.reader)];
    await team.reader.call(publishDashboard, { ...at(borrowed), body: { isPublic: true } });
    const screen = wallScreen(world, await aLink(team.owner, [own, borrowed]));
    expect(await shownOn(screen)).toEqual([own.dashboardId, borrowed.dashboardId]);
    await team.reader.call(unpublishDashboard, at(borrowed));
    expect(await shownOn(screen)).toEqual([own.dashboardId]);
    expect((await screen.get(`/api/kiosk/dashboard/${borrowed.dashboardId}`)).status).toBe(404);
    await team.owner.call(deleteDashboard, at(own));
    expect(await shownOn(screen)).toEqual([]);
  });

  it('[S195] ends with a revoked link and an expired one', async () => {
    const { link, screen } = await onTheWall(world, team.owner);
    const soon = new Date(world.now().getTime() + 60_000).toISOString();
    const limited = wallScreen(world, await aLink(team.owner, [link.items[0]!], { expiresAt: soon }));
    expect([await statusOf(screen), await statusOf(limited)]).toEqual([200, 200]);
    await team.owner.call(revokeKioskLink, of(link));
    expect(await statusOf(screen)).toBe(401);
    const before = world.now();
    world.pass({ seconds: 61 });
    expect(await statusOf(limited)).toBe(401);
    expect(world.now().getTime()).toBeGreaterThan(before.getTime());
  });

  it('[S195] ends with an owner who is disabled or deleted, and comes back with one who is enabled', async () => {
    const ada = await world.user({ orgId: team.orgId });
    const { screen } = await onTheWall(world, await world.signIn(ada));
    const params = { userId: ada.userId };
    await team.admin.call(disableLogin, { params });
    expect(await statusOf(screen)).toBe(401);
    await team.admin.call(enableLogin, { params });
    expect(await statusOf(screen)).toBe(200);
    await team.admin.call(deleteUser, { params });
    expect(await statusOf(screen)).toBe(401);
  });

  it('[S195] ends with the subscription of the organization', async () => {
    const { orgId, ada, owner } = await dashboardTeam(world);
    const { screen } = await onTheWall(world, owner);
    const set = (values: Partial<typeof organization.$inferInsert>) =>
      world.registry.system(async ({ sql, client }) => {
        await sql.update(organization).set(values).where(eq(organization.orgId, orgId));
        await client.query(notification('access', ada.userId));
      });
    for (const [off, on] of [
      [{ isEnabled: false }, { isEnabled: true }],
      [{ subExpiration: '2020-01-01' }, { subExpiration: null }],
    ]) {
      await set(off!);
      await expect.poll(() => statusOf(screen)).toBe(403);
      await set(on!);
      await expect.poll(() => statusOf(screen)).toBe(200);
    }
  });

  it('[S196] sees the places of its owner, and follows them', async () => {
    const { orgId } = await world.organization({ canViewTraffic: true });
    const [here, there] = [await world.location({ orgId }), await world.location({ orgId })];
    const limited = await world.user({ locations: [here] });
    const { screen } = await onTheWall(world, await world.signIn(limited));
    const places = async () => (await screen.call(listLocations)).map(({ locationId }) => locationId);
    const asked = ({ locationId }: { locationId: string }) =>
      screen.get(`/api/data/traffic/total?entityType=location&entityIds=${locationId}`);
    expect(await places()).toEqual([here.locationId]);
    expect([(await asked(here)).status, (await asked(there)).status]).toEqual([200, 404]);
    await world.registry.system(async ({ sql, client }) => {
      await sql
        .update(locationAssignment)
        .set({ locationId: there.locationId })
        .where(eq(locationAssignment.userId, limited.userId));
      await client.query(notification('access', limited.userId));
    });
    await expect.poll(places).toEqual([there.locationId]);
    expect([(await asked(here)).status, (await asked(there)).status]).toEqual([404, 200]);
  });

  it('[S196] has the role of a reader, even if its owner is an administrator, and includes nothing in places', async () => {
    const { orgId } = await world.organization({ canViewTraffic: true });
    const admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
    const { locationId } = await world.location({ orgId });
    await world.site({ locationId });
    const { screen } = await onTheWall(world, admin);
    const path = `/api/location/${locationId}?include=site`;
    expect((await admin.get(path)).body).toHaveProperty('site');
    expect((await screen.get(path)).body).not.toHaveProperty('site');
  });

  it('[S193] sees neither notes for installers nor names of people', async () => {
    const { screen } = await onTheWall(world, team.admin);
    const { locationId } = await world.location({ orgId: team.orgId });
    const notes = { createInstallationTicket: true, ticketType: 'Problem', notes: 'The key is under the mat' };
    await world.registry.owner.query('UPDATE location SET installation_options = $2 WHERE location_id = $1', [
      locationId,
      notes,
    ]);
    const day = { startDate: '2026-03-04', locationId };
    await team.admin.call(createAnnotation, { body: { ...day, text: 'Sale' } });
    for (const path of [`/api/location/${locationId}`, '/api/location', '/api/annotation']) {
      const [all, seen] = [await team.admin.get(path), await screen.get(path)].map(({ body }) => JSON.stringify(body));
      expect(all).toMatch(/under the mat|"createdBy":"/);
      expect(seen).toContain(locationId);
      expect(seen).not.toMatch(/under the mat|"createdBy":"/);
    }
  });

  it('[S196] of staff belongs to the organization in which it was created', async () => {
    const neighbors = await dashboardTeam(world);
    const staff = await world.signIn(await world.staff());
    const query = { orgId: team.orgId };
    const published = await aDashboard(team.owner);
    await team.owner.call(publishDashboard, { ...at(published), body: { isPublic: true } });
    const items = [{ dashboardId: published.dashboardId, seconds: 10 }];
    const link = await staff.call(createKioskLink, { query, body: { name: 'Staff', items } });
    const screen = wallScreen(world, link);
    expect(await shownOn(screen)).toEqual([published.dashboardId]);
    expect((await screen.get(`/api/kiosk?orgId=${neighbors.orgId}`)).status).toBe(404);
  });

  it('[S198] has 40 calls at once at most, so that one link does not stop the rest of the organization', async () => {
    const { link, screen } = await onTheWall(world, team.owner);
    const { screen: another } = await onTheWall(world, team.owner);
    const headers = {
      authorization: `Kiosk ${secretOf(link)}`,
      'content-type': 'application/json',
      'content-length': '2',
    };
    const held = Array.from({ length: 40 }, () => {
      const call = request(`${world.url}/api/data/traffic`, { method: 'POST', headers, agent: false });
      call.on('error', () => {});
      // Its body never comes.
      call.flushHeaders();
      return call;
    });
    await expect.poll(() => statusOf(screen)).toBe(429);
    expect(await statusOf(another)).toBe(200);
    for (const call of held) call.destroy();
    await expect.poll(() => statusOf(screen)).toBe(200);
  });

  it('[S197] never acts for the person whose cookie comes with its secret, nor the other way around', async () => {
    const { link } = await onTheWall(world, team.owner);
    const authorization = `Kiosk ${secretOf(link)}`;
    expect((await team.admin.get('/api/kiosk-link', { authorization })).status).toBe(403);
    expect((await team.admin.get('/api/kiosk-link', { authorization: 'Kiosk nonsense' })).status).toBe(401);
    const answer = await team.admin.get('/api/kiosk', { authorization });
    expect([answer.status, answer.setCookies.size]).toEqual([200, 0]);
    expect((await team.admin.get('/api/kiosk-link')).status).toBe(200);
    expect((await world.anonymous({ authorization: `Bearer ${secretOf(link)}` }).get('/api/kiosk')).status).toBe(401);
  });
});

describe('the live numbers of a wall screen', () => {
  const { open, closeAll } = screensOf(() => world);
  afterAll(closeAll);

  it('[S199] follow its owner, and end with the link within seconds; nobody counts with it', async () => {
    const { orgId } = await world.organization({ canViewTraffic: true, canViewOccupancy: true });
    const [here, there] = [await world.location({ orgId }), await world.location({ orgId })];
    const owner = await world.signIn(await world.user({ locations: [here] }));
    const { link } = await onTheWall(world, owner);
    const screen = await open(undefined, { auth: { kiosk: secretOf(link) } });
    expect(screen.states).toEqual(['connected']);
    expect(await screen.subscribe('location', here.locationId)).toEqual({ ok: true });
    expect(await screen.subscribe('location', there.locationId)).toHaveProperty('error');
    for (const { event } of Object.values(counterActions)) {
      const { spaceId } = await world.space({ locationId: here.locationId });
      const payload = { spaceId, actionId: randomUUID(), at: world.now().toISOString(), value: 3 };
      expect(await screen.send(event, payload)).toEqual({
        error: 'Wall screens may not call this.',
        code: 'forbidden',
      });
    }
    await owner.call(revokeKioskLink, { params: { kioskLinkId: link.kioskLinkId } });
    await vi.waitFor(() => expect(screen.states.at(-1)).toBe('io server disconnect'), within(5));
    const again = await open(undefined, { auth: { kiosk: secretOf(link) } });
    expect(again.states).toEqual(['Please sign in.']);
  });

  it('[S199] are never those of the person whose cookie comes along', async () => {
    const screen = await open(team.admin, { auth: { kiosk: 'nonsense' } });
    expect(screen.states).toEqual(['Please sign in.']);
  });

  it('[S195] [S199] of a link of staff end with the rights of the organization', async () => {
    const { orgId } = await world.organization({ canViewTraffic: true });
    const { locationId } = await world.location({ orgId });
    const owner = await world.signIn(await world.user({ orgId }));
    const published = await aDashboard(owner);
    await owner.call(publishDashboard, { ...at(published), body: { isPublic: true } });
    const staff = await world.signIn(await world.staff());
    const items = [{ dashboardId: published.dashboardId, seconds: 10 }];
    const link = await staff.call(createKioskLink, { query: { orgId }, body: { name: 'Staff', items } });
    const screen = await open(undefined, { auth: { kiosk: secretOf(link) } });
    expect(await screen.subscribe('location', locationId)).toEqual({ ok: true });
    await staff.call(updateOrganization, { params: { orgId }, body: { canViewTraffic: false } });
    await vi.waitFor(async () => {
      expect(await screen.subscribe('location', locationId)).toHaveProperty('error');
    }, within(5));
  });

  it('[S198] are 100 connections at most, so that one link does not use up those of the organization', async () => {
    const { link } = await onTheWall(world, team.owner);
    const auth = { kiosk: secretOf(link) };
    const screens = await Promise.all(Array.from({ length: 100 }, () => open(undefined, { auth })));
    expect(new Set(screens.flatMap(({ states }) => states))).toEqual(new Set(['connected']));
    const another = await open(undefined, { auth });
    expect(another.states).toEqual(['Your organization has too many open live connections.']);
    const { link: other } = await onTheWall(world, team.owner);
    expect((await open(undefined, { auth: { kiosk: secretOf(other) } })).states).toEqual(['connected']);
  });

  it('[S199] end when the link expires', async () => {
    const { dashboard } = await onTheWall(world, team.owner);
    const expiresAt = new Date(world.now().getTime() + 60_000).toISOString();
    const screen = await open(undefined, {
      auth: { kiosk: secretOf(await aLink(team.owner, [dashboard], { expiresAt })) },
    });
    expect(screen.states).toEqual(['connected']);
    world.pass({ seconds: 61 });
    await vi.waitFor(() => expect(screen.states.at(-1)).toBe('io server disconnect'), within(10));
  });
});
