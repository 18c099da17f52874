import * as api from '@atrium/contract/dashboards';
import { getCountApplications, getCountFilters } from '@atrium/contract/reference';
import { getSidebar } from '@atrium/contract/sidebar';
import type { Widget } from '@atrium/rules/dashboard';
import type { Operation } from '@atrium/rules/dashboard-edits';
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cards } from '../src/features/dashboards/widgets/registry.ts';
import { abortWithheld, answer, expectNow, refuse, sentTo, unreachable, withhold } from './network.ts';
import { sampleId, sampleNow } from './sample.ts';
import { address } from './shown.ts';
import { look, open, openAgain, see } from './stage.ts';
import { chooseAction, dialog, field, heading, hide, press, refused, stopClock } from './steps.ts';
import {
  dashboardId,
  path,
  named,
  doors,
  floors,
  both,
  own,
  calls,
  opened,
  card,
  status,
  lastEdit,
  bodyOf,
  edited,
} from './dashboard-records.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('[R260] [R262] adds a card from the gallery into the first hole, and saves at once', async () => {
  await open(path, opened);
  await see(card('Doors'));
  await press('Add card');
  const gallery = dialog('Add card');
  await gallery.getByRole('searchbox').fill('no such thing');
  await see(gallery.getByText('No card matches'));
  await gallery.getByRole('searchbox').fill('spacer');
  await look('dashboard-gallery', gallery.getByRole('button', { name: 'Add Spacer' }));
  expectNow(edited([]));
  await press('Add Spacer', gallery);
  await expect.poll(() => sentTo(api.editDashboard).length).toBe(1);
  const [operation] = bodyOf(lastEdit()).operations;
  expect(operation).toMatchObject({
    kind: 'add',
    widget: { widgetType: 'spacer', gridOptions: { x: 8, y: 0, width: 4, height: 1, minWidth: 1 } },
  });
});

it('[R260] duplicates a card', async () => {
  await open(path, opened);
  await see(card('Doors'));
  expectNow(edited([]));
  await card('Doors').getByRole('button').first().click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect.poll(() => sentTo(api.editDashboard).length).toBe(1);
  expect(bodyOf(lastEdit()).operations).toMatchObject([
    { kind: 'add', widget: { clientOptions: named('Doors'), gridOptions: { x: 8, y: 0 } } },
  ]);
});

it('[R279] [R284] opens the settings of a new card that needs them, and removes it if they are cancelled', async () => {
  const asking = cards.find(({ clientOptions }) => clientOptions['popConfig'] === true)!;
  const lists = [answer(getCountFilters, []), answer(getCountApplications, [])];
  await open(path, [...opened, ...lists]);
  await see(card('Doors'));
  expectNow(unreachable(api.editDashboard));
  await press('Add card');
  await press(`Add ${asking.label}`, dialog('Add card'));
  await hide(dialog('Add card'));
  await press('Cancel', page.getByRole('dialog'));
  await see(page.getByText(/ removed\.$/));
  await see(status('Not saved, trying again'));
  expect(page.getByRole('group', { name: /, card/ }).elements()).toHaveLength(2);
});

