import type { Locator, Page, Request } from '@playwright/test';
import { createOrganization, staff, unique } from '../directory-steps.ts';
import { StaffCalls } from '../staff-calls.ts';
import { expect, openTab, test, typeSignIn } from '../story.ts';

// Every look is four screenshots and four runs of axe.
test.describe.configure({ timeout: 240_000 });

/** A switch: its name may be followed by what it needs. */
function capability(page: Page, flag: string): Locator {
  return page.getByRole('switch', { name: new RegExp(`^${flag}( Needs .*)?$`) });
}

/** By keys, as the switch itself lies under its picture. */
async function turn(page: Page, flag: string): Promise<void> {
  const before = await capability(page, flag).isChecked();
  await capability(page, flag).press('Space');
  await expect(capability(page, flag)).toBeChecked({ checked: !before });
}

function isSaving(request: Request): boolean {
  return request.method() === 'PUT' && request.url().includes('/api/org/');
}

test('[R114] [R115] [R120] [R122] [R123] staff create an organization and change it under the cascade', async ({
  page,
  signIn,
  look,
}) => {
  await signIn(staff, '/#/app/org/new');
  for (const flag of ['Enabled', 'Traffic', 'Reset on negative occupancy'])
    await expect(capability(page, flag)).toBeChecked();
  await expect(page.getByRole('switch', { checked: true })).toHaveCount(3);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await look('organization-new');

  const name = unique('Cascade & Sons');
  await page.getByLabel('Name').fill(name);
  const flags = ['Occupancy', 'Expected wait time', 'SFTP', 'POS', 'Labor', 'Per-shift metrics'];
  for (const flag of flags) await turn(page, flag);
  await page.getByLabel('Web site').fill('cascade.example');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  await turn(page, 'Traffic');
  for (const flag of flags) {
    await expect(capability(page, flag)).not.toBeChecked();
    await expect(capability(page, flag)).toBeDisabled();
  }
  await expect(page.getByText('Needs SFTP').first()).toBeVisible();
  await page.getByLabel('Web site').fill('');
  const saving = page.waitForRequest(isSaving);
  await page.getByRole('button', { name: 'Save' }).click();
  expect((await saving).postDataJSON()).toEqual({
    canViewTraffic: false,
    canViewOccupancy: false,
    canViewExpectedWaitTime: false,
    sftpEnabled: false,
    canViewPOS: false,
    canViewLabor: false,
    canViewPerShiftMetrics: false,
    site: null,
  });
  await expect(page.getByText('Organization updated successfully')).toBeVisible();
  await page.reload();
  await expect(capability(page, 'Traffic')).not.toBeChecked();
  await expect(capability(page, 'Labor')).not.toBeChecked();
});

test('[R092] [R097] [R113] [R124] contacts and addresses are kept, checked, and come back when deleted by mistake', async ({
  page,
  signIn,
}) => {
  await signIn(staff);
  await createOrganization(page, unique('Contacts Ltd'));
  await openTab(page, 'Contacts');
  await expect(page.getByText('No contact yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add contact' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add contact' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  for (const problem of ['Name is required', 'Phone is required', 'Valid email is required'])
    await expect(dialog.getByText(problem)).toBeVisible();
  await dialog.getByLabel('Name').fill('Ada Lovelace');
  await dialog.getByLabel('Phone').fill('512 555 0100');
  await dialog.getByLabel('Email').fill('ada@example.com');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Contact created successfully')).toBeVisible();
  await expect(page.getByRole('link', { name: '+1 512 555 0100' })).toBeVisible();

  await page.getByRole('button', { name: 'Actions for Ada Lovelace' }).click();
  await page.getByRole('menuitem', { name: 'Change phone number' }).click();
  const phone = page.getByRole('dialog', { name: 'Change phone number' });
  await expect(phone.getByRole('combobox', { name: 'Country' })).toHaveValue(/United States/);
  await phone.getByRole('combobox', { name: 'Country' }).fill('Germany');
  await page.getByRole('option', { name: /Germany/ }).click();
  await phone.getByLabel('Phone number').fill('12');
  await page.keyboard.press('Enter');
  await expect(phone.getByText('Enter a phone number of this country.')).toBeVisible();
  await phone.getByLabel('Phone number').fill('030 901820');
  await expect(phone.getByText('Enter a phone number of this country.')).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: '+49 30 901820' })).toBeVisible();

  await page.getByRole('button', { name: 'Actions for Ada Lovelace' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('No contact yet')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { name: 'Ada Lovelace' })).toBeVisible();

  await openTab(page, 'Addresses');
  await page.getByRole('button', { name: 'Add address' }).click();
  const address = page.getByRole('dialog', { name: 'Add address' });
  await page.keyboard.press('Enter');
  await expect(address.getByText('Name is required')).toBeVisible();
  await address.getByRole('combobox', { name: 'Name' }).fill('Head office');
  await address.getByRole('combobox', { name: 'City' }).fill('Austin');
  await address.getByRole('combobox', { name: 'State' }).fill('TX');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Austin, TX')).toBeVisible();
});

