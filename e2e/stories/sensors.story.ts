import type { Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { staff } from '../directory-steps.ts';
import { openPushDoor, zoneAtDay } from '../push-door.ts';
import { refusing, unsent } from '../refusing.ts';
import { StaffCalls } from '../staff-calls.ts';
import { expect, openTab, signOut, test } from '../story.ts';

// Long journeys, on a machine that runs other stories too.
test.describe.configure({ timeout: 240_000 });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Addresses of one vendor that no other sensor has. */
const newMac = () =>
  `006E02${Math.floor(Math.random() * 0xffffff)
    .toString(16)
    .padStart(6, '0')}`.toUpperCase();
const written = (mac: string) => mac.match(/../g)?.join(':') ?? mac;

/** What a site has counted today. */
async function countedAt(page: Page, orgId: string, siteId: string): Promise<number> {
  const query = new URLSearchParams({
    orgId,
    entityType: 'site',
    entityIds: siteId,
    relativeDate: 'today',
    metrics: 'ins',
  });
  const answer = await page.request.get(`/api/data/traffic?${query.toString()}`);
  const { results } = (await answer.json()) as { results: { sumins?: number | null }[] };
  return results.reduce((sum, row) => sum + (row.sumins ?? 0), 0);
}

test('[R183] [R185] [R187] [R188] [R209] a sensor is installed at the door of a new location, commissioned, and counts', async ({
  page,
  signIn,
}) => {
  await signIn(staff);
  const { orgId } = await (await StaffCalls.signIn(page.request)).organization();
  const warehouse = await page.request.post(`/api/location?orgId=${orgId}`, {
    data: { name: 'Warehouse', timezone: 'UTC' },
  });
  const { locationId } = (await warehouse.json()) as { locationId: string };
  const door = await openPushDoor(page.request, orgId);
  const mac = newMac();

  await page.goto(`/#/app/org/${orgId}/location/${locationId}`);
  await expect(title(page, 'Warehouse')).toBeVisible();
  await menu(page).getByRole('link', { name: 'Locations' }).click();
  await page.getByRole('button', { name: 'New location' }).click();
  const place = dialog(page, 'New location');
  await place.getByRole('textbox', { name: 'Name', exact: true }).fill('Flagship');
  await place.getByRole('combobox', { name: 'Time zone' }).fill(zoneAtDay());
  await page.getByRole('option', { name: zoneAtDay() }).click();
  await place.getByLabel('Name of the site').fill('North door');
  await place.getByRole('button', { name: 'Save' }).click();
  await expect(title(page, 'Flagship')).toBeVisible();
  await page.getByRole('link', { name: 'North door' }).click();
  await expect(page.getByText('No sensor here')).toBeVisible();

  await page.getByRole('button', { name: 'Assign sensor' }).click();
  const assign = dialog(page, 'Assign sensor');
  await assign.getByRole('combobox', { name: 'Sensor' }).click();
  await expect(page.getByRole('option')).toHaveText(['New sensor, by MAC address', 'None']);
  await page.getByRole('option').first().click();
  const address = assign.getByRole('textbox', { name: 'MAC address' });
  await address.fill('00:6E:02');
  await unsent(page, async () => {
    await assign.getByRole('button', { name: 'Assign' }).click();
    await expect(
      assign.getByText('The MAC address must have 12 hexadecimal digits, such as 00:11:22:AA:BB:CC'),
    ).toBeVisible();
  });
  await address.fill(written(mac).toLowerCase());
  await expect(assign.getByText('Made by Xovis: Xovis 5.')).toBeVisible();
  await assign.getByLabel('Node sensors').fill(written(mac));
  await assign.getByRole('button', { name: 'Assign' }).click();
  await expect(assign.getByText('A node sensor cannot have the MAC address of the sensor itself')).toBeVisible();
  await assign.getByLabel('Node sensors').fill('');
  await assign.getByRole('textbox', { name: 'Name', exact: true }).fill('North sensor');
  await assign.getByRole('button', { name: 'Assign' }).click();
  await expect(page.getByText('Assignment created successfully')).toBeVisible();
  await expect(page.getByRole('row', { name: 'North sensor' })).toContainText('Not commissioned');
  await page.getByRole('link', { name: 'North sensor' }).click();
  await expect(title(page, 'North sensor')).toBeVisible();
  await expect(page.getByText('The device and its settings.')).toBeVisible();
  await expect(page.getByText('No known address')).toBeVisible();
  await expect(page.getByText(written(mac))).toBeVisible();
  await expect(page.getByText('Not commissioned')).toBeVisible();

  await page.getByRole('button', { name: 'Commission' }).click();
  const commission = dialog(page, 'Commission sensor');
  await commission.getByRole('radio', { name: 'In the future' }).click();
  await commission.getByLabel('Date').fill(daysAgo(3));
  await commission.getByRole('button', { name: 'Commission' }).click();
  await expect(commission.getByText('The date must be after today')).toBeVisible();
  await commission.getByLabel('Date').fill(daysAgo(-3));
  await commission.getByRole('button', { name: 'Commission' }).click();
  await expect(page.getByText('Sensor commissioned successfully')).toBeVisible();
  await expect(page.getByText('Commissioned later')).toBeVisible();

  // What comes before that day is kept, but not shown.
  await door.reportStatus(mac, '5.4.3');
  await door.push(mac, { id: 7, name: 'Line 7' }, { each: 4, minutes: 3 });
  await expect(page.getByText('5.4.3')).toBeVisible({ timeout: 40_000 });
  await openTab(page, 'Zones');
  await expect(page.getByText('Zones appear as soon as a commissioned sensor counts.')).toBeVisible();

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Change commissioning' }).click();
  await commission.getByRole('radio', { name: 'In the past' }).click();
  await commission.getByLabel('Date').fill('');
  await unsent(page, async () => {
    await commission.getByRole('button', { name: 'Commission' }).click();
    await expect(commission.getByText('Date is required')).toBeVisible();
  });
  await commission.getByLabel('Date').fill(daysAgo(-3));
  await commission.getByRole('button', { name: 'Commission' }).click();
  await expect(commission.getByText('The date must be before today')).toBeVisible();
  await commission.getByLabel('Date').fill(daysAgo(3));
  await commission.getByRole('button', { name: 'Commission' }).click();
  await expect(page.getByText('Commissioned later')).toHaveCount(0);
  const zones = page.getByRole('table', { name: 'Zones' });
  await expect(zones.getByRole('row', { name: /Line 7/ })).toContainText('12', { timeout: 40_000 });
  await expect(zones.getByText('New, review')).toBeVisible();
  await openTab(page, 'Overview');
  await expect(page.getByText('5.4.3')).toBeVisible();
  await expect(page.getByText('Online')).toBeVisible();

  await openTab(page, 'Zones');
  await zones.getByRole('button', { name: 'Line 7' }).click();
  const settings = page.getByRole('form', { name: 'Settings of the zone' });
  await expect(settings.getByText('The sensor created this zone.')).toBeVisible();
  await settings.getByRole('textbox', { name: 'Scale factor' }).fill('x');
  await settings.getByLabel('Min dwell').fill('30');
  await settings.getByLabel('Max dwell').fill('30');
  await settings.getByRole('button', { name: 'Save as reviewed' }).click();
  await expect(settings.getByText('Scale factor must be a decimal number')).toBeVisible();
  await expect(settings.getByText('Max dwell must be greater than min dwell')).toBeVisible();
  await settings.getByRole('textbox', { name: 'Name', exact: true }).fill('North line');
  await settings.getByRole('textbox', { name: 'Scale factor' }).fill('1.05');
  await settings.getByLabel('Max dwell').fill('60');
  await refusing(page, 'PUT', /\/zone\//, 'Unable to update zone', () =>
    settings.getByRole('button', { name: 'Save as reviewed' }).click(),
  );
  await settings.getByRole('button', { name: 'Save as reviewed' }).click();
  await expect(page.getByText('Zone updated successfully')).toBeVisible();
  await expect(zones.getByRole('row', { name: /North line/ })).toContainText('1.05');
  await expect(zones.getByText('New, review')).toHaveCount(0);
});

test('[R190] [R199] [R201] [R206] [R211] staff run the life of a sensor', async ({ page, signIn }) => {
  await signIn(staff);
  const { orgId, name: organization } = await (await StaffCalls.signIn(page.request)).organization();
  const made = await page.request.post(`/api/location?orgId=${orgId}`, {
    data: {
      name: 'Flagship',
      timezone: zoneAtDay(),
      site: ['North door', 'South door', 'West door', 'East door'].map((name) => ({ name })),
    },
  });
  const { locationId, site } = (await made.json()) as { locationId: string; site: { siteId: string; name: string }[] };
  const siteOf = (name: string) => site.find((each) => each.name === name)?.siteId ?? '';
  const mac = newMac();
  const assigned = await page.request.post(`/api/sensorassignment?orgId=${orgId}`, {
    data: { siteId: siteOf('North door'), macAddress: mac, name: 'Roamer' },
  });
  const { sensorId } = (await assigned.json()) as { sensorId: string };
  const commissioned = await page.request.post(`/api/sensor/${sensorId}/commission?orgId=${orgId}`, {
    data: { commissionedDate: daysAgo(4) },
  });
  expect(commissioned.ok(), await commissioned.text()).toBe(true);
  const door = await openPushDoor(page.request, orgId);
  await door.push(mac, { id: 1, name: 'Line' }, { each: 5, minutes: 2 });
  await door.push(mac, { id: 1, name: 'Line' }, { each: 1, minutes: 3, before: Date.now() - 60 * 3_600_000 });

  await page.goto(`/#/app/org/${orgId}/location/${locationId}`);
  await expect(title(page, 'Flagship')).toBeVisible();
  await menu(page).getByRole('link', { name: 'Sensor assignments' }).click();
  await expect(title(page, 'Sensor assignments')).toBeVisible();
  const assignment = page.getByRole('row', { name: /Roamer/ });
  for (const text of [organization, 'Flagship', 'North door', 'Counting', /WES?T|GMT\+9/])
    await expect(assignment).toContainText(text);
  await page.getByRole('button', { name: 'Dummy sensor' }).click();
  const dummy = dialog(page, 'New dummy sensor');
  await expect(dummy.getByText('A sensor without a device: people enter its counts.')).toBeVisible();
  await dummy.getByRole('combobox', { name: 'Site' }).fill('East');
  await page.getByRole('option', { name: 'East door, Flagship' }).click();
  await dummy.getByRole('textbox', { name: 'Name' }).fill('By hand');
  await dummy.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Dummy sensor created successfully')).toBeVisible();
  await page.getByRole('button', { name: 'Delete the assignment of By hand, East door' }).click();
  await expect(dialog(page, 'Delete Sensor Assignment?')).toContainText(
    'You are about to delete a sensor assignment. This cannot be undone. Are you sure?',
  );
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await page.getByRole('button', { name: 'Yes, delete it!' }).click();
  await expect(page.getByText('Assignment deleted successfully')).toBeVisible();
  await page.getByRole('combobox', { name: 'State' }).click();
  await page.getByRole('option', { name: 'Inactive' }).click();
  await expect(page.getByText('No assignment matches')).toBeVisible();

  await menu(page).getByRole('link', { name: 'Sensors', exact: true }).click();
  await expect(title(page, 'Sensors')).toBeVisible();
  await expect(
    page.getByText('The devices that count, where they are installed, and how they are doing.'),
  ).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search' }).fill('nowhere');
  await expect(page.getByText('No sensor matches')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search' }).fill(written(mac).slice(-8));
  await expect(page).toHaveURL(/search=/);
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Vendor' }).click();
  await page.getByRole('option', { name: 'Xovis', exact: true }).click();
  await expect(page).toHaveURL(/vendor=Xovis/);
  await page.getByRole('button', { name: 'Columns' }).click();
  await expect(page.getByRole('menuitemcheckbox', { name: 'Blacklist' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'State' }).click();
  await expect(page.getByRole('option', { name: 'Decommissioned' })).toBeVisible();
  await page.keyboard.press('Escape');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^sensors-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.csv$/);
  expect(await readFile((await file.path()) ?? '', 'utf8')).toContain(written(mac));
  await page.getByRole('link', { name: 'Roamer' }).click();
  await expect(title(page, 'Roamer')).toBeVisible();
  await expect(page.getByRole('region', { name: 'About this sensor' })).toContainText(organization);

  await page.getByRole('button', { name: 'Edit' }).click();
  const settings = page.getByRole('form', { name: 'Settings of the sensor' });
  await settings.getByRole('combobox', { name: 'Type' }).click();
  await expect(page.getByRole('option', { name: 'Thermal (legacy)' })).toBeVisible();
  await page.keyboard.press('Escape');
  await settings.getByLabel('Node sensors').fill(written(mac).toLowerCase());
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(settings.getByText('A node sensor cannot have the MAC address of the sensor itself')).toBeVisible();
  await settings.getByLabel('Node sensors').fill('00:11:22:aa:bb:cc');
  await settings.getByRole('textbox', { name: 'Password' }).fill('open sesame');
  await settings.getByRole('switch', { name: 'Periodic use' }).click();
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Sensor updated successfully')).toBeVisible();
  await expect(page.getByText('00:11:22:AA:BB:CC')).toBeVisible();
  await page.getByRole('button', { name: 'Show' }).click();
  await expect(page.getByText('open sesame')).toBeVisible();

  await openTab(page, 'Licenses');
  await page.getByRole('button', { name: 'Add license' }).click();
  const license = dialog(page, 'Add license');
  await license.getByRole('button', { name: 'Save' }).click();
  await expect(license.getByText('License key is required')).toBeVisible();
  await license.getByLabel('License key').fill('KEY-1');
  await license.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Queue Management' }).click();
  await license.getByLabel('Expiration').fill(daysAgo(10));
  await license.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('License created successfully')).toBeVisible();
  await expect(page.getByText('Expired')).toBeVisible();
  await openTab(page, 'Attachments');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add files' }).click();
  await (await chooser).setFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('Above the door') });
  await expect(dialog(page, 'Add files')).toContainText('plan.txt');
  await page.keyboard.press('Escape');
  await openTab(page, 'Tickets');
  await page.getByRole('button', { name: 'New ticket' }).click();
  await expect(dialog(page, 'New ticket').getByLabel('Subject')).toHaveValue('Roamer: ');
  await page.keyboard.press('Escape');

  const act = async (name: string) => {
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await act('Change commissioning');
  const commission = dialog(page, 'Commission sensor');
  await commission.getByRole('radio', { name: 'In the past' }).click();
  await commission.getByLabel('Date').fill(daysAgo(1));
  await commission.getByRole('checkbox', { name: 'Purge earlier counts' }).check();
  await commission.getByRole('button', { name: 'Commission' }).click();
  await expect(page.getByText('Earlier counts were erased.')).toBeVisible({ timeout: 30_000 });

  const moveTo = async (name: string, data: 'Keep them at the old site' | 'Move them to the new site') => {
    await act('Reassign');
    const reassign = dialog(page, 'Reassign sensor');
    await reassign.getByRole('combobox', { name: 'New site' }).fill(name);
    await page.getByRole('option', { name: `${name}, Flagship` }).click();
    await reassign.getByRole('radio', { name: data }).click();
    await reassign.getByRole('button', { name: 'Reassign' }).click();
    await expect(reassign).toBeHidden();
  };
  await expect.poll(() => countedAt(page, orgId, siteOf('North door')), { timeout: 30_000 }).toBe(10);
  await moveTo('South door', 'Move them to the new site');
  await openTab(page, 'Overview');
  await expect(
    page.getByRole('tabpanel', { name: 'Overview' }).getByRole('link', { name: 'South door' }),
  ).toBeVisible();
  await expect.poll(() => countedAt(page, orgId, siteOf('South door')), { timeout: 15_000 }).toBe(10);
  expect(await countedAt(page, orgId, siteOf('North door'))).toBe(0);
  await moveTo('West door', 'Keep them at the old site');
  await openTab(page, 'Assignments');
  await expect(page.getByRole('table', { name: 'Assignments' }).getByRole('row')).toHaveCount(3);
  await expect(page.getByText('Nothing has been assigned here yet.')).toHaveCount(0);
  await expect.poll(() => countedAt(page, orgId, siteOf('South door'))).toBe(10);
  expect(await countedAt(page, orgId, siteOf('West door'))).toBe(0);

  await act('Block its data');
  const refuse = dialog(page, 'Add to blacklist');
  await refuse.getByRole('button', { name: 'Block its data' }).click();
  await expect(refuse.getByText('Reason is required')).toBeVisible();
  await refuse.getByLabel('Reason').fill('Sends rubbish');
  await refuse.getByRole('button', { name: 'Block its data' }).click();
  await expect(page.getByText('Sensor added to blacklist')).toBeVisible();
  await expect(page.getByText(/Sends rubbish/)).toBeVisible();
  await page.getByRole('button', { name: 'Accept its data again' }).click();
  await page.getByRole('button', { name: 'Yes, unblock it' }).click();
  await expect(page.getByText(/Sends rubbish/)).toHaveCount(0);

  await act('Decommission');
  await page.getByRole('button', { name: 'Yes, decommission it!' }).click();
  const typed = page.getByLabel('Type the name of the sensor, Roamer, to decommission it');
  await typed.fill('roamer');
  await page.getByRole('button', { name: 'Yes, decommission it!' }).click();
  await expect(
    page.getByText('Invalid Input: The text you entered did not match the sensor name. It was not decommissioned.'),
  ).toBeVisible();
  await typed.fill(' Roamer ');
  await page.getByRole('button', { name: 'Yes, decommission it!' }).click();
  await expect(page.getByText('Decommissioned sensor successfully')).toBeVisible();
  await expect(page.getByText('Decommissioned', { exact: true })).toBeVisible();
  await act('Remove sensor');
  await page.getByRole('button', { name: 'Yes, remove it!' }).click();
  await expect(page.getByText('Sensor removed successfully')).toBeVisible();
  await expect(title(page, 'Sensors')).toBeVisible();
});

