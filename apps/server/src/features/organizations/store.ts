import type { OrganizationSummary } from '@atrium/contract/organizations';
import { and, count, isNull } from 'drizzle-orm';
import { contains, type ListQuery, orderTerms } from '../../registry/list-query.ts';
import type { Transaction } from '../../registry/registry.ts';
import { organization } from '../../registry/schema/organizations.ts';

const { orgId, name, isEnabled, createdAt } = organization;

export async function organizationPage(
  { sql: db }: Transaction,
  query: ListQuery,
): Promise<{ rows: OrganizationSummary[]; total: number }> {
  const wanted = and(isNull(organization.deletedAt), contains(query.search, name));
  const rows = await db
    .select({ orgId, name, isEnabled })
    .from(organization)
    .where(wanted)
    .orderBy(...orderTerms(query.order ?? 'name', { name, isEnabled, createdAt }, orgId))
    .limit(query.limit)
    .offset(query.offset);
  const [counted] = await db.select({ total: count() }).from(organization).where(wanted);
  return { rows, total: counted?.total ?? 0 };
}
