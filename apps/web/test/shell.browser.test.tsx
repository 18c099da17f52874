import { getTraffic, getTrafficTotal } from '@atrium/contract/data';
import { listLocations } from '@atrium/contract/locations';
import { listOrganizations } from '@atrium/contract/organizations';
import { getProfile } from '@atrium/contract/profile';
import { loggedIn, logout, ping } from '@atrium/contract/session';
import { getSidebar } from '@atrium/contract/sidebar';
import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, answerEmpty, askedPaths, expectNow, refuse, sentTo, unreachable, withhold } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { checkAccess, look, open, see, signedInAs, visitor } from './stage.ts';
import { dialog, heading, hide, press, stopClock } from './steps.ts';

const administrator = [...records, ...signedInAs('OrganizationAdministrator')];
const staff = [...records, ...signedInAs('SenSourceUser')];
const menu = () => page.getByRole('navigation', { name: 'Main menu' });
const figure = (name: string) => page.getByRole('region', { name, exact: true });
const address = () => window.location.hash;
const askedFigures = () => sentTo(getTraffic).length + sentTo(getTrafficTotal).length;
const lastSearch = () => sentTo(listLocations).at(-1)?.query;
const isBusy = () => document.querySelectorAll('[data-busy]').length;
const from = (build: string) => ({ ...answer(listLocations, []), headers: { 'x-atrium-build': build } });

async function choose(picker: RegExp, name: string): Promise<void> {
  await press(picker);
  await page.getByRole('option', { name }).click();
}

/** A timer may be set only after the clock was moved once: polls move it each time they ask. */
async function after<T>(milliseconds: number, ask: () => T): Promise<T> {
  await vi.advanceTimersByTimeAsync(milliseconds);
  return ask();
}

afterEach(async () => {
  vi.useRealTimers();
  await page.viewport(1440, 900);
});

it('[R001] moving between screens never reloads the page', async () => {
  let unloads = 0;
  const note = () => (unloads += 1);
  window.addEventListener('beforeunload', note);
  await open('/app/welcome', administrator);
  await see(figure('In today'));
  await menu().getByRole('link', { name: 'Locations' }).click();
  await see(heading('Locations'));
  expect(address()).toBe('#/app/locations');
  await menu().getByRole('link', { name: 'Welcome' }).click();
  await see(figure('In today'));
  expect(address()).toBe('#/app/welcome');
  expect(unloads).toBe(0);
  window.removeEventListener('beforeunload', note);
});

it('[R019] below 992 pixels the menu opens over the page and goes with a choice', async () => {
  await open('/app/welcome', administrator);
  await see(menu());
  await page.viewport(991, 800);
  await hide(menu());
  await press('Open the menu');
  await see(menu());
  await userEvent.keyboard('{Escape}');
  await hide(menu());
  await press('Open the menu');
  await menu().getByRole('link', { name: 'Locations' }).click();
  await see(heading('Locations'));
  await hide(menu());
  window.history.back();
  await expect.poll(address).toBe('#/app/welcome');
  await hide(menu());
});

it('[R043] an open page pings every five minutes', async () => {
  stopClock();
  await open('/app/profile', administrator);
  await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0);
  await expect.poll(() => sentTo(getProfile).length).toBeGreaterThan(0);
  await vi.advanceTimersByTimeAsync(299_000);
  expect(sentTo(ping)).toEqual([]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(sentTo(ping)).toHaveLength(1);
});

it('[R082] figures that are asked for again do not make the page look busy; a search does', async () => {
  // What the screen before has begun ends while the clock still runs.
  await open('/app/profile', administrator);
  await see(heading('Profile'));
  await expect.poll(isBusy).toBe(0);
  stopClock();
  await open('/app/welcome', administrator);
  await see(page.getByRole('slider'));
  await expect.poll(isBusy).toBe(0);
  const before = askedFigures();
  expectNow(...records.map(({ endpoint }) => withhold(endpoint)));
  await expect.poll(() => after(61_000, askedFigures)).toBeGreaterThan(before);
  expect(isBusy()).toBe(0);
  await page.getByRole('searchbox', { name: 'Search' }).fill('berlin');
  await expect.poll(() => after(1_000, lastSearch)).toMatchObject({ search: 'berlin' });
  await expect.poll(isBusy).toBe(1);
});

it('[R020] [R021] [R031] [R081] what the shell asks and offers', async () => {
  await open('/app/profile', administrator);
  await see(heading('Profile'));
  expect(sentTo(loggedIn)[0]?.query['time']).toMatch(/^\d+$/);
  const { headers } = sentTo(getProfile)[0] ?? {};
  expect([headers?.get('cache-control'), headers?.get('pragma')]).toEqual(['no-cache', 'no-cache']);
  await press('Support');
  await see(page.getByText('Version 3.40.0'));
  const documentation = page.getByRole('menuitem', { name: 'API documentation' });
  await expect.element(documentation).toHaveAttribute('target', '_blank');
  await checkAccess();
});

