import type { Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { startIdentityProvider } from '../../apps/server/test/identity-provider.ts';
import { StaffCalls } from '../staff-calls.ts';
import { expect, lookAt, signOut, test as base, typeSignIn } from '../story.ts';

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
  await page.getByLabel('Name').fill('Ada Lovelace');
  await page.getByLabel('Password', { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: 'Create account' }).click();
  const terms = page.getByRole('dialog', { name: 'Terms of service' });
  await expect(terms.getByText('Use your own account only.')).toBeVisible();
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
});

test('[R049] [R051] [R103] [R104] a forgotten password is replaced by the link of an email, once, during maintenance', async ({
  page,
  staff,
}) => {
  const { email, password } = await staff.person((await staff.organization()).orgId);
  // What the server says about itself is asked for once, so that no component test can change it.
  const [from, to] = [-1, 1].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString());
  await page.route('**/api/product', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...((await answer.json()) as object), maintenance: { from, to } } });
  });
  await page.goto('/#/login');
  const banner = page.getByRole('complementary', { name: 'Planned maintenance' });
  await expect(banner).toContainText('Planned maintenance is under way until');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  // The page before has such a field too.
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();

  const link = await staff.linkTo(email);
  expect(link).toContain('/#/reset-password?resetKey=');
  await page.goto(link);
  await page.getByLabel('New password').fill(newPassword);
  await page.getByRole('button', { name: 'Save the password' }).click();
  await expect(page.getByRole('heading', { name: 'Your password has been changed' })).toBeVisible();
  await page.goto('about:blank');
  await page.goto(link);
  await page.getByLabel('New password').fill(newPassword);
  await page.getByRole('button', { name: 'Save the password' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'This link was already used' }).first()).toBeVisible();

  await typeSignIn(page, email, password);
  await expect(page.getByText('The email address or the password is wrong.')).toBeVisible();
  await typeSignIn(page, email, newPassword);
  await expect(page).toHaveURL(/#\/app\/welcome$/);
  await lookAt(page, 'maintenance');
  await banner.getByRole('button', { name: 'Dismiss' }).click();
  await expect(banner).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(banner).toHaveCount(0);
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

    // Later: by address, and by the sign-in form.
    await signOut(page);
    await page.getByRole('button', { name: 'Use single sign-on' }).click();
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

test('[R044] [S56] [R067] staff sign in as someone under a banner, and come back', async ({ page, staff, signIn }) => {
  const person = await staff.person((await staff.organization()).orgId);
  await signIn('staff@atrium.demo');
  await expect(page).toHaveURL(/#\/app\/admin-welcome$/);
  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Sign in as someone else' }).click();
  await page.getByLabel('Email of the person').fill(person.email);
  await page.keyboard.press('Enter');
  const banner = page.getByRole('complementary', { name: 'Signed in as someone else' });
  await expect(banner).toContainText(`You see Atrium as ${person.name} (${person.email}).`);
  await expect(page).toHaveURL(/#\/app\/welcome$/);
  await expect(page.getByText('No locations yet')).toBeVisible();
  await page.goto('/#/app/admin-welcome');
  await expect(page).toHaveURL(/#\/app\/welcome$/);
  await banner.getByRole('button', { name: /^Return to / }).click();
  await expect(page).toHaveURL(/#\/app\/admin-welcome$/);
  await expect(banner).toHaveCount(0);
});

test('[R072] [S81] a new email address is confirmed by its link, and a new password ends the other session', async ({
  page,
  staff,
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
  const newEmail = `${randomUUID()}@example.com`;
  await page.getByLabel('Email').fill(newEmail);
  await page.getByLabel('Current password').fill(password);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`Waiting for confirmation: open the link we sent to ${newEmail}.`)).toBeVisible();
  await elsewhere.goto(await staff.linkTo(newEmail));
  await elsewhere.getByRole('button', { name: 'Confirm this address' }).click();
  await expect(elsewhere.getByText(`You now sign in with ${newEmail}.`)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Email')).toHaveValue(newEmail);

  await page.getByRole('button', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  await dialog.getByLabel('New password').fill(newPassword);
  await dialog.getByLabel('Current password').fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Updated password successfully')).toBeVisible();
  await elsewhere.goto('/#/app/profile');
  await expect(elsewhere).toHaveURL(/#\/login$/);
  await typeSignIn(elsewhere, newEmail, newPassword);
  await expect(elsewhere).toHaveURL(/#\/app\/welcome$/);
  await elsewhere.close();
});

test('[R057] [S82] signing up for the occupancy product', async ({ page, staff }) => {
  await page.goto('/#/sign-up?pid=2&refcode=friend');
  const email = `${randomUUID()}@example.com`;
  await page.getByLabel('Organization').fill('Engines Ltd');
  await page.getByLabel('Name', { exact: true }).fill('Ada Lovelace');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send me the link' }).click();
  await expect(page).toHaveURL(new RegExp(`#/sign-up-success\\?email=${encodeURIComponent(email)}&pid=2$`));
  await expect(page.getByText(`We have sent an email to ${email}.`)).toBeVisible();

  await page.goto(await staff.linkTo(email));
  await expect(page.getByText('Choose a password to open Engines Ltd and start your trial.')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill(newPassword);
  await page.getByRole('button', { name: 'Start the trial' }).click();
  await page.getByRole('dialog', { name: 'Terms of service' }).getByRole('button', { name: 'Accept' }).click();
  await expect(page).toHaveURL(/#\/app\/welcome$/);
});
