import { encodePush } from '@atrium/simulator/xovis5';
import { formatMac } from '@atrium/rules/mac-address';
import type { APIRequestContext, Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { staff } from '../directory-steps.ts';
import { withEstate } from '../estate.ts';
import { refusing, unsent } from '../refusing.ts';
import { expect, openTab, test, typeSignIn } from '../story.ts';

// Every look is four screenshots and four runs of axe; and a sensor that is back is noticed within half a minute.
test.describe.configure({ timeout: 240_000 });

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

/** A shop with a sensor that fell silent two hours ago, one that did so weeks ago, and one that is back. */
async function silentShop() {
  return withEstate(async (estate) => {
    const { orgId, name: organization } = await estate.organization({ name: `Harbour ${Date.now().toString(36)}` });
    const { email, password } = await estate.user({ orgId, role: 'OrganizationAdministrator', name: 'Ada Lovelace' });
    const { locationId } = await estate.location({ orgId, name: 'Pier 7', timezone: 'America/Chicago' });
    const { siteId } = await estate.site({ locationId, name: 'North door' });
    const [silent, old, back] = [
      await estate.sensor({ siteId, name: 'Ceiling north' }),
      await estate.sensor({ siteId, name: 'Ceiling south' }),
      await estate.sensor({ siteId, name: 'Ceiling east' }),
    ];
    await estate.sensor({ siteId, name: 'Ceiling west' });
    await estate.offlineRecord({ orgId, sensorId: silent.sensorId, createdAt: hoursAgo(2) });
    await estate.offlineRecord({ orgId, sensorId: old.sensorId, createdAt: hoursAgo(24 * 40), cause: 'Being rebuilt' });
    const night = { createdAt: hoursAgo(31), resolvedDate: hoursAgo(0.2) };
    await estate.offlineRecord({ orgId, sensorId: back.sensorId, ...night, cause: 'Network down' });
    return { orgId, organization, locationId, email, password, silent, key: await estate.pushKey({ orgId }) };
  });
}

async function push(http: APIRequestContext, { silent, key }: Awaited<ReturnType<typeof silentShop>>): Promise<void> {
  const device = { macAddress: silent.macAddress ?? '', timezone: 'UTC', firmware: '5.1', ipAddress: '10.0.0.1' };
  const data = encodePush({ kind: 'status', device, packageId: 1, uptimeSeconds: 60, offsetSeconds: 0 });
  expect((await http.post(`/api/push/xovis5/${key}`, { data })).status()).toBe(200);
}

test('[R009] [R213] [R215] [R217] [R218] an offline sensor is seen, acknowledged, and back after a push', async ({
  page,
  request,
}) => {
  const shop = await silentShop();
  await typeSignIn(page, shop.email, shop.password);
  await expect(menu(page).getByRole('link', { name: /^Locations ?2 open alerts$/ })).toBeVisible();
  await refusing(page, 'GET', /\/api\/offline-sensor\?/, 'Unable to get offline sensor records', async () => {
    await refusing(page, 'GET', /\/api\/offline-sensor\/count/, 'Unable to get offline sensor count', () =>
      menu(page).getByRole('link', { name: 'Offline sensors' }).click(),
    );
  });
  await refusing(page, 'GET', /\/offline-sensor\/resolved/, 'Unable to get resolved offline sensors', () =>
    openTab(page, 'Resolved'),
  );
  await openTab(page, 'Open');
  await page.reload();
  await expect(title(page, 'Offline sensors')).toBeVisible();

  const ages = page.getByRole('group', { name: 'Offline since' });
  for (const age of ['All', 'Today', 'Yesterday', 'Week', 'Month', 'Quarter (90 days)', 'Year', 'Old']) {
    await expect(ages.getByRole('button', { name: age })).toBeVisible();
  }
  await expect(ages.getByRole('button', { name: '2 All' })).toHaveAttribute('aria-pressed', 'true');
  const table = page.getByRole('region', { name: 'Offline sensors, open' });
  const rows = table.getByRole('row');
  await expect(rows).toHaveCount(3);
  await expect(table.getByRole('columnheader')).toContainText([
    'Sensor',
    'Location',
    'Site',
    'MAC address',
    'Offline since',
    'Cause',
    'Acknowledged by',
    'Actions',
  ]);
  await expect(page.getByText('Sensors that have been silent for at least 15 minutes.')).toBeVisible();
  await expect(rows.nth(1)).toContainText('Ceiling north');
  await expect(rows.nth(1)).toContainText('2 h ago');
  await expect(rows.nth(1)).toContainText('Not acknowledged');
  await expect(page.getByRole('columnheader', { name: 'Organization' })).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Offline in the last 7 days' })).toBeVisible();
  await ages.getByRole('button', { name: '1 Quarter (90 days)' }).click();
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('Being rebuilt');
  await ages.getByRole('button', { name: '2 All' }).click();
  await expect(rows).toHaveCount(3);
  await page.getByRole('searchbox', { name: 'Search' }).fill('nowhere');
  await expect(page.getByText('No sensor matches')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search' }).fill('');
  await expect(rows).toHaveCount(3);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSV', exact: true }).click();
  expect(await readFile(await (await downloading).path(), 'utf8')).toContain('Ceiling south');

  await page.getByRole('button', { name: 'Acknowledge Ceiling north' }).click();
  const dialog = page.getByRole('dialog', { name: 'Acknowledge offline sensor' });
  await unsent(page, async () => {
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Cause is required')).toBeVisible();
  });
  await dialog.getByRole('button', { name: 'No power' }).click();
  await dialog.getByLabel('Cause').press('End');
  await dialog.getByLabel('Cause').pressSequentially(' since the storm');
  await refusing(page, 'PUT', /\/api\/offline-sensor\//, 'Unable to update offline sensor', () =>
    dialog.getByRole('button', { name: 'Save' }).click(),
  );
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Offline sensor updated successfully')).toBeVisible();
  await expect(rows.nth(1)).toContainText('No power since the storm');
  await expect(rows.nth(1)).toContainText('Ada Lovelace');
  await expect(page.getByRole('button', { name: 'Edit cause of Ceiling north' })).toHaveText('Edit cause');

  await refusing(page, 'GET', /\/api\/offline-sensor\/sensor\//, 'Unable to get offline sensor', async () => {
    await page.getByRole('button', { name: 'Ceiling south', exact: true }).click();
  });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Ceiling north', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Ceiling north' });
  await expect(panel.getByRole('img', { name: /was offline once in the last 7 days, 2 h/ })).toBeVisible();
  await expect(panel.getByRole('definition')).toContainText([
    'Ceiling north',
    'Offline',
    /./,
    '2 h',
    'Pier 7',
    'North door',
    formatMac(shop.silent.macAddress ?? ''),
    'No power since the storm',
    'Ada Lovelace',
  ]);
  await expect(panel.getByRole('button', { name: 'Edit cause' })).toBeVisible();
  await panel.getByRole('link', { name: 'Open the site' }).click();
  await expect(title(page, 'North door')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Offline records' })).toBeVisible();
  await expect(page.getByText('When its sensors were silent in the last 7 days')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Ceiling east' })).toContainText('Network down');
  await expect(page.getByRole('region', { name: 'Ceiling west' })).toContainText('It was online the whole time.');
  await expect(page.getByRole('heading', { name: 'In and out by hour' })).toBeVisible();

  await push(request, shop);
  await expect(async () => {
    await page.goto('/#/app/offline-sensors?tab=resolved');
    await page.reload();
    await expect(page.getByRole('combobox', { name: 'Resolved in' })).toHaveValue('Month to date');
    await expect(page.getByRole('button', { name: 'Ceiling north', exact: true })).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  await expect(page.getByRole('columnheader')).toContainText([
    'Sensor',
    'Location',
    'Site',
    'Offline since',
    'Back since',
    'Lasted',
    'Cause',
    'Actions',
  ]);
  await page.getByRole('combobox', { name: 'Resolved in' }).click();
  await page.getByRole('option', { name: 'Last month' }).click();
  await expect(page.getByText('Nothing was resolved')).toBeVisible();
  await expect(page.getByText('No sensor came back in this period. Choose another one.')).toBeVisible();
  await openTab(page, 'Open');
  await expect(ages.getByRole('button', { name: '1 All' })).toBeVisible();
  await expect(menu(page).getByRole('link', { name: /^Locations ?1 open alert$/ })).toBeVisible();
});

test('[R068] [R219] staff see the newest offline sensors, and whose they are', async ({ page, signIn }) => {
  const { organization, orgId, locationId } = await silentShop();
  await silentShop();
  await refusing(page, 'GET', /\/api\/offline-sensor\/newest/, 'Unable to get newest offline sensors', () =>
    signIn(staff, '/#/app/admin-welcome'),
  );
  await page.reload();
  const newest = page.getByRole('list', { name: 'Newest offline sensors' });
  await expect(newest.getByText(organization)).not.toHaveCount(0);
  await page.getByRole('link', { name: 'Open the offline sensors' }).click();
  await expect(title(page, 'Offline sensors')).toBeVisible();
  // The demonstration has one that fell silent hours before anyone looked.
  await page.getByRole('searchbox', { name: 'Search' }).fill('Parking entrance');
  await expect(page.getByRole('row', { name: 'Parking entrance Northgate Retail' })).toContainText('5 h ago');
  await page.getByRole('searchbox', { name: 'Search' }).fill(organization);
  await expect(page.getByRole('row', { name: `Ceiling north ${organization}` })).toBeVisible();
  await openTab(page, 'Resolved');
  await page.getByRole('searchbox', { name: 'Search' }).fill(organization);
  await expect(page.getByRole('row', { name: `Ceiling east ${organization}` })).toBeVisible();

  await page.goto(`/#/app/org/${orgId}/location/${locationId}`);
  await expect(title(page, 'Pier 7')).toBeVisible();
  await menu(page).getByRole('link', { name: 'Offline sensors' }).click();
  const whose = page.getByRole('radiogroup', { name: 'Show sensors of' });
  const rows = page.getByRole('region', { name: 'Offline sensors, open' }).getByRole('row');
  await whose.getByText('This organization').click();
  await expect(whose.getByRole('radio', { name: 'This organization' })).toBeChecked();
  await openTab(page, 'Open');
  await expect(rows).toHaveCount(3);
  await whose.getByText('All organizations').click();
  await expect(rows.nth(4)).toBeVisible();
});
