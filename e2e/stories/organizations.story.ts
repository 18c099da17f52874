import type { Locator, Page, Request } from '@playwright/test';
import { staff, unique } from '../directory-steps.ts';
import { expect, openTab, test } from '../story.ts';

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

test('[R113] [R114] [R115] [R120] [R122] staff create an organization, change it under the cascade, and delete it', async ({
  page,
  signIn,
}) => {
  await signIn(staff, '/#/app/org/new');
  const name = unique('Cascade & Sons');
  await page.getByLabel('Name').fill(name);
  const flags = ['Occupancy', 'Expected wait time', 'SFTP', 'POS', 'Labor', 'Per-shift metrics'];
  for (const flag of flags) await turn(page, flag);
  await page.getByLabel('Web site').fill('cascade.example');
  await page.getByLabel('Subscription ends on').fill('2031-05-17');
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

  await openTab(page, 'Contacts');
  await page.getByRole('button', { name: 'Add contact' }).click();
  const contact = page.getByRole('dialog', { name: 'Add contact' });
  await contact.getByLabel('Name').fill('Ada Lovelace');
  await contact.getByLabel('Phone').fill('512 555 0100');
  await contact.getByLabel('Email').fill('ada@example.com');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: '+1 512 555 0100' })).toBeVisible();
  await page.getByRole('button', { name: 'Actions for Ada Lovelace' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('No contact yet')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { name: 'Ada Lovelace' })).toBeVisible();
  const address = page.url();

  await page.goto('/#/app/orgs?subExpiration=%3E%3D2031-05-17');
  const rows = page.getByRole('region', { name: 'Organizations' }).getByRole('rowheader');
  await expect(rows.filter({ hasText: name })).toBeVisible();
  await expect(rows.filter({ hasText: 'Northgate Retail' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Remove the filter Subscription ends after 05/17/2031' }).click();
  await page.getByRole('searchbox', { name: 'Search' }).fill('lakeside');
  await expect(rows).toHaveText(['Lakeside Libraries']);

  await page.goto(address);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete organization' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Organization' });
  await question.getByRole('button', { name: 'Yes, delete it!' }).click();
  await question.getByRole('textbox').fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Organization deleted successfully')).toBeVisible();
  await expect(page).toHaveURL(/#\/app\/orgs(\?|$)/);
  await page.getByRole('searchbox', { name: 'Search' }).fill(name);
  await expect(page.getByText('No organization matches')).toBeVisible();
});
