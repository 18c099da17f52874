import * as api from '@atrium/contract/dashboard-templates';
import { dataCalls, getTrafficTotal } from '@atrium/contract/data';
import { getOrganization } from '@atrium/contract/organizations';
import { getSidebar } from '@atrium/contract/sidebar';
import { firstTemplateId, firstTemplateIds } from '@atrium/rules/dashboard-template';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answer, sentTo } from './network.ts';
import { look, open, see } from './stage.ts';
import { hide, press } from './steps.ts';
import { store, made, members, visitedDuring } from './template-records.ts';

const menu = [
  { text: 'Welcome', sref: '/app/welcome', icon: 'home' },
  { text: 'New Dashboard', sref: '/app/dashboard/new', icon: 'plus', section: 'Dashboards' },
  { text: 'New from Template', sref: '/app/templategallery', icon: 'layout', section: 'Dashboards' },
];
const sources = { canViewTraffic: true, canViewOccupancy: true, canViewQueueService: true };
const subscribed = answer(getOrganization, sources);
const nothing = answer(getTrafficTotal, { results: [{ sumins: null }] });
const offer = page.getByRole('region', { name: 'Your first dashboard' });

it('[R969] offers a template on the welcome page of an organization with data', async () => {
  const first = { ...store, name: 'Visitors at a glance' };
  const counted = answer(getTrafficTotal, { results: [{ sumins: 12 }] });
  const without = [...members, subscribed, answer(getSidebar, menu), answer(api.getTemplate, first), counted];
  await open('/app/welcome', without);
  await see(offer);
  await look('welcome-offer', offer.getByRole('button', { name: 'Create it' }));
  const visited = await visitedDuring(() => press('Create it', offer));
  expect(visited[0]).toBe(`/app/dashboard/${made.dashboardId}`);
  expect(sentTo(api.createDashboardFromTemplate).at(-1)?.params).toEqual({ dashboardTemplateId: firstTemplateId });
});

it('[R969] offers nothing once it is hidden, or where there are dashboards or no data', async () => {
  const counted = answer(getTrafficTotal, { results: [{ sumins: 12 }] });
  const start = [...members, answer(getOrganization, { canViewTraffic: true }), answer(getSidebar, menu), counted];
  await open('/app/welcome', start);
  await press('Hide', offer);
  await hide(offer);
  const own = { text: 'Mine', sref: `/app/dashboard/${made.dashboardId}`, icon: 'dashboard', section: 'Dashboards' };
  await open('/app/welcome', [...start, answer(getSidebar, [...menu, own])]);
  await see(page.getByRole('link', { name: 'Mine' }));
  await hide(offer);
  await open('/app/welcome', [...start, nothing]);
  await expect.poll(() => sentTo(getTrafficTotal).length).toBeGreaterThan(0);
  await hide(offer);
});

it('[R969] [R1126] offers the template of the first source with data, and says what it leaves out', async () => {
  const messages = ['Waits: 1 image was left out.'];
  const [occupancy, queue] = [dataCalls.occupancy.total, dataCalls.queue.total];
  const start = [
    ...members,
    subscribed,
    answer(getSidebar, menu),
    nothing,
    answer(occupancy, { results: [{ maxoccupancy: null }] }),
    answer(queue, { results: [{ sumqueuethroughput: 7 }] }),
    answer(api.createDashboardFromTemplate, { ...made, messages }),
  ];
  await open('/app/welcome', start);
  await see(offer);
  const { startDate, endDate } = sentTo(queue)[0]!.query as { startDate: string; endDate: string };
  expect((Date.parse(endDate) - Date.parse(startDate)) / 86_400_000).toBe(91);
  await press('Create it', offer);
  await see(page.getByText('Waits: 1 image was left out.'));
  const sent = sentTo(api.createDashboardFromTemplate).at(-1);
  expect(sent?.params).toEqual({ dashboardTemplateId: firstTemplateIds.queue });
  await open('/app/welcome', [...start, answer(occupancy, { results: [{ maxoccupancy: 3 }] })]);
  await see(offer);
  // The rest is not asked.
  expect(sentTo(queue)).toEqual([]);
  expect(sentTo(api.getTemplate)[0]?.params).toEqual({ dashboardTemplateId: firstTemplateIds.occupancy });
  await open('/app/welcome', [...start, answer(getOrganization, { ...sources, canViewQueueService: false })]);
  await expect.poll(() => sentTo(occupancy).length).toBeGreaterThan(0);
  await hide(offer);
  expect(sentTo(queue)).toEqual([]);
});
