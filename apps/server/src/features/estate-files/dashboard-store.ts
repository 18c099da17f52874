import type { Widget } from '@atrium/rules/dashboard';
import { and, asc, eq, isNull, or } from 'drizzle-orm';
import type { Transaction } from '../../registry/registry.ts';
import { dashboard } from '../../registry/schema/dashboards.ts';
import type { Scope } from '../../scope.ts';

export interface StoredDashboard {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  /** To everyone of the organization. */
  readonly isPublished: boolean;
  readonly widgets: readonly Widget[];
}

/** Dashboards published to everyone, and the caller's own. */
export async function loadDashboards({ sql: db }: Transaction, scope: Scope): Promise<readonly StoredDashboard[]> {
  const { dashboardId: id, name, description, isPublished, isPublic, widgets, userId, orgId, deletedAt } = dashboard;
  const isForEveryone = and(eq(isPublished, true), eq(isPublic, true));
  const rows = await db
    .select({ id, name, description, isPublished, isPublic, widgets })
    .from(dashboard)
    .where(and(eq(orgId, scope.orgId), isNull(deletedAt), or(isForEveryone, eq(userId, scope.userId))))
    .orderBy(asc(name), asc(id));
  return rows.map(({ isPublic: toEveryone, ...row }) => ({ ...row, isPublished: row.isPublished && toEveryone }));
}
