import * as api from '@atrium/contract/dashboard-templates';
import { getDashboard, getDashboardView, listDashboards } from '@atrium/contract/dashboards';
import { getTrafficTotal } from '@atrium/contract/data';
import { getCountApplications, getCountFilters, getTemplateCategories } from '@atrium/contract/reference';
import { getSidebar } from '@atrium/contract/sidebar';
import { firstTemplateId } from '@atrium/rules/dashboard-template';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, expectNow, sentTo } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { look, open, openAsStaff, see, signedInAs } from './stage.ts';
import { chooseAction, dialog, field, heading, hide, pick, press, refused } from './steps.ts';

const card = (widgetType: string, x: number, y: number, width: number, height: number, dataOptions: object = {}) => ({
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
const store = {
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
const rooms = {
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
const made = { dashboardId: sampleId('dashboardId'), config: '[]' };
const shared = [
  ...records,
  answer(getTemplateCategories, ['Traffic', 'Sales', 'Occupancy', 'Queues', 'Overview']),
  answer(api.listTemplates, [store, rooms, draft]),
  answer(api.getTemplate, store),
  answer(api.createDashboardFromTemplate, made),
  answer(getDashboard, made),
  answer(getDashboardView, { state: {} }),
];
const members = [...shared, ...signedInAs('OrganizationUser')];
const staff = [
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
const named = (name: string) => page.getByRole('heading', { name, exact: true });

/** The screens that `work` goes to; that of a dashboard itself is none of this test. */
async function visitedDuring(work: () => Promise<void>): Promise<string[]> {
  const { router } = await import('../src/routes.tsx');
  const visited: string[] = [];
  const stop = router.subscribe('onBeforeNavigate', ({ toLocation }) => visited.push(toLocation.pathname));
  await work();
  await expect.poll(() => visited.length).toBeGreaterThan(0);
  stop();
  return visited;
}

it('[R322] [R968] shows the gallery with a drawing of each template', async () => {
  await open('/app/templategallery', members);
  await see(heading('Template gallery'));
  await see(named('Store today'));
  await see(page.getByRole('img', { name: 'Layout of Store today: 9 cards' }));
  await hide(named('Draft'));
  await see(page.getByText('2 templates', { exact: true }));
  await look('template-gallery', named('Reading rooms now'));
});

it('[R968] searches and filters the gallery', async () => {
  await open('/app/templategallery', members);
  await see(named('Store today'));
  const search = page.getByRole('searchbox', { name: 'Search templates' });
  await search.fill('places library');
  await hide(named('Store today'));
  await see(named('Reading rooms now'));
  await search.fill('nothing');
  await see(page.getByText('No template matches', { exact: true }));
  await search.fill('');
  await pick('Category', 'Traffic');
  await hide(named('Reading rooms now'));
  await see(named('Store today'));
  await open('/app/templategallery', members);
  await see(named('Reading rooms now'));
  await pick('Tag', 'Library');
  await hide(named('Store today'));
  await expect.poll(() => window.location.hash).toContain('tag=Library');
});

it('[R321] [R968] makes a dashboard with one click and opens it', async () => {
  await open('/app/templategallery', members);
  await refused(api.createDashboardFromTemplate, 'Unable to assign template', () =>
    press('Use this template: Store today'),
  );
  const visited = await visitedDuring(() => press('Use this template: Store today'));
  expect(visited[0]).toBe(`/app/dashboard/${made.dashboardId}`);
  await see(page.getByText('Assigned template successfully', { exact: true }).first());
  expect(sentTo(api.createDashboardFromTemplate).at(-1)?.params).toEqual({ dashboardTemplateId: firstTemplateId });
});

async function removeDraft() {
  await press('Delete the template Draft');
  await press('Yes, delete it!', dialog('Delete Template'));
}

it('[R965] lists all templates for staff, who delete them', async () => {
  await openAsStaff('/app/dashboardtemplates', staff);
  await see(heading('Dashboard templates'));
  await see(page.getByText('Hidden', { exact: true }).first());
  await look('templates', page.getByRole('link', { name: 'Draft' }));
  await refused(api.deleteTemplate, 'Unable to delete template', removeDraft);
  expectNow(answer(api.deleteTemplate), answer(api.listTemplates, [store, rooms]));
  await removeDraft();
  await see(page.getByText('Template deleted successfully', { exact: true }).first());
  await hide(page.getByRole('link', { name: 'Draft' }));
  expect(sentTo(api.deleteTemplate).at(-1)?.headers.get('if-match')).toBe('"3"');
});

it('[R965] [R970] changes a template, and says what is wrong with its cards', async () => {
  await openAsStaff(`/app/dashboardtemplate/${firstTemplateId}`, staff);
  await see(heading('Store today'));
  await see(page.getByRole('img', { name: 'Layout of Store today: 9 cards' }));
  await look('template', field('Name'));
  await field('Name').fill('');
  await field('Cards as JSON').fill('{');
  await press('Save');
  await see(page.getByText('must be a list of widgets'));
  await field('Cards as JSON').fill('[{"gridOptions":{"x":9,"y":0,"width":6,"height":3}}]');
  await press('Save');
  await see(page.getByText('Template must have a name'));
  await see(page.getByText(/config\.0\.gridOptions must lie within the 12 columns/));
  await field('Name').fill('Stores');
  await field('Cards as JSON').fill('[{"gridOptions":{"x":0,"y":0,"width":6,"height":3}}]');
  await see(page.getByRole('img', { name: 'Layout of Stores: 1 card' }));
  await refused(api.updateTemplate, 'Unable to update template', () => press('Save'));
  expectNow(answer(api.updateTemplate, { ...store, name: 'Stores', version: 4 }));
  await press('Save');
  await see(page.getByText('Template updated successfully', { exact: true }).first());
  const sent = sentTo(api.updateTemplate).at(-1);
  expect(sent?.headers.get('if-match')).toBe('"3"');
  expect(Object.keys(sent?.body as object)).toEqual(['name', 'config']);
  expect(sent?.body).toMatchObject({ name: 'Stores' });
});

const ifMatch = () => sentTo(api.updateTemplate).at(-1)?.headers.get('if-match');
const save = () => refused(api.updateTemplate, 'Unable to update template', () => press('Save'));

it('[R1065] saves a template only on the state that its form shows', async () => {
  const other = { ...store, config: JSON.stringify([card('value', 0, 0, 4, 3)]), version: 5 };
  await openAsStaff(`/app/dashboardtemplate/${firstTemplateId}`, staff);
  await see(page.getByRole('img', { name: 'Layout of Store today: 9 cards' }));
  const loadAgain = async (template: typeof store) => {
    const loads = sentTo(api.getTemplate).length;
    expectNow(answer(api.uploadTemplateImage, [{}]), answer(api.getTemplate, template));
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    await userEvent.upload(input!, new File(['x'], `${loads}.png`, { type: 'image/png' }));
    await expect.poll(() => sentTo(api.getTemplate).length).toBeGreaterThan(loads);
    await see(page.getByRole('button', { name: 'Choose image' }));
    await expect.element(page.getByRole('button', { name: 'Choose image' })).toBeEnabled();
  };
  await field('Name').fill('Stores');
  await loadAgain({ ...store, version: 4 });
  await save();
  expect(ifMatch()).toBe('"4"');
  await loadAgain(other);
  await save();
  expect(ifMatch()).toBe('"4"');
  expect(sentTo(api.updateTemplate).at(-1)?.body).toEqual({ name: 'Stores' });
  await press('Discard');
  await see(page.getByRole('img', { name: 'Layout of Store today: 1 card' }));
  await loadAgain({ ...store, version: 6 });
  await see(page.getByRole('img', { name: 'Layout of Store today: 9 cards' }));
});

it('[R970] takes cards from a dashboard, with roles', async () => {
  await openAsStaff('/app/dashboardtemplate/new', staff);
  await field('Name').fill('Stores');
  await pick('Load from a dashboard', 'North door');
  await see(page.getByRole('img', { name: 'Layout of Stores: 1 card' }));
  expectNow(answer(api.createTemplate, store));
  await press('Create template');
  await see(page.getByText('Template created successfully', { exact: true }).first());
  const { config: written } = sentTo(api.createTemplate).at(-1)!.body as { config: string };
  expect(JSON.parse(written)).toMatchObject([{ dataOptions: { entityRole: 'busiest-door' } }]);
});

it('[R965] adds a template', async () => {
  await openAsStaff('/app/dashboardtemplate/new', staff);
  await see(heading('New template'));
  await field('Name').fill('Halls');
  await pick('Category', 'Occupancy');
  await page.getByLabelText('Tags').first().click();
  await userEvent.keyboard('Office{Enter}');
  await page.getByRole('switch', { name: 'Show in the gallery' }).click();
  await press('Create template');
  await see(page.getByText('A template in the gallery needs at least one card'));
  await field('Cards as JSON').fill(JSON.stringify([card('value', 0, 0, 4, 3, { entityType: 'zone', entityId: 'x' })]));
  await see(page.getByText(/^1 card names places of one organization/));
  await look('template-new', field('Name'));
  await refused(api.createTemplate, 'Unable to create template', () => press('Create template'));
  expectNow(
    answer(api.createTemplate, { ...store, name: 'Halls' }),
    answer(api.getTemplate, { ...store, name: 'Halls' }),
  );
  await press('Create template');
  await see(page.getByText('Template created successfully', { exact: true }).first());
  await see(heading('Halls'));
  expect(sentTo(api.createTemplate).at(-1)?.body).toMatchObject({
    name: 'Halls',
    templateCategory: 'Occupancy',
    templateTags: ['Office'],
    publishToGallery: true,
  });
});

it('[R324] [R965] adds and removes the image of a template, and deletes the template', async () => {
  await openAsStaff(`/app/dashboardtemplate/${firstTemplateId}`, staff);
  await see(page.getByRole('button', { name: 'Choose image' }));
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  expect(input?.accept).toBe('.jpg,.png,.jpeg,.bmp,.gif');
  const image = `/api/dashboardtemplate/${firstTemplateId}/attachment/${sampleId('id')}`;
  await refused(api.uploadTemplateImage, 'Unable to update template', () =>
    userEvent.upload(input!, new File(['x'], 'plan.png', { type: 'image/png' })),
  );
  expectNow(answer(api.uploadTemplateImage, [{}]), answer(api.getTemplate, { ...store, templateImage: image }));
  await userEvent.upload(input!, new File(['y'], 'plan.png', { type: 'image/png' }));
  await press('Remove image');
  expectNow(answer(api.deleteTemplateImage), answer(api.getTemplate, store));
  await press('Yes, remove it!', dialog('Remove Image'));
  await see(page.getByText('Image deleted successfully', { exact: true }).first());
  expect(sentTo(api.deleteTemplateImage).at(-1)?.params).toMatchObject({ attachmentId: sampleId('id') });
  expectNow(answer(api.deleteTemplate));
  await chooseAction('Delete');
  await press('Yes, delete it!', dialog('Delete Template'));
  await see(heading('Dashboard templates'));
});

const menu = [
  { text: 'Welcome', sref: '/app/welcome', icon: 'home' },
  { text: 'New Dashboard', sref: '/app/dashboard/new', icon: 'plus', section: 'Dashboards' },
  { text: 'New from Template', sref: '/app/templategallery', icon: 'layout', section: 'Dashboards' },
];
const offer = page.getByRole('region', { name: 'Your first dashboard' });

it('[R969] offers a template on the welcome page of an organization with data', async () => {
  const first = { ...store, name: 'Visitors at a glance' };
  const counted = answer(getTrafficTotal, { results: [{ sumins: 12 }] });
  const without = [...members, answer(getSidebar, menu), answer(api.getTemplate, first), counted];
  await open('/app/welcome', without);
  await see(offer);
  await look('welcome-offer', offer.getByRole('button', { name: 'Create it' }));
  const visited = await visitedDuring(() => press('Create it', offer));
  expect(visited[0]).toBe(`/app/dashboard/${made.dashboardId}`);
  expect(sentTo(api.createDashboardFromTemplate).at(-1)?.params).toEqual({ dashboardTemplateId: firstTemplateId });
});

it('[R969] offers nothing once it is hidden, or where there are dashboards or no data', async () => {
  const counted = answer(getTrafficTotal, { results: [{ sumins: 12 }] });
  const start = [...members, answer(getSidebar, menu), counted];
  await open('/app/welcome', start);
  await press('Hide', offer);
  await hide(offer);
  const own = { text: 'Mine', sref: `/app/dashboard/${made.dashboardId}`, icon: 'dashboard', section: 'Dashboards' };
  await open('/app/welcome', [...start, answer(getSidebar, [...menu, own])]);
  await see(page.getByRole('link', { name: 'Mine' }));
  await hide(offer);
  await open('/app/welcome', [...start, answer(getTrafficTotal, { results: [{ sumins: null }] })]);
  await expect.poll(() => sentTo(getTrafficTotal).length).toBeGreaterThan(0);
  await hide(offer);
});

it('[R1060] staff arrange the cards of a template on the grid, with roles in place of places', async () => {
  const line = card('line', 0, 0, 6, 4, { dataSourceType: 'traffic', entityRole: 'all-locations', metrics: ['ins'] });
  const template = { ...store, config: JSON.stringify([line]) };
  const path = `/app/dashboardtemplate/${store.dashboardTemplateId}`;
  const lists = [answer(getCountFilters, []), answer(getCountApplications, [])];
  const calls = [answer(api.getTemplate, template), answer(api.updateTemplate, template), ...lists];
  await openAsStaff(path, [...staff, ...calls]);
  await page.getByRole('link', { name: 'Arrange cards on a grid' }).click();
  await see(heading('Cards of Store today'));
  const grid = page.getByRole('group', { name: /, widget 1 of 1/ });
  await see(grid);
  expect(sentTo(getTrafficTotal)).toEqual([]);
  await look('template-cards', grid);
  grid.element().focus();
  await userEvent.keyboard('{ArrowRight}');
  await press(/^Actions of/);
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await pick('Places', 'The door with the largest traffic of the last seven days');
  await press('Save');
  // The move may have been saved on its own, if choosing took longer than saving waits.
  const saved = () => {
    const { config: cards = '[]' } = (sentTo(api.updateTemplate).at(-1)?.body ?? {}) as { config?: string };
    return (JSON.parse(cards) as (typeof line)[])[0];
  };
  await expect.poll(saved, { timeout: 15_000 }).toMatchObject({
    widgetId: line.widgetId,
    gridOptions: { x: 1, y: 0, width: 6, height: 4 },
    dataOptions: { entityRole: 'busiest-door', entityType: 'zone', entityIds: [], metrics: ['ins'] },
  });
  expect(sentTo(api.updateTemplate)[0]?.headers.get('if-match')).toBe('"3"');
});
