import { createCorrection } from '@atrium/contract/corrections';
import { getTraffic } from '@atrium/contract/data';
import { wrongKioskSecrets } from '@atrium/rules/kiosk-links';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newToken } from '../src/accounts/secrets.ts';
import { auditOf } from './audit-trail.ts';
import { countingIn } from './counting.ts';
import { onTheWall, secretOf, statusOf, wallScreen } from './kiosk-world.ts';
import { screensOf } from './screen.ts';
import { within } from './within.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ trustedProxies: ['loopback'] });
});
afterAll(() => world.close());
const { open, closeAll } = screensOf(() => world);
afterAll(closeAll);
const { shop, count, adminOf } = countingIn(() => world);

describe('wrong secrets of kiosk links', () => {
  it('[S201] are limited by address for calls and sockets together, and close no open connection', async () => {
    const owner = await world.signIn(await world.user({ orgId: (await world.organization({})).orgId }));
    const { link } = await onTheWall(world, owner);
    const here = { 'x-forwarded-for': '198.51.100.7' };
    const auth = { kiosk: secretOf(link) };
    const screen = await open(undefined, { auth, extraHeaders: here });
    const half = wrongKioskSecrets.most / 2;
    for (let n = 0; n < half; n += 1) {
      const guess = { kiosk: n % 2 === 0 ? newToken() : { not: 'a text' } };
      expect((await open(undefined, { auth: guess, extraHeaders: here })).states).toEqual(['Please sign in.']);
      const call = world.anonymous({ ...here, authorization: `Kiosk ${newToken()}` });
      expect(await statusOf(call)).toBe(401);
    }
    const { link: other } = await onTheWall(world, owner);
    const refused = await open(undefined, { auth: { kiosk: secretOf(other) }, extraHeaders: here });
    expect(refused.states).toEqual(['Too many requests. Try again in a moment.']);
    expect(await statusOf(world.anonymous({ ...here, authorization: `Kiosk ${secretOf(other)}` }))).toBe(429);
    // The screen that runs is not someone who guesses.
    expect(screen.states).toEqual(['connected']);
    expect((await open(undefined, { auth, extraHeaders: here })).states).toEqual(['connected']);
    expect(await statusOf(world.anonymous({ ...here, authorization: `Kiosk ${secretOf(link)}` }))).toBe(200);
    // People behind other addresses are not affected, and neither are cookies.
    expect((await open(undefined, { auth, extraHeaders: { 'x-forwarded-for': '198.51.100.8' } })).states).toEqual([
      'connected',
    ]);
    expect((await open(owner, { extraHeaders: here })).states).toEqual(['connected']);
  });
});

describe('a call of a wall screen', () => {
  it('[S202] that is refused is recorded under its link, with the owner as a detail', async () => {
    const { orgId } = await world.organization({});
    const owner = await world.signIn(await world.user({ orgId, name: 'Olga' }));
    const { link, screen } = await onTheWall(world, owner);
    for (const again of [1, 2]) expect([again, (await screen.get('/api/user')).status]).toEqual([again, 403]);
    const refusals = async () => (await auditOf(world, orgId)).filter(({ action }) => action === 'access-refused');
    await expect.poll(refusals, within(5)).toMatchObject([
      {
        userId: null,
        entityType: 'kiosk-link',
        entityId: link.kioskLinkId,
        detail: { name: 'Lobby', owner: 'Olga', call: 'listUsers', address: '127.0.0.1' },
      },
    ]);
  });

  it('[S203] gets no custom fields, no explanation and no reasons of corrections', async () => {
    const { org, location, zone } = await shop();
    const admin = await adminOf(org);
    const { orgId } = org;
    const owner = { orgId, entityType: 'location', entityId: location.locationId } as const;
    await world.customField({ ...owner, name: 'rent', value: 'thirty thousand' });
    await count(org, zone, '2026-01-26T09:00:00Z', '2026-01-26T10:00:00Z');
    const [from, to] = ['2026-01-26T09:10:00.000Z', '2026-01-26T09:20:00.000Z'];
    const reason = 'Jim fell asleep';
    await admin.call(createCorrection, { body: { zoneId: zone.zoneId, from, to, kind: 'excluded', reason } });
    await world.ingestion.idle();
    const { link } = await onTheWall(world, admin);
    const query = {
      relativeDate: 'custom',
      startDate: '2026-01-26',
      endDate: '2026-01-26',
      entityType: 'location',
      entityIds: location.locationId,
      meta: '*',
      explain: 'true',
    } as const;
    const [all, shown] = [
      await admin.call(getTraffic, { query }),
      await wallScreen(world, link).call(getTraffic, { query }),
    ];
    expect(JSON.stringify(all)).toMatch(/thirty thousand.*Jim.*"explanation"/);
    expect(JSON.stringify(shown)).not.toMatch(/thirty thousand|Jim|"meta"|"explanation"/);
    // The numbers are the same, and so is what says that they were corrected.
    expect(shown.results.map(({ sumins }) => sumins)).toEqual(all.results.map(({ sumins }) => sumins));
    expect(shown.corrections).toMatchObject([{ from, to, kind: 'excluded' }]);
  });
});
