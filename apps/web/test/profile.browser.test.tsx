import * as account from '@atrium/contract/account';
import { getSidebar } from '@atrium/contract/sidebar';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, expectNow, refuse, sentTo } from './network.ts';
import { records } from './records.ts';
import { address } from './shown.ts';
import { open, see, signedInAs } from './stage.ts';
import { dialog, heading, hide, pick, press } from './steps.ts';

const calls = [...records, ...signedInAs('OrganizationAdministrator', { email: 'ada@example.com' })];
const name = () => page.getByLabelText('Name');
const email = () => page.getByLabelText('Email');

it('[R069] the profile keeps personal details, and needs a name', async () => {
  await open('/app/profile', calls);
  await see(name());
  await name().fill('');
  await press('Save');
  await see(page.getByText('Name is required'));
  expect(sentTo(account.updateProfile)).toEqual([]);
  await name().fill('Ada, Countess of Lovelace');
  await page.getByLabelText('Phone number').fill('+44 20 7946 0000');
  await page.getByRole('combobox', { name: 'Time zone' }).fill('London');
  await page.getByRole('option', { name: 'Europe/London' }).click();
  expectNow(answer(account.updateProfile));
  await press('Save');
  await see(page.getByText('Profile updated successfully'));
  expect(sentTo(account.updateProfile)).toMatchObject([
    { body: { name: 'Ada, Countess of Lovelace', phone: '+44 20 7946 0000', timezone: 'Europe/London' } },
  ]);
});

it('[S81] a new email address needs the password, waits for its link, and the link can be sent again', async () => {
  await open('/app/profile', calls);
  await see(email());
  await email().fill('new@example.com');
  await page.getByLabelText('Current password').fill('Analytical-engine-1');
  const pending = signedInAs('OrganizationAdministrator', {
    email: 'ada@example.com',
    pendingEmail: 'new@example.com',
  });
  const waiting = { name: 'Ada Lovelace', email: 'ada@example.com', pendingEmail: 'new@example.com' };
  expectNow(...pending, answer(account.updateProfile, waiting));
  await press('Save');
  await see(page.getByText('Waiting for confirmation: open the link we sent to new@example.com.'));
  expect(sentTo(account.updateProfile)).toMatchObject([
    { body: { email: 'new@example.com', currentPassword: 'Analytical-engine-1' } },
  ]);
  await expect.element(email()).toHaveValue('ada@example.com');
  expectNow(answer(account.resendEmailChange));
  await press('Resend');
  await see(page.getByText('Link sent again'));
});

it('[R072] a new password needs the current one', async () => {
  await open('/app/profile', calls);
  await press('Change password');
  const form = dialog('Change password');
  await form.getByLabelText('Current password').fill('Wrong-one-1');
  await form.getByLabelText('New password').fill('Difference-engine-2');
  const wrong = 'The current password is wrong.';
  expectNow(refuse(account.changePassword, 400, wrong, { details: [{ path: 'currentPassword', message: wrong }] }));
  await userEvent.keyboard('{Enter}');
  await see(form.getByText(wrong));
  await see(page.getByText(/^Unable to update password\./));
  await form.getByLabelText('Current password').fill('Analytical-engine-1');
  expectNow(answer(account.changePassword));
  await userEvent.keyboard('{Enter}');
  await see(page.getByText('Updated password successfully'));
  await hide(form);
  expect(sentTo(account.changePassword).at(-1)?.body).toEqual({
    currentPassword: 'Analytical-engine-1',
    newPassword: 'Difference-engine-2',
  });
});

it('[R070] people who sign in at a provider have no password and no address to change', async () => {
  await open('/app/profile', [...records, ...signedInAs('OrganizationUser', { isSSOUser: true })]);
  await see(page.getByText('You sign in with Enterprise Single-Sign-On.'));
  expect(page.getByRole('button', { name: 'Change password' }).elements()).toEqual([]);
  await expect.element(email()).toHaveAttribute('readonly');
});

it('[R069] the terms of service can be read again', async () => {
  await open('/app/profile', calls);
  await press('Read the terms of service');
  const terms = dialog('Terms of service');
  await see(terms.getByText('Use your own account only.'));
  await terms.getByRole('button', { name: 'Close' }).last().click();
  await hide(terms);
});

it('[R069] all sessions are listed, and the others can be ended together', async () => {
  const here = { current: true, address: '127.0.0.1', userAgent: 'Chrome on Linux' };
  await open('/app/profile', [...calls, answer(account.listOwnSessions, [here, { ...here, current: false }])]);
  await see(page.getByText('This device', { exact: true }));
  expectNow(answer(account.endOtherSessions), answer(account.listOwnSessions, [here]));
  await press('Sign out everywhere else');
  await see(page.getByText('Signed out everywhere else', { exact: true }));
  await hide(page.getByRole('button', { name: 'Sign out everywhere else' }));
  expect(sentTo(account.endOtherSessions)).toHaveLength(1);
});

const menuOf = answer(getSidebar, [
  { text: 'Welcome', sref: '/app/welcome', icon: 'home' },
  { text: 'Opening hours', sref: '/app/orgschedule', icon: 'clock' },
]);

it('[R013] the current page becomes the homepage, and the menu goes there', async () => {
  await open('/app/profile', calls);
  expectNow(answer(account.setHomepage));
  await press(/Your account/);
  await page.getByRole('menuitem', { name: 'Set current page as homepage' }).click();
  await see(page.getByText('Updated homepage successfully'));
  expect(sentTo(account.setHomepage)).toMatchObject([{ body: { homepage: '/app/profile' } }]);
  await open('/app/welcome', [...records, ...signedInAs('OrganizationAdministrator', { homepage: '/app/profile' })]);
  await press(/Your account/);
  await page.getByRole('menuitem', { name: 'Go to homepage' }).click();
  await see(heading('Profile'));
  expect(address()).toBe('#/app/profile');
});

it('[R003] [R069] the bare address opens the homepage that was chosen', async () => {
  await open('/app/profile', [...calls, menuOf]);
  expectNow(answer(account.setHomepage));
  await pick('Homepage', 'Opening hours');
  await see(page.getByText('Updated homepage successfully'));
  expect(sentTo(account.setHomepage)).toMatchObject([{ body: { homepage: '/app/orgschedule' } }]);
  await open('/', [...records, ...signedInAs('OrganizationAdministrator', { homepage: '/app/orgschedule' })]);
  await see(heading('Opening hours'));
  expect(address()).toBe('#/app/orgschedule');
});
