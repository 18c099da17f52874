import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { organization } from '../src/registry/schema/organizations.ts';
import { aMac, at } from './pushing.ts';
import { screensOf, waiting } from './screen.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterEach(() => closeAll());
afterAll(() => world.close());
const { open, closeAll } = screensOf(() => world);

const day = '2026-03-04';

/** A bank with one zone, and what its sensor says about it. */
async function bank(
  countApplication = 5,
  flags: Parameters<World['organization']>[0] = { canViewRealTimeQueueService: true },
) {
  world.setNow(new Date(`${day}T12:00:30Z`));
  const { orgId } = await world.organization(flags);
  const { locationId } = await world.location({ orgId, timezone: 'America/New_York' });
  const { siteId } = await world.site({ locationId });
  const macAddress = aMac();
  const { sensorId } = await world.sensor({ siteId, macAddress });
  const { zoneId, deviceId } = await world.zone({ sensorId, settings: { countApplication } });
  const key = await world.pushKey({ orgId });
  const says = async (time: string, ...what: object[]) => {
    const from = at(`${day}T${time}:00Z`);
    const readings = what.map((each) => ({ zone: deviceId, from, to: from + 60, ...each }));
    const { status } = await world.anonymous().post(`/api/push/json/${key}`, { device: macAddress, readings });
    expect(status).toBeLessThan(300);
  };
  const admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
  return { orgId, locationId, zoneId, says, admin };
}

describe('the live numbers of a queue', () => {
  it('[R320] [R885] [R886] are sent at once on request, move with every reading and go when they are stale', async () => {
    const { zoneId, says, admin } = await bank();
    await says('11:58', { level: 3 }, { wait: 40, id: 'a' }, { wait: 80, id: 'b' });
    await world.ingestion.idle();
    const screen = await open(admin);
    expect(await screen.subscribe('zone', zoneId)).toEqual({ ok: true });
    await vi.waitFor(() => expect(screen.newest).toBeDefined(), waiting);
    expect(screen.newest).toMatchObject({
      entityType: 'zone',
      entityId: zoneId,
      queueLength: 3,
      avgQueueWaitTime: 60,
      maxQueueWaitTime: 80,
      expectedQueueWaitTime: 90,
      totalNumberServed: 2,
      occupiedTime: 60,
    });
    await says('11:59', { level: 0 });
    await vi.waitFor(() => expect(screen.newest).toMatchObject({ queueLength: 0 }), waiting);
    expect(screen.newest).toMatchObject({ expectedQueueWaitTime: 0, occupiedTime: 60 });
    // The clock alone makes them stale.
    world.setNow(new Date(`${day}T12:06:40Z`));
    await vi.waitFor(() => expect(screen.newest).toMatchObject({ queueLength: null }), waiting);
    expect(screen.newest).toMatchObject({ avgQueueWaitTime: 60, totalNumberServed: 2 });
    await says('12:05', { level: 2 });
    await vi.waitFor(() => expect(screen.newest).toMatchObject({ queueLength: 2, occupiedTime: 120 }), waiting);
  });

  it('[R885] exist for count applications 5, 6, 8 and 10, and for no other entity', async () => {
    for (const application of [6, 8, 10]) {
      const { zoneId, says, admin } = await bank(application);
      await says('11:59', { level: 4 });
      const screen = await open(admin);
      await screen.subscribe('zone', zoneId);
      await vi.waitFor(() => expect(screen.newest).toMatchObject({ queueLength: 4 }), waiting);
    }
    const line = await bank(1);
    await line.says('11:59', { level: 4, in: 2, out: 1 });
    const screen = await open(line.admin);
    await screen.subscribe('zone', line.zoneId);
    await vi.waitFor(() => expect(screen.newest).toMatchObject({ ins: 2 }), waiting);
    expect(screen.newest).not.toHaveProperty('queueLength');
  });

  it('[R889] [S181] are shown to organizations with live queue service only, not with the optimizer alone', async () => {
    const { orgId, zoneId, says, admin } = await bank(5, { canViewQueueService: true, canViewQueueOptimizer: true });
    await says('11:59', { level: 4 });
    const screen = await open(admin);
    await screen.subscribe('zone', zoneId);
    await vi.waitFor(() => expect(screen.newest).toBeDefined(), waiting);
    expect(screen.newest).not.toHaveProperty('queueLength');
    await world.registry.system(({ sql }) =>
      sql.update(organization).set({ canViewRealTimeQueueService: true }).where(eq(organization.orgId, orgId)),
    );
    await says('12:00', { level: 5 });
    await vi.waitFor(() => expect(screen.newest).toMatchObject({ queueLength: 5 }), waiting);
    const neighbor = await bank();
    expect(await (await open(neighbor.admin)).subscribe('zone', zoneId)).toHaveProperty('error');
  });
});
