import { listLocations } from '@atrium/contract/locations';
import { login } from '@atrium/contract/session';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answer } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { address, countOf } from './shown.ts';
import { look, open, openAgain, see, signedInAs, visitor } from './stage.ts';
import { dialog, heading, hide, press } from './steps.ts';

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const asWritten = (date: string) => date.replace(/^(\d+)-(\d+)-(\d+)$/, '$2/$3/$1');
const phone = '+1 512 555 0100';
const sentence = (days: number) =>
  `Your Atrium subscription expires in ${days} days, on ${asWritten(inDays(days))}. To renew it, please call our billing department at ${phone}.`;
const message = () => page.getByRole('alert').filter({ hasText: 'subscription expires' });

/** Someone whose organization has no location yet and a subscription like this. */
const subscribed = (subscription: object) => [
  ...records,
  ...signedInAs('OrganizationUser', { org: { name: 'Lakeside Libraries', isEnabled: true, ...subscription } }),
  answer(listLocations, []),
];
const ending = (days: number) => subscribed({ subExpiration: inDays(days) });
const headroom = (days: number, more: object = {}) =>
  subscribed({ headroomEnabled: true, headroomExpiration: inDays(days), ...more });

describe('a subscription that ends', () => {
  it('[R065] [R066] is announced on the welcome page, with the phone number: within 60 days a warning, within 30 an error', async () => {
    await open('/app/welcome', ending(61));
    await see(page.getByText('No locations yet'));
    expect(countOf(message())()).toBe(0);
    await open('/app/welcome', ending(60));
    await see(message());
    await expect.element(message()).toHaveTextContent(sentence(60));
    await expect.element(message()).toHaveAttribute('data-level', 'warning');
    await open('/app/welcome', ending(30));
    await see(message());
    await expect.element(message()).toHaveAttribute('data-level', 'error');
  });

  it('[R061] [R063] is announced after the sign-in once, and again for another date', async () => {
    const soon = dialog('Atrium expires soon');
    await open('/app/welcome', ending(10));
    await see(soon);
    await expect.element(soon).toHaveTextContent(sentence(10));
    await press('Got it', soon);
    await hide(soon);
    await openAgain('/app/welcome', ending(10));
    await see(message());
    await expect.element(message()).toHaveTextContent(sentence(10));
    expect(countOf(soon)()).toBe(0);
    await openAgain('/app/welcome', ending(9));
    await see(soon);
  });

  it('[R037] [R066] closes everything but the profile', async () => {
    await open('/app/welcome', ending(0));
    await see(page.getByRole('heading', { name: 'The subscription of Lakeside Libraries has expired' }));
    await see(page.getByText(`please call our billing department at ${phone}`));
    expect(countOf(page.getByRole('navigation', { name: 'Main menu' }))()).toBe(0);
    expect(countOf(page.getByRole('button', { name: /^Search/ }))()).toBe(0);
    await page.getByRole('link', { name: 'Your profile' }).click();
    await see(heading('Profile'));
    await see(page.getByLabelText('Name'));
  });
});

describe('the occupancy product', () => {
  const soon = dialog('Headroom expires soon');

  it('[R062] is announced within five days of its end', async () => {
    await open('/app/welcome', headroom(6));
    await see(page.getByText('No locations yet'));
    expect(countOf(page.getByRole('dialog'))()).toBe(0);
    await open('/app/welcome', headroom(5));
    await see(soon);
    await expect.element(soon).toHaveTextContent('Your Headroom subscription expires in 5 days');
    await press('Got it', soon);
    await hide(soon);
  });

  it('[R064] has a page of its own once it is over, after the sign-in', async () => {
    const landing = '/expired-account-headroom';
    await open('/login', [...visitor, answer(login, { isSSO: false, userId: sampleId('userId'), landing })]);
    await page.getByLabelText('Email').fill('ada@example.com');
    await page.getByLabelText('Password', { exact: true }).fill('Difference-engine-2');
    await press('Sign in');
    await see(page.getByText(`please call our billing department at ${phone}`));
    expect(address()).toBe('#/expired-account-headroom');
    await open(landing, headroom(0));
    await look('expired-headroom', page.getByRole('link', { name: 'Continue to Atrium' }));
    await page.getByRole('link', { name: 'Continue to Atrium' }).click();
    await see(page.getByText('No locations yet'));
    expect(address()).toBe('#/app/welcome');
  });

  it('[R060] closes everything but the profile to those who have nothing else', async () => {
    await open('/app/welcome', headroom(0, { isHeadroomLite: true }));
    await expect.poll(address).toBe('#/expired-account-headroom');
    await see(page.getByRole('link', { name: 'Your profile' }));
    expect(countOf(page.getByRole('link', { name: 'Continue to Atrium' }))()).toBe(0);
    await page.getByRole('link', { name: 'Your profile' }).click();
    await see(heading('Profile'));
  });
});
