import type { Locator, Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { expect, openTab, signOut, test } from '../story.ts';

// Every look is four screenshots and four runs of axe.
test.describe.configure({ timeout: 240_000 });

const admin = 'admin@northgate.demo';
const staff = 'staff@atrium.demo';
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

test('[R012] [R014] [R015] [R016] [R018] everything is found from the top bar and by Ctrl K, by tag, id and arrow keys', async ({
  page,
  signIn,
  checkAccess,
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
  await expect(results(page).first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(results(page).nth(1)).toHaveAttribute('aria-selected', 'true');
  await expect(field).toHaveAttribute('aria-activedescendant', 'search-result-1');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(results(page).nth(9)).toHaveAttribute('aria-selected', 'true');

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
  await field.fill('id::northgate');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await checkAccess();
  // Enter waits for the answer to what was typed.
  await field.fill('loc::berlin');
  await page.keyboard.press('Enter');
  await expect(palette(page)).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Berlin Friedrichstraße' })).toBeVisible();
  await openPalette(page);
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
});

test('[R014] staff search all organizations and enter the one they open', async ({ page, signIn }) => {
  await signIn(staff);
  const field = await openPalette(page);
  await field.fill('loc::hamburg');
  await expect(results(page).first()).toContainText('Northgate');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Hamburg Central Station' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: /Organization: Northgate/ })).toBeVisible();
});

test('[R573] the palette offers what was opened last, until it is gone or the person signs out', async ({
  page,
  signIn,
}) => {
  await signIn('admin@lakeside.demo');
  const name = unique('Short-lived');
  const made = await page.request.post('/api/location', { data: { name, timezone: 'UTC', site: [{ name: 'Door' }] } });
  const { orgId, locationId } = (await made.json()) as { orgId: string; locationId: string };
  const heading = (text: string) => page.getByRole('heading', { level: 1, name: text });
  await page.goto('/#/app/users');
  await page.getByRole('link', { name: 'Lena Marsh' }).click();
  await expect(heading('Lena Marsh')).toBeVisible();
  await page.goto(`/#/app/org/${orgId}/location/${locationId}`);
  await expect(heading(name)).toBeVisible();
  await page.getByRole('link', { name: 'Door' }).click();
  await expect(heading('Door')).toBeVisible();
  await page.goBack();
  await expect(heading(name)).toBeVisible();
  await openPalette(page);
  await expect(results(page)).toHaveText([
    new RegExp(`^${name}.*Location$`),
    new RegExp(`^Door.*${name}.*Site$`),
    /^Lena Marsh.*Person$/,
  ]);
  await results(page).nth(2).click();
  await expect(heading('Lena Marsh')).toBeVisible();

  expect((await page.request.delete(`/api/location/${locationId}`)).ok()).toBe(true);
  await openPalette(page);
  await expect(results(page)).toHaveText([/^Lena Marsh.*Person$/]);
  await page.keyboard.press('Escape');
  await signOut(page);
  await signIn('admin@lakeside.demo', '/#/app/users');
  await openPalette(page);
  await expect(palette(page).getByText('Narrow it down')).toBeVisible();
  await expect(results(page)).toHaveCount(0);
});

test('the palette serves a phone', async ({ page, signIn }) => {
  await signIn(admin);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('banner').getByRole('button', { name: 'Search' }).click();
  await page.getByRole('combobox', { name: 'Search for anything' }).fill('munich');
  const first = results(page).first();
  expect((await first.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await first.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Munich Marienplatz' })).toBeVisible();
});

test('[R239] [R242] [R243] [R254] a custom field is added, suggested, changed and deleted; staff may only read it', async ({
  page,
  signIn,
}) => {
  const name = unique('Region');
  await signIn(admin);
  await openOrganization(page, 'Custom fields');
  await page.getByRole('button', { name: 'Add custom field' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add custom field' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await expect(dialog.getByText('Value is required')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Name' }).fill(name);
  await dialog.getByRole('combobox', { name: 'Value' }).fill('North');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Custom Field created successfully')).toBeVisible();
  const table = page.getByRole('table', { name: 'Custom fields' });
  const row = table.getByRole('row', { name: new RegExp(name) });
  await expect(row).toContainText('North');

  await page.getByRole('button', { name: 'Add custom field' }).click();
  await dialog.getByRole('combobox', { name: 'Name' }).fill(name.slice(0, -1));
  await expect(page.getByRole('option', { name })).toBeVisible();
  await page.getByRole('option', { name }).click();
  await dialog.getByRole('combobox', { name: 'Value' }).click();
  await expect(page.getByRole('option', { name: 'North' })).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Value' }).fill('x');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText(`There is a custom field named ${name} already.`)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await row.getByRole('button', { name: `Edit ${name}` }).click();
  const edit = page.getByRole('dialog', { name: 'Edit custom field' });
  await expect(edit.getByLabel('Name')).not.toBeEditable();
  await edit.getByRole('combobox', { name: 'Value' }).fill('South');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Custom Field updated successfully')).toBeVisible();
  await expect(row).toContainText('South');
  const address = page.url();

  await page.context().clearCookies();
  await signIn(staff, address);
  await expect(page.getByText('Only administrators of the organization can change these.')).toBeVisible();
  await expect(row).toContainText('South');
  await expect(page.getByRole('button', { name: 'Add custom field' })).toBeHidden();

  await page.context().clearCookies();
  await signIn(admin, address);
  await row.getByRole('button', { name: `Delete ${name}` }).click();
  const question = page.getByRole('dialog', { name: 'Delete Custom Field' });
  await expect(question).toContainText(
    'You are about to delete this custom field. This cannot be undone. Are you sure?',
  );
  await question.getByRole('button', { name: 'Yes, delete it!' }).click();
  await expect(page.getByText('Custom Field deleted successfully')).toBeVisible();
  await expect(row).toBeHidden();
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

test('[R248] [R249] [R251] [R253] [R254] files are attached with notes, shown, renamed, downloaded and deleted', async ({
  page,
  signIn,
  look,
}) => {
  const plan = `${unique('Floor plan')}.png`;
  await signIn(admin);
  await openOrganization(page, 'Attachments');
  const choose = async (files: readonly Upload[]) => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add files' }).click();
    await (await chooser).setFiles([...files]);
  };

  const ten = Array.from({ length: 10 }, (_, index) => text(`note ${index}.txt`));
  await choose(ten);
  const dialog = page.getByRole('dialog', { name: 'Add files' });
  await expect(dialog.getByRole('alert')).toHaveText('Fewer than 10 files can be uploaded at once.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await choose([
    { name: plan, mimeType: 'image/png', buffer: await picture(page) },
    text('fake.png'),
    { name: 'sign.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg onload="alert(1)"/>') },
    text('contract.txt'),
  ]);
  await expect(dialog.getByText('Images must be jpg, png, jpeg, bmp or gif.')).toBeVisible();
  await dialog.getByLabel(`Notes on ${plan}`).fill('Ground floor, north');
  await look('attachment-upload');
  await dialog.getByRole('button', { name: 'Upload 3 files' }).click();
  await expect(page.getByText('Failed to upload', { exact: true })).toBeVisible();
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
  await look('attachment-preview');
  await page.keyboard.press('Escape');

  const download = page.waitForEvent('download');
  await file.getByRole('link', { name: plan }).click();
  expect((await download).suggestedFilename()).toBe(plan);

  const renamed = plan.replace('Floor', 'Ground');
  await file.getByRole('button', { name: `Actions for ${plan}` }).click();
  await page.getByRole('menuitem', { name: 'Edit name and notes' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit name and notes' });
  await edit.getByLabel('Name').fill('plan.exe');
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit.getByText('The file extension cannot be changed')).toBeVisible();
  await edit.getByLabel('Name').fill(renamed);
  await edit.getByRole('button', { name: 'Save' }).click();
  const after = page.getByRole('listitem').filter({ hasText: renamed });
  await expect(after).toBeVisible();

  await after.getByRole('button', { name: `Actions for ${renamed}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete Attachment' });
  await question.getByRole('button', { name: 'Yes, delete it!' }).click();
  await expect(page.getByText('Attachment deleted successfully')).toBeVisible();
  await expect(after).toBeHidden();
});

test('[R252] a list of files that fails says what is missing, and otherwise that there was an error', async ({
  page,
  signIn,
}) => {
  await signIn(admin);
  for (const [status, title] of [
    [404, 'Organization Does Not Exist'],
    [500, 'Organization Error'],
  ] as const) {
    await page.route('**/attachments*', (route) =>
      route.fulfill({ status, json: { code: 'x', message: 'Gone.', err: 'Gone.' } }),
    );
    await openOrganization(page, 'Attachments');
    await expect(page.getByText(title).first()).toBeVisible();
    await page.unroute('**/attachments*');
    await page.goto('/#/app/welcome');
  }
});

interface Upload {
  name: string;
  mimeType: string;
  buffer: Buffer;
}
const text = (name: string): Upload => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`This is ${name}.`) });
const csv = (content: string | Buffer) => ({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });

test('[R244] [R245] [R246] [R247] [R254] people are invited by a file, with its three messages and a report', async ({
  page,
  signIn,
  look,
}) => {
  await signIn(admin, '/#/app/users');
  await page.getByRole('button', { name: 'Invite from CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite users from a CSV file' });
  const choose = page.locator('input[type="file"]');
  const problem = dialog.getByRole('alert');

  await choose.setInputFiles(csv(`email\n${'x'.repeat(40_960)}`));
  await expect(problem).toHaveText('CSV file is too large. Try a file less than 40Kb');
  await choose.setInputFiles(csv(''));
  await expect(problem).toHaveText('No data found in CSV file. Please check the file and formatting and try again');
  await choose.setInputFiles(csv(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3])));
  await expect(problem).toHaveText('Unable to parse CSV file. Please check the formatting and try again');
  await look('bulk-invitation-problem');
  await choose.setInputFiles(csv('name\nAda\n'));
  await expect(problem).toHaveText('The file needs a column named email.');

  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download a template' }).click();
  const template = await readFile(await (await download).path(), 'utf8');
  expect(template.replace('\uFEFF', '').split('\r\n')[0]).toBe('email,role,locations');

  // Many lines are read without freezing the page; only what is on screen is in it.
  const many = Array.from({ length: 5_000 }, (_, n) => `${n % 10}@b`).join('\n');
  const since = Date.now();
  await choose.setInputFiles(csv(`email\n${many}\n`));
  await expect(dialog.getByText('0 ready to be invited, 5000 with a problem.')).toBeVisible();
  await expect(dialog.getByText('And 4997 more.')).toBeVisible();
  expect(Date.now() - since).toBeLessThan(2_000);
  expect(await dialog.getByRole('row').count()).toBeLessThan(60);

  const stamp = Date.now().toString(36);
  const lines = [
    'E-Mail,Role (optional),Locations!',
    `ada.${stamp}@example.com,User,Hamburg Central Station`,
    `bob.${stamp}@example.com,Administrator,`,
    `carl.${stamp}@example.com,User,Atlantis`,
    `${admin},User,`,
    'nobody@,User,',
  ];
  await choose.setInputFiles(csv(lines.join('\n').replace('Role (optional)', 'Role')));
  await expect(dialog.getByText('4 ready to be invited, 1 with a problem.')).toBeVisible();
  await look('bulk-invitation-lines');
  await dialog.getByRole('button', { name: 'Send 4 invitations' }).click();
  await expect(dialog.getByText('2 invited, 3 failed.')).toBeVisible();
  await expect(dialog.getByText('Line 4: There is no location named Atlantis.')).toBeVisible();
  const grid = dialog.getByRole('grid', { name: 'Lines in the file' });
  await expect(grid.getByRole('row', { name: new RegExp(`ada\\.${stamp}`) })).toContainText('Invited');
  await expect(grid.getByRole('row', { name: new RegExp(`carl\\.${stamp}`) })).toContainText(
    'There is no location named Atlantis.',
  );
  await expect(grid.getByRole('row', { name: /nobody@/ })).toContainText('Valid email is required');
  await look('bulk-invitation-report');
  const report = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download report' }).click();
  expect(await readFile(await (await report).path(), 'utf8')).toContain('There is no location named Atlantis.');
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await openTab(page, 'Invitations');
  await page.getByRole('searchbox', { name: 'Search' }).fill(stamp);
  await expect(page.getByRole('rowheader')).toHaveCount(2);
});
