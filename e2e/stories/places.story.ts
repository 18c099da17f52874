import type { Page } from '@playwright/test';
import { unique } from '../directory-steps.ts';
import { expect, test } from '../story.ts';

// Long journeys, on a machine that runs other stories too.
test.describe.configure({ timeout: 240_000 });

const admin = 'admin@northgate.demo';

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('[R142] [R144] [R146] [R153] a location is made with its first site, edited, filled and deleted', async ({
  page,
  signIn,
}) => {
  const name = unique('Congress Avenue');
  await signIn(admin);
  await menu(page).getByRole('link', { name: 'Locations' }).click();
  await expect(page.getByRole('link', { name: 'Hamburg Central Station' })).toBeVisible();
  await page.getByRole('button', { name: 'New location' }).click();
  const form = dialog(page, 'New location');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  const place = {
    city: 'Austin',
    state: 'Texas',
    country: 'United States',
    latitude: 30.268107,
    longitude: -97.744821,
  };
  const address = { street: '100 Congress Ave', postalCode: '78701', ...place };
  await page.route(/\/api\/location\/address\?/, (route) => route.fulfill({ json: [address] }));
  await form.getByRole('combobox', { name: 'Street' }).fill('100 Congress');
  await page.getByRole('option', { name: '100 Congress Ave, Austin Texas 78701, United States' }).click();
  await form.getByLabel('Postal code').fill('787 01');
  await form.getByRole('button', { name: 'Use the coordinates' }).click();
  await expect(form.getByRole('combobox', { name: 'Time zone' })).toHaveValue('America/Chicago');
  await form.getByLabel('Name of the site').fill('North door');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(title(page, name)).toBeVisible();
  await expect(page.getByText('100 Congress Ave, Austin Texas 78701, United States')).toBeVisible();
  await page.getByRole('button', { name: 'Add site' }).click();
  const draft = page.getByRole('form', { name: 'New site' });
  await draft.getByRole('textbox', { name: 'Name', exact: true }).fill('South door');
  await draft.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('link', { name: 'South door' })).toBeVisible();

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const edit = dialog(page, 'Edit location');
  await edit.getByRole('combobox', { name: 'Time zone' }).fill('Denver');
  await page.getByRole('option', { name: 'America/Denver' }).click();
  // Someone else was faster; what they changed is not undone by saving again.
  const locationId = page.url().match(/location\/([0-9a-f-]{36})/)?.[1] ?? '';
  expect((await page.request.put(`/api/location/${locationId}`, { data: { street: '102 Congress Ave' } })).ok()).toBe(
    true,
  );
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit.getByText(/^Someone else changed this in the meantime/)).toBeVisible();
  await expect(page.getByText(/102 Congress Ave, Austin/)).toBeAttached();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Location updated successfully')).toBeVisible();
  await expect(page.getByText(/102 Congress Ave, Austin/)).toBeVisible();
  await expect(page.getByText('America/Denver', { exact: true })).toBeVisible();

  // Its sites: one is deleted, and its old address says so.
  await page.getByRole('link', { name: 'South door' }).click();
  await expect(title(page, 'South door')).toBeVisible();
  const site = page.url();
  await deleteNamed(page, 'site', 'South door');
  await expect(title(page, name)).toBeVisible();
  await page.goto(site);
  await expect(title(page, 'The site was not found.')).toBeVisible();
  await page.goto(site.replace(/\/site\/.*/, ''));
  await expect(title(page, name)).toBeVisible();
  await deleteNamed(page, 'location', name);
  await expect(page.getByText('Location deleted successfully')).toBeVisible();
  await expect(title(page, 'Locations')).toBeVisible();
  await expect(page.getByRole('link', { name })).toHaveCount(0);
});

async function deleteNamed(page: Page, what: 'location' | 'site', name: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: `Delete ${what}` }).click();
  await page.getByRole('button', { name: 'Yes, delete it!' }).click();
  await page.getByLabel(`Type the name of the ${what}, ${name}, to delete it`).fill(name);
  await page.getByRole('button', { name: 'Yes, delete it!' }).click();
}
