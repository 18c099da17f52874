import { openUser, passOnInvitation, staff, unique } from '../directory-steps.ts';
import { StaffCalls } from '../staff-calls.ts';
import { expect, openTab, test, typeSignIn } from '../story.ts';

const limit = 'Riverside Branch';

// Long journeys, on a machine that runs other stories too.
test.describe.configure({ timeout: 240_000 });

test('[R223] [R234] [R235] an administrator invites someone, renews the invitation and takes it back', async ({
  page,
  signIn,
}) => {
  await signIn('admin@lakeside.demo');
  await page.getByRole('link', { name: 'Users' }).click();
  await page.getByRole('button', { name: 'Invite user' }).click();
  const email = `${unique('invited').replace(' ', '.')}@example.com`;
  await page.getByRole('dialog', { name: 'Invite a user' }).getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  await passOnInvitation(page);
  await expect(page.getByRole('rowheader', { name: 'Lena Marsh' })).toBeVisible();
  await expect(page.getByRole('rowheader', { name: email })).toHaveCount(0);

  await openTab(page, 'Invitations');
  await expect(page.getByRole('rowheader', { name: email })).toBeVisible();
  await page.getByRole('button', { name: `Renew the invitation of ${email}` }).click();
  await expect(page.getByText('Invitation renewed successfully')).toBeVisible();
  await passOnInvitation(page);
  await page.getByRole('button', { name: `Cancel the invitation of ${email}` }).click();
  await page.getByRole('button', { name: 'Yes, cancel it!' }).click();
  await expect(page.getByText('Invitation canceled successfully')).toBeVisible();
  await expect(page.getByRole('rowheader', { name: email })).toHaveCount(0);
});

test('[R041] [S17] [R224] [R229] five wrong passwords lock someone, who is unlocked; staff send a new password', async ({
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
  const other = await browser.newContext({ baseURL: baseURL ?? '' });
  const theirs = await other.newPage();
  for (let tries = 0; tries < 5; tries++) {
    await typeSignIn(theirs, person.email, `Wrong-one-${tries}`);
    await expect(theirs.getByRole('alert')).toHaveText('The email address or the password is wrong.');
    await theirs.goto('about:blank');
  }
  await typeSignIn(theirs, person.email, person.password);
  await expect(theirs.getByRole('alert')).toHaveText(
    'Too many failed sign-ins. Please try again in 15 minutes, or ask an administrator to unlock the account.',
  );

  await typeSignIn(page, administrator.email, administrator.password);
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await openUser(page, person.name);
  await expect(page.getByText('5 failed sign-ins in the last 24 hours')).toBeVisible();
  await page.getByRole('button', { name: 'Unlock' }).click();
  await expect(page.getByText('0 failed sign-ins in the last 24 hours')).toBeVisible();
  await theirs.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(theirs).toHaveURL(/#\/app\/welcome$/);
  await other.close();

  await signIn(staff);
  await openUser(page, person.name);
  await page.getByRole('button', { name: 'Send password reset' }).click();
  await expect(page.getByText('Password reset sent successfully')).toBeVisible();
});

test('[R230] someone who is limited to one location sees that one only', async ({
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
  await page.getByRole('button', { name: 'Choose locations' }).click();
  const dialog = page.getByRole('dialog', { name: 'Choose locations' });
  await dialog.getByRole('checkbox', { name: limit }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Sees only these locations.')).toBeVisible();

  const other = await browser.newContext({ baseURL: baseURL ?? '' });
  const theirs = await other.newPage();
  await typeSignIn(theirs, person.email, person.password);
  await expect(theirs.getByRole('heading', { level: 1, name: limit })).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Location:' })).toHaveCount(0);
  await expect(theirs.getByRole('link', { name: 'Users' })).toHaveCount(0);
  await theirs.goto('/#/app/users');
  await expect(theirs).toHaveURL(/#\/app\/welcome$/);

  await page.getByRole('button', { name: 'All locations' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, let them see all' }).click();
  await expect(page.getByText('Sees every location of the organization.')).toBeVisible();
  await theirs.reload();
  await expect(theirs.getByRole('button', { name: 'Location:' })).toBeVisible();
  await other.close();
});
