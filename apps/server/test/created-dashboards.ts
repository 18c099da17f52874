import type { Dashboard } from '@atrium/contract/dashboards';
import { randomUUID } from 'node:crypto';
import type { CreateDashboard, NewDashboard } from '../src/features/dashboard-templates/templates.ts';

/** Notes the dashboards that templates become, in place of storing them. */
export function noteDashboards(made: NewDashboard[] = []): CreateDashboard {
  return async (_, dashboard) => {
    made.push(dashboard);
    return replyTo(dashboard);
  };
}

function replyTo({ orgId, userId, name, description, widgets }: NewDashboard): Dashboard {
  const now = new Date().toISOString();
  return {
    dashboardId: randomUUID(),
    orgId,
    userId,
    ownerName: 'Owner',
    name,
    description,
    config: JSON.stringify(widgets),
    isPublished: false,
    isPublic: false,
    publishedToUsers: [],
    sharedWith: [],
    createdAt: now,
    updatedAt: now,
    version: 1,
  };
}
