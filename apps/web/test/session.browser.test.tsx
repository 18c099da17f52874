import { activateInvitation, resetPassword, selfSignUp, sendPasswordReset } from '@atrium/contract/registration';
import { enterCode, getSecondFactor, startAuthenticator } from '@atrium/contract/second-factor';
import { login, logout } from '@atrium/contract/session';
import { getSsoLoginUrl } from '@atrium/contract/sso';
import { listLocations } from '@atrium/contract/locations';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, expectNow, refuse, unreachable } from './network.ts';
import { records } from './records.ts';
import { look, open, see, signedInAs, visitor } from './stage.ts';

const alert = () => page.getByRole('alert').first();
const press = (name: string) => page.getByRole('button', { name, exact: true }).first().click();
const invited = { email: 'ada@example.com', organizationName: 'Lakeside Libraries', isSSO: false, isSignUp: false };
/** Each invitation is activated once. */
const linkTo = (screen: string) => `/${screen}?email=ada%40example.com&invitationId=${crypto.randomUUID()}`;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

const admin = (profile: Parameters<typeof signedInAs>[1]) => [
  ...records,
  ...signedInAs('OrganizationAdministrator', profile),
];

const ending = (days: number) =>
  admin({ org: { name: 'Lakeside Libraries', isEnabled: true, subExpiration: inDays(days) } });

describe('without a session', () => {
  it('sign-in', async () => {
    await open('/login', visitor);
    await look('sign-in', page.getByRole('heading', { name: 'Sign in' }));
  });

  it('sign-in-locked', async () => {
    await open('/login', [...visitor, refuse(login, 429, 'Too many failed sign-ins.')]);
    await page.getByLabelText('Email').fill('ada@example.com');
    await page.getByLabelText('Password', { exact: true }).fill('wrong');
    await userEvent.keyboard('{Enter}');
    await expect.element(alert()).toHaveTextContent('Too many failed sign-ins.');
    await look('sign-in-locked', alert());
  });

  it('second-step', async () => {
    const asked = answer(login, { isSSO: false, secondFactor: ['authenticator', 'passkey'] });
    await open('/login', [...visitor, asked]);
    await page.getByLabelText('Email').fill('ada@example.com');
    await page.getByLabelText('Password', { exact: true }).fill('right');
    await userEvent.keyboard('{Enter}');
    await look('second-step', page.getByRole('heading', { name: 'Second step' }));
    expectNow(refuse(enterCode, 400, 'The code is wrong.'));
    await press('Use your authenticator app');
    await page.getByLabelText('Code').fill('000000');
    await press('Confirm');
    await look('second-step-wrong', page.getByText('The code is wrong.'));
  });

  it('sign-in-sso', async () => {
    await open('/login', [...visitor, refuse(getSsoLoginUrl, 404, 'Invalid login')]);
    await press('Use single sign-on');
    await page.getByLabelText('Email').fill('nobody@nowhere.example');
    await press('Continue');
    await look('sign-in-sso', alert());
  });

  it('not-found', async () => {
    await open('/no/such/page', visitor);
    await look('not-found', page.getByRole('heading', { level: 1 }));
  });

  it('forgot-password', async () => {
    await open('/forgot-password', [...visitor, unreachable(sendPasswordReset)]);
    await page.getByLabelText('Email').fill('ada@example.com');
    await press('Send the link');
    await look('forgot-password', alert());
  });

  it('forgot-password-sent', async () => {
    await open('/forgot-password', [...visitor, answer(sendPasswordReset)]);
    await page.getByLabelText('Email').fill('ada@example.com');
    await press('Send the link');
    await look('forgot-password-sent', page.getByRole('heading', { name: 'Check your email' }));
  });

  it('reset-password', async () => {
    await open('/reset-password?resetKey=abc', [...visitor, answer(resetPassword)]);
    await page.getByLabelText('New password').fill('short');
    await press('Save the password');
    await look('reset-password', page.getByText('Use at least 8 characters.'));
  });

  it('register', async () => {
    await open(linkTo('register'), [...visitor, answer(activateInvitation, invited)]);
    await see(page.getByText('You are invited to Lakeside Libraries.'));
    await page.getByLabelText('Password', { exact: true }).fill('weak');
    await press('Create account');
    await look('register', page.getByText('Enter your name.'));
  });

  it('register-refused', async () => {
    await open(linkTo('register'), [...visitor, refuse(activateInvitation, 404, 'Invalid or expired invitation')]);
    await look('register-refused', alert());
  });

  it('register-sso', async () => {
    await open(linkTo('register-sso'), [...visitor, answer(activateInvitation, { ...invited, isSSO: true })]);
    await look('register-sso', page.getByRole('button', { name: 'Continue to sign-in' }));
  });

  it('sign-up', async () => {
    await open('/sign-up?pid=2', [...visitor, unreachable(selfSignUp)]);
    await page.getByLabelText('Organization').fill('Engines Ltd');
    await page.getByLabelText('Name', { exact: true }).fill('Ada Lovelace');
    await page.getByLabelText('Email').fill('ada@example.com');
    await press('Send me the link');
    await look('sign-up', alert());
  });

  it('sign-up-success', async () => {
    await open('/sign-up-success?email=ada%40example.com&pid=2', visitor);
    await look('sign-up-success', page.getByText('We have sent an email to ada@example.com.'));
  });

  it('sign-up-confirmed', async () => {
    const signedUp = answer(activateInvitation, { ...invited, isSignUp: true, name: 'Ada Lovelace' });
    await open(linkTo('register'), [...visitor, signedUp]);
    await look('sign-up-confirmed', page.getByRole('button', { name: 'Start the trial' }));
  });
});

