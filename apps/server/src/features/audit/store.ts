import type { AuditEntry, listAudit } from '@atrium/contract/audit';
import type { QueryOf } from '@atrium/contract/endpoint';
import { and, count, eq, getTableColumns, gte, inArray, like, lt, type SQL, sql } from 'drizzle-orm';
import { ofOrganization } from '../../registry/directory/entity-lookup.ts';
import { orderTerms } from '../../registry/list-query.ts';
import { sameId } from '../../registry/ids.ts';
import type { Transaction } from '../../registry/registry.ts';
import { auditEntry } from '../../registry/schema/operations.ts';
import { localUser } from '../../registry/schema/people.ts';
import type { AnyScope } from '../../scope.ts';

type Query = QueryOf<typeof listAudit>;
type Entry = Omit<typeof auditEntry.$inferSelect, 'searched'>;

const { searched, ...columns } = getTableColumns(auditEntry);
const { auditEntryId, orgId, at, userId, action } = columns;

export async function auditPage(
  { sql: db }: Transaction,
  scope: AnyScope,
  query: Query,
): Promise<{ rows: Entry[]; total: number }> {
  const wanted = and(
    ofOrganization(scope, orgId),
    query.action === undefined ? undefined : eq(action, query.action),
    query.userId === undefined ? undefined : sameId(userId, query.userId),
    query.from === undefined ? undefined : gte(at, instantOf(query.from)),
    query.to === undefined ? undefined : lt(at, instantOf(query.to, 1)),
    mentions(query.search),
  );
  const rows = await db
    .select(columns)
    .from(auditEntry)
    .where(wanted)
    .orderBy(...orderTerms(query.order ?? '-at', { at, action }, auditEntryId))
    .limit(query.limit)
    .offset(query.offset);
  const [counted] = await db.select({ total: count() }).from(auditEntry).where(wanted);
  return { rows, total: counted?.total ?? 0 };
}

/** For people of any organization, including deleted ones: an entry names everyone involved. */
export async function namesOf({ sql: db }: Transaction, ids: string[]): Promise<NonNullable<AuditEntry['user']>[]> {
  const { name, email } = localUser;
  return db.select({ userId: localUser.userId, name, email }).from(localUser).where(inArray(localUser.userId, ids));
}

/** Searches the verb, its object and the details. */
function mentions(search: string | undefined): SQL | undefined {
  if (search === undefined || search === '') return undefined;
  // LIKE instead of a position in the text, because only LIKE can use the index.
  return like(searched, sql`'%' || lower(${literally(search)}) || '%'`);
}

/** Nothing in a search is a wildcard. */
function literally(search: string): string {
  return search.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

/** An instant, or the start of a UTC day or of one after it. */
function instantOf(dayOrInstant: string, daysLater = 0): Date {
  if (dayOrInstant.includes('T')) return new Date(dayOrInstant);
  return new Date(Date.parse(`${dayOrInstant}T00:00:00Z`) + daysLater * 24 * 60 * 60 * 1000);
}
