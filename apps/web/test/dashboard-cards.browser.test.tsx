import * as api from '@atrium/contract/dashboards';
import * as templates from '@atrium/contract/dashboard-templates';
import { getTraffic } from '@atrium/contract/data';
import { listLocations } from '@atrium/contract/locations';
import { getTemplateCategories } from '@atrium/contract/reference';
import { getSidebar } from '@atrium/contract/sidebar';
import type { Widget } from '@atrium/rules/dashboard';
import { expect, it, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { bodyOf, calls, card, dashboardId, lastEdit, named, opened, own, path } from './dashboard-records.ts';
import { names, rowsOf } from './explore-records.ts';
import { answer, expectNow, refuse, sentTo, unreachable } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { address } from './shown.ts';
import { open, openAsStaff, see, signedInAs } from './stage.ts';
import { chooseAction, dialog, field, heading, hide, pick, press } from './steps.ts';

const line: Widget = {
  widgetId: sampleId('widgetId', 5),
  widgetType: 'line',
  gridOptions: { x: 0, y: 0, width: 6, height: 6 },
  dataOptions: { dataSourceType: 'traffic', metrics: ['ins'], relativeDate: 'past7days' },
  clientOptions: named('Visitors'),
};
const withCards = (...widgets: Widget[]) => answer(api.getDashboard, { ...own, config: JSON.stringify(widgets) });
const traffic = answer(getTraffic, { results: rowsOf(names, 7), messages: [] });

it('[R260] [R281] refreshes all widgets at once', async () => {
  await open(path, [...calls, withCards(line), traffic]);
  await see(page.getByRole('slider'));
  const before = sentTo(getTraffic).length;
  await press('Refresh all cards');
  await expect.poll(() => sentTo(getTraffic).length).toBe(before + 1);
});

it('[R265] [R266] forgets a new dashboard whose first widget was not added after all', async () => {
  await open('/app/dashboard/new', calls);
  await press('Add card');

  const made = { ...own, name: 'My Dashboard' };
  expectNow(answer(api.createDashboard, made), answer(api.deleteDashboard));
  const real = window.fetch;
  const spy = vi.spyOn(window, 'fetch').mockImplementation((input, init) => {
    // What is opened has the card that was sent.
    if (init?.method === 'POST' && typeof init.body === 'string' && init.body.includes('"config"')) {
      const { config } = JSON.parse(init.body) as { config: string };
      expectNow(answer(api.getDashboard, { ...made, config }));
    }
    return real(input, init);
  });
  await press('Add Image', dialog('Add card'));
  await press('Cancel', dialog('New card: Image'));
  await expect.poll(() => sentTo(api.deleteDashboard).length).toBe(1);
  await expect.poll(address).toMatch(/dashboard\/new/);
  expect(sentTo(api.editDashboard)).toEqual([]);
  spy.mockRestore();
});

it('[R265] [R284] offers to delete a dashboard that has no widget after a cancel', async () => {
  await open(path, [...calls, withCards(), unreachable(api.editDashboard)]);
  await press('Add card');
  await press('Add Image', dialog('Add card'));
  await press('Cancel', dialog('New card: Image'));
  await see(dialog('Delete Dashboard'));
  await press('Cancel', dialog('Delete Dashboard'));
  await see(page.getByText('No cards yet'));
});

it('[R284] a later cancel keeps the widget', async () => {
  await open(path, opened);
  await see(card('Doors'));
  await card('Doors').getByRole('button').first().click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await press('Cancel', dialog('Settings: Spacer'));
  await hide(dialog('Settings: Spacer'));
  await see(card('Doors'));
  expect(sentTo(api.editDashboard)).toEqual([]);
});

const question = dialog('Unsaved changes');
const isKept = async (text: Locator, value: string) => {
  await see(question);
  await press('Cancel', question);
  await hide(question);
  await expect.element(text).toHaveValue(value);
};

it('[R1200] asks before changed settings are given up, but not on Cancel', async () => {
  await open(path, opened);
  await see(card('Doors'));
  const settings = dialog('Settings: Spacer');
  const title = field('Title', settings);
  const change = async () => {
    await card('Doors').getByRole('button').first().click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await title.fill('Gates');
  };
  await change();
  await userEvent.keyboard('{Escape}');
  await isKept(title, 'Gates');
  await page.elementLocator(document.querySelector('.mantine-Drawer-overlay')!).click({ position: { x: 9, y: 400 } });
  await isKept(title, 'Gates');
  window.location.hash = '/app/welcome';
  await isKept(title, 'Gates');
  expect(address()).toContain(path);
  await press('Close', settings);
  await press('Yes, close', question);
  await hide(settings);
  await change();
  await press('Cancel', settings);
  await hide(settings);
  // What is as it was is not worth a question.
  await change();
  await title.fill('Doors');
  await userEvent.keyboard('{Escape}');
  await hide(settings);
  expect(question.elements()).toEqual([]);
  expect(sentTo(api.editDashboard)).toEqual([]);
});

it('[R284] [R1200] keeps a new widget that was being set up, until the question is answered', async () => {
  await open(path, [...calls, withCards(), unreachable(api.editDashboard)]);
  const settings = dialog('New card: Image');
  const add = async () => {
    await press('Add card');
    await press('Add Image', dialog('Add card'));
    await see(settings);
  };
  await add();
  await field('Description', settings).fill('The plan of the ground floor');
  await userEvent.keyboard('{Escape}');
  await isKept(field('Description', settings), 'The plan of the ground floor');
  await userEvent.keyboard('{Escape}');
  await press('Yes, close', question);
  await press('Cancel', dialog('Delete Dashboard'));
  await see(page.getByText('No cards yet'));
  await add();
  await userEvent.keyboard('{Escape}');
  await see(dialog('Delete Dashboard'));
  expect(question.elements()).toEqual([]);
});

it('[R010] a deleted dashboard leaves the menu at once', async () => {
  await open(path, opened);
  await see(card('Doors'));
  const menus = sentTo(getSidebar).length;
  expectNow(answer(api.deleteDashboard));
  await chooseAction('Delete');
  await press('Yes, delete it!', dialog('Delete Dashboard'));
  await expect.poll(() => sentTo(getSidebar).length).toBeGreaterThan(menus);
});

const attachmentId = '22222222-0000-4000-8000-000000000000';
const image = `/api/dashboard/${dashboardId}/attachment/${attachmentId}`;
const picture = (n: number, x: number): Widget => ({
  widgetId: sampleId('widgetId', n),
  widgetType: 'image',
  gridOptions: { x, y: 0, width: 4, height: 4 },
  dataOptions: {},
  clientOptions: { widgetOptions: { ...named('Plan').widgetOptions, imageType: 'attachment', image } },
});

async function removeImage(): Promise<void> {
  await card('Plan').first().getByRole('button').first().click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  const settings = dialog('Settings: Image');
  await press('Remove Image', settings);
  await press('Yes, remove it!');
  await press('Save', settings);
  await hide(settings);
  await expect.poll(() => sentTo(api.editDashboard).length).toBe(1);
}

it.each([1, 2])('[R313] an image is deleted when the dashboard is left, if no widget shows it: %i', async (count) => {
  const pictures = [picture(8, 0), picture(9, 4)].slice(0, count);
  const without = { ...pictures[0]!, clientOptions: named('Plan') };
  const saved = { ...own, config: JSON.stringify([without, ...pictures.slice(1)]), version: 4 };
  await open(path, [...calls, withCards(...pictures), answer(api.editDashboard, saved)]);
  await see(card('Plan').first());
  await removeImage();
  await see(page.getByText('Saved', { exact: true }));
  expect(sentTo(api.deleteWidgetImage)).toEqual([]);
  expectNow(refuse(api.deleteWidgetImage, 409, 'Not today.'));
  const { router } = await import('../src/routes.tsx');
  await router.navigate({ to: '/app/welcome' });
  await see(heading(/./));
  if (count === 1) await see(page.getByText('Unable to delete widget image. Not today.').first());
  expect(sentTo(api.deleteWidgetImage).map(({ params }) => params['attachmentId'])).toEqual(
    count === 1 ? [attachmentId] : [],
  );
});

/** A dashboard whose only image was just removed, and saved. */
async function openWithout(): Promise<void> {
  const saved = { ...own, config: JSON.stringify([{ ...picture(8, 0), clientOptions: named('Plan') }]), version: 4 };
  await open(path, [...calls, withCards(picture(8, 0)), answer(api.editDashboard, saved)]);
  await see(card('Plan'));
  await removeImage();
  await see(page.getByText('Saved', { exact: true }));
}

const wordsAboutImages = () =>
  page
    .getByText(/image/i)
    .elements()
    .map(({ textContent }) => textContent);

it('[R313] says that an image is deleted, and nothing about one that was gone before', async () => {
  for (const [reply, said] of [
    [answer(api.deleteWidgetImage), ['Image deleted successfully']],
    [refuse(api.deleteWidgetImage, 404, 'Not found.'), []],
  ] as const) {
    await openWithout();
    expectNow(reply);
    const { router } = await import('../src/routes.tsx');
    await router.navigate({ to: '/app/welcome' });
    await expect.poll(() => sentTo(api.deleteWidgetImage).length).toBe(1);
    await see(heading(/./));
    await expect.poll(wordsAboutImages).toEqual(said);
  }
});

it('[R313] the images of a deleted dashboard are gone with it', async () => {
  await openWithout();
  expectNow(answer(api.deleteDashboard));
  await chooseAction('Delete');
  await press('Yes, delete it!', dialog('Delete Dashboard'));
  await see(page.getByText('Dashboard deleted successfully'));
  await expect.poll(address).toBe('#/app/welcome');
  expect(sentTo(api.deleteWidgetImage)).toEqual([]);
});

it('[R276] [R1093] filters all widgets by places, which the filter names', async () => {
  const places = ['Austin', 'Berlin', 'Cairo'].map((name, n) => ({ locationId: sampleId('locationId', n + 1), name }));
  await open(path, [...opened, answer(listLocations, places), answer(api.putDashboardView)]);
  await press('Filter');
  const form = dialog('Filter all cards');
  await see(form.getByText('Only these are shown in every card that can show them.'));
  for (const name of ['Austin', 'Berlin', 'Cairo']) await pick('Locations', name, form);
  await userEvent.keyboard('{Tab}');
  await press('Apply', form);
  const filter = page.getByRole('button', { name: 'Filter: Austin; Berlin and 1 more' });
  await expect.element(filter).toHaveAttribute('title', 'Austin; Berlin; Cairo');
  expect(decodeURIComponent(address())).toContain(`filter=location:${places[0]!.locationId},`);
  expect(bodyOf(lastEdit())).toBeUndefined();
});

const entrance = 'North entrance, ground floor, Riverside Branch of the City Library';

it('[R276] [R1093] names chosen places as a whole, also on a phone and while another one is searched', async () => {
  const places = [entrance, 'Berlin'].map((name, n) => ({ locationId: sampleId('locationId', n + 1), name }));
  const filter = `location:${places[0]!.locationId}`;
  await open(`${path}?filter=${filter}`, [...opened, answer(listLocations, places), answer(api.putDashboardView)]);
  const button = page.getByRole('button', { name: `Filter: ${entrance}` });
  await see(button);
  await page.viewport(390, 844);
  const [label] = button.element().getElementsByClassName('mantine-Button-label');
  await expect.poll(() => button.element().getBoundingClientRect().right).toBeLessThan(390);
  expect(label!.scrollWidth).toBeLessThanOrEqual(label!.clientWidth);
  expect(label!.scrollHeight).toBeLessThanOrEqual(label!.clientHeight);
  await page.viewport(1440, 900);
  await button.click();
  const form = dialog('Filter all cards');
  await see(form.getByText(entrance));
  expectNow(answer(listLocations, places.slice(1)));
  await form.getByRole('combobox', { name: 'Locations' }).fill('Ber');
  await expect.poll(() => sentTo(listLocations).at(-1)?.query['search']).toBe('Ber');
  await see(page.getByRole('option', { name: 'Berlin' }));
  await see(form.getByText(entrance));
  expect(form.getByText('Chosen earlier').elements()).toEqual([]);
});

it('[R965] says when templates or dashboards cannot be loaded', async () => {
  const staff = [...records, ...signedInAs('SenSourceUser'), answer(getTemplateCategories, ['Traffic'])];
  await openAsStaff('/app/dashboardtemplates', [...staff, refuse(templates.listTemplates, 500, 'Not today.')]);
  await see(page.getByText('Unable to get templates. Not today.').first());
  const one = `/app/dashboardtemplate/${sampleId('dashboardTemplateId')}`;
  await openAsStaff(one, [...staff, refuse(templates.getTemplate, 500, 'Not today.')]);
  await see(page.getByText('Unable to get template details. Not today.').first());
  await openAsStaff('/app/dashboardtemplate/new', [...staff, refuse(api.listDashboards, 500, 'Not today.')]);
  await see(page.getByText('Unable to get dashboards. Not today.').first());
});
