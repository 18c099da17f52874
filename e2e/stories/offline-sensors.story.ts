import { encodePush } from '@atrium/simulator/xovis5';
import type { APIRequestContext, Page } from '@playwright/test';
import { staff } from '../directory-steps.ts';
import { withEstate } from '../estate.ts';
import { expect, openTab, test, typeSignIn } from '../story.ts';

// A sensor that is back is noticed within half a minute.
test.describe.configure({ timeout: 240_000 });

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);

/** A shop with a sensor that fell silent two hours ago, one that did so weeks ago, and one that is back. */
async function silentShop() {
  return withEstate(async (estate) => {
    const { orgId } = await estate.organization({ name: `Harbour ${Date.now().toString(36)}` });
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
    return { email, password, silent, key: await estate.pushKey({ orgId }) };
  });
}

async function push(http: APIRequestContext, { silent, key }: Awaited<ReturnType<typeof silentShop>>): Promise<void> {
  const device = { macAddress: silent.macAddress ?? '', timezone: 'UTC', firmware: '5.1', ipAddress: '10.0.0.1' };
  const data = encodePush({ kind: 'status', device, packageId: 1, uptimeSeconds: 60, offsetSeconds: 0 });
  expect((await http.post(`/api/push/xovis5/${key}`, { data })).status()).toBe(200);
}

test('[R009] [R215] [R218] [R219] an offline sensor is seen, acknowledged, and back after a push', async ({
  page,
  request,
  signIn,
}) => {
  const shop = await silentShop();
  await typeSignIn(page, shop.email, shop.password);
  await expect(menu(page).getByRole('link', { name: /^Locations ?2 open alerts$/ })).toBeVisible();
  await menu(page).getByRole('link', { name: 'Offline sensors' }).click();
  const ages = page.getByRole('group', { name: 'Offline since' });
  await expect(ages.getByRole('button', { name: '2 All' })).toBeVisible();
  const rows = page.getByRole('region', { name: 'Offline sensors, open' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText('Ceiling north');
  await expect(rows.nth(1)).toContainText('2 h ago');
  await ages.getByRole('button', { name: '1 Quarter (90 days)' }).click();
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText('Being rebuilt');
  await ages.getByRole('button', { name: '2 All' }).click();
  await expect(rows).toHaveCount(3);

  await page.getByRole('button', { name: 'Acknowledge Ceiling north' }).click();
  const dialog = page.getByRole('dialog', { name: 'Acknowledge offline sensor' });
  await dialog.getByRole('button', { name: 'No power' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(rows.nth(1)).toContainText('No power');
  await expect(rows.nth(1)).toContainText('Ada Lovelace');
  await page.getByRole('button', { name: 'Ceiling north', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Ceiling north' });
  await expect(panel.getByRole('img', { name: /was offline once in the last 7 days, 2 h/ })).toBeVisible();
  await panel.getByRole('link', { name: 'Open the site' }).click();
  await expect(title(page, 'North door')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Ceiling east' })).toContainText('Network down');
  await expect(page.getByRole('region', { name: 'Ceiling west' })).toContainText('It was online the whole time.');

  await push(request, shop);
  await expect(async () => {
    await page.goto('/#/app/offline-sensors?tab=resolved');
    await page.reload();
    await expect(page.getByRole('combobox', { name: 'Resolved in' })).toHaveValue('Month to date');
    await expect(page.getByRole('button', { name: 'Ceiling north', exact: true })).toBeVisible({ timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  await openTab(page, 'Open');
  await expect(ages.getByRole('button', { name: '1 All' })).toBeVisible();
  await expect(menu(page).getByRole('link', { name: /^Locations ?1 open alert$/ })).toBeVisible();

  // The demonstration has one that fell silent hours before anyone looked.
  await signIn(staff, '/#/app/offline-sensors?tab=open&search=Parking+entrance');
  await expect(page.getByRole('row', { name: 'Parking entrance Northgate Retail' })).toContainText('5 h ago');
});