it('[R075] [R076] [R079] failures are said, and a page that fails keeps the shell', async () => {
  await open('/app/welcome', [...administrator, refuse(getTraffic, 400, 'Not today.')]);
  await see(page.getByText('Unable to get traffic data. Not today.').first());
  await see(page.getByText('Whoops!'));
  await see(menu());
  expectNow(...records.filter(({ endpoint }) => endpoint === getTraffic));
  await press('Try again');
  await see(page.getByRole('slider', { name: /Riverside/ }));

  expectNow(answerEmpty(getTraffic, 502), answerEmpty(getTrafficTotal, 502));
  await choose(/^Location:/, 'Oakwood Branch');
  await see(page.getByText('Maintentance Mode'));
  expectNow(...visitor, refuse(getTraffic, 401, 'Sign in first.'), refuse(getTrafficTotal, 401, 'Sign in first.'));
  await choose(/^Location:/, 'Riverside Branch');
  await expect.poll(address).toBe('#/login');
});

it('[R022] staff choose an organization before anything of one is asked for', async () => {
  const both = answer(listOrganizations, [
    { name: 'Lakeside Libraries', isEnabled: true },
    { name: 'Northgate Retail', isEnabled: true },
  ]);
  await open('/app/welcome', [...staff, both]);
  await see(heading('Choose an organization'));
  expect(askedPaths().filter((path) => /^\/api\/(location|data)/.test(path))).toEqual([]);
  await choose(/^Organization:/, 'Lakeside Libraries');
  await see(heading('Riverside Branch'));
  await see(figure('In today'));
  expect(sentTo(listLocations).at(-1)?.query).toMatchObject({ orgId: sampleId('orgId', 0) });
  expectNow(answer(listLocations, [{ name: 'Berlin Friedrichstraße', timezone: 'Europe/Berlin' }]));
  await choose(/^Organization:/, 'Northgate Retail');
  await see(heading('Berlin Friedrichstraße'));
  expect(sentTo(listLocations).at(-1)?.query).toMatchObject({ orgId: sampleId('orgId', 1) });
});

it('[R080] without a network the frame stays, the page says so, and signing out does not pretend', async () => {
  const pages = [
    { text: 'Users', sref: '/app/users', icon: 'users' },
    { text: 'Audit log', sref: '/app/audit', icon: 'history' },
  ];
  await open('/app/audit', [...administrator, answer(getSidebar, pages)]);
  await see(page.getByRole('rowheader').first());
  expectNow(...[...administrator, answer(logout)].map(({ endpoint }) => unreachable(endpoint)));
  await page.getByRole('searchbox', { name: 'Search' }).fill('nothing of this');
  await see(page.getByText('No connection', { exact: true }));
  await menu().getByRole('link', { name: 'Users' }).click();
  await see(heading('Users'));
  await see(menu());
  window.location.hash = '/logout';
  await see(page.getByRole('heading', { name: 'You are still signed in' }));
  expectNow(answer(logout), ...visitor);
  await press('Sign out');
  await expect.poll(address).toBe('#/login');
  window.location.hash = '/app/users';
  await expect.poll(address).toBe('#/login');
});

it('[R089] leaving with unsaved changes asks first, in a dialog that keys can answer', async () => {
  const question = dialog('Unsaved changes');
  const name = page.getByLabelText('Name');
  const isKept = async () => {
    await userEvent.keyboard('{Escape}');
    await hide(question);
    expect(address()).toBe('#/setup?token=1e5');
    await expect.element(name).toHaveValue('Ada');
  };
  await open('/login', visitor);
  await see(page.getByRole('heading', { name: 'Sign in' }));
  window.location.hash = '/setup?token=1e5';
  await see(name);
  await name.fill('Ada');
  window.history.back();
  await look('dialog', question);
  await isKept();
  window.location.hash = '/login';
  await see(question);
  await isKept();
  window.history.back();
  await see(question);
  // The safe answer has the focus; the other one is a key away.
  await userEvent.keyboard('{Tab}{Enter}');
  await see(page.getByRole('heading', { name: 'Sign in' }));
});

it('a page that has become old offers to load the new one', async () => {
  await open('/app/locations', [...administrator, from('one')]);
  await see(heading('Locations'));
  await expect.poll(() => sentTo(listLocations).length).toBeGreaterThan(0);
  expect(page.getByRole('button', { name: 'Reload' }).elements()).toEqual([]);
  expectNow(from('another'));
  await page.getByRole('searchbox', { name: 'Search' }).fill('berlin');
  await see(page.getByRole('button', { name: 'Reload' }));
});
