import { and, asc, eq, inArray, isNull, ne } from 'drizzle-orm';
import type { Transaction } from '../../registry/registry.ts';
import { ssoConnection, ssoDomain, ssoIdentity } from '../../registry/schema/organization-details.ts';
import { organization } from '../../registry/schema/organizations.ts';

export interface Connection {
  readonly ssoConnectionId: string;
  readonly orgId: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecretSealed: string | null;
  readonly version: number;
}

const { ssoConnectionId, orgId, issuer, clientId, clientSecretSealed, version } = ssoConnection;
const columns = { ssoConnectionId, orgId, issuer, clientId, clientSecretSealed, version };

export async function findConnection({ sql: db }: Transaction, wanted: string): Promise<Connection | undefined> {
  const [row] = await db
    .select(columns)
    .from(ssoConnection)
    .innerJoin(organization, eq(organization.orgId, orgId))
    .where(and(eq(orgId, wanted), isNull(ssoConnection.deletedAt), isNull(organization.deletedAt)));
  return row;
}

export async function domainsOf({ sql: db }: Transaction, wanted: string): Promise<string[]> {
  const rows = await db
    .select({ domain: ssoDomain.domain })
    .from(ssoDomain)
    .where(eq(ssoDomain.orgId, wanted))
    .orderBy(asc(ssoDomain.domain));
  return rows.map(({ domain }) => domain);
}

export async function organizationOfDomain({ sql: db }: Transaction, domain: string): Promise<string | undefined> {
  const [row] = await db
    .select({ orgId })
    .from(ssoDomain)
    .innerJoin(ssoConnection, and(eq(orgId, ssoDomain.orgId), isNull(ssoConnection.deletedAt)))
    .where(eq(ssoDomain.domain, domain));
  return row?.orgId;
}

/** Which of these domains already belong to another organization. Searches all organizations. */
export async function takenDomains({ sql: db }: Transaction, wanted: string, domains: string[]): Promise<string[]> {
  const rows = await db
    .select({ domain: ssoDomain.domain })
    .from(ssoDomain)
    .where(and(inArray(ssoDomain.domain, domains), ne(ssoDomain.orgId, wanted)));
  return rows.map(({ domain }) => domain);
}

export async function saveConnection(
  { sql: db }: Transaction,
  former: Connection | undefined,
  values: Pick<Connection, 'orgId' | 'issuer' | 'clientId' | 'clientSecretSealed'> & { domains: string[] },
  now: Date,
): Promise<void> {
  const { domains, ...saved } = values;
  if (former) {
    await db
      .update(ssoConnection)
      .set({ ...saved, updatedAt: now, version: former.version + 1 })
      .where(eq(ssoConnectionId, former.ssoConnectionId));
  } else {
    await db.insert(ssoConnection).values({ ...saved, createdAt: now, updatedAt: now });
  }
  await db.delete(ssoDomain).where(eq(ssoDomain.orgId, saved.orgId));
  await db.insert(ssoDomain).values(domains.map((domain) => ({ domain, orgId: saved.orgId })));
}

/** Identities at a provider that is no longer used are deleted. */
export async function deleteIdentities({ sql: db }: Transaction, wanted: string): Promise<void> {
  await db.delete(ssoIdentity).where(eq(ssoIdentity.orgId, wanted));
}

export async function removeConnection({ sql: db }: Transaction, wanted: string): Promise<void> {
  await db.delete(ssoDomain).where(eq(ssoDomain.orgId, wanted));
  await db.delete(ssoConnection).where(eq(orgId, wanted));
}
