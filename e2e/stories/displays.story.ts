import type { APIRequestContext, BrowserContext, Page } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { openPushDoor } from '../push-door.ts';
import { StaffCalls } from '../staff-calls.ts';
import { expect, test } from '../story.ts';

test.describe.configure({ timeout: 240_000 });

const screens = fileURLToPath(new URL('../../test-results/screens/', import.meta.url));
const formats = {
  landscape: { width: 1920, height: 1080 },
  portrait: { width: 1080, height: 1920 },
  phone: { width: 390, height: 844 },
} as const;

/** What a screen on a wall shows. Nothing may stick out of it. */
async function lookAtDisplay(page: Page, name: string): Promise<void> {
  for (const [format, size] of Object.entries(formats)) {
    await page.setViewportSize(size);
    const overflow = await page.evaluate<number>(
      'Math.max(...[...document.querySelectorAll("#board *")].map((each) => {' +
        'const box = each.getBoundingClientRect();' +
        'return Math.max(box.right - innerWidth, box.bottom - innerHeight, -box.left, -box.top); }))',
    );
    expect([name, format, overflow <= 1]).toEqual([name, format, true]);
    if (process.env['ATRIUM_SCREENS']) await page.screenshot({ path: `${screens}display-${name}-${format}.png` });
  }
}

