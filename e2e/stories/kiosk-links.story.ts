import { randomUUID } from 'node:crypto';
import { aDashboard } from '../dashboard-steps.ts';
import { patience } from '../pace.ts';
import { expect, test } from '../shop-story.ts';

test.describe.configure({ timeout: 180_000 * patience });

const textCard = (title: string, text: string) => ({
  widgetId: randomUUID(),
  widgetType: 'text',
  gridOptions: { x: 0, y: 0, width: 6, height: 3 },
  dataOptions: {},
  clientOptions: { widgetOptions: { title: { enable: true, text: title }, text } },
});

test('[R1015] [R1023] [R1024] [R1027] [R1031] a playlist on a screen without sign-in, from the menu of a dashboard to the end of its link', async ({
  page,
  browser,
  signIn,
  shop,
}) => {
  const { email } = await shop.person('Ada Lovelace', 'OrganizationAdministrator');
  await signIn(email, '/#/app/welcome');
  const sales = await aDashboard(page, 'Sales', [textCard('Sales', 'Welcome')]);
  await aDashboard(page, 'Doors', [textCard('Doors', 'Please come in')]);
  await page.goto(`/#/app/dashboard/${sales}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Show on a wall screen…' }).click();
  const form = page.getByRole('dialog', { name: 'Add wall screen' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Lobby');
  await expect(form.getByRole('combobox', { name: 'Dashboard 1' })).toHaveValue('Sales');
  await form.getByRole('button', { name: 'Add dashboard' }).click();
  await form.getByRole('combobox', { name: 'Dashboard 2' }).click();
  await page.getByRole('option', { name: 'Doors' }).click();
  await form.getByRole('button', { name: 'Add wall screen' }).click();
  const shown = page.getByRole('dialog', { name: 'Link: Lobby' });
  const url = await shown.getByText(/#\/kiosk\/[0-9a-z]{32}$/).textContent();
  await shown.getByRole('button', { name: 'Done' }).click();

  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } });
  const wall = await context.newPage();
  const { hash } = new URL(url ?? '');
  await wall.goto(`/${hash}`);
  await expect(wall.getByRole('heading', { level: 1, name: 'Sales' })).toBeVisible();
  await expect(wall.getByText('1 of 2')).toBeVisible();
  await wall.keyboard.press('ArrowRight');
  await expect(wall.getByRole('heading', { level: 1, name: 'Doors' })).toBeVisible();
  await wall.keyboard.press(' ');
  await expect(wall.getByText('Paused')).toBeVisible();
  expect(await context.cookies()).toEqual([]);

  await context.setOffline(true);
  await expect(wall.getByText(/No connection since/)).toBeVisible({ timeout: 30_000 * patience });
  await expect(wall.getByRole('heading', { level: 1, name: 'Doors' })).toBeVisible();
  await context.setOffline(false);
  await expect(wall.getByText(/No connection since/)).toBeHidden({ timeout: 30_000 * patience });

  await expect(page.getByRole('row', { name: /Lobby/ }).getByText('Active')).toBeVisible({
    timeout: 20_000 * patience,
  });
  await page.getByRole('button', { name: 'Lobby' }).click();
  await page.getByRole('button', { name: 'Revoke link' }).click();
  await page.getByRole('button', { name: 'Yes, revoke it!' }).click();
  await expect(wall.getByText('This link no longer works')).toBeVisible({ timeout: 10_000 * patience });
  await expect(wall.getByRole('heading', { level: 1, name: 'Doors' })).toBeHidden();
  await context.close();
});
