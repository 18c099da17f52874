import type { Locator, Page, Route } from '@playwright/test';
import { expect, test, typeSignIn } from '../story.ts';
import { weigh } from '../weigh.ts';

// Every look is four screenshots and four runs of axe.
test.describe.configure({ timeout: 240_000 });

/** Open day and night, so that something moves whenever the stories run. */
const alwaysOpen = 'Hamburg Central Station';

const figure = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function valueOf(card: Locator): Promise<number> {
  const text = await card.innerText();
  const value = /^\d[\d,]*$/m.exec(text)?.[0];
  if (value === undefined) throw new Error(`No figure in: ${text}`);
  return Number(value.replaceAll(',', ''));
}

/** More than the demonstration has, where another story has left one of its own. */
async function countLocations(page: Page): Promise<number> {
  return Number((await page.request.get('/api/location?limit=1')).headers()['x-total-count']);
}

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Location:' }).click();
  await page.getByRole('option', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

async function download(page: Page, work: () => Promise<void>) {
  const begun = page.waitForEvent('download');
  await work();
  const file = await begun;
  const pieces: Buffer[] = [];
  for await (const piece of await file.createReadStream()) pieces.push(Buffer.from(piece));
  return { name: file.suggestedFilename(), text: Buffer.concat(pieces).toString('utf8').replace('\uFEFF', '') };
}

async function fromAnotherBuild(route: Route) {
  const response = await route.fetch();
  await route.fulfill({ response, headers: { ...response.headers(), 'x-atrium-build': 'another' } });
}

test('[R083] a manager signs in, sees live numbers, reads the day, switches the theme and signs out', async ({
  page,
  look,
  checkAccess,
}) => {
  await page.goto('/#/login');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();

  await typeSignIn(page, 'admin@northgate.demo');
  const table = page.getByRole('region', { name: 'All locations' }).getByRole('table');
  await expect(table.getByText('Live').first()).toBeVisible();
  await expect(table.getByRole('row')).toHaveCount(1 + (await countLocations(page)));
  await table.getByRole('button', { name: 'Location' }).click();
  await expect(table.getByRole('rowheader').first()).toHaveText('New York Flatiron');
  await page.getByRole('searchbox', { name: 'Search' }).fill('berlin');
  await expect(table.getByRole('rowheader')).toHaveText(['Berlin Friedrichstraße']);

  await choose(page, alwaysOpen);
  const ins = figure(page, 'In today');
  await expect(ins).toContainText('Live');
  await expect(ins).toContainText(/by this time on \w{3}\s\d+\/\d+/);
  await expect(page.getByText('Europe/Berlin, 6 h ahead of you')).toBeVisible();
  await expect(figure(page, 'Data completeness')).toContainText(/% of expected minutes|All minutes expected/);
  const before = await valueOf(ins);
  await expect.poll(() => valueOf(ins), { timeout: 90_000 }).toBeGreaterThan(before);

  const chart = page.getByRole('slider', { name: new RegExp(alwaysOpen) });
  await chart.focus();
  await page.keyboard.press('Home');
  await expect(chart).toHaveAttribute('aria-valuetext', /^12:00 am – 1:00 am, Today [\d,]+, \w{3} \d+\/\d+ [\d,]+/);
  await chart.blur();
  await look('welcome');

  await page.getByText('Table', { exact: true }).click({ force: true });
  const grid = page.getByRole('grid', { name: new RegExp(alwaysOpen) });
  await expect(grid.getByRole('row')).not.toHaveCount(0);
  await checkAccess();
  const { name, text } = await download(page, () => page.getByRole('button', { name: 'Download as CSV' }).click());
  expect(name).toBe('Hamburg-Central-Station-In-today.csv');
  const lines = text.trim().split('\r\n');
  expect(lines[0]).toMatch(/^Hour,Today,\w{3} \d+\/\d+,Difference,Completeness$/);
  expect(lines).toHaveLength(25);

  const reported = page.waitForRequest('**/api/client-error');
  await page.evaluate('setTimeout(() => { throw new RangeError("out of paper"); })');
  expect((await reported).postDataJSON()).toMatchObject({ message: 'out of paper', type: 'RangeError' });

  await page.getByRole('button', { name: 'Your account' }).click();
  await checkAccess();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  // A page that has become old offers to load the new one.
  await page.route('**/api/location?*', fromAnotherBuild, { times: 1 });
  await page.getByRole('searchbox', { name: 'Search' }).fill('munich');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(page.getByRole('heading', { level: 1, name: alwaysOpen })).toBeVisible();

  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/#\/login$/);
  await page.goto('/#/app/welcome');
  await expect(page).toHaveURL(/#\/login$/);
});

test('[R315] [R318] [R563] what cannot be connected or loaded is said in words; figures and shell stay', async ({
  page,
  signIn,
}) => {
  await page.route('**/veart/socket.io/**', (route) => route.abort());
  await page.route(/\/LocationsPage-[^/]*\.js$/, (route) => route.abort());
  await signIn('admin@northgate.demo');
  await choose(page, alwaysOpen);
  await expect(page.getByText('Socket Error')).toBeVisible();
  const ins = figure(page, 'In today');
  await expect(ins).toContainText('No realtime data received.', { timeout: 20_000 });
  expect(await valueOf(ins)).toBeGreaterThan(0);

  await page.getByRole('link', { name: /^Locations/ }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'A part of Atrium could not be loaded.' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible();
});

test('[R561] the sign-in page loads little, and Welcome at most 350 kB in at most 40 requests', async ({
  page,
  browser,
  signIn,
}) => {
  // Of its own, so that neither page finds what the other has loaded.
  const visitor = await browser.newPage();
  const weightOfSignIn = weigh(visitor);
  await visitor.goto('/#/login', { waitUntil: 'networkidle' });
  await expect(visitor.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  const { script } = await weightOfSignIn();
  expect(script).toBeGreaterThan(50_000);
  // The menu and the routes of all screens are part of it.
  expect(script).toBeLessThan(180_000);
  await visitor.close();

  const weight = weigh(page);
  await signIn('admin@northgate.demo', '/#/app/welcome');
  await expect(page.getByRole('slider')).toBeVisible();
  await expect(figure(page, 'In today')).toContainText(/Live|Closed/);
  await expect(page.getByRole('region', { name: 'All locations' }).getByText('Live').first()).toBeVisible();
  const { requests, total, font } = await weight();
  expect(font).toBeGreaterThan(10_000);
  expect(total).toBeGreaterThan(150_000);
  expect(total).toBeLessThanOrEqual(350_000);
  expect(requests).toBeLessThanOrEqual(40);
});
