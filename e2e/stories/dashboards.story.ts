import type { Page } from '@playwright/test';
import {
  aDashboard,
  action,
  addCard,
  card,
  cards,
  drag,
  expectDrawn,
  expectStatus,
  idIn,
  openSettings,
  saveSettings,
  screenOf,
  stored,
  titled,
} from '../dashboard-steps.ts';
import { patience } from '../pace.ts';
import { expect, test } from '../shop-story.ts';
import { signInOn } from '../story.ts';

test.describe.configure({ timeout: 120_000 * patience });

const menu = (page: Page) => page.getByRole('list', { name: 'Dashboards' });

/** Where the cards are on screen. */
const boxes = async (page: Page) =>
  (await cards(page).all()).reduce<Promise<unknown[]>>(
    async (before, each) => [...(await before), await each.boundingBox()],
    Promise.resolve([]),
  );

test('[R259] [R260] [R262] [R266] [R972] a dashboard is built from nothing, arranged, and found again', async ({
  page,
  signIn,
  shop,
}) => {
  const { email } = await shop.person('Ada Lovelace');
  await signIn(email);
  await menu(page).getByRole('link', { name: 'New Dashboard' }).click();
  await expect(page.getByText('No cards yet')).toBeVisible();
  await addCard(page, 'Single value');
  await saveSettings(page, 'New card: Single value', (panel) =>
    expect(panel.getByText('This is sample data.')).toBeVisible(),
  );
  await expect(menu(page).getByRole('link', { name: 'My Dashboard' })).toBeVisible();
  await addCard(page, 'Line chart');
  await saveSettings(page, 'New card: Line chart');
  await addCard(page, 'Label');
  await expectDrawn(page, 3);
  await expect(card(page, 'Ins · Today').locator('[data-number]')).toHaveText(/\d/);

  await openSettings(page, 'Ins · Past 30 days');
  await saveSettings(page, 'Settings: Line chart', async (panel) => {
    await expect(panel.getByRole('region', { name: 'Preview' }).locator('[aria-busy="true"]')).toHaveCount(0);
    await panel.getByRole('textbox', { name: 'Title', exact: true }).fill('Visitors by day');
  });
  const chart = card(page, 'Visitors by day');
  await expect(chart).toBeVisible();

  // Two columns to the right; then one column wider and one row higher, for which the label makes way.
  const column = ((await page.getByRole('region', { name: 'Cards' }).boundingBox())!.width + 10) / 12;
  await drag(page, chart.locator('[data-drag-handle]').last(), 2 * column, 0);
  await drag(page, card(page, 'Ins · Today').locator('.react-resizable-handle-se'), column, 60);
  await expectStatus(page, 'Saved');
  const dashboardId = idIn(page);
  const arranged = [
    { title: 'value', x: 0, y: 0, width: 7, height: 4 },
    { title: 'Visitors by day', x: 8, y: 0, width: 4, height: 6 },
    { title: 'label', x: 0, y: 4, width: 4, height: 1 },
  ];
  expect((await stored(page, dashboardId)).cards).toEqual(arranged);

  await page.getByRole('button', { name: 'Undo' }).click();
  await page.keyboard.press('Control+z');
  await expectStatus(page, 'Saved');
  const before = await stored(page, dashboardId);
  expect(before.cards.map(({ x, y, width }) => [x, y, width])).toEqual([
    [0, 0, 6],
    [6, 0, 4],
    [0, 3, 4],
  ]);
  await page.getByRole('button', { name: 'Redo' }).click();
  await page.keyboard.press('Control+Shift+z');
  await action(page, 'Rename and describe');
  const form = page.getByRole('dialog', { name: 'Rename and describe' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Doors this month');
  await form.getByRole('textbox', { name: 'Description' }).fill('For the Monday meeting');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(menu(page).getByRole('link', { name: 'Doors this month' })).toBeVisible();
  await expectStatus(page, 'Saved');

  const seen = await boxes(page);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Doors this month' })).toBeVisible();
  await expect(page.getByText('For the Monday meeting')).toBeVisible();
  await expectDrawn(page, 3);
  await expect.poll(() => boxes(page)).toEqual(seen);
  expect(await stored(page, dashboardId)).toEqual({ name: 'Doors this month', cards: arranged });
});

test('[R006] [R011] [R264] [R267] [R268] a published dashboard is read by others, copied, and taken back', async ({
  page,
  browser,
  password,
  signIn,
  shop,
}) => {
  const ada = await shop.person('Ada Lovelace');
  const ben = await shop.person('Ben Okafor');
  await signIn(ada.email);
  const visitors = titled('Visitors', { x: 0, y: 0, width: 6, height: 3 });
  const dashboardId = await aDashboard(page, 'Store week', [visitors]);
  await page.goto(screenOf(dashboardId));
  await expectDrawn(page, 1);
  await action(page, 'Publish');
  const dialog = page.getByRole('dialog', { name: 'Publish dashboard' });
  await expect(dialog.getByRole('radio', { name: 'Everyone in the organization' })).toBeChecked();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(page.getByText('Dashboard published successfully')).toBeVisible();
  await expect(menu(page).getByRole('link', { name: 'Store week published' })).toBeVisible();

  const reader = await (await browser.newContext()).newPage();
  await signInOn(reader, { email: ben.email, password });
  await menu(reader).getByRole('link', { name: 'Store week' }).click();
  await expect(reader.getByText('Read-only, by Ada Lovelace')).toBeVisible();
  await expectDrawn(reader, 1);
  expect(await card(reader, 'Visitors').locator('[data-number]').innerText()).toBe(
    await card(page, 'Visitors').locator('[data-number]').innerText(),
  );
  await expect(reader.getByRole('button', { name: 'Add card' })).toHaveCount(0);
  await expect(reader.locator('.react-resizable-handle:visible')).toHaveCount(0);
  await reader.getByRole('button', { name: 'Actions of Visitors' }).click();
  await expect(reader.getByRole('menuitem', { name: 'Refresh' })).toBeVisible();
  await expect(reader.getByRole('menuitem', { name: 'Settings' })).toHaveCount(0);
  await reader.keyboard.press('Escape');
  const refused = await reader.request.delete(`/api/dashboard/${dashboardId}`);
  expect(refused.status()).toBe(403);

  await reader.getByRole('button', { name: 'Duplicate to edit' }).click();
  await expect(reader.getByRole('heading', { level: 1, name: 'Copy of Store week' })).toBeVisible();
  await addCard(reader, 'Label');
  await expectStatus(reader, 'Saved');
  await expectDrawn(reader, 2);
  await expectDrawn(page, 1);
  // Own dashboards come first.
  await expect(menu(reader).getByRole('link')).toHaveText([/^Copy of Store week/, /^Store week/, /^New/, /^New/]);

  await action(page, 'Unpublish');
  await expect(page.getByText('Dashboard unpublished successfully')).toBeVisible();
  await reader.goto(screenOf(dashboardId));
  await expect(reader.getByRole('heading', { level: 1, name: 'Copy of Store week' })).toHaveCount(0);
  expect((await reader.request.get(`/api/dashboard/${dashboardId}`)).status()).toBe(404);
  await reader.reload();
  await expect(menu(reader).getByRole('link')).toHaveText([/^Copy of Store week/, /^New/, /^New/]);
  await reader.context().close();
});
