import { type CounterAction, counterActions } from '@atrium/contract/manual-occupancy';
import { eq } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { organization } from '../src/registry/schema/organizations.ts';
import { hallsIn } from './halls.ts';
import { type Screen, screensOf } from './screen.ts';
import { within } from './within.ts';
import { openWorld, type World } from './world.ts';

/* What everyone may do at a counter, with ids of every kind. Refused actions prove something because the same ones with own ids work. */

let world: World;
let made: Awaited<ReturnType<typeof counters>>;
beforeAll(async () => {
  world = await openWorld();
  made = await counters();
});
afterAll(async () => {
  closeAll();
  await world.close();
});
const hall = hallsIn(() => world);
const { open, closeAll } = screensOf(() => world);
const actions = Object.keys(counterActions) as CounterAction[];

/** Two halls of an organization and one of another, all with a number, and everyone who might count. */
async function counters() {
  const own = await hall();
  const neighbor = await hall();
  const { orgId } = own.org;
  const there = await world.location({ orgId, timezone: 'America/New_York' });
  const { siteId } = await world.site({ locationId: there.locationId });
  const { sensorId } = await world.sensor({ siteId });
  const { zoneId } = await world.zone({ sensorId });
  const updatedAt = new Date('2026-02-01T00:00:00Z');
  const elsewhere = await world.space({ orgId, locationId: there.locationId, updatedAt });
  await world.spaceZone({ orgId, spaceId: elsewhere.spaceId, zoneId });
  await world.ingestion.idle();
  const known = async () => {
    const spaceIds = [own.spaceId, elsewhere.spaceId, neighbor.spaceId];
    const { rows } = await world.registry.owner.query('SELECT FROM space_state WHERE space_id = ANY($1)', [spaceIds]);
    return rows.length;
  };
  await vi.waitFor(async () => expect(await known()).toBe(3), within(10));
  const people = {
    user: await world.user({ orgId }),
    limited: await world.user({ locations: [own.location] }),
    admin: await world.user({ orgId, role: 'OrganizationAdministrator' }),
    staff: await world.staff(),
  };
  const screens = new Map<string, Screen>();
  for (const [name, user] of Object.entries(people)) screens.set(name, await open(await world.signIn(user)));
  return { own, elsewhere, neighbor, orgId, screens };
}

/** Each at a second of its own: a reset refuses what was done before it. */
function act(screen: Screen | undefined, action: CounterAction, payload: object) {
  world.pass({ seconds: 1 });
  const common = { actionId: randomUUID(), at: world.now().toISOString(), value: 3 };
  return screen!.send(counterActions[action].event, { ...common, ...payload });
}

async function actionsIn(orgId: string): Promise<number> {
  const { rows } = await world.registry.owner.query('SELECT FROM space_action WHERE org_id = $1', [orgId]);
  return rows.length;
}

describe('[S168] counting by hand', () => {
  it('is for people of the organization inside their locations, and for staff who name it', async () => {
    const { own, elsewhere, neighbor, orgId, screens } = made;
    const variants = {
      'own ids': { spaceId: own.spaceId },
      'ids of another location': { spaceId: elsewhere.spaceId },
      "the neighbor's ids": { spaceId: neighbor.spaceId },
      'unknown ids': { spaceId: randomUUID() },
      'malformed ids': { spaceId: 'nonsense' },
      "the neighbor's orgId": { spaceId: own.spaceId, orgId: neighbor.org.orgId },
      "the neighbor's orgId and ids": { spaceId: neighbor.spaceId, orgId: neighbor.org.orgId },
      'an unknown orgId': { spaceId: own.spaceId, orgId: randomUUID() },
      'no orgId': { spaceId: own.spaceId, orgId: undefined },
    };
    const wrong: string[] = [];
    let fine = 0;
    for (const [actor, screen] of screens) {
      for (const [variant, ids] of Object.entries(variants)) {
        if (actor === 'staff' && variant === "the neighbor's orgId and ids") continue;
        const isFine =
          variant === 'own ids' ||
          (variant === 'ids of another location' && actor !== 'limited') ||
          (variant === 'no orgId' && actor !== 'staff');
        for (const action of actions) {
          const answer = await act(screen, action, { ...(actor === 'staff' && { orgId }), ...ids });
          if ('ok' in answer !== isFine) wrong.push(`${actor} ${action}, ${variant}: ${JSON.stringify(answer)}`);
          else if (isFine) fine += 1;
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(await actionsIn(orgId)).toBe(fine);
    expect(await actionsIn(neighbor.org.orgId)).toBe(0);
  });

  const everything = { canViewOccupancy: true, canViewExpectedWaitTime: true, headroomEnabled: false };
  const nothing = { canViewOccupancy: false, canViewExpectedWaitTime: false };
  it.each([
    ['a disabled organization', { isEnabled: false }, { isEnabled: true }],
    ['an expired organization', { subExpiration: '2026-03-01' }, { subExpiration: null }],
    ['no capability', nothing, everything],
    ['Headroom alone and a space without it', { ...nothing, headroomEnabled: true }, everything],
  ])('is over with %s', async (what, values, back) => {
    const { own, orgId, screens } = made;
    const { spaceId } = own;
    const set = (to: object) =>
      world.registry.system(({ sql }) => sql.update(organization).set(to).where(eq(organization.orgId, orgId)));
    const payloadOf = (actor: string) => ({ spaceId, ...(actor === 'staff' && { orgId }) });
    const answers = async () => {
      const allowed = new Set<string>();
      for (const [actor, screen] of screens)
        for (const action of actions) if ('ok' in (await act(screen, action, payloadOf(actor)))) allowed.add(actor);
      return [...allowed];
    };
    await set(values);
    await expect.poll(() => act(screens.get('user'), 'stop', { spaceId }), within(2)).toHaveProperty('error');
    const before = await actionsIn(orgId);
    // Staff work in disabled organizations too, but a capability is off for everyone.
    const stillWorking = what.endsWith('organization') ? ['staff'] : [];
    expect(await answers()).toEqual(stillWorking);
    expect(await actionsIn(orgId)).toBe(before + stillWorking.length * actions.length);
    await set(back);
    const isBack = async () => {
      await world.ingestion.idle();
      return act(screens.get('user'), 'stop', { spaceId });
    };
    await expect.poll(isBack, within(10)).toHaveProperty('ok');
    expect(await answers()).toEqual([...screens.keys()]);
  });
});
