import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import { dashboard, dashboardPublication, dashboardShare } from '../schema/dashboards.ts';

/** One's own dashboards, those published to everyone or to this person, and those shared with them. */
export function seesDashboard(userId: string): SQL | undefined {
  return or(
    eq(dashboard.userId, userId),
    and(eq(dashboard.isPublished, true), eq(dashboard.isPublic, true)),
    namedIn(dashboardPublication, userId),
    namedIn(dashboardShare, userId),
  );
}

function namedIn(table: typeof dashboardPublication | typeof dashboardShare, userId: string): SQL {
  return sql`EXISTS (SELECT 1 FROM ${table} WHERE ${table.dashboardId} = ${dashboard.dashboardId} AND ${table.userId} = ${userId})`;
}
