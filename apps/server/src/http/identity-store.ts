import { capabilitiesOf, roleIds, roles } from '@atrium/contract/access';
import { owesSecondFactor } from '@atrium/rules/second-factor';
import { and, eq, gt, isNull, not, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Transaction } from '../registry/registry.ts';
import { apiClient, apiToken } from '../registry/schema/api-clients.ts';
import { ssoConnection } from '../registry/schema/organization-details.ts';
import { organization } from '../registry/schema/organizations.ts';
import { localUser, locationAssignment, session } from '../registry/schema/people.ts';
import { hasFactor, staffMustHaveFactor } from '../accounts/second-factor-store.ts';
import type { ActorOrganization, ApiClientActor, PersonActor } from './actor.ts';

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
  const { remember, createdAt, lastSeenAt, expiresAt } = row.session;
  const isThemselves = row.session.actingStaffId === null;
  const usesSingleSignOn = row.ssoConnectionId !== null;
  const isRequired = row.organization ? row.organization.requireSecondFactor : row.staffMustHaveFactor;
  return {
    actor: {
      kind: 'person',
      sessionId: row.session.sessionId,
      ...rightsOf(row),
      organization: row.organization && actorOrganization(row.organization),
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

export interface FoundToken {
  readonly actor: ApiClientActor;
  readonly expiresAt: Date;
}

/**
 * The API client behind an access token, while its user may sign in, belongs to the organization, and the subscription
 * includes API clients. Terms and a second factor are for people who sign in: nobody can accept or prove them here.
 */
export async function findToken(
  { sql: db }: Transaction,
  tokenHash: string,
  now: Date,
): Promise<FoundToken | undefined> {
  const [row] = await db
    .select({
      clientId: apiClient.clientId,
      expiresAt: apiToken.expiresAt,
      user: localUser,
      organization,
      locationIds: assignedLocations(),
    })
    .from(apiToken)
    .innerJoin(apiClient, eq(apiClient.clientId, apiToken.clientId))
    .innerJoin(organization, eq(organization.orgId, apiClient.orgId))
    .innerJoin(localUser, and(eq(localUser.userId, apiClient.userId), eq(localUser.orgId, apiClient.orgId)))
    .where(
      and(
        eq(apiToken.tokenHash, tokenHash),
        gt(apiToken.expiresAt, now),
        eq(localUser.loginDisabled, false),
        isNull(localUser.deletedAt),
        isNull(organization.deletedAt),
        eq(organization.apiClientsEnabled, true),
      ),
    );
  if (!row) return undefined;
  return {
    actor: {
      kind: 'api-client',
      clientId: row.clientId,
      ...rightsOf(row),
      organization: actorOrganization(row.organization),
      owesTerms: false,
      owesSecondFactor: false,
      usesSingleSignOn: false,
      provenAt: null,
      actingStaffId: null,
    },
    expiresAt: row.expiresAt,
  };
}

/** Adds calls to the counts of API clients, all in one statement. */
export async function addClientUse(
  { client }: Transaction,
  used: readonly { readonly clientId: string; readonly calls: number; readonly lastAt: Date }[],
): Promise<void> {
  await client.query(
    `UPDATE api_client c
     SET request_count = request_count + used.calls, last_used_at = greatest(last_used_at, used.last_at)
     FROM unnest($1::uuid[], $2::bigint[], $3::timestamptz[]) AS used (client_id, calls, last_at)
     WHERE c.client_id = used.client_id`,
    [used.map(({ clientId }) => clientId), used.map(({ calls }) => calls), used.map(({ lastAt }) => lastAt)],
  );
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
  return row ? actorOrganization(row) : null;
}

export function rightsOf({ user, locationIds }: { user: typeof localUser.$inferSelect; locationIds: string[] | null }) {
  const role = roles.find((name) => roleIds[name] === user.roleId);
  if (!role) throw new Error(`User ${user.userId} has an unknown role ${user.roleId}.`);
  const isLimited = role === 'OrganizationUser' && (user.limitedToLocations || locationIds !== null);
  return { userId: user.userId, role, locationIds: isLimited ? new Set(locationIds) : ('all' as const) };
}

export function assignedLocations() {
  return sql<string[] | null>`(
    SELECT array_agg(${locationAssignment.locationId}::text) FROM ${locationAssignment}
    WHERE ${locationAssignment.userId} = ${localUser.userId})`;
}

export function actorOrganization(row: typeof organization.$inferSelect): ActorOrganization {
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
