import * as api from '@atrium/contract/dashboard-templates';
import { getTrafficTotal } from '@atrium/contract/data';
import { getCountApplications, getCountFilters } from '@atrium/contract/reference';
import { listUsers } from '@atrium/contract/users';
import { firstTemplateId } from '@atrium/rules/dashboard-template';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, expectNow, sentTo } from './network.ts';
import { sampleId } from './sample.ts';
import { look, open, openAsStaff, see, signedInAs } from './stage.ts';
import { chooseAction, dialog, field, heading, hide, pick, press, refused } from './steps.ts';
import { card, store, rooms, made, shared, members, staff, visitedDuring } from './template-records.ts';

const named = (name: string) => page.getByRole('heading', { name, exact: true });

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

const grace = { userId: sampleId('userId', 5), name: 'Grace Hopper', email: 'grace@lakeside.example' };

const forSomeone = 'Create Store today for someone';

async function createForGrace(): Promise<void> {
  await press('Create for…: Store today');
  const form = dialog(forSomeone);
  await press('Create dashboard', form);
  await see(form.getByText('Choose a person.'));
  await pick('Person', /^Grace Hopper/, form);
}

it('[R321] [R1125] makes a dashboard for someone else, says so and stays', async () => {
  const messages = ['Store today: 1 image was left out.'];
  const admin = [...shared, ...signedInAs('OrganizationAdministrator'), answer(listUsers, [grace])];
  await open('/app/templategallery', [...admin, answer(api.createDashboardFromTemplate, { ...made, messages })]);
  await createForGrace();
  const form = dialog(forSomeone);
  await look('template-create-for', form.getByRole('button', { name: 'Create dashboard' }));
  await refused(api.createDashboardFromTemplate, 'Unable to assign template', () => press('Create dashboard', form));
  await press('Create dashboard', form);
  await see(page.getByText(/^Created for Grace Hopper .*only they can open it\.$/));
  await see(page.getByText('Store today: 1 image was left out.'));
  await hide(form);
  expect(sentTo(api.createDashboardFromTemplate).at(-1)?.body).toEqual({ assignToUserId: grace.userId });
  expect(window.location.hash).toMatch(/^#\/app\/templategallery/);
});

it('[R1125] staff choose among the people of the chosen organization, and nobody else does', async () => {
  await openAsStaff('/app/templategallery', [...staff, answer(listUsers, [grace])]);
  await createForGrace();
  expect(sentTo(listUsers).at(-1)?.query['orgId']).toBe(sampleId('orgId'));
  await open('/app/templategallery', members);
  await see(named('Store today'));
  await hide(page.getByRole('button', { name: 'Create for…: Store today' }));
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

const loadAgain = async (template: typeof store) => {
  const loads = sentTo(api.getTemplate).length;
  expectNow(answer(api.uploadTemplateImage, [{}]), answer(api.getTemplate, template));
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  await userEvent.upload(input!, new File(['x'], `${loads}.png`, { type: 'image/png' }));
  await expect.poll(() => sentTo(api.getTemplate).length).toBeGreaterThan(loads);
  await see(page.getByRole('button', { name: 'Choose image' }));
  await expect.element(page.getByRole('button', { name: 'Choose image' })).toBeEnabled();
};

it('[R1065] saves a template only on the state that its form shows', async () => {
  const other = { ...store, config: JSON.stringify([card('value', 0, 0, 4, 3)]), version: 5 };
  await openAsStaff(`/app/dashboardtemplate/${firstTemplateId}`, staff);
  await see(page.getByRole('img', { name: 'Layout of Store today: 9 cards' }));
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

it('[R1060] staff arrange the cards of a template on the grid, with roles in place of places', async () => {
  const line = card('line', 0, 0, 6, 4, { dataSourceType: 'traffic', entityRole: 'all-locations', metrics: ['ins'] });
  const template = { ...store, config: JSON.stringify([line]) };
  const path = `/app/dashboardtemplate/${store.dashboardTemplateId}`;
  const lists = [answer(getCountFilters, []), answer(getCountApplications, [])];
  const calls = [answer(api.getTemplate, template), answer(api.updateTemplate, template), ...lists];
  await openAsStaff(path, [...staff, ...calls]);
  await page.getByRole('link', { name: 'Arrange cards on a grid' }).click();
  await see(heading('Cards of Store today'));
  const grid = page.getByRole('group', { name: /, card 1 of 1/ });
  await see(grid);
  expect(sentTo(getTrafficTotal)).toEqual([]);
  await look('template-cards', grid);
  grid.element().focus();
  await userEvent.keyboard('{ArrowRight}');
  await press(/^Actions of/);
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await pick('Places', 'The door with the largest traffic of the last seven days');
  await press('Save');
  // The move may be saved on its own, if choosing takes longer than saving waits.
  const saved = () =>
    sentTo(api.updateTemplate).map(
      ({ body }) => (JSON.parse((body as { config: string }).config) as (typeof line)[])[0],
    );
  await expect
    .poll(() => saved().at(-1), { timeout: 15_000 })
    .toMatchObject({
      widgetId: line.widgetId,
      dataOptions: { entityRole: 'busiest-door', entityType: 'zone', entityIds: [], metrics: ['ins'] },
    });
  expect(saved()[0]).toMatchObject({ gridOptions: { x: 1, y: 0, width: 6, height: 4 } });
  expect(sentTo(api.updateTemplate)[0]?.headers.get('if-match')).toBe('"3"');
});

const withCards = (version: number, ...cards: readonly object[]) => ({
  ...store,
  config: JSON.stringify(cards),
  version,
});

it('[R1060] the page of a template shows at once what was changed on its grid', async () => {
  const [one, two] = [card('line', 0, 0, 6, 4), card('line', 6, 0, 6, 4)];
  const path = `/app/dashboardtemplate/${store.dashboardTemplateId}`;
  const after = withCards(4, one, two);
  const calls = [answer(api.getTemplate, withCards(3, one)), answer(api.updateTemplate, after)];
  await openAsStaff(`${path}/cards`, [...staff, ...calls]);
  await see(page.getByRole('group', { name: /, card 1 of 1/ }));
  expectNow(answer(api.getTemplate, after));
  await press(/^Actions of/);
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await page.getByRole('link', { name: 'Store today' }).click();
  await see(page.getByRole('img', { name: 'Layout of Store today: 2 cards' }));
  expect(sentTo(api.updateTemplate).at(-1)?.headers.get('if-match')).toBe('"3"');
});
