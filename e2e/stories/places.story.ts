import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { staff, unique } from '../directory-steps.ts';
import { expect, openTab, test } from '../story.ts';

// Long journeys, on a machine that runs other stories too.
test.describe.configure({ timeout: 240_000 });

const admin = 'admin@northgate.demo';

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

const dayInHamburg = (daysAgo: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(Date.now() - daysAgo * 86_400_000);

test('[R142] [R144] [R146] [R147] [R153] a location is made with its first site, edited, filled and deleted', async ({
  page,
  signIn,
}) => {
  const name = unique('Congress Avenue');
  await signIn(admin);
  await menu(page).getByRole('link', { name: 'Locations' }).click();
  await expect(title(page, 'Locations')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Hamburg Central Station' })).toBeVisible();

  const add = page.getByRole('button', { name: 'New location' });
  await add.click();
  const form = dialog(page, 'New location');
  await expect(form).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await expect(add).toBeFocused();
  await page.keyboard.press('Enter');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Name is required')).toBeVisible();
  await expect(form.getByText('Time zone is required')).toBeVisible();
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
  await expect(form.getByRole('combobox', { name: 'Street' })).toHaveValue('100 Congress Ave');
  await expect(form.getByLabel('City')).toHaveValue('Austin');
  await expect(form.getByLabel('Longitude')).toHaveValue('-97.744821');
  await form.getByLabel('Postal code').fill('787 01');
  await form.getByRole('button', { name: 'Use the coordinates' }).click();
  await expect(form.getByRole('combobox', { name: 'Time zone' })).toHaveValue('America/Chicago');
  await form.getByLabel('Name of the site').fill('North door');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Location created successfully')).toBeVisible();
  await expect(title(page, name)).toBeVisible();
  await expect(page.getByText('100 Congress Ave, Austin Texas 78701, United States')).toBeVisible();
  await expect(page.getByRole('img', { name: `Map with ${name}` })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Open in OpenStreetMap' })).toHaveAttribute('href', /mlat=30\.268107/);
  await expect(page.getByRole('tab', { name: 'Spaces' })).toBeVisible();

  await page.getByRole('button', { name: 'Add site' }).click();
  const draft = page.getByRole('form', { name: 'New site' });
  await expect(page.getByRole('button', { name: 'Edit North door' })).toBeDisabled();
  await expect(draft.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await draft.getByRole('switch', { name: 'Use DHCP' }).click();
  await draft.getByRole('textbox', { name: 'Name', exact: true }).fill('South door');
  // What is being written stays while someone looks something up.
  await openTab(page, 'Custom fields');
  await expect(draft).toBeHidden();
  await openTab(page, 'Overview');
  await draft.getByLabel('IP address').fill('256.1.1.1');
  await draft.getByRole('button', { name: 'Save' }).click();
  await expect(draft.getByText('Enter an IP address as four numbers from 0 to 255, separated by dots')).toBeVisible();
  await draft.getByLabel('IP address').fill('10.0.0.1');
  await draft.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Site created successfully')).toBeVisible();
  await expect(page.getByRole('link', { name: 'South door' })).toBeVisible();

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const edit = dialog(page, 'Edit location');
  await edit.getByRole('switch', { name: 'Eligible for ACF' }).click();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit.getByText('A reason is required when ACF is disabled')).toBeVisible();
  await edit.getByLabel('Why it is not eligible').fill('One door is not counted');
  await edit.getByRole('combobox', { name: 'Time zone' }).fill('Denver');
  await page.getByRole('option', { name: 'America/Denver' }).click();
  await expect(edit.getByText(/start at midnight in the new time zone instead of America\/Chicago/)).toBeVisible();
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
  await expect(page.getByText('Not eligible: One door is not counted')).toBeVisible();
  await expect(page.getByText('America/Denver', { exact: true })).toBeVisible();

  await openTab(page, 'Custom fields');
  await expect(page.getByRole('heading', { name: 'Custom fields' })).toBeVisible();
  await openTab(page, 'Attachments');
  await expect(page.getByRole('heading', { name: 'Attachments' })).toBeVisible();

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete location' }).click();
  await page.getByRole('button', { name: 'Yes, delete it!' }).click();
  const typed = page.getByLabel(`Type the name of the location, ${name}, to delete it`);
  await typed.fill('something else');
  await page.getByRole('button', { name: 'Yes, delete it!' }).click();
  await expect(page.getByText('Invalid Input: the text did not match')).toBeVisible();
  await typed.fill(name);
  await page.getByRole('button', { name: 'Yes, delete it!' }).click();
  await expect(page.getByText('Location deleted successfully')).toBeVisible();
  await expect(title(page, 'Locations')).toBeVisible();
  await expect(page.getByRole('link', { name })).toHaveCount(0);
});

test('[R098] [R099] [R150] [R154] [R155] a location shows its hours, its ACF and its doors', async ({
  page,
  signIn,
}) => {
  await signIn(admin);
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search for anything' }).fill('loc::hamburg');
  await expect(page.getByRole('listbox', { name: 'Results' }).getByRole('option')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/app\/org\/[0-9a-f-]{36}\/location\/[0-9a-f-]{36}$/);
  await expect(title(page, 'Hamburg Central Station')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Map with Hamburg Central Station' })).toBeVisible();

  const asked = page.waitForRequest(/\/api\/diagnostics\/location-acf/);
  await openTab(page, 'ACF');
  const { searchParams } = new URL((await asked).url());
  const [startDate, endDate] = [dayInHamburg(30), dayInHamburg(1)];
  expect([searchParams.get('startDate'), searchParams.get('endDate')]).toEqual([startDate, endDate]);
  await expect(page.getByRole('table', { name: 'ACF' }).getByRole('row')).toHaveCount(2);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`location-acf_${startDate}-${endDate}.csv`);
  const content = await readFile((await file.path()) ?? '', 'utf8');
  expect(content).toContain('Organization,Location,In,Out,ACF');
  expect(content).toContain('Hamburg Central Station');

  await openTab(page, 'Opening hours');
  await expect(page.getByRole('table', { name: /^Opening hours from/ })).toBeVisible();

  await openTab(page, 'Overview');
  await page.getByRole('region', { name: 'Sites' }).getByRole('listitem').first().getByRole('link').click();
  await expect(page.getByRole('tab', { name: 'Sensors' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('table', { name: 'Sensors' })).toBeVisible();
  await expect(page.getByRole('tab')).toHaveText([
    'Sensors',
    'Zones',
    'Assignments',
    'Licenses',
    'History',
    'Custom fields',
  ]);
  await openTab(page, 'Zones');
  await expect(page.getByRole('table', { name: 'Zones' })).toBeVisible();
  const hours = page.waitForRequest(/\/api\/data\/traffic\?/);
  await openTab(page, 'History');
  await expect(page.getByRole('heading', { name: 'In and out by hour' })).toBeVisible();
  expect(new URL((await hours).url()).searchParams.get('endDate')).toBe(dayInHamburg(0));

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Show QR code' }).click();
  const address = page.url();
  const code = dialog(page, 'QR code');
  await expect(code.getByRole('img', { name: `QR code of ${address}` })).toBeVisible();
  await code.getByRole('button', { name: 'Close' }).last().click();
});

test('[R156] [R157] [R158] [R160] staff edit a site and delete it by its exact name', async ({ page, signIn }) => {
  const name = unique('Side door');
  await signIn(staff, '/#/app/welcome');
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search for anything' }).fill('loc::hamburg');
  await expect(page.getByRole('listbox', { name: 'Results' }).getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(title(page, 'Hamburg Central Station')).toBeVisible();
  await page.getByRole('button', { name: 'Add site' }).click();
  const draft = page.getByRole('form', { name: 'New site' });
  await draft.getByRole('textbox', { name: 'Name', exact: true }).fill(name);
  await draft.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name }).click();
  await expect(title(page, name)).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Attachments' })).toBeVisible();
  const address = page.url();
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' });
  await expect(crumbs.getByRole('listitem')).toHaveText(['Northgate Retail', 'Hamburg Central Station', name]);
  await crumbs.getByRole('link', { name: 'Hamburg Central Station' }).click();
  await expect(title(page, 'Hamburg Central Station')).toBeVisible();
  await page.goBack();
  await expect(title(page, name)).toBeVisible();

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const edit = dialog(page, 'Edit site');
  await edit.getByRole('switch', { name: 'Use DHCP' }).click();
  await edit.getByLabel('Gateway').fill('10.0.0.256');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit.getByText('Enter an IP address as four numbers from 0 to 255, separated by dots')).toBeVisible();
  await edit.getByLabel('Gateway').fill('10.0.0.254');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Site updated successfully')).toBeVisible();
  await expect(page.getByText('10.0.0.254')).toBeVisible();

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete site' }).click();
  await page.getByRole('button', { name: 'Yes, delete it!' }).click();
  const typed = page.getByLabel(`Type the name of the site, ${name}, to delete it`);
  await typed.fill(name.toUpperCase());
  await page.getByRole('button', { name: 'Yes, delete it!' }).click();
  await expect(
    page.getByText('Invalid Input: The text you entered did not match the site name. It was not deleted.'),
  ).toBeVisible();
  await typed.fill(name);
  await page.getByRole('button', { name: 'Yes, delete it!' }).click();
  await expect(page.getByText('Site deleted successfully')).toBeVisible();
  await expect(title(page, 'Hamburg Central Station')).toBeVisible();

  // A stale URL shows a message and a link.
  await page.goto(address);
  await expect(title(page, 'The site was not found.')).toBeVisible();
  await page.getByRole('link', { name: 'Go to locations' }).click();
  await expect(title(page, 'Locations')).toBeVisible();
});
