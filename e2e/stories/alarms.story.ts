import { encodePush } from '@atrium/simulator/xovis5';
import type { APIRequestContext, Page } from '@playwright/test';
import { startPeers } from '../../apps/server/test/alarm-kills/peers.ts';
import { withAlarms } from '../../apps/server/test/alarm-world.ts';
import { type BuiltServer, startBuiltServer, temporaryDataFolder } from '../built-server.ts';
import { withEstate } from '../estate.ts';
import { expect, lookAt, openTab, test, typeSignIn } from '../story.ts';

// A server of its own with a mail server, and a minute of time that passes for real.
test.describe.configure({ timeout: 240_000 });

let folder: Awaited<ReturnType<typeof temporaryDataFolder>>;
let peers: Awaited<ReturnType<typeof startPeers>>;
let server: BuiltServer | undefined;
test.beforeEach(async () => {
  [folder, peers] = await Promise.all([temporaryDataFolder(), startPeers()]);
});
test.afterEach(async () => {
  server?.process.kill('SIGTERM');
  await server?.ended;
  await Promise.all([peers.stop(), folder.remove()]);
});

/** A lobby for 20 people with one door. */
async function openLobby() {
  return withEstate(async (estate) => {
    await estate.staff();
    const { orgId } = await estate.organization({ ...withAlarms, name: 'Harbor' });
    const { locationId } = await estate.location({ orgId, name: 'Pier 7', timezone: 'UTC' });
    const { siteId } = await estate.site({ locationId });
    const { sensorId, macAddress } = await estate.sensor({ siteId });
    const zone = await estate.zone({ sensorId });
    const { spaceId } = await estate.space({ orgId, locationId, name: 'Lobby', maxCapacity: 20 });
    await estate.spaceZone({ orgId, spaceId, zoneId: zone.zoneId, reverseInsAndOuts: false });
    const { email, password } = await estate.user({ orgId, role: 'OrganizationAdministrator', name: 'Ada Lovelace' });
    return { email, password, zone, macAddress: macAddress ?? '', key: await estate.pushKey({ orgId }) };
  }, folder.path);
}

/** People go through the door until so many are inside. */
function doorOf(
  http: APIRequestContext,
  url: string,
  { zone, macAddress, key }: Awaited<ReturnType<typeof openLobby>>,
) {
  const counted = { minute: 0, ins: 0, outs: 0, inside: 0 };
  return async (inside: number) => {
    const minute = Math.floor(Date.now() / 60_000) * 60;
    if (minute !== counted.minute) Object.assign(counted, { minute, ins: 0, outs: 0 });
    counted.ins += Math.max(0, inside - counted.inside);
    counted.outs += Math.max(0, counted.inside - inside);
    counted.inside = inside;
    const people = { forward: counted.ins, backward: counted.outs, samples: 60, samplesExpected: 60 };
    const logics = [
      { id: Number(zone.deviceId), name: zone.name, records: [{ from: minute, to: minute + 60, ...people }] },
    ];
    const data = encodePush({ kind: 'logics', device: { macAddress, timezone: 'UTC' }, packageId: 1, logics });
    expect((await http.post(`${url}/api/push/xovis5/${key}`, { data })).status()).toBe(200);
  };
}

const rows = (page: Page) => page.getByRole('button', { name: 'Lobby', exact: true });
const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Lobby' });
/** What the mail server has accepted, in order. */
const subjects = () => peers.accepted.map(({ line }) => line);

test('[R900] [R906] [R925] an alarm goes from a crossing to a screen, an email, a person and its end', async ({
  browser,
  request,
}) => {
  server = startBuiltServer({ ATRIUM_DATA: folder.path, ATRIUM_DEMO: 'off', SMTP_URL: peers.config.smtpUrl ?? '' });
  const url = await server.ready;
  const lobby = await openLobby();
  const people = doorOf(request, url, lobby);
  const page = await (await browser.newContext({ baseURL: url })).newPage();
  await typeSignIn(page, lobby.email, lobby.password);
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();

  await page.goto('/#/app/alarms');
  await page.getByRole('button', { name: 'Add alarm' }).click();
  const form = page.getByRole('dialog', { name: 'Add alarm' });
  await form.getByRole('combobox', { name: 'Space' }).fill('Lobby');
  await page.getByRole('option', { name: 'Lobby' }).click();
  await form.getByRole('combobox', { name: 'Email addresses' }).fill('guard@example.com');
  await page.keyboard.press('Enter');
  await form.getByRole('button', { name: 'Add alarm' }).click();
  await expect(page.getByText('Alarm Config created successfully')).toBeVisible();

  await page.getByRole('link', { name: 'Alarm history' }).click();
  await expect(page.getByText('No alarm is active')).toBeVisible();
  await people(19);
  await people(25);
  const crossed = Date.now();
  await expect(rows(page)).toBeVisible();
  await expect.poll(subjects, { timeout: 60_000 }).toEqual(['Alarm: space Lobby: 25 people, limit 20']);
  expect(peers.accepted[0]!.at - crossed).toBeLessThan(60_000);
  await rows(page).click();
  await expect(panelOf(page).getByText('guard@example.com')).toBeVisible();
  await lookAt(page, 'alarm-active');
  await panelOf(page).getByRole('button', { name: 'Acknowledge' }).click();
  await expect(panelOf(page).getByText('Acknowledged').first()).toBeVisible();
  await people(12);
  await expect(page.getByText('No alarm is active')).toBeVisible();
  await expect.poll(subjects).toHaveLength(2);
  expect(subjects()[1]).toBe('Resolved: space Lobby: 12 people, limit 20');
  await openTab(page, 'Resolved');
  await expect(page.getByText('Value is normal again')).toBeVisible();
  await rows(page).click();
  await expect(panelOf(page).getByText('Sent', { exact: true })).toHaveCount(2);
  await panelOf(page).getByRole('button', { name: 'Close' }).click();

  // Snoozed: it goes on, and nobody is told until the snooze ends.
  await openTab(page, 'Active');
  await people(30);
  await expect.poll(subjects).toHaveLength(3);
  await rows(page).click();
  await panelOf(page).getByRole('button', { name: 'Snooze' }).click();
  await page.getByRole('menuitem', { name: '15 minutes' }).click();
  await expect(panelOf(page).getByText('Snoozed until')).toBeVisible();
  await people(5);
  await expect(page.getByText('No alarm is active')).toBeVisible();

  // A window for maintenance: the alarm is active and silent.
  await page.goto('/#/app/alarms');
  await rows(page).click();
  await panelOf(page).getByRole('button', { name: 'Add maintenance window' }).click();
  const window = page.getByRole('dialog', { name: 'Add maintenance window' });
  const local = (minutes: number) => page.evaluate(localTime, minutes);
  await window.getByLabel('From').fill(await local(-60));
  await window.getByLabel('Until').fill(await local(60));
  await window.getByRole('button', { name: 'Add maintenance window' }).click();
  await expect(panelOf(page).getByText(/ until /)).toBeVisible();
  await page.goto('/#/app/alarms/history');
  await people(21);
  await expect(rows(page)).toBeVisible();
  await page.waitForTimeout(6_000);
  expect(subjects()).toHaveLength(3);
});

/** In the browser: the local time so many minutes from now, as an input of a date and time takes it. */
function localTime(minutes: number): string {
  const at = new Date(Date.now() + minutes * 60_000);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