test('[R198] [R200] [R210] administrators see how their sensors are, and nothing of the provider', async ({
  page,
  signIn,
}) => {
  await page.clock.install();
  await signIn('admin@northgate.demo');
  await expect(menu(page).getByRole('link', { name: 'Sensor assignments' })).toHaveCount(0);
  await page.goto('/#/app/sensorassignment');
  await expect(page).toHaveURL(/#\/app\/welcome$/);
  await menu(page).getByRole('link', { name: 'Sensors', exact: true }).click();
  await expect(page.getByRole('switch', { name: 'Refresh every 30 s' })).toBeChecked();
  await expect(page.getByRole('table').getByRole('link').first()).toBeVisible();
  let lists = 0;
  page.on('request', (request) => (lists += request.url().includes('/api/sensor/list') ? 1 : 0));
  await page.clock.fastForward(20_000);
  expect(lists).toBe(0);
  await page.clock.fastForward(10_000);
  await expect.poll(() => lists).toBe(1);
  await page.getByRole('switch', { name: 'Refresh every 30 s' }).click();
  await page.clock.fastForward(60_000);
  await page.getByRole('button', { name: 'Columns' }).click();
  await expect(page.getByRole('menuitemcheckbox', { name: 'Vendor' })).toBeVisible();
  await expect(page.getByRole('menuitemcheckbox', { name: 'Blacklist' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'State' }).click();
  await expect(page.getByRole('option', { name: 'Online' })).toBeVisible();
  await expect(page.getByRole('option', { name: 'Decommissioned' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  expect(lists).toBe(1);
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search for anything' }).fill('sensor::concourse');
  await expect(page.getByRole('listbox', { name: 'Results' }).getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/app\/sensor\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { name: 'As the device reports' })).toBeVisible();
  await openTab(page, 'Configuration');
  await expect(page.getByRole('heading', { name: 'Configurations' })).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await expect(page.getByRole('menuitem', { name: 'Block its data' })).toHaveCount(0);

  // Read-only users see no other action.
  await signOut(page);
  await signIn('user@lakeside.demo');
  await menu(page).getByRole('link', { name: 'Sensors', exact: true }).click();
  await page.getByRole('table').getByRole('link').first().click();
  await expect(page.getByRole('heading', { name: 'As the device reports' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'More actions' })).toHaveCount(0);
  await openTab(page, 'Zones');
  await page.getByRole('table', { name: 'Zones' }).getByRole('button').first().click();
  const zone = page.getByRole('dialog');
  await expect(zone.getByText('Count application')).toBeVisible();
  await expect(zone.getByRole('form')).toHaveCount(0);
  await expect(zone.getByRole('button', { name: 'Add custom field' })).toBeVisible();
});

test('what fails with sensors is said in their words', async ({ page, signIn }) => {
  await signIn(staff);
  const { orgId } = await (await StaffCalls.signIn(page.request)).organization();
  const made = await page.request.post(`/api/location?orgId=${orgId}`, {
    data: { name: 'Flagship', timezone: 'UTC', site: [{ name: 'North door' }, { name: 'South door' }] },
  });
  const { locationId, site } = (await made.json()) as { locationId: string; site: { siteId: string }[] };
  const assigned = await page.request.post(`/api/sensorassignment?orgId=${orgId}`, {
    data: { siteId: site[0]?.siteId, macAddress: newMac(), name: 'Roamer' },
  });
  const { sensorId } = (await assigned.json()) as { sensorId: string };
  await page.goto(`/#/app/org/${orgId}/location/${locationId}`);
  await expect(title(page, 'Flagship')).toBeVisible();

  await refusing(page, 'GET', /\/api\/sensor\/list/, 'Unable to retrieve sensors', async () => {
    await page.goto('/#/app/sensors');
  });
  await expect(page.getByText('Whoops!')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('link', { name: 'Roamer' })).toBeVisible();
  await refusing(page, 'GET', /\/api\/sensor\/[^/]{36}\?/, 'Unable to retrieve sensor details', async () => {
    await page.goto(`/#/app/sensor/${sensorId}`);
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(title(page, 'Roamer')).toBeVisible();
  await refusing(page, 'POST', /\/commission/, 'Unable to commission sensor', async () => {
    await page.getByRole('button', { name: 'Commission' }).click();
    await dialog(page, 'Commission sensor').getByRole('button', { name: 'Commission' }).click();
  });
  await page.keyboard.press('Escape');
  await refusing(page, 'PUT', /\/api\/sensor\//, 'Unable to update sensor', async () => {
    await page.getByRole('button', { name: 'Edit' }).click();
    const settings = page.getByRole('form', { name: 'Settings of the sensor' });
    await settings.getByRole('textbox', { name: 'Name', exact: true }).fill('Rover');
    await settings.getByRole('button', { name: 'Save' }).click();
  });
  await page.getByRole('button', { name: 'Cancel' }).click();

  await refusing(page, 'GET', /\/api\/sensorassignment/, 'Unable to retrieve assignment details', async () => {
    await page.goto('/#/app/sensorassignment');
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  await refusing(page, 'DELETE', /\/api\/sensorassignment/, 'Unable to delete assignment', async () => {
    await page.getByRole('button', { name: 'Delete the assignment of Roamer, North door' }).click();
    await page.getByRole('button', { name: 'Yes, delete it!' }).click();
  });
  await refusing(page, 'POST', /\/api\/sensorassignment/, 'Unable to create assignment', async () => {
    await page.getByRole('button', { name: 'Assign sensor' }).click();
    const assign = dialog(page, 'Assign sensor');
    await assign.getByRole('combobox', { name: 'Site' }).click();
    await page.getByRole('option', { name: 'South door, Flagship' }).click();
    await assign.getByRole('textbox', { name: 'MAC address' }).fill(newMac());
    await assign.getByRole('button', { name: 'Assign' }).click();
  });
  // What was typed is not lost by a key.
  await page.keyboard.press('Escape');
  const question = dialog(page, 'Unsaved changes');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  // A key that is pressed while the question still fades away is nobody's.
  await expect(async () => {
    await page.keyboard.press('Escape');
    await expect(question).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await question.getByRole('button', { name: 'Yes, close' }).click();
  await expect(dialog(page, 'Assign sensor')).toBeHidden();
  await refusing(page, 'POST', /\/api\/sensorassignment\/dummy/, 'Unable to create dummy sensor', async () => {
    await page.getByRole('button', { name: 'Dummy sensor' }).click();
    const dummy = dialog(page, 'New dummy sensor');
    await dummy.getByRole('combobox', { name: 'Site' }).click();
    await page.getByRole('option', { name: 'South door, Flagship' }).click();
    await dummy.getByRole('button', { name: 'Create' }).click();
  });
});
