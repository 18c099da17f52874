import type { Locator, Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { expect, openTab, test } from '../story.ts';

// Every look is four screenshots and four runs of axe.
test.describe.configure({ timeout: 240_000 });

const admin = 'admin@northgate.demo';
const unique = (name: string) => `${name} ${Date.now().toString(36)}`;

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search for anything' });
const results = (page: Page) => page.getByRole('listbox', { name: 'Results' }).getByRole('option');

async function openPalette(page: Page): Promise<Locator> {
  await page.keyboard.press('ControlOrMeta+k');
  const field = page.getByRole('combobox', { name: 'Search for anything' });
  await expect(field).toBeFocused();
  return field;
}

/** Opens one of the records of the organization one works for. */
async function openOrganization(page: Page, tab: string): Promise<void> {
  const field = await openPalette(page);
  await field.fill('org::northgate');
  await expect(results(page)).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/app\/org\//);
  await openTab(page, 'Records');
  await openTab(page, tab);
}

test('[R012] [R014] [R015] [R016] [R018] everything is found from the top bar and by Ctrl K, by tag and id', async ({
  page,
  signIn,
}) => {
  await signIn(admin);
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
  await expect(palette(page)).toBeVisible();
  await page.getByRole('button', { name: 'loc:: Locations' }).click();
  const field = page.getByRole('combobox', { name: 'Search for anything' });
  await expect(field).toHaveValue('loc::');
  await field.pressSequentially('hamburg');
  await expect(results(page)).toHaveCount(1);
  await expect(results(page).first()).toContainText('Hamburg Central Station');
  await expect(results(page).first()).toContainText('Location');
  await page.keyboard.press('Enter');
  await expect(palette(page)).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Hamburg Central Station' })).toBeVisible();

  await openPalette(page);
  await field.fill('e');
  await expect(results(page)).toHaveCount(10);
  await field.fill('sensor::e');
  await expect(results(page).first()).toContainText('Sensor');
  for (const result of await results(page).all()) await expect(result).toContainText('Sensor');
  await field.fill('user::northgate');
  await expect(results(page).first()).toContainText('Person');
  await results(page).first().click();
  await expect(page).toHaveURL(/#\/app\/user\?userId=[0-9a-f-]{36}$/);
  const userId = /userId=([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';

  await openPalette(page);
  await field.fill(`id::${userId.slice(0, 13)}`);
  await expect(results(page)).toHaveCount(1);
  await expect(results(page).first()).toContainText('Person');
  // Enter waits for the answer to what was typed.
  await field.fill('loc::berlin');
  await page.keyboard.press('Enter');
  await expect(palette(page)).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Berlin Friedrichstraße' })).toBeVisible();
  await openPalette(page);
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
});

/** A picture that one recognizes: a gradient with a frame, drawn by the browser. */
async function picture(page: Page): Promise<Buffer> {
  const url = await page.evaluate<string>(`(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 420 });
    const context = canvas.getContext('2d');
    const gradient = context.createLinearGradient(0, 0, 640, 420);
    gradient.addColorStop(0, '#0b7a75');
    gradient.addColorStop(1, '#d98e04');
    context.fillStyle = gradient;
    context.fillRect(0, 0, 640, 420);
    context.strokeStyle = '#ffffff';
    context.lineWidth = 12;
    context.strokeRect(60, 60, 520, 300);
    return canvas.toDataURL('image/png');
  })()`);
  return Buffer.from(url.split(',')[1] ?? '', 'base64');
}

test('[R243] [R251] [R253] [R254] an organization gets a custom field and files, which are changed and deleted', async ({
  page,
  signIn,
  look,
}) => {
  await signIn(admin);
  await openOrganization(page, 'Custom fields');
  const name = unique('Region');
  await page.getByRole('button', { name: 'Add custom field' }).click();
  const adding = page.getByRole('dialog', { name: 'Add custom field' });
  await adding.getByRole('combobox', { name: 'Name' }).fill(name);
  await adding.getByRole('combobox', { name: 'Value' }).fill('North');
  await page.keyboard.press('Enter');
  const row = page.getByRole('table', { name: 'Custom fields' }).getByRole('row', { name: new RegExp(name) });
  await expect(row).toContainText('North');
  await page.getByRole('button', { name: 'Add custom field' }).click();
  await adding.getByRole('combobox', { name: 'Name' }).fill(name.slice(0, -1));
  await page.getByRole('option', { name }).click();
  await adding.getByRole('combobox', { name: 'Value' }).fill('x');
  await adding.getByRole('button', { name: 'Save' }).click();
  await expect(adding.getByText(`There is a custom field named ${name} already.`)).toBeVisible();
  await adding.getByRole('button', { name: 'Cancel' }).click();
  await row.getByRole('button', { name: `Edit ${name}` }).click();
  const changing = page.getByRole('dialog', { name: 'Edit custom field' });
  await changing.getByRole('combobox', { name: 'Value' }).fill('South');
  await changing.getByRole('button', { name: 'Save' }).click();
  await expect(row).toContainText('South');
  await row.getByRole('button', { name: `Delete ${name}` }).click();
  await page.getByRole('button', { name: 'Yes, delete it!' }).click();
  await expect(row).toBeHidden();

  await openTab(page, 'Attachments');
  const plan = `${unique('Floor plan')}.png`;
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add files' }).click();
  await (
    await chooser
  ).setFiles([
    { name: plan, mimeType: 'image/png', buffer: await picture(page) },
    text('fake.png'),
    text('contract.txt'),
  ]);
  const dialog = page.getByRole('dialog', { name: 'Add files' });
  await dialog.getByLabel(`Notes on ${plan}`).fill('Ground floor, north');
  await dialog.getByRole('button', { name: 'Upload 3 files' }).click();
  await expect(
    page.getByText('File fake.png failed to upload. fake.png does not match its file extension.'),
  ).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const file = page.getByRole('listitem').filter({ hasText: plan });
  await expect(file).toContainText('Ground floor, north');
  await expect(page.getByRole('listitem').filter({ hasText: 'contract.txt' }).first()).toContainText('no notes');
  await expect(file.locator('img')).toHaveJSProperty('naturalWidth', 640);
  await look('attachments');
  await file.getByRole('button', { name: `Show ${plan}` }).click();
  await expect(page.getByRole('dialog', { name: plan }).getByRole('img', { name: plan })).toBeVisible();
  await page.keyboard.press('Escape');
  const download = page.waitForEvent('download');
  await file.getByRole('link', { name: plan }).click();
  expect((await download).suggestedFilename()).toBe(plan);

  const renamed = plan.replace('Floor', 'Ground');
  await file.getByRole('button', { name: `Actions for ${plan}` }).click();
  await page.getByRole('menuitem', { name: 'Edit name and notes' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit name and notes' });
  await edit.getByLabel('Name').fill(renamed);
  await edit.getByRole('button', { name: 'Save' }).click();
  const after = page.getByRole('listitem').filter({ hasText: renamed });
  await expect(after).toBeVisible();
  await after.getByRole('button', { name: `Actions for ${renamed}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page
    .getByRole('dialog', { name: 'Delete Attachment' })
    .getByRole('button', { name: 'Yes, delete it!' })
    .click();
  await expect(page.getByText('Attachment deleted successfully')).toBeVisible();
  await expect(after).toBeHidden();
});

interface Upload {
  name: string;
  mimeType: string;
  buffer: Buffer;
}
const text = (name: string): Upload => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`This is ${name}.`) });

test('[R247] people are invited by a file, with a report', async ({ page, signIn }) => {
  await signIn(admin, '/#/app/users');
  await page.getByRole('button', { name: 'Invite from CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite users from a CSV file' });
  const stamp = Date.now().toString(36);
  const lines = [
    'E-Mail,Role,Locations!',
    `ada.${stamp}@example.com,User,Hamburg Central Station`,
    `bob.${stamp}@example.com,Administrator,`,
    `carl.${stamp}@example.com,User,Atlantis`,
    `${admin},User,`,
    'nobody@,User,',
  ];
  const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) };
  await page.locator('input[type="file"]').setInputFiles(file);
  await expect(dialog.getByText('4 ready to be invited, 1 with a problem.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Send 4 invitations' }).click();
  await expect(dialog.getByText('2 invited, 3 failed.')).toBeVisible();
  await expect(dialog.getByText('Line 4: There is no location named Atlantis.')).toBeVisible();
  const grid = dialog.getByRole('grid', { name: 'Lines in the file' });
  await expect(grid.getByRole('row', { name: new RegExp(`ada\\.${stamp}`) })).toContainText('Invited');
  const report = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download report' }).click();
  expect(await readFile(await (await report).path(), 'utf8')).toContain('There is no location named Atlantis.');
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await openTab(page, 'Invitations');
  await page.getByRole('searchbox', { name: 'Search' }).fill(stamp);
  await expect(page.getByRole('rowheader')).toHaveCount(2);
});
