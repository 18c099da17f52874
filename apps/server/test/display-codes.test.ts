import { createDisplay, deleteDisplay, getDisplayState, renewDisplay, updateDisplay } from '@atrium/contract/displays';
import { updateOrganization } from '@atrium/contract/organizations';
import { deleteSpace } from '@atrium/contract/spaces';
import { type DisplayKind, displayKinds } from '@atrium/rules/display';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from './client.ts';
import { openWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld({ trustedProxies: ['127.0.0.1'] });
});
afterAll(() => world.close());

let addresses = 0;
/** Someone in front of a screen, at an address of their own. */
function stranger(): Client {
  addresses += 1;
  return world.anonymous({ 'x-forwarded-for': `198.51.${Math.floor(addresses / 200)}.${1 + (addresses % 200)}` });
}

/** A one-pixel PNG. */
const logo =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
const subscription = {
  canViewOccupancy: true,
  headroomEnabled: true,
  faceMaskEnabled: true,
  canViewQueueOptimizer: true,
  canViewExpectedWaitTime: true,
};
const nothing = Object.fromEntries(Object.keys(subscription).map((name) => [name, false]));

/** A display of a kind, with a logo, and what it is about. */
async function shown(kind: DisplayKind) {
  const { orgId } = await world.organization(subscription);
  const { locationId } = await world.location({ orgId });
  const { siteId } = await world.site({ locationId });
  const { sensorId } = await world.sensor({ siteId });
  const admin = await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' }));
  const { spaceId } = await world.space({ orgId, locationId, maxCapacity: 10 });
  const ofKind = {
    'live-occupancy': async () => ({ entityId: spaceId }),
    facemask: async () => ({ entityId: (await world.zone({ sensorId, settings: { countApplication: 1 } })).zoneId }),
    'queue-opt': async () => ({ entityId: (await world.zone({ sensorId, settings: { countApplication: 5 } })).zoneId }),
    'expected-wait-time': async () => ({ entityId: spaceId }),
    playlist: async () => {
      const { displayId } = await admin.call(createDisplay, { body: { kind: 'live-occupancy', entityId: spaceId } });
      return { name: 'Lobby', items: [{ displayId, view: null, seconds: 15 }] };
    },
  };
  const about = await ofKind[kind]();
  const { displayId, code } = await admin.call(createDisplay, { body: { kind, ...about, logo } });
  const params = { displayId };
  const entityId = 'entityId' in about ? about.entityId : undefined;
  return { kind, orgId, admin, params, code, entityId, spaceId };
}
type Shown = Awaited<ReturnType<typeof shown>>;

/** Everything that a public address answers, without what differs in every answer. */
async function answersAt(kind: DisplayKind, code: string): Promise<unknown[]> {
  const who = stranger();
  const paths = [
    `/api/display/${kind}/${code}`,
    `/api/display/${kind}/${code}/percent`,
    `/api/display/${kind}/${code}/state`,
    `/api/display/${kind}/${code}/events`,
    `/api/display/${kind}/${code}/logo`,
    `/api/raw-data/live-occupancy/${code}`,
  ];
  const answers: unknown[] = [];
  for (const path of paths) {
    const { status, body, headers } = await who.get(path);
    const text = JSON.stringify(body)
      .replaceAll(code, '')
      .replaceAll(/"requestId":"[^"]*"/g, '');
    const names = [...headers.keys()].filter((name) => !['date', 'content-length'].includes(name));
    answers.push([path.replace(code, ''), status, text, names]);
  }
  return answers;
}

const staff = async () => world.signIn(await world.staff());
const change = async ({ orgId }: Shown, body: object) =>
  (await staff()).call(updateOrganization, { params: { orgId }, body });

/** Why a code shows nothing; those about a space or zone do not concern playlists. */
const reasons: Readonly<Record<string, (made: Shown) => Promise<unknown>>> = {
  'switched off': ({ admin, params }) => admin.call(updateDisplay, { params, body: { enabled: false } }),
  renewed: ({ admin, params }) => admin.call(renewDisplay, { params }),
  deleted: ({ admin, params }) => admin.call(deleteDisplay, { params }),
  'a disabled organization': (made) => change(made, { isEnabled: false }),
  'an ended subscription': (made) => change(made, { subExpiration: '2020-01-01' }),
  'a subscription without it': (made) => change(made, nothing),
};
const removed = async ({ admin, spaceId, entityId }: Shown) =>
  entityId === spaceId
    ? admin.call(deleteSpace, { params: { spaceId } })
    : world.registry.owner.query('UPDATE zone SET deleted_at = now() WHERE zone_id = $1', [entityId]);

it.each(displayKinds)('[S176] %s says the same of every code that shows nothing, whatever the reason', async (kind) => {
  const unknown = await answersAt(kind, '00c0ffee');
  expect(unknown).toHaveLength(6);
  expect(unknown.every((answer) => (answer as unknown[])[1] === 404)).toBe(true);
  const all = kind === 'playlist' ? reasons : { ...reasons, 'a deleted space or zone': removed };
  for (const [reason, act] of Object.entries(all)) {
    const made = await shown(kind);
    const state = await stranger().call(getDisplayState, { params: { kind, code: made.code } });
    expect((await stranger().get(state.logo!)).status).toBe(200);
    await act(made);
    expect([reason, await answersAt(kind, made.code)]).toEqual([reason, unknown]);
  }
  // A right code says nothing under another kind either.
  const { code } = await shown(kind);
  for (const other of displayKinds) {
    if (other === kind) continue;
    const answers = (await answersAt(other, code)).slice(0, -1);
    expect([other, answers]).toEqual([other, (await answersAt(other, '00c0ffee')).slice(0, -1)]);
  }
});
