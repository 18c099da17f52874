import { login } from '@atrium/contract/session';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNow, refuse, sentTo, unreachable } from './network.ts';
import { records } from './records.ts';
import { open, see, signedInAs, visitor } from './stage.ts';
import { heading, press } from './steps.ts';

const administrator = [...records, ...signedInAs('OrganizationAdministrator')];
const address = () => window.location.hash;

it('[R041] a refused sign-in says why, and Enter without a password stays on the page', async () => {
  await open('/login', visitor);
  await see(page.getByRole('heading', { name: 'Sign in' }));
  await page.getByLabelText('Email').fill('admin@lakeside.demo');
  await userEvent.keyboard('{Enter}');
  await see(page.getByText('Enter your password.'));
  expect(sentTo(login)).toEqual([]);
  expectNow(refuse(login, 401, 'Invalid login'));
  await page.getByLabelText('Password', { exact: true }).fill('wrong');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('alert')).toHaveTextContent('Invalid login');
  expect(address()).toBe('#/login');
  expectNow(unreachable(login));
  await press('Sign in');
  await expect.element(page.getByRole('alert')).toHaveTextContent(/^Server Request Error$/);
});

it('[R002] a hash that names no screen ends at /404, with and without a session', async () => {
  await open('/no/such/page', visitor);
  await expect.poll(address).toBe('#/404');
  await see(page.getByRole('heading', { level: 1 }));
  await open('/app/no-such-page', administrator);
  await expect.poll(address).toBe('#/404');
});

it('[R004] the bare address opens the welcome page', async () => {
  await open('/', administrator);
  await see(heading('Riverside Branch'));
  expect(address()).toBe('#/app/welcome');
});

it('[R033] without a session every screen leads to the sign-in page', async () => {
  for (const screen of ['/', '/app/welcome', '/app/users']) {
    await open(screen, visitor);
    await expect.poll(address).toBe('#/login');
  }
});
