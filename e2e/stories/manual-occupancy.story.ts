import type { Page } from '@playwright/test';
import { lineTo } from '../network-line.ts';
import { expect, test } from '../story.ts';

test.describe.configure({ timeout: 180_000 });

const number = (page: Page) => page.getByRole('region').getByRole('status');
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();
const shows = (page: Page, people: number) => expect(number(page)).toHaveText(String(people), { timeout: 30_000 });

/** The address of a counter of the location that nothing else in the stories counts at. */
async function counterPath(page: Page, url: string): Promise<string> {
  const answer = await page.request.get(`${url}/api/location?search=Munich&include=space`);
  const [found] = (await answer.json()) as { orgId: string; locationId: string; space: { spaceId: string }[] }[];
  if (!found?.space[0]) throw new Error('The location has no space.');
  return `/#/app/manual-occupancy/${found.orgId}/${found.locationId}/${found.space[0].spaceId}`;
}

test('[R856] [R857] [R858] what is counted without a connection arrives once', async ({ page, baseURL }) => {
  const line = await lineTo(baseURL ?? '');
  const { url } = line;
  await page.request.post(`${url}/login`, { data: { username: 'admin@northgate.demo', password: 'Atrium-demo-1' } });
  await page.goto(`${url}${await counterPath(page, url)}`);
  await expect(number(page)).toHaveText(/^\d+$/, { timeout: 60_000 });
  // From now on only people who press change the number.
  await press(page, 'Stop traffic');
  await expect(page.getByRole('button', { name: 'Restart traffic' })).toBeVisible();
  await press(page, 'Reset');
  await page.getByRole('textbox', { name: 'People inside' }).fill('20');
  await press(page, 'Set');
  await press(page, 'Yes, reset it!');
  await shows(page, 20);
  await press(page, 'One more');
  await shows(page, 21);

  await expect.poll(() => page.evaluate(`caches.match('/').then((found) => found?.status ?? 0)`)).toBe(200);
  const keptPaths = `caches.keys()
    .then((names) => Promise.all(names.map((name) => caches.open(name))))
    .then((all) => Promise.all(all.map((cache) => cache.keys())))
    .then((keys) => keys.flat().map(({ url }) => new URL(url).pathname))`;
  const kept = (await page.evaluate(keptPaths)) as string[];
  expect(kept.length).toBeGreaterThan(5);
  expect(kept.filter((path) => !/^\/($|assets\/|[a-z-]+\.(js|svg|webmanifest)$)/.test(path))).toEqual([]);
  const manifest = await page.evaluate(`document.querySelector('link[rel=manifest]').href`);
  expect(await (await page.request.get(String(manifest))).json()).toMatchObject({
    short_name: 'Counter',
    start_url: '/#/app/manual-occupancy',
  });

  await line.cut();
  await press(page, 'One more');
  await expect(page.getByText(/^No connection\. \d kept/)).toBeVisible({ timeout: 30_000 });
  // The installed app is opened again, with nothing to load it from.
  await page.goto('about:blank');
  await page.goto(`${url}/#/app/manual-occupancy`);
  await shows(page, 22);
  await press(page, 'One more');
  await press(page, 'One more');
  await press(page, 'One less');
  await shows(page, 23);
  await expect(page.getByText(/^No connection\. \d kept/)).toBeVisible();

  await line.restore();
  await expect(page.getByText(/^No connection/)).toHaveCount(0, { timeout: 60_000 });
  await shows(page, 23);
  const second = await page.context().newPage();
  await second.goto(page.url());
  await shows(second, 23);
  await press(second, 'One more');
  await shows(page, 24);
  await page.reload();
  await shows(page, 24);
  await press(page, 'Restart traffic');
  await line.cut();
});