it('[R260] [R265] removes a card after a question, and offers to delete the dashboard with the last one', async () => {
  const one = { ...own, config: JSON.stringify([doors]) };
  await open(path, [...calls, answer(api.getDashboard, one)]);
  await see(card('Doors'));
  card('Doors').element().focus();
  await userEvent.keyboard('{Delete}');
  const question = dialog('Remove Widget');
  await see(question.getByText('You are about to remove this widget. Are you sure?'));
  await press('Cancel', question);
  await hide(question);
  expect(sentTo(api.editDashboard)).toEqual([]);
  expectNow(answer(api.editDashboard, { ...one, config: '[]', version: 4 }));
  card('Doors').element().focus();
  await userEvent.keyboard('{Delete}');
  await press('Yes, remove it!', question);
  const deletion = dialog('Delete Dashboard');
  await see(deletion.getByText('You are about to delete this dashboard. This cannot be undone. Are you sure?'));
  expect(bodyOf(lastEdit()).operations).toEqual([{ kind: 'remove', widgetId: doors.widgetId }]);
  await refused(api.deleteDashboard, 'Unable to delete dashboard', () => press('Yes, delete it!', deletion));
  expectNow(answer(api.deleteDashboard));
  await chooseAction('Delete');
  await press('Yes, delete it!', deletion);
  await see(page.getByText('Dashboard deleted successfully'));
  await expect.poll(address).toMatch(/^#\/app\/welcome/);
});

it('[R264] [R267] lets others read, and edit a copy of their own', async () => {
  const foreign = { ...own, userId: sampleId('userId', 2), ownerName: 'Grace Hopper', isPublished: true };
  await open(path, [...calls, answer(api.getDashboard, foreign)]);
  await see(page.getByText('Read-only, by Grace Hopper'));
  await look('dashboard-reader', card('Doors'));
  expect(page.getByRole('button', { name: 'Add card' }).elements()).toEqual([]);
  expect(card('Doors').element().tabIndex).toBe(-1);
  expect(card('Doors').getByRole('button').elements()).toEqual([]);
  const copy = { ...own, dashboardId: sampleId('dashboardId', 2), name: 'Copy of Branches' };
  expectNow(answer(api.createDashboard, copy), answer(api.getDashboard, copy));
  await press('Duplicate to edit');
  await see(heading('Copy of Branches'));
  const sent = sentTo(api.createDashboard)[0]?.body as { name: string; config: string };
  expect(sent.name).toBe('Copy of Branches');
  const copied = JSON.parse(sent.config) as Widget[];
  expect(copied.map(({ clientOptions }) => clientOptions)).toEqual(both.map(({ clientOptions }) => clientOptions));
  expect(copied[0]?.widgetId).not.toBe(doors.widgetId);
});

const addSpacer = () => press('Add Spacer', dialog('Add card'));

it('[R266] makes My Dashboard with the first widget', async () => {
  await open('/app/dashboard/new', calls);
  await look('dashboard-new', page.getByText('No cards yet'));
  await press('Add card');
  const made = { ...own, name: 'My Dashboard' };
  await refused(api.createDashboard, 'Unable to create dashboard', addSpacer);
  await press('Add card');
  expectNow(withhold(api.createDashboard));
  const before = sentTo(api.createDashboard).length;
  await addSpacer();
  // A second click on a card would make a second dashboard.
  await hide(dialog('Add card'));
  await expect.element(page.getByRole('button', { name: 'Add card' })).toHaveAttribute('data-loading');
  expect(sentTo(api.createDashboard)).toHaveLength(before + 1);
  expectNow(answer(api.createDashboard, made), answer(api.getDashboard, made));
  const menus = sentTo(getSidebar).length;
  abortWithheld();
  await press('Add card');
  await addSpacer();
  await see(heading('My Dashboard'));
  await see(page.getByText('Dashboard created successfully'));
  expect(sentTo(api.createDashboard)[0]?.body).toMatchObject({ name: 'My Dashboard' });
  expect(address()).toContain(dashboardId);
  await expect.poll(() => sentTo(getSidebar).length).toBeGreaterThan(menus);
});

it('[R010] [R269] [R270] renames and describes, which the menu shows at once', async () => {
  await open(path, opened);
  await see(card('Doors'));
  await chooseAction('Rename and describe');
  const form = dialog('Rename and describe');
  await field('Name', form).fill('  ');
  await press('Save', form);
  await see(form.getByText('Dashboard must have a name'));
  await field('Name', form).fill('Libraries');
  await field('Description', form).fill('');
  const rename: Operation = { kind: 'rename', name: 'Libraries', description: null };
  expectNow(edited([rename]));
  const menus = sentTo(getSidebar).length;
  await press('Save', form);
  await see(page.getByText('Dashboard updated successfully'));
  await see(heading('Libraries'));
  expect(bodyOf(lastEdit()).operations).toEqual([rename]);
  await expect.poll(() => sentTo(getSidebar).length).toBeGreaterThan(menus);
});

it('[R972] undoes and redoes by keyboard', async () => {
  await open(path, opened);
  await see(card('Doors'));
  stopClock();
  card('Doors').element().focus();
  await userEvent.keyboard('{ArrowDown}');
  await see(page.getByText('Doors moved to column 1, row 2.'));
  await userEvent.keyboard('{Control>}z{/Control}');
  await see(page.getByText('Undone.'));
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  await see(page.getByText('Redone.'));
  expectNow(edited([]));
  vi.advanceTimersByTime(5_000);
  await see(status('Saved'));
  expect(bodyOf(lastEdit()).operations).toMatchObject([{ kind: 'place', place: { x: 0, y: 1 } }]);
});

it('[R971] says that edits are not saved, keeps them through a reload, and sends them again', async () => {
  await open(path, [...opened, unreachable(api.editDashboard)]);
  await see(card('Doors'));
  card('Doors').element().focus();
  await userEvent.keyboard('{Delete}');
  await press('Yes, remove it!', dialog('Remove Widget'));
  await see(status('Not saved, trying again'));
  const { batchId } = bodyOf(lastEdit());
  await openAgain(path, [...opened, edited([{ kind: 'remove', widgetId: doors.widgetId }])]);
  await see(card('Floors'));
  await see(status('Saved'));
  expect(bodyOf(lastEdit()).batchId).toBe(batchId);
  expect(card('Doors').elements()).toEqual([]);
});

it('reports a refusal, and saves when asked again', async () => {
  await open(path, [...opened, refuse(api.editDashboard, 403, 'Only the owner may change it')]);
  await see(card('Doors'));
  card('Doors').element().focus();
  await userEvent.keyboard('{Delete}');
  await press('Yes, remove it!', dialog('Remove Widget'));
  await see(page.getByText('Unable to update dashboard. Only the owner may change it'));
  await see(status('Not saved'));
  expectNow(edited([{ kind: 'remove', widgetId: doors.widgetId }]));
  await press('Try again');
  await see(status('Saved'));
});

it('[R1064] discards what was refused, after a question', async () => {
  await open(path, [...opened, refuse(api.editDashboard, 409, 'There is no room left')]);
  await see(card('Doors'));
  card('Doors').element().focus();
  await userEvent.keyboard('{Delete}');
  await press('Yes, remove it!', dialog('Remove Widget'));
  await see(status('Not saved'));
  await look('dashboard-refused', page.getByRole('button', { name: 'Discard changes' }));
  await press('Discard changes');
  await press('Cancel', dialog('Discard changes'));
  await hide(dialog('Discard changes'));
  expect(card('Doors').elements()).toEqual([]);
  await press('Discard changes');
  await press('Yes, discard them!', dialog('Discard changes'));
  await see(card('Doors'));
  await see(status('Saved'));
  await openAgain(path, opened);
  await see(card('Doors'));
  await see(status('Saved'));
});

it('[R973] asks about a card that someone else changed at the same time', async () => {
  const theirs: Operation = {
    kind: 'configure',
    widgetId: doors.widgetId,
    dataOptions: {},
    clientOptions: named('Gates'),
  };
  const now = { ...own, config: JSON.stringify([{ ...doors, clientOptions: named('Gates') }, floors]), version: 4 };
  const edit = {
    version: 4,
    batchId: sampleId('batchId'),
    userName: 'Grace Hopper',
    at: sampleNow,
    operations: [theirs],
  };
  await open(path, [
    ...opened,
    refuse(api.editDashboard, 412, 'Changed'),
    answer(api.listDashboardEdits, { isComplete: true, edits: [edit] }),
  ]);
  await see(card('Doors'));
  expectNow(answer(api.getDashboard, now));
  card('Doors').element().focus();
  await userEvent.keyboard('{Delete}');
  await press('Yes, remove it!', dialog('Remove Widget'));
  const question = dialog('Changed by someone else');
  await see(question.getByText(/^Grace Hopper changed the same things/));
  await look('dashboard-conflict', question.getByRole('radio', { name: 'Mine: removed' }));
  await question.getByRole('radio', { name: 'Theirs', exact: true }).click();
  await press('Keep these', question);
  await hide(question);
  await see(card('Gates'));
  await see(status('Saved'));
});

const entry = (text: string, sref: string, icon: string) => ({ text, sref, icon, section: 'Dashboards' });

it('[R006] [R008] [R011] is in the menu of the server, with a mark if it is published', async () => {
  const menu = [
    entry('Branches', path, 'users'),
    entry('New Dashboard', '/app/dashboard/new', 'plus'),
    entry('New from Template', '/app/templategallery', 'template'),
  ];
  await open(path, [...opened, answer(getSidebar, menu)]);
  const list = page.getByRole('list', { name: 'Dashboards' });
  await see(list);
  expect(
    list
      .getByRole('link')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Branches published', 'New Dashboard', 'New from Template']);
  await expect.element(list.getByRole('link', { name: 'Branches published' })).toHaveAttribute('aria-current', 'page');
});

it('says when it cannot be loaded', async () => {
  await open(path, [...calls, refuse(api.getDashboard, 500, 'Not today.')]);
  await see(page.getByText('Unable to get dashboard details. Not today.'));
});

it('[R1053] a link to full screen shows the dashboard alone, and Escape brings the menu back', async () => {
  await open(`${path}?fullScreen=true&dateOverride=2026-02-02`, opened);
  await see(card('Doors'));
  const [shown] = document.querySelectorAll('[data-full]');
  const { left, top, width } = shown!.getBoundingClientRect();
  expect([left, top, width]).toEqual([0, 0, window.innerWidth]);
  const menus = page.getByRole('navigation').elements();
  expect(menus.map((menu) => menu.closest('[inert]') !== null)).toEqual(menus.map(() => true));
  await hide(page.getByRole('button', { name: 'Add card' }));
  await see(page.getByRole('button', { name: 'Hide the browser too' }));
  await look('dashboard-full', card('Doors'));
  await userEvent.keyboard('{Escape}');
  await see(page.getByRole('button', { name: 'Full screen', exact: true }));
  expect(address()).toContain('dateOverride=2026-02-02');
  expect(address()).not.toContain('fullScreen');
  await press('Full screen');
  await expect.poll(address).toContain('fullScreen=true');
  await press('Exit full screen');
  await expect.poll(address).not.toContain('fullScreen');
});
