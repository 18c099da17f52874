import { disableLoginDisclaimer } from '@atrium/contract/account';
import { listLocations } from '@atrium/contract/locations';
import { loginAs } from '@atrium/contract/login-as';
import {
  activateInvitation,
  register,
  resetPassword,
  selfSignUp,
  sendPasswordReset,
} from '@atrium/contract/registration';
import { login } from '@atrium/contract/session';
import { getSsoLoginUrl } from '@atrium/contract/sso';
import { passwordMessage } from '@atrium/rules/password';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, expectNow, refuse, sentTo, unreachable } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { address, countOf } from './shown.ts';
import { open, see, signedInAs, visitor } from './stage.ts';
import { dialog, heading, hide, press } from './steps.ts';

const alert = () => page.getByRole('alert').first();
const email = () => page.getByLabelText('Email');
const password = () => page.getByLabelText('Password', { exact: true });
const symbols = /Valid symbols include `~!@#\$%\^&\*\(\)-_=\+\{\}\[\]\\\|;:'",<\.>\/\?$/;
const invited = { email: 'ada@example.com', organizationName: 'Lakeside Libraries', isSSO: false, isSignUp: false };
const invitation = () => `/register?email=ada%40example.com&invitationId=${crypto.randomUUID()}`;

describe('registering', () => {
  it('[R052] needs a name and a good password, and says what the server refused', async () => {
    await open(invitation(), [...visitor, answer(activateInvitation, invited)]);
    await see(page.getByText('You are invited to Lakeside Libraries.'));
    await expect.element(email()).toHaveValue('ada@example.com');
    await password().fill('weak');
    await press('Create account');
    await see(page.getByText('Enter your name.'));
    await see(page.getByText('Use at least 8 characters.'));
    expect(sentTo(register)).toEqual([]);
    await page.getByLabelText('Name').fill('Ada Lovelace');
    await password().fill('Difference-engine-2');
    expectNow(refuse(register, 404, 'Invalid or expired invitation'));
    await press('Create account');
    await expect.element(alert()).toHaveTextContent(/^Invalid or expired invitation$/);
    expect(sentTo(register)).toMatchObject([
      {
        body: {
          invitationId: expect.any(String),
          user: { name: 'Ada Lovelace', password: 'Difference-engine-2' },
          timeZone: 'America/New_York',
        },
      },
    ]);
  });

  it('[R052] [R054] says when the link of an invitation no longer works', async () => {
    await open(invitation(), [...visitor, refuse(activateInvitation, 404, 'Invalid or expired invitation')]);
    await expect.element(alert()).toHaveTextContent(/^Invalid or expired invitation$/);
    await see(page.getByText('Unable to activate invitation'));
    expect(sentTo(activateInvitation)).toHaveLength(1);
  });

  it('[S82] after a sign-up asks for the password that was not asked for before', async () => {
    const signedUp = { ...invited, organizationName: 'Engines Ltd', isSignUp: true, name: 'Ada Lovelace' };
    await open(invitation(), [...visitor, answer(activateInvitation, signedUp)]);
    await see(page.getByText('Choose a password to open Engines Ltd and start your trial.'));
    await expect.element(page.getByLabelText('Name')).toHaveValue('Ada Lovelace');
    await see(page.getByText(passwordMessage));
  });
});

it.each([
  ['an invitation', '/register?email=ada%40example.com&invitationId=4f2a91c0-0000-4000-8000-000000000001'],
  ['a reset link', '/reset-password?resetKey=abc'],
  ['the first setup', '/setup?token=1e5'],
])('[S86] the page of %s lists the symbols that count in a password', async (_, path) => {
  await open(path, [...visitor, answer(activateInvitation, invited)]);
  await see(page.getByText(symbols));
});

it('[S86] the dialog to change a password lists the symbols that count', async () => {
  await open('/app/profile', [...records, ...signedInAs('OrganizationUser')]);
  await press('Change password');
  await see(dialog('Change password').getByText(symbols));
});

describe('signing up', () => {
  it('[R055] exists for one product only', async () => {
    await open('/sign-up?pid=1', visitor);
    await expect.element(alert()).toHaveTextContent(/^Invalid product$/);
  });

  it('[R056] [S82] asks for no password, and says when it fails', async () => {
    await open('/sign-up?pid=2&refcode=friend', [...visitor, unreachable(selfSignUp)]);
    await page.getByLabelText('Organization').fill('Engines Ltd');
    await page.getByLabelText('Name', { exact: true }).fill('Ada Lovelace');
    await email().fill('ada@example.com');
    expect(password().elements()).toEqual([]);
    await press('Send me the link');
    await expect.element(alert()).toHaveTextContent(/^Error$/);
    expectNow(refuse(selfSignUp, 409, 'This address is in use.'));
    await press('Send me the link');
    await expect.element(alert()).toHaveTextContent(/^This address is in use\.$/);
  });

  it('[R057] goes to a page that names the address', async () => {
    await open('/sign-up?pid=2', [...visitor, answer(selfSignUp, { email: 'ada@example.com' })]);
    await page.getByLabelText('Organization').fill('Engines Ltd');
    await page.getByLabelText('Name', { exact: true }).fill('Ada Lovelace');
    await email().fill('ada@example.com');
    await press('Send me the link');
    await see(page.getByText('We have sent an email to ada@example.com.'));
    expect(address()).toBe('#/sign-up-success?email=ada%40example.com&pid=2');
  });
});

describe('the terms of service', () => {
  const newcomer = [...records, ...signedInAs('OrganizationAdministrator', { firstLogin: true })];
  const terms = page.getByRole('dialog', { name: 'Terms of service', exact: true });

  it('[R038] cannot be dismissed', async () => {
    await open('/app/welcome', newcomer);
    await see(terms.getByText('Use your own account only.'));
    await userEvent.keyboard('{Escape}');
    await page.elementLocator(document.body).click({ position: { x: 4, y: 4 }, force: true });
    await expect.element(terms).toBeVisible();
  });

  it('[R039] when rejected, ask once more, then disable the account and sign out', async () => {
    await open('/app/welcome', newcomer);
    await press('Reject', terms);
    const question = dialog('Reject the terms of service?');
    await press('Cancel', question);
    await hide(question);
    await expect.element(terms).toBeVisible();
    expectNow(answer(disableLoginDisclaimer), ...visitor);
    await press('Reject', terms);
    await press('Yes, reject and disable my account', question);
    await expect.poll(address).toBe('#/login');
    expect(sentTo(disableLoginDisclaimer)).toMatchObject([{ params: { userId: sampleId('userId') } }]);
  });
});

describe('a forgotten password', () => {
  it('[R049] needs an address, and says what failed', async () => {
    await open('/login', [...visitor, unreachable(sendPasswordReset)]);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await see(heading('Forgot your password?'));
    await email().fill('nonsense');
    await press('Send the link');
    await see(page.getByText('Enter an email address like name@example.com.'));
    expect(sentTo(sendPasswordReset)).toEqual([]);
    await email().fill('ada@example.com');
    await press('Send the link');
    await expect.element(alert()).toHaveTextContent(/^Invalid email address$/);
    await see(page.getByText('Unable to send account recovery email'));
    const elsewhere = 'This organization uses Enterprise Single-Sign-On and cannot send password resets';
    expectNow(refuse(sendPasswordReset, 409, elsewhere, { status: 'ssoNoResetAllowed' }));
    await press('Send the link');
    await expect.element(alert()).toHaveTextContent(elsewhere);
  });

  it('[R051] is replaced by one that meets the rule, and says what failed', async () => {
    await open('/reset-password?resetKey=abc', [
      ...visitor,
      refuse(resetPassword, 409, 'This link was already used. Please ask for a new one.'),
    ]);
    await page.getByLabelText('New password').fill('short');
    await press('Save the password');
    await see(page.getByText('Use at least 8 characters.'));
    expect(sentTo(resetPassword)).toEqual([]);
    await page.getByLabelText('New password').fill('Difference-engine-2');
    await press('Save the password');
    await expect.element(alert()).toHaveTextContent('This link was already used');
    await see(page.getByText(/^Unable to reset password\./));
    expect(sentTo(resetPassword)).toMatchObject([{ body: { resetKey: 'abc', newPassword: 'Difference-engine-2' } }]);
    expectNow(unreachable(resetPassword));
    await press('Save the password');
    await see(page.getByText('Failed to update password'));
  });
});

it('[R041] [S17] a locked sign-in says so, and works once it is unlocked', async () => {
  const locked =
    'Too many failed sign-ins. Please try again in 15 minutes, or ask an administrator to unlock the account.';
  await open('/login', [...visitor, refuse(login, 401, 'The email address or the password is wrong.')]);
  await email().fill('ada@example.com');
  await password().fill('Wrong-one-1');
  await userEvent.keyboard('{Enter}');
  await expect.element(alert()).toHaveTextContent(/^The email address or the password is wrong\.$/);
  expectNow(refuse(login, 429, locked));
  await press('Sign in');
  await expect.element(alert()).toHaveTextContent(locked);
  expectNow(
    ...records,
    ...signedInAs('OrganizationAdministrator'),
    answer(login, { isSSO: false, userId: sampleId('userId'), landing: '/app/welcome' }),
  );
  await press('Sign in');
  await expect.poll(address).toBe('#/app/welcome');
});

it('[R035] [R042] single sign-on needs an address that a provider knows', async () => {
  await open('/login', [...visitor, refuse(getSsoLoginUrl, 404, 'Invalid login')]);
  await press('Use single sign-on');
  await email().fill('nobody@nowhere.example');
  await press('Continue');
  await expect.element(alert()).toHaveTextContent(/^Invalid login$/);
  expect(sentTo(getSsoLoginUrl)).toHaveLength(1);
});

describe('signing in as someone else', () => {
  const actingStaff = { name: 'Sam Keller', email: 'sam@example.com' };
  const staff = [...records, ...signedInAs('SenSourceUser')];

  it('[R044] needs a full address', async () => {
    await open('/app/admin-welcome', staff);
    await press(/Your account/);
    await page.getByRole('menuitem', { name: 'Sign in as someone else' }).click();
    await page.getByLabelText('Email of the person').fill('sam@nowhere');
    await press('Sign in');
    await see(page.getByText('Valid email is required'));
    expect(sentTo(loginAs)).toEqual([]);
  });

  it('[R044] is not offered to administrators', async () => {
    await open('/app/profile', [...records, ...signedInAs('OrganizationAdministrator')]);
    await press(/Your account/);
    await see(page.getByRole('menuitem', { name: 'Profile' }));
    expect(page.getByRole('menuitem', { name: 'Sign in as someone else' }).elements()).toEqual([]);
  });

  it('[S56] says whom staff see Atrium as, and keeps the password of that person as it is', async () => {
    const visiting = [...records, ...signedInAs('OrganizationUser', { actingStaff, email: 'ada@example.com' })];
    await open('/app/profile', visiting);
    const banner = page.getByRole('complementary', { name: 'Signed in as someone else' });
    await see(banner);
    await expect.element(banner).toHaveTextContent('You see Atrium as Ada Lovelace (ada@example.com).');
    await expect.element(page.getByRole('button', { name: 'Change password' })).toBeDisabled();
  });

  it('[R067] leads everyone but staff from the overview of the provider to the welcome page', async () => {
    const visiting = [...records, ...signedInAs('OrganizationUser', { actingStaff }), answer(listLocations, [])];
    await open('/app/admin-welcome', visiting);
    await see(page.getByText('No locations yet'));
    expect(address()).toBe('#/app/welcome');
    expect(countOf(page.getByRole('alert'))()).toBe(0);
  });
});
