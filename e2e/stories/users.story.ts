import { createOrganization, openUser, passOnInvitation, staff, unique } from '../directory-steps.ts';
import { StaffCalls } from '../staff-calls.ts';
import { expect, openTab, signOut, test, typeSignIn } from '../story.ts';

const limit = 'Riverside Branch';

// Long journeys, on a machine that runs other stories too.
test.describe.configure({ timeout: 240_000 });

test('[R223] [R234] [R235] [R237] [R238] an administrator invites someone, renews the invitation and takes it back', async ({
  page,
  signIn,
}) => {
  await signIn('admin@lakeside.demo');
  await page.getByRole('link', { name: 'Users' }).click();
  await expect(page.getByRole('rowheader', { name: 'Lena Marsh' })).toBeVisible();
  await page.getByRole('button', { name: 'Invite user' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a user' });
  await dialog.getByLabel('Email').fill('nobody');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Valid email is required')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Role' }).click();
  await expect(page.getByRole('option')).toHaveText(['Organization User', 'Organization Administrator']);
  await page.getByRole('option', { name: 'Organization User' }).click();
  const email = `${unique('guest').replace(' ', '.')}@example.com`;
  await dialog.getByRole('combobox', { name: 'Locations' }).click();
  await page.getByRole('option', { name: limit }).click();
  await dialog.getByLabel('Email').fill(email);
  const sending = page.waitForRequest((request) => request.method() === 'POST' && /invitations?$/.test(request.url()));
  await page.keyboard.press('Enter');
  expect((await sending).postDataJSON()).toEqual({
    inviteeEmail: email,
    inviteRole: 1,
    locationIds: [expect.any(String)],
  });
  await expect(page.getByText('Invitation sent successfully')).toBeVisible();
  await passOnInvitation(page);
  await expect(page.getByRole('rowheader', { name: email })).toHaveCount(0);

  await openTab(page, 'Invitations');
  await expect(page.getByRole('rowheader', { name: email })).toBeVisible();
  await page.getByRole('button', { name: `Renew the invitation of ${email}` }).click();
  await expect(page.getByText('Invitation renewed successfully')).toBeVisible();
  await passOnInvitation(page);
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
}) => {
  await signIn(staff);
  await createOrganization(page, unique('Firstborn'));
  await openTab(page, 'People');
  await openTab(page, 'Invitations');
  await page.getByRole('button', { name: 'Invite user' }).click();
  const dialog = page.getByRole('dialog', { name: 'Invite a user' });
  await expect(dialog.getByText('The first person of an organization must be its administrator.')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Role' }).click();
  await expect(page.getByRole('option')).toHaveText(['Organization Administrator']);
  await page.keyboard.press('Escape');
  await dialog.getByLabel('Email').fill(`${unique('first').replace(' ', '.')}@example.com`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('cell', { name: 'Sent' })).toBeVisible();
});

test('[R221] [R224] [R229] someone who forgot the password is locked, unlocked, disabled and enabled again', async ({
  page,
  request,
  signIn,
  browser,
  baseURL,
}) => {
  const calls = await StaffCalls.signIn(request);
  const { orgId } = await calls.organization();
  const administrator = await calls.person(orgId);
  const person = await calls.person(orgId, unique('Ines'), undefined, 1);
  const stranger = await browser.newContext({ baseURL: baseURL ?? '' });
  for (let time = 0; time < 5; time += 1)
    await stranger.request.post('/login', { data: { username: person.email, password: 'wrong' } });
  await stranger.close();

  await typeSignIn(page, administrator.email, administrator.password);
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await openUser(page, person.name);
  await expect(page.getByText('5 failed sign-ins in the last 24 hours')).toBeVisible();
  await expect(page.getByText(/^Locked until /)).toBeVisible();
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
  await expect(page.getByRole('button', { name: 'Send password reset' })).toHaveCount(0);
  await signIn(staff);
  await openUser(page, person.name);
  await page.getByRole('button', { name: 'Send password reset' }).click();
  await expect(page.getByText('Password reset sent successfully')).toBeVisible();
});

