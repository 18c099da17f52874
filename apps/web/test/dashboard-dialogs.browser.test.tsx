import * as api from '@atrium/contract/dashboards';
import { setHomepage } from '@atrium/contract/account';
import { getOrganization } from '@atrium/contract/organizations';
import { getCountApplications, getCountFilters } from '@atrium/contract/reference';
import type { Widget } from '@atrium/rules/dashboard';
import { expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { abortWithheld, answer, expectDuring, expectNow, refuse, sentTo, withhold } from './network.ts';
import { sampleId, sampleNow } from './sample.ts';
import { address } from './shown.ts';
import { look, open, see } from './stage.ts';
import { chooseAction, dialog, downloads, heading, hide, pick, press, refused } from './steps.ts';
import {
  dashboardId,
  path,
  widget,
  own,
  calls,
  opened,
  card,
  lastEdit,
  bodyOf,
  doors,
  edited,
  status,
} from './dashboard-records.ts';

it('[R268] publishes to everyone or to chosen people, and unpublishes', async () => {
  const people = answer(api.listDashboardPeople, [{ userId: sampleId('userId', 5), name: 'Grace Hopper' }]);
  await open(path, [...opened, people]);
  await see(card('Doors'));
  await chooseAction('Publish');
  const form = dialog('Publish dashboard');
  await form.getByRole('radio', { name: 'Chosen people' }).click();
  await press('Publish', form);
  await see(form.getByText('Choose the people to publish to, or publish to everyone'));
  await look('dashboard-publish', form.getByRole('combobox', { name: 'People' }));
  await refusedPublishing(form);
  const published = { ...own, isPublished: true, publishedToUsers: [sampleId('userId', 5)] };
  expectNow(answer(api.publishDashboard, published), answer(api.getDashboard, published));
  await press('Publish', form);
  await see(page.getByText('Dashboard published successfully'));
  expect(sentTo(api.publishDashboard).at(-1)?.body).toEqual({
    isPublic: false,
    publishedToUsers: [sampleId('userId', 5)],
  });
  await see(page.getByText('Published', { exact: true }));
  expectNow(answer(api.unpublishDashboard, own), answer(api.getDashboard, own));
  await refused(api.unpublishDashboard, 'Unable to unpublish dashboard', () => chooseAction('Unpublish'));
  await chooseAction('Unpublish');
  await see(page.getByText('Dashboard unpublished successfully'));
});

async function refusedPublishing(form: ReturnType<typeof dialog>): Promise<void> {
  await form.getByRole('combobox', { name: 'People' }).click();
  await page.getByRole('option', { name: 'Grace Hopper' }).click();
  // Leaves the list.
  await userEvent.keyboard('{Tab}');
  await refused(api.publishDashboard, 'Unable to publish dashboard', () => press('Publish', form));
}

it('[R273] [R1124] shares with a list of people, with or without the own filters', async () => {
  const people = answer(api.listDashboardPeople, [
    { userId: sampleId('userId', 5), name: 'Grace Hopper' },
    { userId: sampleId('userId', 6), name: 'Alan Turing' },
  ]);
  const shared = { ...own, sharedWith: [sampleId('userId', 6)] };
  await open(path, [...calls, answer(api.getDashboard, shared), people]);
  await see(card('Doors'));
  await chooseAction('Share');
  const form = dialog('Share dashboard');
  await see(form.getByRole('button', { name: 'Stop sharing with Alan Turing' }));
  // Not among the first of all people, but by id.
  const asked = sentTo(api.listDashboardPeople).map(({ query }) => query['userIds']);
  expect(asked).toContain(sampleId('userId', 6));
  await press('Share', form);
  await see(form.getByText('Choose at least one person.'));
  await form.getByRole('combobox', { name: 'People' }).click();
  await page.getByRole('option', { name: 'Grace Hopper' }).click();
  // Leaves the list.
  await userEvent.keyboard('{Tab}');
  await form.getByRole('checkbox', { name: 'Without my dates and filters' }).click();
  await look('dashboard-share', form.getByText('Shared with'));
  await refused(api.shareDashboard, 'Unable to share dashboard', () => press('Share', form));
  expectNow(answer(api.shareDashboard));
  await press('Share', form);
  await see(page.getByText('Dashboard shared successfully'));
  const sent = sentTo(api.shareDashboard).at(-1);
  expect(sent?.query).toMatchObject({ clearFilterState: 'true' });
  expect(sent?.body).toEqual({ dashboardId, userId: [sampleId('userId', 5)] });
});

const peopleAsked = () => sentTo(api.listDashboardPeople).map(({ query }) => query);

it('[R1190] finds people by search, and names the chosen ones', async () => {
  const [grace, alan] = [
    { userId: sampleId('userId', 5), name: 'Grace Hopper' },
    { userId: sampleId('userId', 6), name: 'Alan Turing' },
  ];
  const published = { ...own, isPublished: true, publishedToUsers: [alan.userId, sampleId('userId', 7)] };
  let load: (() => void) | undefined;
  const after = new Promise<void>((resolve) => {
    load = resolve;
  });
  const people = { ...answer(api.listDashboardPeople, [alan]), after };
  await open(path, [...calls, answer(api.getDashboard, published), people]);
  await see(card('Doors'));
  await chooseAction('Change publication');
  const form = dialog('Publish dashboard');
  await see(form.getByText('…').first());
  load?.();
  await see(form.getByText('Alan Turing'));
  await see(form.getByText('Someone who has left'));
  expect(peopleAsked()).toContainEqual(expect.objectContaining({ userIds: published.publishedToUsers.join() }));
  expectNow(answer(api.listDashboardPeople, [grace]));
  await form.getByRole('combobox', { name: 'People' }).fill('hopper');
  await page.getByRole('option', { name: 'Grace Hopper' }).click();
  expect(peopleAsked()).toContainEqual(expect.objectContaining({ search: 'hopper' }));
  // Leaves the list.
  await userEvent.keyboard('{Tab}');
  expectNow(answer(api.listDashboardPeople, []));
  await form.getByRole('combobox', { name: 'People' }).fill('nobody');
  await see(page.getByText('Nobody matches'));
  for (const { name } of [alan, grace]) await see(form.getByText(name));
  await expect.element(form).not.toHaveTextContent(alan.userId);
  await userEvent.keyboard('{Tab}');
  expectNow(answer(api.publishDashboard, published));
  await press('Publish', form);
  await see(page.getByText('Dashboard published successfully'));
  expect(sentTo(api.publishDashboard).at(-1)?.body).toMatchObject({
    publishedToUsers: [...published.publishedToUsers, grace.userId],
  });
});

it('[R276] [R976] has a date and a filter in its address, which are kept for the next visit', async () => {
  const filter = `location:${sampleId('locationId', 1)}`;
  const kept = answer(api.getDashboardView, { state: { filter } });
  await open(path, [...opened, kept, answer(api.putDashboardView)]);
  await see(page.getByRole('button', { name: /^Filter: / }));
  expect(decodeURIComponent(address())).toContain(`filter=${filter}`);
  await page.getByLabelText('Date', { exact: true }).fill('2026-02-14');
  await expect.poll(address).toContain('dateOverride=2026-02-14');
  await expect
    .poll(() => sentTo(api.putDashboardView).at(-1)?.body)
    .toEqual({ state: { filter, dateOverride: '2026-02-14' } });
  await press('Clear dates and filters');
  await expect.poll(address).toBe(`#${path}`);
});

async function offeredTypes(organization: object): Promise<(string | null)[]> {
  await open(path, [...opened, answer(getOrganization, organization)]);
  await press('Filter');
  await dialog('Filter all cards').getByRole('combobox', { name: 'What to filter by' }).click();
  await see(page.getByRole('option', { name: 'Zones' }));
  const names = page.getByRole('option').elements();
  return names.map(({ textContent }) => textContent);
}

it('[R1123] filters by spaces only where the organization has them', async () => {
  const without = { canViewOccupancy: false, headroomEnabled: false };
  expect(await offeredTypes(without)).toEqual(['Locations', 'Zones']);
  await userEvent.keyboard('{Escape}{Escape}');
  expect(await offeredTypes({ ...without, canViewOccupancy: true })).toEqual(['Locations', 'Spaces', 'Zones']);
});

const table: Widget = {
  ...widget(1, 'Doors', 0, 0),
  widgetType: 'table',
  gridOptions: { x: 0, y: 0, width: 12, height: 6 },
  dataOptions: { dataSourceType: 'traffic', entityType: 'location', metrics: ['ins'], relativeDate: 'past7days' },
};
const withTable = [
  ...calls,
  answer(api.getDashboard, { ...own, config: JSON.stringify([table]) }),
  answer(api.putDashboardView),
];

it('[R1106] keeps how a person sorted a table', async () => {
  const sorted = { [table.widgetId]: { column: 'sumins', direction: 'ascending' } };
  const filter = `location:${sampleId('locationId', 1)}`;
  await open(path, [...withTable, answer(api.getDashboardView, { state: { filter, sorts: sorted } })]);
  const ins = page.getByRole('columnheader', { name: 'Ins' });
  await expect.element(ins).toHaveAttribute('aria-sort', 'ascending');
  await press('Ins');
  await expect.element(ins).toHaveAttribute('aria-sort', 'descending');
  await expect
    .poll(() => sentTo(api.putDashboardView).at(-1)?.body)
    .toEqual({ state: { filter, sorts: { [table.widgetId]: { column: 'sumins', direction: 'descending' } } } });
});

it('[R1106] keeps a sort from before the kept view is known, with everything else of it', async () => {
  let load: (() => void) | undefined;
  const loaded = new Promise<void>((resolve) => {
    load = resolve;
  });
  const other = { [sampleId('widgetId', 9)]: { column: 'name', direction: 'ascending' } };
  const kept = { dateOverride: '2026-02-14', sorts: other };
  await open(path, [...withTable, { ...answer(api.getDashboardView, { state: kept }), after: loaded }]);
  const ins = page.getByRole('columnheader', { name: 'Ins' });
  await see(ins);
  await press('Ins');
  await expect.element(ins).toHaveAttribute('aria-sort', 'ascending');
  expect(sentTo(api.putDashboardView)).toEqual([]);
  load?.();
  const sorts = { ...other, [table.widgetId]: { column: 'sumins', direction: 'ascending' } };
  await expect.poll(() => sentTo(api.putDashboardView).at(-1)?.body).toEqual({ state: { ...kept, sorts } });
  await expect.poll(address).toContain('dateOverride=2026-02-14');
});

it('[R1106] forgets how its owner sorted a table when they give it another order', async () => {
  const sorts = { [table.widgetId]: { column: 'sumins', direction: 'ascending' } };
  await open(path, [...withTable, answer(api.getDashboardView, { state: { sorts } })]);
  const ins = page.getByRole('columnheader', { name: 'Ins' });
  await expect.element(ins).toHaveAttribute('aria-sort', 'ascending');
  expectNow(
    answer(api.editDashboard, { ...own, config: JSON.stringify([table]), version: 4 }),
    answer(getCountFilters, []),
    answer(getCountApplications, []),
  );
  await chooseAction('Settings', 'Actions of Doors');
  await pick('Sort by', 'Name, Z to A');
  await press('Save');
  await expect.poll(() => sentTo(api.putDashboardView).at(-1)?.body).toEqual({ state: { sorts: {} } });
  await expect.element(ins.first()).toHaveAttribute('aria-sort', 'none');
});

it('[R1105] is given back by someone it was shared with, and by nobody else', async () => {
  const shared = { ...own, userId: sampleId('userId', 5), sharedWith: [sampleId('userId')] };
  // What is published as well would stay in the menu.
  for (const other of [{ sharedWith: [] }, { isPublished: true }]) {
    await open(path, [...calls, answer(api.getDashboard, { ...shared, ...other })]);
    await press('More actions');
    await see(page.getByRole('menuitem', { name: 'Set as homepage' }));
    await hide(page.getByRole('menuitem', { name: 'Remove from my menu' }));
    await open('/app/welcome', calls);
  }
  await open(path, [...calls, answer(api.getDashboard, shared), answer(api.unshareDashboard)]);
  await press('More actions');
  await page.getByRole('menuitem', { name: 'Remove from my menu' }).click();
  await see(page.getByText('Dashboard removed from your menu'));
  expect(sentTo(api.unshareDashboard).at(-1)?.params).toEqual({ dashboardId, userId: sampleId('userId') });
  await expect.poll(address).toBe('#/app/welcome');
});

const states = () => sentTo(api.putDashboardView).map(({ body }) => (body as { state: unknown }).state);

it('[R976] asks for a date once it is complete, and saves one view after another', async () => {
  await open(path, [...opened, withhold(api.putDashboardView)]);
  await see(card('Doors'));
  const date = page.getByLabelText('Date', { exact: true });
  const seen: string[] = [];
  const { router } = await import('../src/routes.tsx');
  const stop = router.subscribe('onBeforeNavigate', ({ toLocation }) => seen.push(toLocation.searchStr));
  for (const year of ['0002', '0020', '0202', '2026']) await date.fill(`${year}-02-14`);
  await expect.poll(address).toContain('dateOverride=2026-02-14');
  expect(seen).toHaveLength(1);
  await date.fill('0020-02-14');
  await userEvent.keyboard('{Enter}');
  (date.element() as HTMLElement).blur();
  await expect.element(date).toHaveValue('2026-02-14');
  await date.fill('2026-02-15');
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toContain('dateOverride=2026-02-15');
  await press('Clear dates and filters');
  await expect.poll(address).toBe(`#${path}`);
  await expect.element(date).toHaveValue('');
  stop();
  expect(states()).toMatchObject([{ dateOverride: '2026-02-14' }]);
  expectNow(answer(api.putDashboardView));
  abortWithheld();
  await expect.poll(states).toMatchObject([{ dateOverride: '2026-02-14' }, { dateOverride: null }]);
});

it('[R977] [R1066] [R1120] shows earlier states, and restores one as an edit that can be undone', async () => {
  const at = sampleNow;
  const revision = { version: 2, userName: 'Ada Lovelace', at, name: 'Before' };
  const place = { widgetType: 'spacer', x: 0, y: 0, width: 12, height: 4 };
  const before = { ...revision, description: null, config: JSON.stringify([widget(9, 'Roof', 0, 0)]) };
  await open(path, [
    ...opened,
    answer(api.listDashboardRevisions, [{ ...revision, layout: [place] }]),
    answer(api.getDashboardRevision, before),
  ]);
  await see(card('Doors'));
  card('Doors').element().focus();
  await userEvent.keyboard('{ArrowDown}');
  const down = { x: 0, y: 1, width: 4, height: 2 };
  expectNow(edited([{ kind: 'place', widgetId: doors.widgetId, place: down, pushed: [] }]));
  // It is saved without the usual pause.
  window.dispatchEvent(new Event('online'));
  await see(status('Saved'));
  await expectDuring(refuse(api.listDashboardRevisions, 409, 'Not today.'), async () => {
    await chooseAction('History');
    await see(dialog('History').getByText('Not today.'));
  });
  await press('Try again', dialog('History'));
  await look('dashboard-history', dialog('History').getByRole('img', { name: 'Layout with 1 card' }));
  await dialog('History')
    .getByRole('button', { name: /Ada Lovelace/ })
    .click();
  await see(card('Roof'));
  await see(page.getByText(/^You see the dashboard as Ada Lovelace left it/));
  expect(card('Doors').elements()).toEqual([]);
  await expect.element(page.getByRole('button', { name: 'Add card' })).toBeDisabled();
  await expect.element(page.getByRole('button', { name: 'Undo' })).toBeDisabled();
  await userEvent.keyboard('{Control>}z{/Control}');
  expect(page.getByText('Undone.').elements()).toEqual([]);
  expectNow(answer(api.editDashboard, { ...own, ...before, description: null, version: 5 }));
  await press('Restore');
  await see(heading('Before'));
  expect(bodyOf(lastEdit()).operations).toMatchObject([
    { kind: 'replace', widgets: [{ widgetId: sampleId('widgetId', 9) }], restored: 2 },
    { kind: 'rename', name: 'Before' },
  ]);
  expectNow(answer(api.editDashboard, { ...own, version: 6 }));
  await press('Undo');
  await see(heading('Branches'));
  window.dispatchEvent(new Event('online'));
  await expect.poll(() => bodyOf(lastEdit()).operations.map(({ kind }) => kind)).toEqual(['rename', 'replace']);
  expect(bodyOf(lastEdit()).operations[1]).not.toHaveProperty('restored');
  await see(card('Doors'));
});

const input = () => document.querySelector<HTMLInputElement>('input[type="file"]')!;

it('[R975] is exported as a file, and imported from one', async () => {
  await open(path, opened);
  await see(card('Doors'));
  const [file] = await downloads(() => chooseAction('Export as JSON'));
  expect(file?.name).toBe('Branches.json');
  await chooseAction('Import from JSON');
  const form = dialog('Import from JSON');
  await userEvent.upload(input(), new File(['{}'], 'other.json', { type: 'application/json' }));
  await see(form.getByText('This is not a dashboard exported from Atrium.'));
  const written = JSON.parse(file!.text) as { widgets: Widget[] };
  const dataOptions = { entityType: 'location', entityIds: [sampleId('locationId', 77)] };
  const entities = [{ entityType: 'location', entityId: sampleId('locationId', 77), name: 'Harbor Branch' }];
  const foreign = { ...written, entities, widgets: [{ ...written.widgets[0], widgetType: 'hologram', dataOptions }] };
  await userEvent.upload(input(), new File([JSON.stringify(foreign)], 'b.json', { type: 'application/json' }));
  await see(form.getByText('Harbor Branch'));
  await look('dashboard-import', form.getByText(/keep their place: hologram/));
  const made = { ...own, dashboardId: sampleId('dashboardId', 3), name: 'Imported' };
  expectNow(answer(api.createDashboard, made), answer(api.getDashboard, made));
  await press('Import', form);
  await see(heading('Imported'));
});

it('[R1117] reads "Today" until it has a date, and opens the calendar with one click', async () => {
  await open(path, [...opened, answer(api.putDashboardView)]);
  await see(page.getByText('Today', { exact: true }));
  const date = page.getByLabelText('Date', { exact: true });
  const shown = vi.spyOn(HTMLInputElement.prototype, 'showPicker').mockImplementation(() => undefined);
  await date.click();
  expect(shown).toHaveBeenCalledOnce();
  shown.mockRestore();
  // What is typed is seen.
  await hide(page.getByText('Today', { exact: true }));
  await date.fill('2026-02-14');
  await userEvent.keyboard('{Enter}');
  await expect.poll(address).toContain('dateOverride=2026-02-14');
  (date.element() as HTMLElement).blur();
  expect(page.getByText('Today', { exact: true }).elements()).toEqual([]);
  await press('Clear dates and filters');
  await look('dashboard-today', page.getByText('Today', { exact: true }));
});

it('[R260] is renamed and filtered in dialogs that everyone can read', async () => {
  await open(path, opened);
  await see(card('Doors'));
  await chooseAction('Rename and describe');
  const rename = dialog('Rename and describe');
  await look('dashboard-rename', rename.getByRole('textbox', { name: 'Name' }));
  await press('Cancel', rename);
  await press('Filter');
  const filter = dialog('Filter all cards');
  await look('dashboard-filter', filter.getByRole('combobox', { name: 'What to filter by' }));
});

it('[R978] becomes the homepage', async () => {
  await open(path, [...opened, answer(setHomepage)]);
  await see(card('Doors'));
  await chooseAction('Set as homepage');
  await see(page.getByText('Updated homepage successfully'));
  expect(sentTo(setHomepage)[0]?.body).toEqual({ homepage: path });
});
