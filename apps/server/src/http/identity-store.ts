import { capabilitiesOf, roleIds, roles } from '@atrium/contract/access';
import { owesSecondFactor } from '@atrium/rules/second-factor';
import { and, eq, gt, isNull, not, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Transaction } from '../registry/registry.ts';
import { ssoConnection } from '../registry/schema/organization-details.ts';
import { organization } from '../registry/schema/organizations.ts';
import { localUser, locationAssignment, session } from '../registry/schema/people.ts';
import { hasFactor, staffMustHaveFactor } from '../accounts/second-factor-store.ts';
import type { PersonActor, ActorOrganization } from './actor.ts';

export interface FoundSession {
  readonly actor: PersonActor;
  readonly remember: boolean;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
}

/** The session behind a token, if its user (and the staff user behind a login-as) may still sign in. */
export async function findSession(
  { sql: db }: Transaction,
  tokenHash: string,
  now: Date,
): Promise<FoundSession | undefined> {
  const actingStaff = alias(localUser, 'acting_staff');
  const [row] = await db
    .select({
      session,
      user: localUser,
      organization,
      locationIds: assignedLocations(),
      ssoConnectionId: ssoConnection.ssoConnectionId,
      hasFactor: hasFactor(localUser.userId),
      staffMustHaveFactor: staffMustHaveFactor(),
    })
    .from(session)
    .innerJoin(localUser, eq(localUser.userId, session.userId))
    .leftJoin(organization, eq(organization.orgId, localUser.orgId))
    .leftJoin(ssoConnection, and(eq(ssoConnection.orgId, localUser.orgId), isNull(ssoConnection.deletedAt)))
    .leftJoin(actingStaff, eq(actingStaff.userId, session.actingStaffId))
    .where(
      and(
        eq(session.tokenHash, tokenHash),
        gt(session.expiresAt, now),
        eq(localUser.loginDisabled, false),
        isNull(localUser.deletedAt),
        isNull(organization.deletedAt),
        or(
          isNull(session.actingStaffId),
          and(
            eq(actingStaff.loginDisabled, false),
            isNull(actingStaff.deletedAt),
            or(not(staffMustHaveFactor()), hasFactor(actingStaff.userId)),
          ),
        ),
      ),
    );
  if (!row) return undefined;
  const role = roles.find((name) => roleIds[name] === row.user.roleId);
  if (!role) throw new Error(`User ${row.user.userId} has an unknown role ${row.user.roleId}.`);
  const { remember, createdAt, lastSeenAt, expiresAt } = row.session;
  const isThemselves = row.session.actingStaffId === null;
  const usesSingleSignOn = row.ssoConnectionId !== null;
  const isRequired = row.organization ? row.organization.requireSecondFactor : row.staffMustHaveFactor;
  const isLimited = role === 'OrganizationUser' && (row.user.limitedToLocations || row.locationIds !== null);
  return {
    actor: {
      kind: 'person',
      sessionId: row.session.sessionId,
      userId: row.user.userId,
      role,
      organization: row.organization && describe(row.organization),
      locationIds: isLimited ? new Set(row.locationIds) : 'all',
      owesTerms: row.user.firstLogin && isThemselves,
      // Staff in a login-as have proved their own factor.
      owesSecondFactor: isThemselves && owesSecondFactor({ usesSingleSignOn, isRequired, hasFactor: row.hasFactor }),
      usesSingleSignOn: usesSingleSignOn && isThemselves,
      provenAt: row.session.provenAt,
      actingStaffId: row.session.actingStaffId,
    },
    remember,
    createdAt,
    lastSeenAt,
    expiresAt,
  };
}

export async function touchSession(
  { sql: db }: Transaction,
  { sessionId, userId, actingStaffId }: PersonActor,
  lastSeenAt: Date,
  expiresAt: Date,
): Promise<void> {
  // Locks the account first, as everywhere.
  if (actingStaffId === null) await db.update(localUser).set({ lastSeenAt }).where(eq(localUser.userId, userId));
  await db.update(session).set({ lastSeenAt, expiresAt }).where(eq(session.sessionId, sessionId));
}

export async function findOrganization({ sql: db }: Transaction, orgId: string): Promise<ActorOrganization | null> {
  const [row] = await db
    .select()
    .from(organization)
    .where(and(eq(organization.orgId, orgId), isNull(organization.deletedAt)));
  return row ? describe(row) : null;
}

function assignedLocations() {
  return sql<string[] | null>`(
    SELECT array_agg(${locationAssignment.locationId}::text) FROM ${locationAssignment}
    WHERE ${locationAssignment.userId} = ${localUser.userId})`;
}

function describe(row: typeof organization.$inferSelect): ActorOrganization {
  return {
    orgId: row.orgId,
    name: row.name,
    isEnabled: row.isEnabled,
    subExpiration: row.subExpiration,
    headroomExpiration: row.headroomExpiration,
    headroomEnabled: row.headroomEnabled,
    isHeadroomLite: row.isHeadroomLite,
    capabilities: capabilitiesOf(row),
  };
}