test('[R222] [R225] [R226] [R227] [R228] roles follow the editing rules, and the last administrator stays', async ({
  page,
  signIn,
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

  await signOut(page);
  await signIn(staff);
  await openUser(page, 'Sam Keller');
  await expect(page.getByText('Staff of the provider. Their role cannot be changed here.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
  await page.goto('/#/app/user');
  // As it was left: the search may have found its way into the address before the name was clicked.
  await expect(page).toHaveURL(/#\/app\/users(\?search=Sam\+Keller)?$/);
});

test('[R093] [R230] someone who is limited to one location sees that one only', async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const calls = await StaffCalls.signIn(request);
  const { orgId } = await calls.organization();
  for (const name of [limit, 'Oakwood Branch']) await calls.location(orgId, name);
  const administrator = await calls.person(orgId);
  const person = await calls.person(orgId, unique('Paul'), undefined, 1);
  await typeSignIn(page, administrator.email, administrator.password);
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await openUser(page, person.name);
  await expect(page.getByText('Sees every location of the organization.')).toBeVisible();
  await page.getByRole('button', { name: 'Choose locations' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose locations' });
  // So few need no search.
  await expect(dialog.getByRole('searchbox')).toHaveCount(0);
  await dialog.getByRole('checkbox', { name: limit }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Location assigned successfully')).toBeVisible();
  await expect(page.getByText('Sees only these locations.')).toBeVisible();

  const other = await browser.newContext({ baseURL: baseURL ?? '' });
  const theirs = await other.newPage();
  await typeSignIn(theirs, person.email, person.password);
  await expect(theirs.getByRole('heading', { level: 1, name: limit })).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Location:' })).toHaveCount(0);
  await expect(theirs.getByRole('link', { name: 'Users' })).toHaveCount(0);
  await theirs.goto('/#/app/users');
  await expect(theirs).toHaveURL(/#\/app\/welcome$/);

  // Without the last one they see nothing; seeing all is a choice of its own.
  const question = page.getByRole('dialog', { name: 'Unassign the last location?' });
  await page.getByRole('button', { name: `Unassign ${limit}` }).click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Sees only these locations.')).toBeVisible();
  await page.getByRole('button', { name: `Unassign ${limit}` }).click();
  await question.getByRole('button', { name: 'Yes, unassign' }).click();
  await expect(page.getByText('Sees no location.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: `Unassign ${limit}` })).toBeVisible();
  await page.getByRole('button', { name: 'All locations' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, let them see all' }).click();
  await expect(page.getByText('Sees every location of the organization.')).toBeVisible();
  await theirs.reload();
  await expect(theirs.getByRole('button', { name: 'Location:' })).toBeVisible();
  await other.close();
});

test('[R093] a long list of options can be searched, and all matches can be selected or cleared', async ({
  page,
  signIn,
}) => {
  const names = ['North Mall', 'North Pier', 'Old Town', 'Harbour', 'Station', 'Airport', 'Castle', 'Market', 'Park'];
  const ids = names.map((_, n) => `00000000-0000-4000-8000-00000000000${n}`);
  await page.route(/\/api\/location\?.*limit=1000/, async (route) => {
    const answer = await route.fetch();
    const [first] = (await answer.json()) as object[];
    const json = names.map((name, n) => ({ ...first, name, city: n === 3 ? 'Northport' : null, locationId: ids[n] }));
    await route.fulfill({ json, headers: { 'X-Total-Count': String(json.length) } });
  });
  await signIn('admin@lakeside.demo');
  await openUser(page, 'Paul Okoro');
  await page.getByRole('button', { name: 'Choose locations' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose locations' });
  const boxes = dialog.getByRole('checkbox');
  const chosen = dialog.getByRole('checkbox', { checked: true });
  await expect(boxes).toHaveCount(names.length);
  await expect(dialog.getByRole('searchbox', { name: 'Search' })).toBeFocused();
  await page.keyboard.type(' NORTH ');
  await expect(boxes).toHaveCount(3);
  await dialog.getByRole('button', { name: 'Select all' }).click();
  await expect(chosen).toHaveCount(3);
  await dialog.getByRole('searchbox').fill('nowhere');
  await expect(dialog.getByText('Nothing matches')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Select all' })).toBeDisabled();
  await dialog.getByRole('searchbox').fill('');
  await expect(chosen).toHaveCount(3);
  await dialog.getByRole('checkbox', { name: 'Park' }).check();
  await dialog.getByRole('searchbox').fill('north');
  await dialog.getByRole('button', { name: 'Select none' }).click();
  await dialog.getByRole('searchbox').fill('');
  await expect(chosen).toHaveCount(1);

  const asked = page.waitForRequest((request) => request.method() === 'POST');
  await dialog.getByRole('button', { name: 'Save' }).click();
  expect((await asked).postDataJSON()).toEqual({ locationIds: [ids[8]] });
});
