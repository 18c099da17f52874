import type { Locator, Page, Route } from '@playwright/test';
import { gzipSync } from 'node:zlib';
import { expect, test, typeSignIn } from '../story.ts';

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

test('a manager signs in, sees live numbers, reads the day, switches the theme and signs out', async ({
  page,
  look,
  checkAccess,
}) => {
  await page.goto('/#/login');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();

  await typeSignIn(page, 'admin@northgate.demo');
  await choose(page, alwaysOpen);
  const ins = figure(page, 'In today');
  await expect(ins).toContainText('Live');
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

  await page.getByRole('button', { name: 'Your account' }).click();
  await checkAccess();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await expect(page.getByRole('heading', { level: 1, name: alwaysOpen })).toBeVisible();

  await page.getByRole('button', { name: 'Your account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/#\/login$/);
  await page.goto('/#/app/welcome');
  await expect(page).toHaveURL(/#\/login$/);
});

test('the day is shown against last week, as chart, table and file, in the time of the location', async ({
  page,
  signIn,
}) => {
  await signIn('admin@northgate.demo');
  await choose(page, alwaysOpen);
  await expect(page.getByText('Europe/Berlin, 6 h ahead of you')).toBeVisible();
  await expect(figure(page, 'In today')).toContainText(/by this time on \w{3}\s\d+\/\d+/);
  await expect(figure(page, 'Data completeness')).toContainText(/% of expected minutes|All minutes expected/);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download as CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('Hamburg-Central-Station-In-today.csv');
  const stream = await file.createReadStream();
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(Buffer.from(piece));
  const lines = Buffer.concat(pieces).toString('utf8').replace('\uFEFF', '').trim().split('\r\n');
  expect(lines[0]).toMatch(/^Hour,Today,\w{3} \d+\/\d+,Difference,Completeness$/);
  expect(lines).toHaveLength(25);
});

test('all locations are in one table that updates live, sorts, searches and works with the keyboard', async ({
  page,
  signIn,
}) => {
  await signIn('admin@northgate.demo');
  const table = page.getByRole('region', { name: 'All locations' }).getByRole('table');
  await expect(table.getByRole('row')).toHaveCount(1 + (await countLocations(page)));
  await expect(table.getByText('Live').first()).toBeVisible();

  await table.getByRole('button', { name: 'Location' }).click();
  await expect(table.getByRole('columnheader', { name: 'Location' })).toHaveAttribute('aria-sort', 'descending');
  await expect(table.getByRole('rowheader').first()).toHaveText('New York Flatiron');

  await page.getByRole('searchbox', { name: 'Search' }).fill('berlin');
  await expect(table.getByRole('rowheader')).toHaveText(['Berlin Friedrichstraße']);
  await page.getByRole('searchbox', { name: 'Search' }).fill('nowhere');
  await expect(page.getByText('No location matches')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search' }).fill('');

  await table.getByRole('rowheader').first().getByRole('button').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Munich Marienplatz' })).toBeVisible();
});

test('[R026] [R027] the number of rows per page is remembered on the device', async ({ page, signIn, checkAccess }) => {
  await signIn('admin@northgate.demo');
  const rows = page.getByRole('region', { name: 'All locations' }).getByRole('rowheader');
  const total = await countLocations(page);
  await expect(rows).toHaveCount(total);
  await page.getByRole('combobox', { name: 'Rows per page' }).click();
  await expect(page.getByRole('option', { name: /^\d+ rows$/ })).toHaveText(
    [5, 10, 15, 20, 25, 50, 100].map((size) => `${size} rows`),
  );
  await checkAccess();
  await page.getByRole('option', { name: '5 rows', exact: true }).click();
  await expect(rows).toHaveCount(5);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(page.getByText(`6–${total} of ${total}`)).toBeVisible();
  await page.reload();
  await expect(page.getByText(`6–${total} of ${total}`)).toBeVisible();
  await expect(rows).toHaveCount(total - 5);
  await page.getByRole('button', { name: 'Previous page' }).click();
  await expect(rows).toHaveCount(5);
});

test('someone limited to one location sees that one only', async ({ page, signIn }) => {
  await signIn('user@northgate.demo');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(figure(page, 'In today')).toContainText('Live');
  await expect(page.getByRole('button', { name: 'Location:' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'All locations' })).toHaveCount(0);
});

test('[R022] staff choose an organization before anything of one is asked for', async ({ page, signIn }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await signIn('staff@atrium.demo');
  await page.getByRole('link', { name: 'Welcome' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Choose an organization' })).toBeVisible();
  expect(asked.filter((path) => path.startsWith('/api/location') || path.startsWith('/api/data'))).toEqual([]);

  const picker = page.getByRole('button', { name: 'Organization:' });
  await picker.click();
  await page.getByRole('option', { name: 'Lakeside Libraries' }).click();
  await expect(figure(page, 'In today')).toContainText(/Live|Closed/);
  const lakeside = await page.getByRole('heading', { level: 1 }).innerText();

  await picker.click();
  await page.getByRole('option', { name: 'Northgate Retail' }).click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(lakeside);
  await expect(figure(page, 'In today')).toContainText(/Live|Closed/);
});

test('[S24] markup in a name is shown as it was written, and does not run', async ({ page, signIn }) => {
  const mark = Date.now().toString(36);
  const name = `<img src="x" onerror="document.title=\`ran\`"><b>Nobody ${mark}</b>`;
  await signIn('staff@atrium.demo', '/#/app/welcome');
  const made = await page.evaluate(async (wanted) => {
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch('/api/org', { method: 'POST', headers, body: JSON.stringify({ name: wanted }) });
    return (await answer.json()) as { orgId: string };
  }, name);
  await page.getByRole('button', { name: 'Organization:' }).click();
  await page.getByPlaceholder('Search organizations').fill(`Nobody ${mark}`);
  await page.getByRole('option', { name }).click();
  await expect(page.getByRole('button', { name: `Organization: ${name}` })).toBeVisible();
  await expect(page.locator('img[src="x"]')).toHaveCount(0);
  expect(await page.title()).not.toBe('ran');
  await page.evaluate((orgId) => fetch(`/api/org/${orgId}`, { method: 'DELETE' }), made.orgId);
});

test('[R041] a refused sign-in says why, and Enter without a password stays on the page', async ({ page }) => {
  await page.goto('/#/login');
  await page.getByLabel('Email').fill('admin@lakeside.demo');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter your password.')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('wrong');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(page).toHaveURL(/#\/login$/);

  await page.route('**/login', (route) => route.abort());
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('Server Request Error');
});

test('[R002] [R004] [R033] routes: unknown ones, the empty one, and those that need a session', async ({
  page,
  signIn,
}) => {
  await page.goto('/#/app/welcome');
  await expect(page).toHaveURL(/#\/login$/);
  await page.goto('/#/no/such/page');
  await expect(page).toHaveURL(/#\/404$/);
  await signIn('admin@northgate.demo', '/#/');
  await expect(page).toHaveURL(/#\/app\/welcome$/);
  await page.goto('/#/app/no-such-page');
  await expect(page).toHaveURL(/#\/404$/);
});

test('[R075] [R076] [R079] failures are said, and a page that fails keeps the shell', async ({ page, signIn }) => {
  await signIn('admin@northgate.demo');
  await choose(page, alwaysOpen);

  await page.route('**/api/data/traffic?*', (route) =>
    route.fulfill({ status: 400, json: { code: 'invalid', message: 'Not today.', err: 'Not today.' } }),
  );
  await choose(page, 'Boston Back Bay');
  await expect(page.getByText('Unable to get traffic data. Not today.')).toBeVisible();
  await expect(page.getByText('Whoops!')).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
  await page.unroute('**/api/data/traffic?*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('slider', { name: /Boston/ })).toBeVisible();

  await page.route('**/api/data/**', (route) => route.fulfill({ status: 502, body: '' }));
  await choose(page, 'Munich Marienplatz');
  await expect(page.getByText('Maintentance Mode')).toBeVisible();
  await page.unroute('**/api/data/**');

  await page.context().clearCookies();
  await choose(page, 'New York Flatiron').catch(() => undefined);
  await expect(page).toHaveURL(/#\/login$/);
});

test('[R563] a page whose code cannot be loaded says so in words and keeps the shell', async ({ page, signIn }) => {
  await page.route(/\/LocationsPage-[^/]*\.js$/, (route) => route.abort());
  await signIn('admin@northgate.demo', '/#/app/locations');
  await expect(page.getByRole('alert')).toContainText('A part of Atrium could not be loaded.');
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible();
});

test('[R315] [R318] without the socket the last known figures stay, grey, and it is said', async ({ page, signIn }) => {
  await page.route('**/veart/socket.io/**', (route) => route.abort());
  await signIn('admin@northgate.demo');
  await choose(page, alwaysOpen);
  await expect(page.getByText('Socket Error')).toBeVisible();
  const ins = figure(page, 'In today');
  await expect(ins).toContainText('No realtime data received.', { timeout: 20_000 });
  expect(await valueOf(ins)).toBeGreaterThan(0);
});

test('[R020] [R021] [R031] [R081] [R083] what the shell asks, offers and reports', async ({
  page,
  signIn,
  checkAccess,
}) => {
  const requests = new Map<string, Record<string, string>>();
  page.on('request', (request) => {
    requests.set(`${request.method()} ${new URL(request.url()).pathname}`, request.headers());
  });
  const checked = page.waitForRequest(/\/loggedin\?time=\d+$/);
  await signIn('admin@northgate.demo');
  await checked;
  expect(requests.get('GET /api/profile')).toMatchObject({ 'cache-control': 'no-cache', pragma: 'no-cache' });

  await page.getByRole('button', { name: 'Support' }).click();
  await expect(page.getByText('Version 3.40.0')).toBeVisible();
  const documentation = page.getByRole('menuitem', { name: 'API documentation' });
  await expect(documentation).toHaveAttribute('target', '_blank');
  await checkAccess();

  const reported = page.waitForRequest('**/api/client-error');
  await page.evaluate('setTimeout(() => { throw new RangeError("out of paper"); })');
  expect((await reported).postDataJSON()).toMatchObject({ message: 'out of paper', type: 'RangeError' });
});

async function fromAnotherBuild(route: Route) {
  const response = await route.fetch();
  await route.fulfill({ response, headers: { ...response.headers(), 'x-atrium-build': 'another' } });
}

test('a page that has become old offers to load the new one', async ({ page, signIn }) => {
  await signIn('admin@northgate.demo');
  // Everything the page asks for at first has arrived.
  await expect(page.getByRole('region', { name: 'All locations' }).getByText('Live').first()).toBeVisible();
  await page.route('**/api/location?*', fromAnotherBuild, { times: 1 });
  await page.getByRole('searchbox', { name: 'Search' }).fill('berlin');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

/** Everything a page has loaded so far, as gzip would send it; fonts are compressed already. */
function weigh(page: Page) {
  const sizes: Promise<{ path: string; size: number }>[] = [];
  page.on('response', (response) => {
    const path = new URL(response.url()).pathname;
    const size = response.body().then((body) => (path.endsWith('.woff2') ? body.length : gzipSync(body).length));
    sizes.push(size.then((bytes) => ({ path, size: bytes })).catch(() => ({ path, size: 0 })));
  });
  return async () => {
    const files = await Promise.all(sizes);
    const sizeOf = (ending: string) =>
      files.filter(({ path }) => path.endsWith(ending)).reduce((sum, { size }) => sum + size, 0);
    return { requests: files.length, total: sizeOf(''), script: sizeOf('.js'), font: sizeOf('.woff2') };
  };
}

test('the sign-in page loads little', async ({ page }) => {
  const weight = weigh(page);
  await page.goto('/#/login', { waitUntil: 'networkidle' });
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  const { script } = await weight();
  expect(script).toBeGreaterThan(50_000);
  expect(script).toBeLessThan(175_000);
});

test('[R561] Welcome loads at most 350 kB in at most 40 requests', async ({ page, signIn }) => {
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

test('[R001] [R043] [R082] the shell around every page', async ({ page, signIn }) => {
  await page.clock.install();
  await signIn('admin@northgate.demo');
  await expect(figure(page, 'In today')).toBeVisible();

  const loads: string[] = [];
  page.on('load', () => loads.push(page.url()));
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await menu.getByRole('link', { name: 'Locations' }).click();
  await expect(page).toHaveURL(/#\/app\/locations$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Locations' })).toBeVisible();
  await menu.getByRole('link', { name: 'Welcome' }).click();
  await expect(page).toHaveURL(/#\/app\/welcome$/);
  await expect(figure(page, 'In today')).toBeVisible();
  expect(loads).toEqual([]);

  await page.setViewportSize({ width: 992, height: 800 });
  await expect(menu).toBeVisible();
  await page.setViewportSize({ width: 991, height: 800 });
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await expect(menu).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: 'Open the menu' }).click();
  await menu.getByRole('link', { name: 'Locations' }).click();
  await expect(menu).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL(/#\/app\/welcome$/);
  await expect(menu).toBeHidden();

  const pinged = page.waitForRequest('**/api/ping');
  await page.clock.fastForward(300_000);
  await pinged;

  const busy = page.locator('[data-busy]');
  await expect(busy).toHaveCount(0);
  const held: (() => void)[] = [];
  await page.route('**/api/**', async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  const asked = page.waitForRequest('**/api/data/**');
  await page.clock.fastForward(61_000);
  await asked;
  await expect(busy).toHaveCount(0);
  const searched = page.waitForRequest('**/api/location?*');
  await page.getByRole('searchbox', { name: 'Search' }).fill('berlin');
  await page.clock.fastForward(1000);
  await searched;
  await expect(busy).toHaveCount(1);
  for (const release of held) release();
});

test('[R089] leaving with unsaved changes asks first, in a dialog that keys can answer', async ({ page, look }) => {
  await page.goto('/#/login');
  await page.goto('/#/setup?token=1e5');
  await page.getByLabel('Name').fill('Ada');
  await page.goBack();
  const dialog = page.getByRole('dialog', { name: 'Unsaved changes' });
  await expect(dialog).toBeVisible();
  await look('dialog');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/#\/setup\?token=1e5$/);
  await expect(page.getByLabel('Name')).toHaveValue('Ada');

  await page.evaluate('location.hash = "#/login"');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/#\/setup\?token=1e5$/);
  await expect(page.getByLabel('Name')).toHaveValue('Ada');

  await page.goBack();
  await expect(dialog).toBeVisible();
  // The safe answer has the focus; the other one is a key away.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
});
