import * as api from '@atrium/contract/dashboard-templates';
import { getDashboard, getDashboardView, listDashboards } from '@atrium/contract/dashboards';
import { getTemplateCategories } from '@atrium/contract/reference';
import { firstTemplateId } from '@atrium/rules/dashboard-template';
import { expect } from 'vitest';
import { answer } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { signedInAs } from './stage.ts';

export const card = (
  widgetType: string,
  x: number,
  y: number,
  width: number,
  height: number,
  dataOptions: object = {},
) => ({
  widgetId: crypto.randomUUID(),
  widgetType,
  gridOptions: { x, y, width, height },
  dataOptions,
  clientOptions: {},
});
const config = JSON.stringify([
  card('realtime-value', 0, 0, 4, 3),
  card('value', 4, 0, 4, 3),
  card('gauge', 8, 0, 4, 6),
  card('line', 0, 3, 8, 6),
  card('weather', 8, 6, 4, 3),
  card('heatmap', 0, 9, 6, 6),
  card('bar', 6, 9, 6, 6),
  card('table', 0, 15, 8, 5),
  card('pie', 8, 15, 4, 5),
]);
export const store = {
  dashboardTemplateId: firstTemplateId,
  name: 'Store today',
  description: 'How the day is going in your busiest store.',
  templateCategory: 'Traffic',
  templateTags: ['Retail', 'Live'],
  publishToGallery: true,
  templateImage: null,
  config,
  version: 3,
};
export const rooms = {
  ...store,
  dashboardTemplateId: sampleId('dashboardTemplateId', 2),
  name: 'Reading rooms now',
  description: 'Places that are free right now.',
  templateCategory: 'Occupancy',
  templateTags: ['Library', 'Live'],
};
const draft = {
  ...rooms,
  dashboardTemplateId: sampleId('dashboardTemplateId', 3),
  name: 'Draft',
  publishToGallery: false,
};
export const made = { dashboardId: sampleId('dashboardId'), config: '[]' };
export const shared = [
  ...records,
  answer(getTemplateCategories, ['Traffic', 'Sales', 'Occupancy', 'Queues', 'Overview']),
  answer(api.listTemplates, [store, rooms, draft]),
  answer(api.getTemplate, store),
  answer(api.createDashboardFromTemplate, made),
  answer(getDashboard, made),
  answer(getDashboardView, { state: {} }),
];
export const members = [...shared, ...signedInAs('OrganizationUser')];
export const staff = [
  ...shared,
  ...signedInAs('SenSourceUser'),
  answer(listDashboards, [
    {
      dashboardId: sampleId('dashboardId', 4),
      name: 'North door',
      config: JSON.stringify([card('line', 0, 0, 12, 6, { entityType: 'zone', entityIds: ['a'] })]),
    },
  ]),
];

/** The screens that `work` goes to; that of a dashboard itself is none of this test. */
export async function visitedDuring(work: () => Promise<void>): Promise<string[]> {
  const { router } = await import('../src/routes.tsx');
  const visited: string[] = [];
  const stop = router.subscribe('onBeforeNavigate', ({ toLocation }) => visited.push(toLocation.pathname));
  await work();
  await expect.poll(() => visited.length).toBeGreaterThan(0);
  stop();
  return visited;
}
