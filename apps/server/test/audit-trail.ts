import { asc, eq } from 'drizzle-orm';
import { auditEntry } from '../src/registry/schema/operations.ts';
import type { World } from './world.ts';

/** The audit log of an organization, oldest first, as stored. */
export function auditOf(world: World, orgId: string) {
  return world.registry.system(({ sql }) =>
    sql.select().from(auditEntry).where(eq(auditEntry.orgId, orgId)).orderBy(asc(auditEntry.auditEntryId)),
  );
}

/** The details of every edit of the organization itself. */
export async function changesIn(world: World, orgId: string): Promise<Record<string, unknown>[]> {
  const entries = await auditOf(world, orgId);
  return entries.filter(({ action }) => action === 'organization-changed').map(({ detail }) => detail ?? {});
}
