import { passwordMessage } from '@atrium/rules/password';
import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { startIdentityProvider } from '../../apps/server/test/identity-provider.ts';
import { StaffCalls } from '../staff-calls.ts';
import { expect, signOut, test as base, typeSignIn } from '../story.ts';

const test = base.extend<{ staff: StaffCalls }>({
  staff: async ({ playwright, baseURL }, use) => {
    const http = await playwright.request.newContext({ ...(baseURL !== undefined && { baseURL }) });
    await use(await StaffCalls.signIn(http));
    await http.dispose();
  },
});

// Every look is four screenshots and four runs of axe.
test.describe.configure({ timeout: 240_000 });

const newPassword = 'Difference-engine-2';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const sentence = (days: number, date: string) =>
  `Your Atrium subscription expires in ${days} days, on ${asWritten(date)}. To renew it, please call our billing department at +1 512 555 0100.`;
const asWritten = (date: string) => date.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1');

test('[R052] [R054] [R038] an invitation becomes an email, a registration, accepted terms and the welcome page', async ({
  page,
  staff,
}) => {
  const { orgId, name } = await staff.organization();
  const { email } = await staff.invite(orgId);
  const link = await staff.linkTo(email);
  expect(link).toContain('/#/register?');
  await page.goto(link);
  await expect(page.getByText(`You are invited to ${name}.`)).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByLabel('Password', { exact: true }).fill('weak');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Enter your name.')).toBeVisible();
  await expect(page.getByText('Use at least 8 characters.')).toBeVisible();

  await page.getByLabel('Name').fill('Ada Lovelace');
  await page.getByLabel('Password', { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: 'Create account' }).click();
  const terms = page.getByRole('dialog', { name: 'Terms of service' });
  await expect(terms.getByText('Use your own account only.')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.mouse.click(4, 4);
  await expect(terms).toBeVisible();
  await page.reload();
  await terms.getByRole('button', { name: 'Accept' }).click();
  await expect(terms).toHaveCount(0);
  await expect(page).toHaveURL(/#\/app\/welcome$/);
  await expect(page.getByText('No locations yet')).toBeVisible();
  await page.reload();
  await expect(page.getByText('No locations yet')).toBeVisible();
  await expect(terms).toHaveCount(0);

  await page.context().clearCookies();
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.getByRole('alert').filter({ hasText: 'Invalid or expired invitation' }).first()).toBeVisible();
  await expect(page.getByText('Unable to activate invitation')).toBeVisible();
});

test('[R039] rejected terms ask once more, then disable the account and sign out', async ({ page, staff }) => {
  const { orgId } = await staff.organization();
  const { email } = await staff.invite(orgId);
  await page.goto(await staff.linkTo(email));
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Password', { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: 'Create account' }).click();
  const terms = page.getByRole('dialog', { name: 'Terms of service', exact: true });
  await terms.getByRole('button', { name: 'Reject' }).click();
  const question = page.getByRole('dialog', { name: 'Reject the terms of service?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(terms).toBeVisible();
  await terms.getByRole('button', { name: 'Reject' }).click();
  await question.getByRole('button', { name: 'Yes, reject and disable my account' }).click();
  await expect(page).toHaveURL(/#\/login$/);
  await typeSignIn(page, email, newPassword);
  await expect(page.getByRole('alert')).toHaveText('Sign-in is disabled for this account. Ask your administrator.');
});

test('[R049] [R051] a forgotten password is replaced by the link of an email, once', async ({ page, staff }) => {
  const { email, password } = await staff.person((await staff.organization()).orgId);
  await page.goto('/#/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await page.getByLabel('Email').fill('nonsense');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('Enter an email address like name@example.com.')).toBeVisible();
  await page.route('**/api/reset-password/send-request', (route) => route.abort());
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('alert').first()).toHaveText('Invalid email address');
  await expect(page.getByText('Unable to send account recovery email')).toBeVisible();
  await page.unroute('**/api/reset-password/send-request');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();

  const link = await staff.linkTo(email);
  expect(link).toContain('/#/reset-password?resetKey=');
  await page.goto(link);
  await page.getByLabel('New password').fill('short');
  await page.getByRole('button', { name: 'Save the password' }).click();
  await expect(page.getByText('Use at least 8 characters.')).toBeVisible();
  await page.getByLabel('New password').fill(newPassword);
  await page.getByRole('button', { name: 'Save the password' }).click();
  await expect(page.getByRole('heading', { name: 'Your password has been changed' })).toBeVisible();
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByLabel('New password').fill(newPassword);
  await page.getByRole('button', { name: 'Save the password' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'This link was already used' }).first()).toBeVisible();
  await expect(page.getByText(/^Unable to reset password\./)).toBeVisible();
  await page.route('**/api/reset-password', (route) => route.abort());
  await page.getByRole('button', { name: 'Save the password' }).click();
  await expect(page.getByText('Failed to update password')).toBeVisible();

  await typeSignIn(page, email, password);
  await expect(page.getByText('The email address or the password is wrong.')).toBeVisible();
  await typeSignIn(page, email, newPassword);
  await expect(page).toHaveURL(/#\/app\/welcome$/);
});

test('[R035] [R036] [R042] [R050] [R070] staff connect a provider; people sign in there and have no password', async ({
  page,
  staff,
  signIn,
  baseURL,
}) => {
  const provider = await startIdentityProvider(`${baseURL}/sso/callback`);
  try {
    const { orgId, name } = await staff.organization();
    const domain = `${randomUUID().slice(0, 8)}.example.com`;
    await signIn('staff@atrium.demo', `/#/app/org/${orgId}?tab=sso`);
    await page.getByLabel('Issuer').fill('https://10.0.0.1');
    await page.getByLabel('Client id').fill(provider.clientId);
    await page.getByLabel('Client secret').fill(provider.clientSecret);
    await page.getByRole('combobox', { name: 'Email domains' }).fill(domain);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText(/cannot be asked: 10\.0\.0\.1 is not on the open internet/).first()).toBeVisible();
    await page.getByLabel('Issuer').fill(provider.issuer);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Connection saved successfully')).toBeVisible();
    await expect(page.getByLabel('Redirect address')).toHaveValue(`${baseURL}/sso/callback`);
    const { email } = await staff.invite(orgId, `ada@${domain}`);
    const link = await staff.linkTo(email);
    expect(link).toContain('/#/register-sso?');
    await page.context().clearCookies();

    // Registering: no password, but the provider.
    const subject = randomUUID();
    provider.people.set(subject, { email, email_verified: true });
    await page.goto(link);
    await expect(page.getByText(`You are invited to ${name}.`)).toBeVisible();
    await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0);
    await page.getByLabel('Name').fill('Ada Lovelace');
    await page.getByRole('button', { name: 'Continue to sign-in' }).click();
    await vouchAs(page, subject);
    await page.getByRole('dialog', { name: 'Terms of service' }).getByRole('button', { name: 'Accept' }).click();
    await expect(page).toHaveURL(/#\/app\/welcome$/);
    await page.goto('/#/app/profile');
    await expect(page.getByText('You sign in with Enterprise Single-Sign-On.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Change password' })).toHaveCount(0);
    await expect(page.getByLabel('Email')).not.toBeEditable();

    // Later: by address, and by the sign-in form.
    await signOut(page);
    await page.getByRole('button', { name: 'Use single sign-on' }).click();
    await page.getByLabel('Email').fill('nobody@nowhere.example');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page.getByRole('alert')).toHaveText('Invalid login');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(/#\/app\/welcome$/);
    await signOut(page);
    await typeSignIn(page, email, 'Whatever-1');
    await expect(page).toHaveURL(/#\/app\/welcome$/);
    await signOut(page);

    // Someone whom only the provider knows.
    await page.context().clearCookies();
    await page.getByRole('button', { name: 'Use single sign-on' }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Continue' }).click();
    await vouchAs(page, randomUUID());
    await expect(page.getByRole('alert')).toHaveText('Invalid login');
    await page.goto('/#/forgot-password');
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await expect(page.getByRole('alert').first()).toHaveText(
      'This organization uses Enterprise Single-Sign-On and cannot send password resets',
    );
  } finally {
    await provider.close();
  }
});

/** On the pages of the provider: a name, any password, and the consent. */
async function vouchAs(page: Page, subject: string): Promise<void> {
  await page.locator('input[name="login"]').fill(subject);
  await page.locator('input[name="password"]').fill('any');
  await page.locator('button[type="submit"]').click();
  await page.locator('button[type="submit"]', { hasText: 'Continue' }).click();
}

test('[R041] [S17] five wrong passwords lock the account, and staff unlock it', async ({ page, staff }) => {
  const { email, password, userId } = await staff.person((await staff.organization()).orgId);
  for (let tries = 0; tries < 5; tries++) {
    await typeSignIn(page, email, `Wrong-one-${tries}`);
    await expect(page.getByRole('alert')).toHaveText('The email address or the password is wrong.');
    await page.goto('about:blank');
  }
  await typeSignIn(page, email, password);
  await expect(page.getByRole('alert')).toHaveText(
    'Too many failed sign-ins. Please try again in 15 minutes, or ask an administrator to unlock the account.',
  );
  await staff.unlock(userId);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/#\/app\/welcome$/);
});

test('[R044] [S56] [R067] staff sign in as someone under a banner, and come back', async ({ page, staff, signIn }) => {
  const person = await staff.person((await staff.organization()).orgId);
  await signIn('staff@atrium.demo');
  await expect(page).toHaveURL(/#\/app\/admin-welcome$/);
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Sign in as someone else' }).click();
  await page.getByLabel('Email of the person').fill('sam@nowhere');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByText('Valid email is required')).toBeVisible();
  await page.getByLabel('Email of the person').fill(person.email);
  await page.keyboard.press('Enter');
  const banner = page.getByRole('complementary', { name: 'Signed in as someone else' });
  await expect(banner).toContainText(`You see Atrium as ${person.name} (${person.email}).`);
  await expect(page).toHaveURL(/#\/app\/welcome$/);
  await expect(page.getByText('No locations yet')).toBeVisible();
  await page.goto('/#/app/admin-welcome');
  await expect(page).toHaveURL(/#\/app\/welcome$/);
  await page.goto('/#/app/profile');
  await expect(page.getByRole('button', { name: 'Change password' })).toBeDisabled();
  await banner.getByRole('button', { name: /^Return to / }).click();
  await expect(page).toHaveURL(/#\/app\/admin-welcome$/);
  await expect(banner).toHaveCount(0);
});

test('[R069] [R013] [R003] [R072] [S81] the profile: details, password, homepage, terms and sessions', async ({
  page,
  staff,
  look,
  browser,
  baseURL,
}) => {
  const { email, password } = await staff.person((await staff.organization()).orgId);
  const elsewhere = await browser.newPage({ ...(baseURL !== undefined && { baseURL }) });
  await typeSignIn(elsewhere, email, password);
  await expect(elsewhere).toHaveURL(/#\/app\/welcome$/);
  await typeSignIn(page, email, password);
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await page.getByLabel('Name').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await page.getByLabel('Name').fill('Ada, Countess of Lovelace');
  await page.getByLabel('Phone number').fill('+44 20 7946 0000');
  await page.getByRole('combobox', { name: 'Time zone' }).fill('London');
  await page.getByRole('option', { name: 'Europe/London' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Profile updated successfully')).toBeVisible();

  const newEmail = `${randomUUID()}@example.com`;
  await page.getByLabel('Email').fill(newEmail);
  await page.getByLabel('Current password').fill(password);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`Waiting for confirmation: open the link we sent to ${newEmail}.`)).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await page.getByRole('button', { name: 'Resend' }).click();
  await expect(page.getByText('Link sent again')).toBeVisible();
  await elsewhere.goto(await staff.linkTo(newEmail));
  await elsewhere.getByRole('button', { name: 'Confirm this address' }).click();
  await expect(elsewhere.getByText(`You now sign in with ${newEmail}.`)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Email')).toHaveValue(newEmail);

  await page.getByRole('button', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  await dialog.getByLabel('Current password').fill('Wrong-one-1');
  await dialog.getByLabel('New password').fill(newPassword);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('The current password is wrong.')).toBeVisible();
  await expect(page.getByText(/^Unable to update password\./)).toBeVisible();
  await look('profile-password');
  await dialog.getByLabel('Current password').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Updated password successfully')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await elsewhere.goto('/#/app/profile');
  await expect(elsewhere).toHaveURL(/#\/login$/);

  await page.getByRole('button', { name: 'Read the terms of service' }).click();
  const terms = page.getByRole('dialog', { name: 'Terms of service' });
  await expect(terms.getByText('Use your own account only.')).toBeVisible();
  await terms.getByRole('button', { name: 'Close' }).last().click();

  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Set current page as homepage' }).click();
  await expect(page.getByText('Updated homepage successfully')).toBeVisible();
  await page.goto('/#/app/welcome');
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Go to homepage' }).click();
  await expect(page).toHaveURL(/#\/app\/profile$/);
  await page.goto('/#/');
  await expect(page).toHaveURL(/#\/app\/profile$/);

  await typeSignIn(elsewhere, newEmail, newPassword);
  await expect(elsewhere).toHaveURL(/#\/app\/profile$/);
  await page.reload();
  await expect(page.getByText('This device', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(page.getByText('Signed out everywhere else', { exact: true })).toBeVisible();
  await elsewhere.goto('/#/app/welcome');
  await expect(elsewhere).toHaveURL(/#\/login$/);
  await elsewhere.close();

  await page.getByRole('combobox', { name: 'Homepage' }).click();
  await page.getByRole('option', { name: 'Opening hours' }).click();
  await expect(page.getByText('Updated homepage successfully')).toBeVisible();
  await page.goto('/#/');
  await expect(page).toHaveURL(/#\/app\/orgschedule$/);
});

test('[R061] [R063] [R065] [R066] [R037] what ends is said in time, and what has ended is closed', async ({
  page,
  staff,
}) => {
  const { orgId, name } = await staff.organization();
  const { email, password } = await staff.person(orgId);
  const soon = inDays(10);
  const message = page.getByRole('alert');

  await staff.change(orgId, { subExpiration: inDays(61) });
  await typeSignIn(page, email, password);
  await expect(page.getByText('No locations yet')).toBeVisible();
  await expect(message).toHaveCount(0);
  await staff.change(orgId, { subExpiration: inDays(60) });
  await page.reload();
  await expect(message).toHaveText(sentence(60, inDays(60)));
  await expect(message).toHaveAttribute('data-level', 'warning');
  await staff.change(orgId, { subExpiration: inDays(30) });
  await page.reload();
  await expect(message).toHaveAttribute('data-level', 'error');

  await staff.change(orgId, { subExpiration: soon });
  await page.reload();
  const dialog = page.getByRole('dialog', { name: 'Atrium expires soon' });
  await expect(dialog).toContainText(sentence(10, soon));
  await dialog.getByRole('button', { name: 'Got it' }).click();
  await page.reload();
  await expect(message).toHaveText(sentence(10, soon));
  await expect(dialog).toHaveCount(0);
  await staff.change(orgId, { subExpiration: inDays(9) });
  await page.reload();
  await expect(dialog).toBeVisible();

  await staff.change(orgId, { subExpiration: inDays(0) });
  await typeSignIn(page, email, password);
  await expect(page.getByRole('heading', { name: `The subscription of ${name} has expired` })).toBeVisible();
  await expect(page.getByText(/please call our billing department at \+1 512 555 0100/)).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Search/ })).toHaveCount(0);
  await page.getByRole('link', { name: 'Your profile' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  await expect(page.getByLabel('Name')).toBeVisible();
});

test('[R062] [R064] [R060] the occupancy product: a warning within five days, then its own page', async ({
  page,
  staff,
  look,
}) => {
  const { orgId } = await staff.organization({ headroomEnabled: true, headroomExpiration: inDays(6) });
  const { email, password } = await staff.person(orgId);
  await typeSignIn(page, email, password);
  await expect(page.getByText('No locations yet')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await staff.change(orgId, { headroomExpiration: inDays(5) });
  await page.reload();
  const dialog = page.getByRole('dialog', { name: 'Headroom expires soon' });
  await expect(dialog).toContainText('Your Headroom subscription expires in 5 days');
  await dialog.getByRole('button', { name: 'Got it' }).click();

  await staff.change(orgId, { headroomExpiration: inDays(0) });
  await typeSignIn(page, email, password);
  await expect(page).toHaveURL(/#\/expired-account-headroom$/);
  await expect(page.getByText(/please call our billing department at \+1 512 555 0100/)).toBeVisible();
  await look('expired-headroom');
  await page.getByRole('link', { name: 'Continue to Atrium' }).click();
  await expect(page).toHaveURL(/#\/app\/welcome$/);

  await staff.change(orgId, { isHeadroomLite: true });
  await page.reload();
  await expect(page).toHaveURL(/#\/expired-account-headroom$/);
  await expect(page.getByRole('link', { name: 'Continue to Atrium' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Your profile' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
});

test('[R055] [R056] [R057] [S82] signing up for the occupancy product', async ({ page, staff }) => {
  await page.goto('/#/sign-up?pid=1');
  await expect(page.getByRole('alert')).toHaveText('Invalid product');
  await page.goto('/#/sign-up?pid=2&refcode=friend');
  const email = `${randomUUID()}@example.com`;
  await page.getByLabel('Organization').fill('Engines Ltd');
  await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
  await page.getByLabel('Email').fill(email);
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0);
  await page.route('**/self-sign-up/headroom', (route) => route.abort());
  await page.getByRole('button', { name: 'Send me the link' }).click();
  await expect(page.getByRole('alert')).toHaveText('Error');
  await page.unroute('**/self-sign-up/headroom');
  await page.getByRole('button', { name: 'Send me the link' }).click();
  await expect(page).toHaveURL(new RegExp(`#/sign-up-success\\?email=${encodeURIComponent(email)}&pid=2$`));
  await expect(page.getByText(`We have sent an email to ${email}.`)).toBeVisible();

  await page.goto(await staff.linkTo(email));
  await expect(page.getByText('Choose a password to open Engines Ltd and start your trial.')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Ada Lovelace');
  await expect(page.getByText(passwordMessage)).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: 'Start the trial' }).click();
  await page.getByRole('dialog', { name: 'Terms of service' }).getByRole('button', { name: 'Accept' }).click();
  await expect(page).toHaveURL(/#\/app\/welcome$/);
});

test('[R103] [R104] planned maintenance is announced above everything, until it is dismissed on this device', async ({
  page,
  signIn,
  look,
}) => {
  const from = new Date(Date.now() - 3_600_000).toISOString();
  const to = new Date(Date.now() + 3_600_000).toISOString();
  await page.route('**/api/product', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...((await answer.json()) as object), maintenance: { from, to } } });
  });
  await page.goto('/#/login');
  const banner = page.getByRole('complementary', { name: 'Planned maintenance' });
  await expect(banner).toContainText('Planned maintenance is under way until');
  await signIn('admin@lakeside.demo');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await look('maintenance');
  await banner.getByRole('button', { name: 'Dismiss' }).click();
  await expect(banner).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(banner).toHaveCount(0);
});
