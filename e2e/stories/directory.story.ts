import type { Locator, Page, Request } from '@playwright/test';
import { expect, test } from '../story.ts';

// Every look is four screenshots and four runs of axe.
test.describe.configure({ timeout: 240_000 });

const staff = 'staff@atrium.demo';

const unique = (name: string) => `${name} ${Date.now().toString(36)}`;

/** Makes an organization by the form; ends on its page. */
async function createOrganization(page: Page, name: string): Promise<void> {
  await page.goto('/#/app/org/new');
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Organization created successfully')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page).toHaveURL(/#\/app\/org\/[0-9a-f-]{36}$/);
}

/** A switch: its name may be followed by what it needs. */
function capability(page: Page, flag: string): Locator {
  return page.getByRole('switch', { name: new RegExp(`^${flag}( Needs .*)?$`) });
}

function isSaving(request: Request): boolean {
  return request.method() === 'PUT' && request.url().includes('/api/org/');
}

test('[R110] [R114] [R115] [R120] [R121] [R122] [R123] staff create an organization and change it under the cascade', async ({
  page,
  signIn,
  look,
}) => {
  await signIn(staff);
  await page.goto('/#/app/org/new');
  for (const flag of ['Enabled', 'Traffic', 'Reset on negative occupancy'])
    await expect(capability(page, flag)).toBeChecked();
  await expect(page.getByRole('switch', { checked: true })).toHaveCount(3);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await look('organization-new');

  const name = unique('Cascade & Sons');
  await page.getByLabel('Name').fill(name);
  const flags = ['Occupancy', 'Expected wait time', 'SFTP', 'POS', 'Labor', 'Per-shift metrics'];
  for (const flag of flags) await capability(page, flag).check({ force: true });
  await page.getByLabel('Web site').fill('cascade.example');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();

  await capability(page, 'Traffic').uncheck({ force: true });
  for (const flag of flags) {
    await expect(capability(page, flag)).not.toBeChecked();
    await expect(capability(page, flag)).toBeDisabled();
  }
  await expect(page.getByText('Needs SFTP').first()).toBeVisible();
  await look('organization-cascade');
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

test('[R113] [R124] contacts and addresses are kept, checked, and come back when deleted by mistake', async ({
  page,
  signIn,
  look,
}) => {
  await signIn(staff);
  await createOrganization(page, unique('Contacts Ltd'));
  await page.getByRole('tab', { name: 'Contacts' }).click();
  await expect(page.getByText('No contact yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add contact' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add contact' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  for (const problem of ['Name is required', 'Phone is required', 'Valid email is required'])
    await expect(dialog.getByText(problem)).toBeVisible();
  await look('contact-dialog');
  await dialog.getByLabel('Name').fill('Ada Lovelace');
  await dialog.getByLabel('Phone').fill('512 555 0100');
  await dialog.getByLabel('E-mail').fill('ada@example.com');
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
  await look('phone-dialog');
  await phone.getByLabel('Phone number').fill('030 901820');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('link', { name: '+49 30 901820' })).toBeVisible();

  await page.getByRole('button', { name: 'Actions for Ada Lovelace' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('No contact yet')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { name: 'Ada Lovelace' })).toBeVisible();

  await page.getByRole('tab', { name: 'Addresses' }).click();
  await page.getByRole('button', { name: 'Add address' }).click();
  const address = page.getByRole('dialog', { name: 'Add address' });
  await page.keyboard.press('Enter');
  await expect(address.getByText('Name is required')).toBeVisible();
  await address.getByLabel('Name').fill('Head office');
  await address.getByLabel('City').fill('Austin');
  await address.getByLabel('State').fill('TX');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Austin, TX')).toBeVisible();
  await look('addresses');
});

test('[R111] [R112] the list of organizations is filtered by dates and flags, sorted, searched and saved', async ({
  page,
  signIn,
  look,
}) => {
  await signIn(staff);
  const name = unique('Filtered');
  await createOrganization(page, name);
  await page.getByLabel('Subscription ends on').fill('2031-05-17');
  await capability(page, 'Gender').check({ force: true });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Organization updated successfully')).toBeVisible();

  await page.goto('/#/app/orgs');
  const rows = page.getByRole('region', { name: 'Organizations' }).getByRole('rowheader');
  await expect(rows.filter({ hasText: 'Northgate Retail' })).toBeVisible();
  await look('organizations');
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
  await look('organizations-filter');
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

test('an organization is deleted only when its exact name is typed', async ({ page, signIn, look }) => {
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
  await expect(
    dialog.getByText('Invalid Input: The text did not match. The organization was not deleted.'),
  ).toBeVisible();
  await look('typed-name');
  await typed.fill(name);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Organization deleted successfully')).toBeVisible();
  await expect(page).toHaveURL(/#\/app\/orgs$/);
  await page.getByRole('searchbox', { name: 'Search' }).fill(name);
  await expect(page.getByText('No organization matches')).toBeVisible();
});

test('[R125] [R127] administrators keep the settings of their organization', async ({ page, signIn, look }) => {
  await signIn('admin@lakeside.demo');
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Organization settings' })).toBeVisible();
  await page.getByRole('button', { name: 'Add address' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add a notification address' });
  await dialog.getByLabel('E-mail').fill('not an address');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Valid email is required')).toBeVisible();
  await look('email-dialog');
  await dialog.getByLabel('E-mail').fill('facilities@lakeside.example');
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

/** Opens the page of somebody from the list of users. */
async function openUser(page: Page, name: string): Promise<void> {
  await page.goto('/#/app/users');
  await page.getByRole('searchbox', { name: 'Search' }).fill(name);
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

test('[R223] [R233] [R234] [R235] [R237] [R238] an administrator invites somebody, renews the invitation and takes it back', async ({
  page,
  signIn,
  look,
}) => {
  await signIn('admin@lakeside.demo');
  await page.getByRole('link', { name: 'Users' }).click();
  await expect(page.getByRole('rowheader', { name: 'Lena Marsh' })).toBeVisible();
  await look('users');
  await page.getByRole('button', { name: 'Invite user' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a user' });
  await dialog.getByLabel('E-mail').fill('nobody');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Valid email is required')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Role' }).click();
  await expect(page.getByRole('option')).toHaveText(['Organization User', 'Organization Administrator']);
  await page.getByRole('option', { name: 'Organization User' }).click();
  await look('invite-dialog');
  const email = `${unique('guest').replace(' ', '.')}@example.com`;
  await dialog.getByLabel('E-mail').fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Invitation sent successfully')).toBeVisible();
  await expect(page.getByRole('rowheader', { name: email })).toHaveCount(0);

  await page.getByRole('tab', { name: 'Invitations' }).click();
  await expect(page.getByRole('rowheader', { name: email })).toBeVisible();
  await page.getByRole('button', { name: `Renew the invitation of ${email}` }).click();
  await expect(page.getByText('Invitation renewed successfully')).toBeVisible();
  await look('invitations');
  await page.getByRole('button', { name: `Cancel the invitation of ${email}` }).click();
  await page
    .getByRole('dialog', { name: 'Cancel Invitation' })
    .getByRole('button', { name: 'Yes, cancel it!' })
    .click();
  await expect(page.getByText('Invitation canceled successfully')).toBeVisible();
  await expect(page.getByRole('rowheader', { name: email })).toHaveCount(0);
});

test('[R236] the first person of an organization can only be invited as its administrator', async ({
  page,
  signIn,
  look,
}) => {
  await signIn(staff);
  await createOrganization(page, unique('Firstborn'));
  await page.getByRole('tab', { name: 'Invitations' }).click();
  await page.getByRole('button', { name: 'Invite user' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a user' });
  await expect(dialog.getByText('The first person of an organization must be its administrator.')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Role' }).click();
  await expect(page.getByRole('option')).toHaveText(['Organization Administrator']);
  await page.keyboard.press('Escape');
  await dialog.getByLabel('E-mail').fill(`${unique('first').replace(' ', '.')}@example.com`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('cell', { name: 'Sent' })).toBeVisible();
  await look('organization-invitations');
});

test('[R221] [R224] somebody who forgot the password is locked, unlocked, disabled and enabled again', async ({
  page,
  signIn,
  look,
  browser,
  baseURL,
}) => {
  const stranger = await browser.newContext({ baseURL: baseURL ?? '' });
  for (let time = 0; time < 5; time += 1)
    await stranger.request.post('/login', { data: { username: 'user@lakeside.demo', password: 'wrong' } });
  await stranger.close();

  await signIn('admin@lakeside.demo');
  await openUser(page, 'Ines Duarte');
  await expect(page.getByText('5 failed sign-ins in the last 24 hours')).toBeVisible();
  await expect(page.getByText(/^Locked until /)).toBeVisible();
  await look('user-locked');
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(page.getByText('User unlocked successfully')).toBeVisible();
  await expect(page.getByText('0 failed sign-ins in the last 24 hours')).toBeVisible();

  const enabled = page.getByRole('switch', { name: /^Sign-in enabled/ });
  await enabled.click({ force: true });
  await page.getByRole('dialog', { name: 'Disable Sign-in' }).getByRole('button', { name: 'Yes, disable it!' }).click();
  await expect(page.getByText('User login disabled successfully')).toBeVisible();
  await expect(enabled).not.toBeChecked();
  await enabled.click({ force: true });
  await expect(page.getByText('User login enabled successfully')).toBeVisible();
  await page.getByRole('button', { name: 'Send password reset' }).click();
  await expect(page.getByText('Password reset sent successfully')).toBeVisible();
});

test('[R225] [R226] [R227] [R228] roles follow the editing rules, and the last administrator stays', async ({
  page,
  signIn,
  look,
}) => {
  await signIn('admin@northgate.demo');
  await openUser(page, 'Nora Albers');
  await expect(page.getByRole('combobox', { name: 'Role' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete user' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete User' });
  await dialog.getByRole('button', { name: 'Yes, delete it!' }).click();
  await dialog.getByRole('textbox').fill('Nora');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Invalid Input: The text did not match. The user was not deleted.')).toBeVisible();
  await dialog.getByRole('textbox').fill('Nora Albers');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Unable to delete user. Nora Albers is the last administrator/)).toBeVisible();

  await openUser(page, 'Henrik Voss');
  await page.getByRole('combobox', { name: 'Role' }).click();
  await expect(page.getByRole('option')).toHaveText(['Organization User', 'Organization Administrator']);
  await page.keyboard.press('Escape');
  await look('user');

  await page.goto('/#/logout');
  await signIn(staff);
  await openUser(page, 'Sam Keller');
  await expect(page.getByText('Staff of the provider. Their role is not changed here.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await page.goto('/#/app/user');
  await expect(page).toHaveURL(/#\/app\/users$/);
});

/** A location of Lakeside Libraries. */
const limit = 'Riverside Branch';

test('[R230] somebody who is limited to one location sees that one only', async ({
  page,
  signIn,
  look,
  browser,
  baseURL,
}) => {
  await signIn('admin@lakeside.demo');
  await openUser(page, 'Paul Okoro');
  await expect(page.getByText('Sees every location of the organization.')).toBeVisible();
  await page.getByRole('button', { name: 'Choose locations' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose locations' });
  await dialog.getByRole('checkbox', { name: limit }).check();
  await look('choose-locations');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Location assigned successfully')).toBeVisible();
  await expect(page.getByText('Sees these locations and nothing of others.')).toBeVisible();

  const other = await browser.newContext({ baseURL: baseURL ?? '' });
  const theirs = await other.newPage();
  await theirs.goto('/#/login');
  await theirs.getByLabel('Email').fill('desk@lakeside.demo');
  await theirs.getByLabel('Password', { exact: true }).fill('Atrium-demo-1');
  await theirs.keyboard.press('Enter');
  await expect(theirs.getByRole('heading', { level: 1, name: limit })).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Location:' })).toHaveCount(0);
  await expect(theirs.getByRole('link', { name: 'Users' })).toHaveCount(0);
  await theirs.goto('/#/app/users');
  await expect(theirs).toHaveURL(/#\/app\/welcome$/);

  await page.getByRole('button', { name: `Unassign ${limit}` }).click();
  await expect(page.getByText('Sees every location of the organization.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: `Unassign ${limit}` })).toBeVisible();
  await page.getByRole('button', { name: `Unassign ${limit}` }).click();
  await expect(page.getByText('Sees every location of the organization.')).toBeVisible();
  await theirs.reload();
  await expect(theirs.getByRole('button', { name: 'Location:' })).toBeVisible();
  await other.close();
});

test('staff begin on their own welcome page, and nobody else gets there', async ({ page, signIn, look }) => {
  await signIn(staff);
  await expect(page).toHaveURL(/#\/app\/admin-welcome$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Sam' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Organizations' })).toContainText(/\d/);
  await expect(page.getByRole('link', { name: 'Northgate Retail' })).toBeVisible();
  await look('admin-welcome');
  await page.goto('/#/logout');
  await signIn('admin@northgate.demo');
  await page.goto('/#/app/admin-welcome');
  await expect(page).toHaveURL(/#\/app\/welcome$/);
});

test('staff read the outbox and follow the link of an invitation', async ({ page, signIn, look }) => {
  await signIn(staff);
  const name = unique('Postal');
  await createOrganization(page, name);
  await page.getByRole('tab', { name: 'Invitations' }).click();
  await page.getByRole('button', { name: 'Invite user' }).click();
  const email = `${unique('reader').replace(' ', '.')}@example.com`;
  await page.getByRole('dialog').getByLabel('E-mail').fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Invitation sent successfully')).toBeVisible();

  await page.getByRole('link', { name: 'Outbox' }).click();
  await page.getByRole('searchbox', { name: 'Search' }).fill(email);
  const open = page.getByRole('button', { name: `You are invited to ${name}` });
  const mail = page.getByRole('dialog', { name: `You are invited to ${name}` });
  // axe cannot look into a frame in which no script runs, so it sees the mail as plain text first.
  await page.route('**/api/outbox/*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), html: null } });
  });
  await open.click();
  await expect(mail.getByText('You have been invited')).toBeVisible();
  await look('outbox-text');
  await page.unroute('**/api/outbox/*');
  await page.reload();
  await page.getByRole('searchbox', { name: 'Search' }).fill(email);
  await open.click();
  const frame = mail.frameLocator('iframe');
  await expect(frame.getByRole('heading', { name: `Join ${name} in Atrium` })).toBeVisible();
  await expect(mail.locator('iframe')).toHaveAttribute('sandbox', '');
  await page.screenshot({ path: 'test-results/screens/outbox-mail.png' });
  const link = mail.getByRole('link', { name: 'Open the link' });
  await expect(link).toHaveAttribute('href', /#\/register\?email=reader/);
  await mail.getByRole('button', { name: 'Copy the link' }).click();
  const notice = page.getByRole('dialog', { name: 'Link', exact: true });
  await expect(notice.getByText(/#\/register\?email=reader/)).toBeVisible();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await notice.getByRole('button', { name: 'Copy' }).click();
  await expect(notice.getByRole('button', { name: 'Copied' })).toBeVisible();
});

test('[R095] [R096] administrators read who did what', async ({ page, signIn, look }) => {
  await signIn('admin@northgate.demo');
  await page.getByRole('link', { name: 'Audit log' }).click();
  const first = page.getByRole('rowheader', { name: 'Nora Albers signed in' }).first();
  await expect(first).toBeVisible();
  await look('audit');
  await page.getByRole('combobox', { name: 'Deed' }).fill('locations');
  await page.getByRole('option', { name: 'Locations assigned' }).click();
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await page.getByRole('combobox', { name: 'Deed' }).fill('signed in');
  await page.getByRole('option', { name: 'Signed in' }).click();
  await expect(first).toBeVisible();
  await page.getByRole('button', { name: 'Only by Nora Albers' }).first().click();
  await expect(page.getByRole('button', { name: 'Remove the filter Only by Nora Albers' })).toBeVisible();
  await page
    .getByRole('button', { name: /^Show the details of: Nora/ })
    .first()
    .click();
  const form = page.getByRole('dialog', { name: 'Entry' });
  await expect(form.getByLabel('Who')).toHaveValue('Nora Albers (admin@northgate.demo)');
  await look('object-form');
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^Show as JSON: Nora/ })
    .first()
    .click();
  await expect(page.getByRole('textbox', { name: 'Entry' })).toHaveValue(/"action": "signed-in"/);
  await look('object-json');
  await page.keyboard.press('Escape');
  await page.getByLabel('To', { exact: true }).fill('2020-01-01');
  await expect(page.getByText('Nothing matches')).toBeVisible();
});
