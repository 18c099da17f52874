import type { ApiClient } from '@atrium/contract/api-clients';
import { and, asc, count, eq, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { isId } from '../../registry/ids.ts';
import { contains, type ListQuery, orderTerms } from '../../registry/list-query.ts';
import { lockByName } from '../../registry/lock-by-name.ts';
import type { Transaction } from '../../registry/registry.ts';
import { apiClient, apiToken } from '../../registry/schema/api-clients.ts';
import { organization } from '../../registry/schema/organizations.ts';
import { localUser } from '../../registry/schema/people.ts';

const { clientId, orgId, name, userId, createdAt, lastUsedAt, requestCount, version } = apiClient;

/** Never the hash of the secret. */
const columns = {
  clientId,
  orgId,
  name,
  userId,
  createdAt,
  lastUsedAt,
  requestCount,
  version,
  userName: localUser.name,
  email: localUser.email,
  loginDisabled: localUser.loginDisabled,
};
export type ApiClientRow = Awaited<ReturnType<typeof select>>[number];

const isItsUser = and(eq(localUser.userId, userId), eq(localUser.orgId, orgId), isNull(localUser.deletedAt));

function select({ sql: db }: Transaction, wanted: SQL | undefined) {
  return db.select(columns).from(apiClient).leftJoin(localUser, isItsUser).where(wanted).$dynamic();
}

export async function apiClientPage(
  tx: Transaction,
  organizationId: string,
  query: ListQuery,
): Promise<{ rows: ApiClientRow[]; total: number }> {
  const found = contains(
    query.search,
    name,
    sql`coalesce(${localUser.name}, '')`,
    sql`coalesce(${localUser.email}, '')`,
  );
  const wanted = and(eq(orgId, organizationId), found);
  const sortable = { name, createdAt, lastUsedAt, requestCount, localuser: localUser.name };
  const order = query.order === undefined ? [asc(sql`lower(${name})`), asc(clientId)] : undefined;
  const rows = await select(tx, wanted)
    .orderBy(...(order ?? orderTerms(query.order, sortable, clientId)))
    .limit(query.limit)
    .offset(query.offset);
  const [counted] = await tx.sql
    .select({ total: count() })
    .from(apiClient)
    .leftJoin(localUser, isItsUser)
    .where(wanted);
  return { rows, total: counted?.total ?? 0 };
}

export async function findApiClient(
  tx: Transaction,
  organizationId: string,
  id: string,
): Promise<ApiClientRow | undefined> {
  if (!isId(id)) return undefined;
  const [row] = await select(tx, and(eq(orgId, organizationId), eq(clientId, id)));
  return row;
}

/** Of two changes at once, the second sees the first. */
export async function lockApiClient({ sql: db }: Transaction, id: string): Promise<void> {
  if (isId(id)) await db.select({ clientId }).from(apiClient).where(eq(clientId, id)).for('update');
}

/** One new client after another, so that two at once cannot exceed the limit. */
export async function lockAndCountApiClients(tx: Transaction, organizationId: string): Promise<number> {
  await lockByName(tx, `api-clients/${organizationId}`);
  return tx.sql.$count(apiClient, eq(orgId, organizationId));
}

export async function addApiClient(
  { sql: db }: Transaction,
  values: Pick<typeof apiClient.$inferInsert, 'orgId' | 'name' | 'userId' | 'secretHash' | 'createdBy'>,
  now: Date,
): Promise<string> {
  const [row] = await db
    .insert(apiClient)
    .values({ ...values, createdAt: now, updatedAt: now })
    .returning({ clientId });
  if (!row) throw new Error('The API client was not stored.');
  return row.clientId;
}

export async function saveApiClient(
  { sql: db }: Transaction,
  id: string,
  changes: { name: string; userId: string; secretHash?: string },
  now: Date,
): Promise<void> {
  await db
    .update(apiClient)
    .set({ ...changes, updatedAt: now, version: sql`${version} + 1` })
    .where(eq(clientId, id));
}

/** Its tokens go with it. */
export async function deleteApiClient({ sql: db }: Transaction, id: string): Promise<void> {
  await db.delete(apiClient).where(eq(clientId, id));
}

export async function endTokens({ sql: db }: Transaction, id: string): Promise<void> {
  await db.delete(apiToken).where(eq(apiToken.clientId, id));
}

/** A user of the organization who could be linked to a client. */
export async function findUser({ sql: db }: Transaction, organizationId: string, id: string) {
  if (!isId(id)) return undefined;
  const [row] = await db
    .select({
      userId: localUser.userId,
      name: localUser.name,
      loginDisabled: localUser.loginDisabled,
      expiration: localUser.expiration,
    })
    .from(localUser)
    .where(and(eq(localUser.userId, id), eq(localUser.orgId, organizationId), isNull(localUser.deletedAt)));
  return (
    row && { userId: row.userId, name: row.name, isDisabled: row.loginDisabled, isRegistered: row.expiration === null }
  );
}

/** What the token endpoint knows of a client, in whatever organization it is. */
export async function findCredentials({ sql: db }: Transaction, id: string) {
  if (!isId(id)) return undefined;
  const [row] = await db
    .select({
      clientId,
      orgId,
      secretHash: apiClient.secretHash,
      isEnabled: organization.apiClientsEnabled,
      userId: localUser.userId,
      loginDisabled: localUser.loginDisabled,
    })
    .from(apiClient)
    .innerJoin(organization, and(eq(organization.orgId, orgId), isNull(organization.deletedAt)))
    .leftJoin(localUser, isItsUser)
    .where(eq(clientId, id))
    .for('share', { of: apiClient });
  return row && { ...row, hasUser: row.userId !== null && row.loginDisabled === false };
}

export async function addToken({ sql: db }: Transaction, values: typeof apiToken.$inferInsert): Promise<void> {
  await db.insert(apiToken).values(values);
}

export async function purgeTokens({ sql: db }: Transaction, now: Date): Promise<void> {
  await db.delete(apiToken).where(lt(apiToken.expiresAt, now));
}

export function shownApiClient(row: ApiClientRow): ApiClient {
  const { userName, email } = row;
  return {
    clientId: row.clientId,
    name: row.name,
    userId: row.userId,
    localuser: userName === null || email === null ? null : { userId: row.userId, name: userName, email },
    isActive: row.loginDisabled === false,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    requestCount: row.requestCount,
    version: row.version,
  };
}
