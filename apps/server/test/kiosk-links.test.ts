import { updateDashboard } from '@atrium/contract/dashboards';
import type { ErrorReply } from '@atrium/contract/envelope';
import {
  createKioskLink,
  getKiosk,
  getKioskDashboard,
  listKioskLinks,
  revokeKioskLink,
  updateKioskLink,
} from '@atrium/contract/kiosk-links';
import {
  kioskTexts,
  maxKioskItems,
  maxKioskLinks,
  maxOwnKioskLinks,
  wrongKioskSecrets,
} from '@atrium/rules/kiosk-links';
import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashToken, newToken } from '../src/accounts/secrets.ts';
import { purgeKioskLinks } from '../src/features/kiosk-links/store.ts';
import { kioskLink } from '../src/registry/schema/kiosk-links.ts';
import { auditOf } from './audit-trail.ts';
import { type Client, pathOf } from './client.ts';
import { aDashboard, at, aWidget, dashboardTeam } from './dashboard-world.ts';
import { aLink, of, onTheWall, secretOf, shownOn, statusOf, wallScreen } from './kiosk-world.ts';
import { openWorld, type World } from './world.ts';

let world: World;
let team: Awaited<ReturnType<typeof dashboardTeam>>;
beforeAll(async () => {
  world = await openWorld();
  team = await dashboardTeam(world);
});
afterAll(() => world.close());

const idsOf = async (client: Client) => (await client.call(listKioskLinks)).map(({ kioskLinkId }) => kioskLinkId);
const create = (client: Client, body: unknown) => client.post<ErrorReply>('/api/kiosk-link', body);