/** A shop with one door, a space behind it, and an administrator. */
async function countedShop(http: APIRequestContext) {
  const staff = await StaffCalls.signIn(http);
  const { orgId } = await staff.organization({
    canViewOccupancy: true,
    headroomEnabled: true,
    faceMaskEnabled: true,
    canViewQueueOptimizer: true,
    canViewExpectedWaitTime: true,
  });
  const post = async <Reply>(path: string, data: object): Promise<Reply> => {
    const answer = await http.post(`${path}?orgId=${orgId}`, { data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as Reply;
  };
  const place = { name: 'Flagship', timezone: 'UTC', site: [{ name: 'North door' }] };
  const { locationId, site } = await post<{ locationId: string; site: { siteId: string }[] }>('/api/location', place);
  const macAddress = `006E02${randomBytes(3).toString('hex').toUpperCase()}`;
  const assigned = { siteId: site[0]?.siteId, macAddress, name: 'Ceiling' };
  const { sensorId } = await post<{ sensorId: string }>('/api/sensorassignment', assigned);
  const commissionedDate = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
  await post(`/api/sensor/${sensorId}/commission`, { commissionedDate });
  const door = await openPushDoor(http, orgId);
  await door.push(macAddress, { id: 1, name: 'Door' }, { each: 0, minutes: 3 });
  const firstZone = async () => {
    const answer = await http.get(`/api/sensor/${sensorId}?orgId=${orgId}&include=zone`);
    return ((await answer.json()) as { zone?: { zoneId: string }[] }).zone?.[0]?.zoneId;
  };
  await expect.poll(firstZone).toBeTruthy();
  const zoneId = await firstZone();
  const { spaceId } = await post<{ spaceId: string }>('/api/space', { locationId, name: 'Main hall', maxCapacity: 5 });
  await post(`/api/space/${spaceId}/zoneassignment`, { zoneId, reverseInsAndOuts: false });
  await door.push(macAddress, { id: 1, name: 'Door' }, { each: 0, minutes: 1 });
  const { email } = await staff.person(orgId, 'Ada Lovelace', 'Atrium-demo-1');
  const counter = `/#/app/manual-occupancy/${orgId}/${locationId}/${spaceId}`;
  return { orgId, spaceId, zoneId, email, counter };
}

/** Bytes of everything that a page loads, as they are transferred. */
function weigh(context: BrowserContext) {
  const sizes: Promise<number>[] = [];
  context.on('requestfinished', (request) => {
    sizes.push(request.sizes().then((size) => size.responseBodySize + size.responseHeadersSize));
  });
  return async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** People pass a counter. */
async function enter(page: Page, people: number): Promise<void> {
  for (let each = 0; each < people; each += 1) await page.getByRole('button', { name: 'One more' }).click();
}

test('[R480] [R870] [R881] [R883] [R884] a display on a second screen follows the counts, through a lost network', async ({
  page,
  browser,
  signIn,
  request,
}) => {
  const { email, counter } = await countedShop(request);
  await signIn(email, '/#/app/displays');
  await page.getByRole('link', { name: 'Live occupancy' }).click();
  await page.getByRole('combobox', { name: 'Location' }).click();
  await page.getByRole('option', { name: 'Flagship' }).click();
  await page.getByRole('combobox', { name: 'Space' }).click();
  await page.getByRole('option', { name: 'Main hall' }).click();
  await page.getByRole('button', { name: 'Switch on display' }).click();
  const links = page.getByRole('region', { name: 'Links' });
  const url = await links.getByText(/\/api\/display\/live-occupancy\/[0-9a-f]{8}$/).textContent();
  const { pathname } = new URL(url ?? '');
  await expect(page.frameLocator('iframe[title="Preview"]').getByText('people inside')).toBeVisible();
  const setUp = page.url();

  const context = await browser.newContext({ viewport: formats.landscape });
  const weight = weigh(context);
  const display = await context.newPage();
  const problems: string[] = [];
  display.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
  await display.goto(pathname);
  const number = display.locator('.figure');
  // The space is new: its history is folded first.
  await expect(number).toHaveText('0', { timeout: 90_000 });
  await page.goto(counter);
  await enter(page, 3);
  await expect(number).toHaveText('3');
  await expect(display.getByText('places free')).toBeVisible();
  expect(problems).toEqual([]);
  expect(await weight()).toBeLessThan(60_000);
  expect(await context.cookies()).toEqual([]);
  await lookAtDisplay(display, 'occupancy');

  await context.setOffline(true);
  await enter(page, 1);
  await expect(display.getByText(/No connection/)).toBeVisible({ timeout: 90_000 });
  await expect(number).toHaveText('3');
  await lookAtDisplay(display, 'offline');
  await context.setOffline(false);
  await expect(number).toHaveText('4', { timeout: 20_000 });
  await expect(display.getByText(/No connection/)).toHaveCount(0);
  for (const view of ['icon', 'iconlabel', 'icononly', 'percent']) {
    await display.goto(`${pathname}?view=${view}`);
    await expect(display.locator('.content')).toBeVisible();
    await lookAtDisplay(display, view);
  }
  await display.goto(pathname);
  await enter(page, 1);
  await expect(display.getByText('full')).toBeVisible();
  await lookAtDisplay(display, 'full');

  await page.goto(setUp);
  await page.getByRole('button', { name: 'Renew link' }).click();
  await page.getByRole('button', { name: 'Yes, renew it!' }).click();
  await expect(display.getByText('This display is not available.')).toBeVisible();
  await expect(links.getByText(/\/api\/display\/live-occupancy\/[a-z2-9]{12}$/)).toBeVisible();
  await context.close();
});

test('[R884] the script of public pages has no syntax that an old browser does not know', async ({ request }) => {
  const script = await (await request.get('/display/display.js')).text();
  expect(script.length).toBeGreaterThan(1000);
  expect(script).not.toMatch(/\?\.[a-z[(]|\?\?|\|\|=|&&=|\.at\(|replaceAll|toSorted|replaceChildren|import\(/);
});

test('[R882] a playlist shows its displays in turn', async ({ page, browser, signIn, request }) => {
  const { orgId, spaceId, zoneId, email } = await countedShop(request);
  const create = async (data: object) => {
    const answer = await request.post(`/api/display-config?orgId=${orgId}`, { data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as { displayId: string; code: string };
  };
  await create({ kind: 'live-occupancy', entityId: spaceId });
  const look = {
    background: '#fffdf7',
    color: '#1b1f1e',
    accent: '#0b7a75',
    note: 'Bitte Abstand halten',
    language: 'de',
  };
  await create({ kind: 'facemask', entityId: zoneId, ...look });
  await signIn(email, '/#/app/displays');
  await page.getByRole('button', { name: 'Add playlist' }).click();
  const form = page.getByRole('dialog', { name: 'Add playlist' });
  await form.getByRole('textbox', { name: 'Name' }).fill('Lobby');
  for (const at of [0, 1]) {
    await form.getByRole('button', { name: 'Add display' }).click();
    await form.getByRole('textbox', { name: 'Seconds' }).nth(at).fill('5');
  }
  await form.getByRole('button', { name: 'Add playlist' }).click();
  await page.getByRole('button', { name: 'Set up Lobby' }).click();
  const url = await page.getByText(/\/api\/display\/playlist\/[a-z2-9]{12}$/).textContent();

  const context = await browser.newContext({ viewport: formats.landscape });
  const display = await context.newPage();
  await display.goto(new URL(url ?? '').pathname);
  await expect(display.getByText('people inside').or(display.getByText('Bitte Maske tragen'))).toBeVisible();
  await expect(display.getByText('Bitte Maske tragen')).toBeVisible();
  await lookAtDisplay(display, 'mask');
  await expect(display.getByText('people inside')).toBeVisible();
  await expect(display.getByText('Bitte Maske tragen')).toBeVisible();
  await context.close();
});