describe('with a session', () => {
  const none = answer(listLocations, []);

  it('terms', async () => {
    await open('/app/welcome', [...admin({ firstLogin: true }), none]);
    await look('terms', page.getByRole('dialog', { name: 'Terms of service' }).getByText('Use your own account only.'));
  });

  it('terms-rejected', async () => {
    await open('/app/welcome', [...admin({ firstLogin: true }), none]);
    await see(page.getByRole('button', { name: 'Reject' }));
    await press('Reject');
    await look('terms-rejected', page.getByRole('dialog', { name: 'Reject the terms of service?' }));
  });

  it('expires-soon', async () => {
    await open('/app/welcome', [...ending(10), none]);
    await look('expires-soon', page.getByRole('dialog', { name: 'Atrium expires soon' }));
    await press('Got it');
    await expect.poll(() => document.querySelector('[role="dialog"]')).toBeNull();
    await look('welcome-expiring', alert());
  });

  it('expired', async () => {
    await open('/app/welcome', ending(-1));
    await look('expired', page.getByRole('heading', { name: 'The subscription of Lakeside Libraries has expired' }));
  });

  it('login-as', async () => {
    await open('/app/welcome', [...admin({ actingStaff: { name: 'Sam Keller', email: 'sam@example.com' } }), none]);
    await look('login-as', page.getByRole('complementary', { name: 'Signed in as someone else' }));
  });

  it('one-location', async () => {
    const one = answer(listLocations, [{ name: 'Riverside Branch', timezone: 'America/Chicago' }]);
    await open('/app/welcome', [...records, ...signedInAs('OrganizationUser'), one]);
    await look('one-location', page.getByRole('heading', { level: 1, name: 'Riverside Branch' }));
  });

  it('profile-sso', async () => {
    await open('/app/profile', admin({ isSSOUser: true }));
    await look('profile-sso', page.getByText('You sign in with Enterprise Single-Sign-On.'));
  });

  it('profile-pending-email', async () => {
    await open('/app/profile', admin({ pendingEmail: 'new@example.com' }));
    await look('profile-pending-email', page.getByText(/^Waiting for confirmation/));
  });

  it('second-factor-required', async () => {
    const nothing = answer(getSecondFactor, { canUsePasskeys: true, passkeys: [] });
    const started = answer(startAuthenticator, { secret: 'ABCDEFGH', uri: 'otpauth://totp/Atrium?secret=ABCDEFGH' });
    await open('/second-factor', [...admin({ owesSecondFactor: true }), nothing, started]);
    await look('second-factor-required', page.getByRole('heading', { name: 'Add a second factor' }));
    await press('Use an authenticator app');
    await look('second-factor-app', page.getByLabelText('Code from the app'));
  });

  it('sign-out-failed', async () => {
    await open('/logout', [...admin({}), unreachable(logout)]);
    await look('sign-out-failed', page.getByRole('heading', { name: 'You are still signed in' }));
  });
});