describe('a kiosk link', () => {
  it('[R1015] [S192] shows its secret once and keeps only a hash of it', async () => {
    const dashboard = await aDashboard(team.owner, { name: 'Sales' });
    const items = [{ dashboardId: dashboard.dashboardId, seconds: 30 }];
    const { url, ...link } = await team.owner.call(createKioskLink, { body: { name: '  Lobby ', items } });
    expect(url).toMatch(/^http:\/\/localhost:\d+\/#\/kiosk\/[0-9a-z]{32}$/);
    expect(link).toEqual({
      kioskLinkId: expect.any(String),
      orgId: team.orgId,
      userId: team.ada.userId,
      ownerName: 'Ada',
      name: 'Lobby',
      items: [{ ...items[0], name: 'Sales' }],
      expiresAt: null,
      isActive: true,
      createdAt: world.now().toISOString(),
      lastSeenAt: null,
      version: 1,
    });
    const listed = await team.owner.call(listKioskLinks);
    expect(listed).toContainEqual(link);
    expect(JSON.stringify(listed)).not.toContain(secretOf({ url }));
    const { rows } = await world.registry.owner.query('SELECT * FROM kiosk_link WHERE kiosk_link_id = $1', [
      link.kioskLinkId,
    ]);
    expect(rows[0]).toMatchObject({ token_hash: hashToken(secretOf({ url })) });
    expect(JSON.stringify(rows)).not.toContain(secretOf({ url }));
    expect(world.log.join('')).not.toContain(secretOf({ url }));
  });

  it('[R1016] plays dashboards in the order of its list, and notes when a screen was last seen', async () => {
    const [first, second] = [await aDashboard(team.owner, { name: 'One' }), await aDashboard(team.owner)];
    const link = await aLink(team.owner, [second, first, second]);
    const screen = wallScreen(world, link);
    const state = await screen.call(getKiosk);
    expect(state).toMatchObject({ kioskLinkId: link.kioskLinkId, orgId: team.orgId, name: 'Lobby' });
    expect(state.items.map(({ name, seconds }) => [name, seconds])).toEqual([
      ['Stores', 10],
      ['One', 10],
      ['Stores', 10],
    ]);
    const listed = await team.owner.call(listKioskLinks);
    expect(listed.find(({ kioskLinkId }) => kioskLinkId === link.kioskLinkId)?.lastSeenAt).toBe(
      world.now().toISOString(),
    );
  });

  it('[R1017] says at once what its owner changed, edits of a dashboard included', async () => {
    const { dashboard, link, screen } = await onTheWall(world, team.owner);
    const other = await aDashboard(team.owner, { name: 'Other' });
    const [before] = (await screen.call(getKiosk)).items;
    await team.owner.call(updateDashboard, { ...at(dashboard), body: { config: [aWidget()] } });
    const [after] = (await screen.call(getKiosk)).items;
    expect(after?.version).toBe((before?.version ?? 0) + 1);
    const read = await screen.call(getKioskDashboard, at(dashboard));
    expect(read).toMatchObject({ name: 'Stores', version: after?.version });
    expect(JSON.parse(read.config)).toHaveLength(1);
    const items = [{ dashboardId: other.dashboardId, seconds: 5 }];
    const changed = await team.owner.call(updateKioskLink, { ...of(link), body: { name: 'Hall', items } });
    expect(changed).toMatchObject({ name: 'Hall', version: 2 });
    expect(await shownOn(screen)).toEqual([other.dashboardId]);
    expect((await screen.get(`/api/kiosk/dashboard/${dashboard.dashboardId}`)).status).toBe(404);
    const stale = await team.owner.send(
      'PUT',
      pathOf('/api/kiosk-link/{kioskLinkId}', of(link).params),
      { name: 'x' },
      {
        'if-match': '"1"',
      },
    );
    expect(stale.status).toBe(412);
  });

  it('[R1018] is refused without a name or a dashboard, with wrong seconds, or with an end in the past', async () => {
    const { dashboardId } = await aDashboard(team.owner);
    const items = [{ dashboardId, seconds: 10 }];
    const wrong: [object, string][] = [
      [{ name: ' ', items }, kioskTexts.name],
      [{ name: 'x'.repeat(101), items }, kioskTexts.nameLong],
      [{ name: 'a\nb', items }, kioskTexts.nameLine],
      [{ name: 'x', items: [] }, kioskTexts.noItems],
      [{ name: 'x', items: Array.from({ length: maxKioskItems + 1 }, () => items[0]) }, kioskTexts.items],
      [{ name: 'x', items: [{ dashboardId, seconds: 4 }] }, kioskTexts.seconds],
      [{ name: 'x', items: [{ dashboardId, seconds: 3601 }] }, kioskTexts.seconds],
      [{ name: 'x', items: [{ dashboardId, seconds: 5.5 }] }, kioskTexts.seconds],
      [{ name: 'x', items, expiresAt: world.now().toISOString() }, kioskTexts.expired],
    ];
    for (const [body, message] of wrong) {
      const answer = await create(team.owner, body);
      expect([answer.status, answer.body.details?.[0]?.message]).toEqual([400, message]);
    }
    for (const seconds of [5, 3600]) {
      const made = await create(team.owner, { name: 'x', items: [{ dashboardId, seconds }] });
      expect(made.status).toBe(200);
    }
  });

  it('[R1018] [R1082] is one of at most 50 of its owner, and of at most 200 of the organization', async () => {
    const { orgId } = await world.organization({});
    const user = await world.user({ orgId });
    const owner = await world.signIn(user);
    const dashboard = await aDashboard(owner);
    const add = async ({ userId }: { userId: string }, length: number) => {
      const values = { orgId, userId, byStaff: false, name: 'x', items: [] };
      const rows = Array.from({ length }, () => ({
        ...values,
        tokenHash: hashToken(randomUUID()),
        createdAt: world.now(),
        updatedAt: world.now(),
      }));
      await world.registry.system(({ sql }) => sql.insert(kioskLink).values(rows));
    };
    const another = async () => {
      const answer = await create(owner, { name: 'x', items: [{ ...at(dashboard).params, seconds: 10 }] });
      return [answer.status, answer.body.message];
    };
    await add(user, maxOwnKioskLinks);
    expect(await another()).toEqual([409, kioskTexts.tooManyOwn]);
    const [mine] = await idsOf(owner);
    await owner.call(revokeKioskLink, of({ kioskLinkId: mine! }));
    expect((await another())[0]).toBe(200);
    const [own] = await idsOf(owner);
    await owner.call(revokeKioskLink, of({ kioskLinkId: own! }));
    await add(await world.user({ orgId }), maxKioskLinks - maxOwnKioskLinks + 1);
    expect(await another()).toEqual([409, kioskTexts.tooMany]);
  });

  it('[R1019] is listed for its owner and for administrators, who can revoke but not change it', async () => {
    const { dashboard, link, screen } = await onTheWall(world, team.owner);
    expect(await idsOf(team.owner)).toContain(link.kioskLinkId);
    expect(await idsOf(team.reader)).toEqual([]);
    const seen = (await team.admin.call(listKioskLinks)).find(({ kioskLinkId }) => kioskLinkId === link.kioskLinkId);
    // The dashboard is private: an administrator learns that there is one.
    expect(seen?.items).toEqual([{ dashboardId: dashboard.dashboardId, name: null, seconds: 10 }]);
    const path = pathOf('/api/kiosk-link/{kioskLinkId}', of(link).params);
    expect((await team.reader.send('PUT', path, { name: 'x' })).status).toBe(404);
    expect((await team.reader.send('DELETE', path)).status).toBe(404);
    const refused = await team.admin.send<ErrorReply>('PUT', path, { name: 'x' });
    expect([refused.status, refused.body.message]).toEqual([403, kioskTexts.notOwner]);
    await team.admin.call(revokeKioskLink, of(link));
    expect(await statusOf(screen)).toBe(401);
    expect(await idsOf(team.owner)).not.toContain(link.kioskLinkId);
  });

  it('[R1020] is recorded when it is created, changed and revoked, without its secret', async () => {
    const { orgId, owner } = await dashboardTeam(world);
    const { link } = await onTheWall(world, owner);
    await owner.call(updateKioskLink, { ...of(link), body: { name: 'Hall' } });
    await owner.call(revokeKioskLink, of(link));
    const entries = (await auditOf(world, orgId)).filter(({ entityType }) => entityType === 'kiosk-link');
    expect(entries.map(({ action, detail }) => [action, detail])).toEqual([
      ['kiosk-link-created', { name: 'Lobby' }],
      ['kiosk-link-changed', { name: 'Hall', changed: { name: ['Lobby', 'Hall'] } }],
      ['kiosk-link-revoked', { name: 'Hall', owner: 'Ada' }],
    ]);
    expect(JSON.stringify(entries)).not.toContain(secretOf(link));
  });

  it('[R1021] is forgotten a month after it was revoked', async () => {
    const { link } = await onTheWall(world, team.owner);
    await team.owner.call(revokeKioskLink, of(link));
    const rowsLater = async (days: number) => {
      const later = new Date(world.now().getTime() + days * 86_400_000);
      await world.registry.system((tx) => purgeKioskLinks(tx, later));
      return world.registry.system(({ sql }) =>
        sql.select().from(kioskLink).where(eq(kioskLink.kioskLinkId, link.kioskLinkId)),
      );
    };
    expect(await rowsLater(29)).toHaveLength(1);
    expect(await rowsLater(31)).toHaveLength(0);
  });
});

describe('wrong secrets', () => {
  it('[S198] are limited by address; those of ended links are not, and running screens go on', async () => {
    const guarded = await openWorld();
    try {
      const user = await guarded.user({ orgId: (await guarded.organization({})).orgId });
      const owner = await guarded.signIn(user);
      const { link, screen } = await onTheWall(guarded, owner);
      const ended = await onTheWall(guarded, owner);
      await owner.call(revokeKioskLink, of(ended.link));
      for (let n = 0; n < wrongKioskSecrets.most + 5; n += 1) expect(await statusOf(ended.screen)).toBe(401);
      expect(await statusOf(screen)).toBe(200);
      for (let n = 0; n < wrongKioskSecrets.most; n += 1) {
        const guess = n % 2 === 0 ? newToken() : 'nonsense';
        expect(await statusOf(guarded.anonymous({ authorization: `Kiosk ${guess}` }))).toBe(401);
      }
      expect(await statusOf(wallScreen(guarded, link))).toBe(200);
      expect(await statusOf((await onTheWall(guarded, owner)).screen)).toBe(429);
      await owner.call(revokeKioskLink, of(link));
      // It ended while its address was refused.
      expect([await statusOf(screen), await statusOf(screen)]).toEqual([401, 429]);
      expect((await owner.get('/api/kiosk-link')).status).toBe(200);
    } finally {
      await guarded.close();
    }
  });
});
