import { roleIds, roleLabels } from '@atrium/contract/access';
import { eq } from 'drizzle-orm';
import type { Transaction } from '../registry/registry.ts';
import { kioskLink } from '../registry/schema/kiosk-links.ts';
import { organization } from '../registry/schema/organizations.ts';
import { localUser } from '../registry/schema/people.ts';
import type { KioskActor } from './actor.ts';
import { actorOrganization, assignedLocations, rightsOf } from './identity-store.ts';

export interface FoundKiosk {
  /** Null once the link was revoked, has expired, or its owner can no longer sign in. */
  readonly actor: KioskActor | null;
  readonly expiresAt: Date | null;
  readonly lastSeenAt: Date | null;
}

/**
 * The kiosk link behind a secret; undefined where there never was one. Terms and a second factor are for people who sign
 * in: nobody can accept or prove them here.
 */
export async function findKiosk(
  { sql: db }: Transaction,
  tokenHash: string,
  now: Date,
): Promise<FoundKiosk | undefined> {
  const [row] = await db
    .select({ link: kioskLink, user: localUser, organization, locationIds: assignedLocations() })
    .from(kioskLink)
    .innerJoin(organization, eq(organization.orgId, kioskLink.orgId))
    .innerJoin(localUser, eq(localUser.userId, kioskLink.userId))
    .where(eq(kioskLink.tokenHash, tokenHash));
  if (!row) return undefined;
  const { link, user } = row;
  const { expiresAt, lastSeenAt } = link;
  const isMember = link.byStaff ? user.roleId === roleIds.SenSourceUser : user.orgId === link.orgId;
  const hasEnded = link.revokedAt !== null || (expiresAt !== null && expiresAt <= now);
  const isGone = user.loginDisabled || user.deletedAt !== null || row.organization.deletedAt !== null;
  if (hasEnded || isGone || !isMember) return { actor: null, expiresAt, lastSeenAt };
  const actor: KioskActor = {
    kind: 'kiosk',
    kioskLinkId: link.kioskLinkId,
    linkName: link.name,
    // Staff are not known by name in an organization.
    ownerName: link.byStaff ? roleLabels.SenSourceUser : user.name,
    byStaff: link.byStaff,
    ...rightsOf(row),
    role: 'OrganizationUser',
    organization: actorOrganization(row.organization),
    dashboardIds: link.items.map(({ dashboardId }) => dashboardId),
    owesTerms: false,
    owesSecondFactor: false,
    usesSingleSignOn: false,
    provenAt: null,
    actingStaffId: null,
  };
  return { actor, expiresAt, lastSeenAt };
}

export async function touchKiosk(
  { sql: db }: Transaction,
  { kioskLinkId }: Pick<KioskActor, 'kioskLinkId'>,
  lastSeenAt: Date,
): Promise<void> {
  await db.update(kioskLink).set({ lastSeenAt }).where(eq(kioskLink.kioskLinkId, kioskLinkId));
}
