import * as kioskLinks from '@atrium/contract/kiosk-links';
import { randomUUID } from 'node:crypto';
import { hashToken } from '../src/accounts/secrets.ts';
import { kioskLink } from '../src/registry/schema/kiosk-links.ts';
import { createDashboardOf } from './access-dashboards.ts';
import { type Entry, entry, type Fresh, type Ids } from './access-entry.ts';
import type { User } from './estate.ts';
import type { World } from './world.ts';

/** Owners change their links: each caller asks about one of their own. */
const own: { fresh: Fresh } = {
  fresh: (world, { orgId }, caller) => createKioskLinkOf(world, { orgId, owner: caller }),
};

/** The requests of the access matrix about kiosk links. */
export const kioskLinkEntries: readonly Entry[] = [
  entry(kioskLinks.listKioskLinks, () => ({}), own),
  entry(
    kioskLinks.createKioskLink,
    ({ dashboardId }) => ({ body: { name: 'x', items: [{ dashboardId, seconds: 10 }] } }),
    { fresh: (world, { orgId }, { userId }) => createDashboardOf(world, { orgId, userId }) },
  ),
  entry(kioskLinks.updateKioskLink, (ids) => ({ ...ofLink(ids), body: { name: 'x' } }), own),
  entry(kioskLinks.revokeKioskLink, ofLink, own),
];

function ofLink({ kioskLinkId }: Ids) {
  return { params: { kioskLinkId } };
}

/** A link with the name of its organization, so that a leak can be read in an answer. */
export async function createKioskLinkOf(
  world: World,
  { orgId, owner: { userId, roleId } }: { orgId: string; owner: Pick<User, 'userId' | 'roleId'> },
) {
  const { dashboardId } = await createDashboardOf(world, { orgId, userId });
  const { rows } = await world.registry.owner.query<{ name: string }>(
    'SELECT name FROM organization WHERE org_id = $1',
    [orgId],
  );
  const values = {
    orgId,
    userId,
    byStaff: roleId === 3,
    name: rows[0]?.name ?? 'x',
    tokenHash: hashToken(randomUUID()),
    items: [{ dashboardId, seconds: 10 }],
    createdAt: world.now(),
    updatedAt: world.now(),
  };
  const [made] = await world.registry.system(({ sql }) => sql.insert(kioskLink).values(values).returning());
  return { kioskLinkId: made!.kioskLinkId };
}