test('[R111] [R112] the list of organizations is filtered by dates and flags, sorted, searched and saved', async ({
  page,
  signIn,
}) => {
  await signIn(staff);
  const name = unique('Filtered');
  await createOrganization(page, name);
  await page.getByLabel('Subscription ends on').fill('2031-05-17');
  await turn(page, 'Gender');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Organization updated successfully')).toBeVisible();

  await page.goto('/#/app/orgs');
  const rows = page.getByRole('region', { name: 'Organizations' }).getByRole('rowheader');
  await expect(rows.filter({ hasText: 'Northgate Retail' })).toBeVisible();
  await page.getByRole('button', { name: 'Filter' }).click();
  const dialog = page.getByRole('dialog', { name: 'Filter organizations' });
  await dialog.getByRole('combobox', { name: 'Subscription ends: when' }).click();
  await page.getByRole('option', { name: 'after' }).click();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog.getByText('Pick a date.')).toBeVisible();
  await dialog.getByLabel('Subscription ends: date').fill('2031-05-17');
  await dialog.getByRole('combobox', { name: 'Switched on' }).click();
  await page.getByRole('option', { name: 'Gender' }).click();
  await page.keyboard.press('Escape');
  const asked = page.waitForRequest('**/api/org/search?*');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  const query = new URL((await asked).url()).searchParams;
  expect([query.get('subExpiration'), query.get('flags')]).toEqual(['>=2031-05-17', 'canViewGender']);
  await expect(rows.filter({ hasText: name })).toBeVisible();
  await expect(rows.filter({ hasText: 'Northgate Retail' })).toHaveCount(0);
  await expect(page).toHaveURL(/flags=canViewGender/);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  expect((await download).suggestedFilename()).toBe('Organizations.csv');

  await page.getByRole('button', { name: 'Remove the filter Subscription ends after 05/17/2031' }).click();
  await page.getByRole('button', { name: 'Remove the filter Gender: on' }).click();
  await page.getByRole('searchbox', { name: 'Search' }).fill('lakeside');
  await expect(rows).toHaveText(['Lakeside Libraries']);
  await page.getByRole('searchbox', { name: 'Search' }).fill('no such');
  await expect(page.getByText('No organization matches')).toBeVisible();
});

test('[R090] an organization is deleted only when its exact name is typed', async ({ page, signIn }) => {
  await signIn(staff);
  const name = unique('Doomed');
  await createOrganization(page, name);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete organization' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete Organization' });
  await expect(
    dialog.getByText('You are about to delete this organization. This cannot be undone. Are you sure?'),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Yes, delete it!' }).click();
  const typed = dialog.getByRole('textbox');
  await typed.fill(name.toUpperCase());
  await page.keyboard.press('Enter');
  const mismatch = dialog.getByText('Invalid Input: The text did not match. The organization was not deleted.');
  await expect(mismatch).toBeVisible();
  await typed.fill(name);
  await expect(mismatch).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Organization deleted successfully')).toBeVisible();
  await expect(page).toHaveURL(/#\/app\/orgs$/);
  await page.getByRole('searchbox', { name: 'Search' }).fill(name);
  await expect(page.getByText('No organization matches')).toBeVisible();
});

test('[R091] [R101] [R125] [R127] administrators keep the settings of their organization', async ({
  page,
  request,
  look,
}) => {
  const calls = await StaffCalls.signIn(request);
  const { email, password } = await calls.person((await calls.organization()).orgId);
  await typeSignIn(page, email, password);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Organization settings' })).toBeVisible();
  await page.getByRole('button', { name: 'Add address' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add a notification address' });
  await dialog.getByLabel('Email').fill('not an address');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Valid email is required')).toBeVisible();
  await dialog.getByLabel('Email').fill('facilities@lakeside.example');
  await expect(dialog.getByText('Valid email is required')).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await page.getByLabel('SFTP public key').fill('ssh-rsa nonsense');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('The key is not complete. Paste the whole line.')).toBeVisible();
  await look('organization-settings');
  await page.getByLabel('SFTP public key').fill('');
  const saving = page.waitForRequest(isSaving);
  await page.getByRole('button', { name: 'Save' }).click();
  expect((await saving).postDataJSON()).toEqual({ systemNotificationEmails: ['facilities@lakeside.example'] });
  await expect(page.getByText('Organization updated successfully')).toBeVisible();

  await page.getByRole('button', { name: 'Remove facilities@lakeside.example' }).click();
  const emptying = page.waitForRequest(isSaving);
  await page.getByRole('button', { name: 'Save' }).click();
  expect((await emptying).postDataJSON()).toEqual({ systemNotificationEmails: null });
});

test('[R126] nobody but staff gets to the list of organizations', async ({ page, signIn }) => {
  await signIn('admin@northgate.demo');
  await expect(page.getByRole('link', { name: 'Organizations' })).toHaveCount(0);
  await page.goto('/#/app/orgs');
  await expect(page).toHaveURL(/#\/app\/welcome$/);
});
