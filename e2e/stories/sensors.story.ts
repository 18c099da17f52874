import type { Page } from '@playwright/test';
import { staff } from '../directory-steps.ts';
import { openPushDoor, zoneAtDay } from '../push-door.ts';
import { StaffCalls } from '../staff-calls.ts';
import { expect, openTab, test } from '../story.ts';

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

test('[R183] [R185] a sensor is installed at the door of a new location, commissioned, and counts', async ({
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
  await assign.getByRole('textbox', { name: 'MAC address' }).fill(written(mac).toLowerCase());
  await expect(assign.getByText('Made by Xovis: Xovis 5.')).toBeVisible();
  await assign.getByRole('textbox', { name: 'Name', exact: true }).fill('North sensor');
  await assign.getByRole('button', { name: 'Assign' }).click();
  await expect(page.getByText('Assignment created successfully')).toBeVisible();
  await expect(page.getByRole('row', { name: 'North sensor' })).toContainText('Not commissioned');
  await page.getByRole('link', { name: 'North sensor' }).click();
  await expect(title(page, 'North sensor')).toBeVisible();
  await expect(page.getByText(written(mac))).toBeVisible();
  await expect(page.getByText('Not commissioned')).toBeVisible();

  await page.getByRole('button', { name: 'Commission' }).click();
  const commission = dialog(page, 'Commission sensor');
  await commission.getByRole('radio', { name: 'In the future' }).click();
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
  await settings.getByRole('textbox', { name: 'Name', exact: true }).fill('North line');
  await settings.getByRole('textbox', { name: 'Scale factor' }).fill('1.05');
  await settings.getByRole('button', { name: 'Save as reviewed' }).click();
  await expect(page.getByText('Zone updated successfully')).toBeVisible();
  await expect(zones.getByRole('row', { name: /North line/ })).toContainText('1.05');
  await expect(zones.getByText('New, review')).toHaveCount(0);
});

test('[R185] [R206] [R211] staff run the life of a sensor', async ({ page, signIn }) => {
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
  await dummy.getByRole('combobox', { name: 'Site' }).fill('East');
  await page.getByRole('option', { name: 'East door, Flagship' }).click();
  await dummy.getByRole('textbox', { name: 'Name' }).fill('By hand');
  await dummy.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Dummy sensor created successfully')).toBeVisible();
  await page.getByRole('button', { name: 'Delete the assignment of By hand, East door' }).click();
  await page.getByRole('button', { name: 'Yes, delete it!' }).click();
  await expect(page.getByText('Assignment deleted successfully')).toBeVisible();

  await menu(page).getByRole('link', { name: 'Sensors', exact: true }).click();
  await expect(title(page, 'Sensors')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search' }).fill(written(mac).slice(-8));
  await expect(page).toHaveURL(/search=/);
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(2);
  await page.getByRole('link', { name: 'Roamer' }).click();
  await expect(title(page, 'Roamer')).toBeVisible();
  await expect(page.getByRole('region', { name: 'About this sensor' })).toContainText(organization);

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
  await refuse.getByLabel('Reason').fill('Sends rubbish');
  await refuse.getByRole('button', { name: 'Block its data' }).click();
  await expect(page.getByText(/Sends rubbish/)).toBeVisible();
  await page.getByRole('button', { name: 'Accept its data again' }).click();
  await page.getByRole('button', { name: 'Yes, unblock it' }).click();
  await expect(page.getByText(/Sends rubbish/)).toHaveCount(0);

  await act('Decommission');
  await page.getByRole('button', { name: 'Yes, decommission it!' }).click();
  await page.getByLabel('Type the name of the sensor, Roamer, to decommission it').fill('Roamer');
  await page.getByRole('button', { name: 'Yes, decommission it!' }).click();
  await expect(page.getByText('Decommissioned sensor successfully')).toBeVisible();
  await expect(page.getByText('Decommissioned', { exact: true })).toBeVisible();
  await act('Remove sensor');
  await page.getByRole('button', { name: 'Yes, remove it!' }).click();
  await expect(page.getByText('Sensor removed successfully')).toBeVisible();
  await expect(title(page, 'Sensors')).toBeVisible();
});
