import * as api from '@atrium/contract/dashboards';
import type { Widget } from '@atrium/rules/dashboard';
import { applyOperations, type Operation } from '@atrium/rules/dashboard-edits';
import { page } from 'vitest/browser';
import { answer, sentTo } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { signedInAs } from './stage.ts';

export const dashboardId = sampleId('dashboardId');
export const path = `/app/dashboard/${dashboardId}`;
export const named = (text: string) => ({ widgetOptions: { title: { enable: true, text } } });
export const widget = (n: number, text: string, x: number, y: number): Widget => ({
  widgetId: sampleId('widgetId', n),
  widgetType: 'spacer',
  gridOptions: { x, y, width: 4, height: 2 },
  dataOptions: {},
  clientOptions: named(text),
});
export const doors = widget(1, 'Doors', 0, 0);
export const floors = widget(2, 'Floors', 4, 0);
export const both = [doors, floors];
export const own = {
  dashboardId,
  orgId: sampleId('orgId'),
  userId: sampleId('userId'),
  ownerName: 'Ada Lovelace',
  name: 'Branches',
  description: 'All branches at a glance',
  config: JSON.stringify(both),
  isPublished: false,
  isPublic: false,
  publishedToUsers: [],
  sharedWith: [],
  version: 3,
};
export const calls = [...records, ...signedInAs('OrganizationUser'), answer(api.getDashboardView, { state: {} })];
export const opened = [...calls, answer(api.getDashboard, own)];
export const card = (name: string) => page.getByRole('group', { name: new RegExp(`^${name}, card`) });
export const status = (text: string) => page.getByText(text, { exact: true });
export const lastEdit = () => sentTo(api.editDashboard).at(-1);
export const bodyOf = (sent: { body: unknown } | undefined) =>
  sent?.body as { operations: Operation[]; batchId: string };
/** What the server answers to operations on the dashboard as it was opened. */
export const edited = (operations: readonly Operation[], version = 4) => {
  const { name, description, widgets } = applyOperations(
    { name: own.name, description: null, widgets: both },
    operations,
  );
  return answer(api.editDashboard, { ...own, name, description, config: JSON.stringify(widgets), version });
};
