import type { OrganizationFilters, OrganizationFlag } from '@atrium/contract/organizations';
import { and, count, eq, getTableColumns, gte, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { ofOrganization } from '../../registry/directory/entity-lookup.ts';
import { contains, type ListQuery, orderTerms } from '../../registry/list-query.ts';
import type { Transaction } from '../../registry/registry.ts';
import { ssoConnection } from '../../registry/schema/organization-details.ts';
import { organization } from '../../registry/schema/organizations.ts';
import type { AnyScope } from '../../scope.ts';

export type OrganizationRow = typeof organization.$inferSelect & { ssoConnId: string | null };
export type OrganizationValues = Omit<typeof organization.$inferInsert, 'orgId' | 'version' | 'deletedAt'>;

const columns = { ...getTableColumns(organization), ssoConnId: ssoConnection.ssoConnectionId };
const { orgId, name, isEnabled, accountingId, organizationType, subExpiration, headroomExpiration, createdAt } =
  organization;
const ordered = { name, isEnabled, accountingId, organizationType, subExpiration, headroomExpiration, createdAt };

export async function organizationPage(
  tx: Transaction,
  scope: AnyScope,
  query: ListQuery & OrganizationFilters,
): Promise<{ rows: OrganizationRow[]; total: number }> {
  const wanted = and(
    isNull(organization.deletedAt),
    ofOrganization(scope, orgId),
    contains(query.search, name, accountingId),
    onDate(subExpiration, query.subExpiration),
    onDate(headroomExpiration, query.headroomExpiration),
    // The day of an instant is its UTC day, like the end of a subscription.
    onDate(sql`(${createdAt} at time zone 'UTC')::date`, query.createdAt),
    ...switched(query.flags),
  );
  const rows = await selectOrganizations(tx)
    .where(wanted)
    .orderBy(...orderTerms(query.order ?? 'name', ordered, orgId))
    .limit(query.limit)
    .offset(query.offset);
  const [counted] = await tx.sql.select({ total: count() }).from(organization).where(wanted);
  return { rows, total: counted?.total ?? 0 };
}

export async function findOrganization(tx: Transaction, wanted: string): Promise<OrganizationRow | undefined> {
  const [row] = await selectOrganizations(tx).where(isThere(wanted));
  return row;
}

/** Locked until the transaction ends, so that of two edits the second sees the first. */
export async function lockOrganization(tx: Transaction, wanted: string): Promise<OrganizationRow | undefined> {
  const [row] = await selectOrganizations(tx).where(isThere(wanted)).for('no key update', { of: organization });
  return row;
}

export async function addOrganization({ sql: db }: Transaction, values: OrganizationValues): Promise<OrganizationRow> {
  const [row] = await db.insert(organization).values(values).returning();
  if (!row) throw new Error('The organization was not stored.');
  return { ...row, ssoConnId: null };
}

export async function saveOrganization(
  { sql: db }: Transaction,
  row: OrganizationRow,
  changes: Partial<OrganizationValues> & { deletedAt?: Date },
  now: Date,
): Promise<OrganizationRow> {
  const [saved] = await db
    .update(organization)
    .set({ ...changes, updatedAt: now, version: row.version + 1 })
    .where(eq(orgId, row.orgId))
    .returning();
  if (!saved) throw new Error('The organization was not stored.');
  return { ...saved, ssoConnId: row.ssoConnId };
}

function selectOrganizations({ sql: db }: Transaction) {
  return db
    .select(columns)
    .from(organization)
    .leftJoin(ssoConnection, and(eq(ssoConnection.orgId, orgId), isNull(ssoConnection.deletedAt)))
    .$dynamic();
}

function isThere(wanted: string) {
  return and(eq(orgId, wanted), isNull(organization.deletedAt));
}

function onDate(column: SQL | PgColumn, filter: string | undefined): SQL | undefined {
  const [, operator, date] = /^(<=|=|>=)(.+)$/.exec(filter ?? '') ?? [];
  if (date === undefined) return undefined;
  const compare = operator === '<=' ? lte : operator === '>=' ? gte : eq;
  return compare(sql`${column}`, date);
}

function switched(flags: string | undefined): SQL[] {
  return (flags?.split(',') ?? []).map((flag) =>
    eq(organization[flag.replace('!', '') as OrganizationFlag], !flag.startsWith('!')),
  );
}
