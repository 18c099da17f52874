import type { Dashboard } from '@atrium/contract/dashboards';
import { createKioskLink, getKiosk, type KioskLinkWithUrl } from '@atrium/contract/kiosk-links';
import { aDashboard } from './dashboard-world.ts';
import { Client } from './client.ts';
import type { World } from './world.ts';

/** A wall screen: a browser that has the address of a link and nothing else. */
export function wallScreen(world: World, { url }: Pick<KioskLinkWithUrl, 'url'>): Client {
  return world.anonymous({ authorization: `Kiosk ${secretOf({ url })}` });
}

export function secretOf({ url }: Pick<KioskLinkWithUrl, 'url'>): string {
  return url.split('/').at(-1) ?? '';
}

/** A link that shows dashboards, for ten seconds each. */
export async function aLink(
  owner: Client,
  dashboards: readonly Pick<Dashboard, 'dashboardId'>[],
  values: { name?: string; expiresAt?: string | null } = {},
): Promise<KioskLinkWithUrl> {
  const items = dashboards.map(({ dashboardId }) => ({ dashboardId, seconds: 10 }));
  return owner.call(createKioskLink, { body: { name: 'Lobby', items, ...values } });
}

/** A dashboard of someone on a wall. */
export async function onTheWall(world: World, owner: Client) {
  const dashboard = await aDashboard(owner);
  const link = await aLink(owner, [dashboard]);
  return { dashboard, link, screen: wallScreen(world, link) };
}

export const of = ({ kioskLinkId }: { kioskLinkId: string }) => ({ params: { kioskLinkId } });

export const statusOf = async (screen: Client) => (await screen.get('/api/kiosk')).status;

/** The dashboards of a screen. */
export const shownOn = async (screen: Client) =>
  (await screen.call(getKiosk)).items.map(({ dashboardId }) => dashboardId);
