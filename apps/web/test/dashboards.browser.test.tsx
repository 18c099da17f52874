import * as api from '@atrium/contract/dashboards';
import { setHomepage } from '@atrium/contract/account';
import { getSidebar } from '@atrium/contract/sidebar';
import type { Widget } from '@atrium/rules/dashboard';
import { applyOperations, type Operation } from '@atrium/rules/dashboard-edits';
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cards } from '../src/features/dashboards/widgets/registry.ts';
import { answer, expectNow, refuse, sentTo, unreachable } from './network.ts';
import { records } from './records.ts';
import { sampleId, sampleNow } from './sample.ts';
import { address } from './shown.ts';
import { look, open, openAgain, see, signedInAs } from './stage.ts';
import { chooseAction, dialog, downloads, field, heading, hide, press, refused, stopClock } from './steps.ts';

const dashboardId = sampleId('dashboardId');
const path = `/app/dashboard/${dashboardId}`;
const named = (text: string) => ({ widgetOptions: { title: { enable: true, text } } });
const widget = (n: number, text: string, x: number, y: number): Widget => ({
  widgetId: sampleId('widgetId', n),
  widgetType: 'spacer',
  gridOptions: { x, y, width: 4, height: 2 },
  dataOptions: {},
  clientOptions: named(text),
});
const doors = widget(1, 'Doors', 0, 0);
const floors = widget(2, 'Floors', 4, 0);
const both = [doors, floors];
const own = {
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
const calls = [...records, ...signedInAs('OrganizationUser'), answer(api.getDashboardView, { state: {} })];
const opened = [...calls, answer(api.getDashboard, own)];
const card = (name: string) => page.getByRole('group', { name: new RegExp(`^${name}, widget`) });
const status = (text: string) => page.getByText(text, { exact: true });
const lastEdit = () => sentTo(api.editDashboard).at(-1);
const bodyOf = (sent: { body: unknown } | undefined) => sent?.body as { operations: Operation[]; batchId: string };
/** What the server answers to operations on the dashboard as it was opened. */
const edited = (operations: readonly Operation[], version = 4) => {
  const { name, description, widgets } = applyOperations(
    { name: own.name, description: null, widgets: both },
    operations,
  );
  return answer(api.editDashboard, { ...own, name, description, config: JSON.stringify(widgets), version });
};

afterEach(() => {
  vi.useRealTimers();
});

it('[R259] [R271] shows its cards on the grid, in the order of reading', async () => {
  await open(path, opened);
  await see(card('Doors'));
  await look('dashboard', heading('Branches'));
  const [first, second] = both.map(({ widgetId }) =>
    document.querySelector(`[data-widget="${widgetId}"]`)!.getBoundingClientRect(),
  );
  expect(first!.height).toBe(2 * 50 + 10);
  expect(second!.left - first!.right).toBeCloseTo(10, 0);
  expect(second!.top).toBe(first!.top);
  await see(status('Saved'));
});

it('[R261] [R974] moves and resizes a card by keyboard, says so, and saves after 5,000 ms', async () => {
  await open(path, opened);
  await see(card('Doors'));
  stopClock();
  card('Doors').element().focus();
  await userEvent.keyboard('{ArrowRight}');
  await see(page.getByText('Doors moved to column 2, row 1.'));
  await userEvent.keyboard('{Shift>}{ArrowDown}{/Shift}');
  await see(page.getByText('Doors is now 4 columns wide and 3 rows high.'));
  await see(status('Saving…'));
  vi.advanceTimersByTime(4_999);
  expect(sentTo(api.editDashboard)).toEqual([]);
  const moved: Operation = {
    kind: 'place',
    widgetId: doors.widgetId,
    place: { x: 1, y: 0, width: 4, height: 3 },
    pushed: [{ widgetId: floors.widgetId, place: { x: 4, y: 3, width: 4, height: 2 } }],
  };
  expectNow(edited([moved]));
  vi.advanceTimersByTime(1);
  await see(status('Saved'));
  expect(bodyOf(lastEdit()).operations).toEqual([moved]);
  expect(lastEdit()?.headers.get('if-match')).toBe('"3"');
  expect(document.activeElement).toBe(card('Doors').element());
});

it('[R259] drags a card by its title row', async () => {
  await open(path, opened);
  await see(card('Doors'));
  const down: Operation = {
    kind: 'place',
    widgetId: doors.widgetId,
    place: { x: 0, y: 2, width: 4, height: 2 },
    pushed: [],
  };
  expectNow(edited([down]));
  const title = card('Doors').element().querySelector('header')!;
  const { x, y } = title.getBoundingClientRect();
  const at = (type: string, moved: number, on: EventTarget) =>
    on.dispatchEvent(new MouseEvent(type, { bubbles: true, clientX: x + 5, clientY: y + 5 + moved, button: 0 }));
  at('mousedown', 0, title);
  for (const moved of [10, 60, 120]) at('mousemove', moved, document);
  at('mouseup', 120, document);
  await see(status('Saving…'));
  await press('Undo');
  await press('Redo');
  window.dispatchEvent(new PageTransitionEvent('pagehide'));
  await see(status('Saved'));
  expect(bodyOf(lastEdit()).operations.at(-1)).toEqual(down);
});

it('[R260] [R262] adds a card from the gallery into the first hole, and saves at once', async () => {
  await open(path, opened);
  await see(card('Doors'));
  await press('Add widget');
  const gallery = dialog('Add widget');
  await gallery.getByRole('searchbox').fill('no such thing');
  await see(gallery.getByText('No widget matches'));
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
  await open(path, [...opened, edited([])]);
  await see(card('Doors'));
  expectNow(unreachable(api.editDashboard));
  await press('Add widget');
  await press(`Add ${asking.label}`, dialog('Add widget'));
  await hide(dialog('Add widget'));
  await press('Cancel', page.getByRole('dialog'));
  await see(page.getByText(`${asking.label} removed.`));
  await see(status('Not saved, trying again'));
  expect(page.getByRole('group', { name: /, widget/ }).elements()).toHaveLength(2);
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
  expect(page.getByRole('button', { name: 'Add widget' }).elements()).toEqual([]);
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

it('[R266] makes My Dashboard with the first widget', async () => {
  await open('/app/dashboard/new', calls);
  await look('dashboard-new', page.getByText('No widgets yet'));
  await press('Add widget');
  const made = { ...own, name: 'My Dashboard' };
  expectNow(answer(api.createDashboard, made), answer(api.getDashboard, made));
  const menus = sentTo(getSidebar).length;
  await press('Add Spacer', dialog('Add widget'));
  await see(heading('My Dashboard'));
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
  await see(page.getByText('Done again.'));
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
  await chooseAction('Unpublish');
  await see(page.getByText('Dashboard unpublished successfully'));
});

async function refusedPublishing(form: ReturnType<typeof dialog>): Promise<void> {
  await form.getByRole('combobox', { name: 'People' }).click();
  await page.getByRole('option', { name: 'Grace Hopper' }).click();
  await refused(api.publishDashboard, 'Unable to publish dashboard', () => press('Publish', form));
}

it('[R273] shares with a list of people, with or without the own filters', async () => {
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
  await press('Share', form);
  await see(form.getByText('Choose at least one person.'));
  await form.getByRole('combobox', { name: 'People' }).click();
  await page.getByRole('option', { name: 'Grace Hopper' }).click();
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

it('[R276] [R976] has a date and a filter in its address, which are kept for the next visit', async () => {
  const filter = `location:${sampleId('locationId', 1)}`;
  const kept = answer(api.getDashboardView, { state: { filter } });
  await open(path, [...opened, kept, answer(api.putDashboardView)]);
  await see(page.getByRole('button', { name: 'Filter: 1 location' }));
  expect(decodeURIComponent(address())).toContain(`filter=${filter}`);
  await page.getByLabelText('Date', { exact: true }).fill('2026-02-14');
  await expect.poll(address).toContain('dateOverride=2026-02-14');
  await expect
    .poll(() => sentTo(api.putDashboardView).at(-1)?.body)
    .toEqual({ state: { filter, dateOverride: '2026-02-14' } });
  await press('Clear dates and filters');
  await expect.poll(address).toBe(`#${path}`);
});

it('[R977] shows earlier states, and restores one as an edit', async () => {
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
  await chooseAction('History');
  await look('dashboard-history', dialog('History').getByRole('img', { name: 'Layout with 1 widget' }));
  await dialog('History')
    .getByRole('button', { name: /^Show the dashboard of/ })
    .click();
  await see(card('Roof'));
  await see(page.getByText(/^You see the dashboard as Ada Lovelace left it/));
  expect(card('Doors').elements()).toEqual([]);
  expectNow(answer(api.editDashboard, { ...own, ...before, description: null, version: 4 }));
  await press('Restore');
  await see(heading('Before'));
  expect(bodyOf(lastEdit()).operations.map(({ kind }) => kind)).toEqual(['replace', 'rename']);
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
  await see(form.getByText(/keep their place: hologram/));
  const made = { ...own, dashboardId: sampleId('dashboardId', 3), name: 'Imported' };
  expectNow(answer(api.createDashboard, made), answer(api.getDashboard, made));
  await press('Import', form);
  await see(heading('Imported'));
});

it('[R978] becomes the homepage', async () => {
  await open(path, [...opened, answer(setHomepage)]);
  await see(card('Doors'));
  await chooseAction('Set as homepage');
  await see(page.getByText('Updated homepage successfully'));
  expect(sentTo(setHomepage)[0]?.body).toEqual({ homepage: path });
});

it('[R974] stands in one column on a phone, in the order of reading', async () => {
  await page.viewport(390, 844);
  try {
    const below = { ...own, config: JSON.stringify([widget(3, 'Last', 0, 9), floors, doors]) };
    await open(path, [...calls, answer(api.getDashboard, below)]);
    await see(card('Last'));
    const shown = page.getByRole('group', { name: /, widget/ });
    const names = () => shown.elements().map((each) => each.getAttribute('aria-label'));
    expect(names()).toEqual(['Doors, widget 1 of 3', 'Floors, widget 2 of 3', 'Last, widget 3 of 3']);
    const boxes = shown.elements().map((each) => each.getBoundingClientRect());
    expect(new Set(boxes.map(({ left }) => left)).size).toBe(1);
    expect(boxes[1]!.top).toBeGreaterThanOrEqual(boxes[0]!.bottom);
  } finally {
    await page.viewport(1440, 900);
  }
});

it('says when it cannot be loaded', async () => {
  await open(path, [...calls, refuse(api.getDashboard, 500, 'Not today.')]);
  await see(page.getByText('Unable to get dashboard details. Not today.'));
});
