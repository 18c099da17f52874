import { type Dashboard, widgets } from '@atrium/contract/dashboards';
import type { DashboardDocument, Widget } from '@atrium/rules/dashboard';

/** A dashboard as the server last confirmed it. */
export interface SavedDashboard {
  readonly document: DashboardDocument;
  readonly version: number;
}

export function savedDashboard({ name, description, config, version }: SavedFields): SavedDashboard {
  return { document: { name, description, widgets: widgetsIn(config) }, version };
}

type SavedFields = Pick<Dashboard, 'name' | 'description' | 'config' | 'version'>;

/** The server gives every widget an id and checks it; what it does not understand stays as it is. */
export function widgetsIn(config: string): readonly Widget[] {
  return widgets.parse(JSON.parse(config));
}
