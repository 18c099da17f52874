import { encodePush } from '@atrium/simulator/xovis5';
import type { Page } from '@playwright/test';
import { type BuiltServer, startBuiltServer, temporaryDataFolder } from '../built-server.ts';
import { pace, think } from '../pace.ts';
import { expect, lookAt, test } from '../story.ts';

/** `ATRIUM_STORY_DEVICE=phone` walks the same way on a phone, in the dark. */
const onPhone = process.env['ATRIUM_STORY_DEVICE'] === 'phone';
const device = onPhone
  ? { viewport: { width: 390, height: 844 }, colorScheme: 'dark' as const, hasTouch: true }
  : { viewport: { width: 1440, height: 900 } };
test.use(device);
const fiveMinutes = 5 * 60_000;
test.describe.configure({ timeout: pace > 0 ? fiveMinutes : 180_000 });

const mac = '006E02A1B2C3';
const shownMac = '00:6E:02:A1:B2:C3';

let folder: Awaited<ReturnType<typeof temporaryDataFolder>>;
let server: BuiltServer | undefined;
test.beforeEach(async () => {
  folder = await temporaryDataFolder();
});
test.afterEach(async () => {
  server?.process.kill('SIGTERM');
  await server?.ended;
  await folder.remove();
});

test('[R519] [R513] [R514] [R517] [R518] a newcomer comes from an empty folder to a moving number', async ({
  page,
  browser,
}) => {
  const beganAt = Date.now();
  server = startBuiltServer({ ATRIUM_DATA: folder.path, ATRIUM_DEMO: 'off' });
  const url = await server.ready;

  // Before the set-up nobody can sign in, and the page says so.
  await page.goto(`${url}/`);
  await expect(page.getByRole('heading', { name: 'Set up Atrium' })).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0);
  if (pace === 0) await lookAt(page, 'first-run-setup-notice');
  const setupLink = /first staff user here, once: (\S+)/.exec(server.output())?.[1] ?? '';
  await page.goto(setupLink);
  await write(page, { Name: 'Sam Keller', Email: 'sam@provider.example', Password: 'A-strong-enough-1' });
  await press(page, 'Create user');
  await press(page, 'Accept');

  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps.getByText('0 of 5 done')).toBeVisible();
  await expect(page.getByText('There is no sensor yet.')).toBeVisible();
  await follow(page, 'Create organization');
  await write(page, { Name: 'Northwind' });
  await press(page, 'Save');
  await expect(page.getByRole('heading', { level: 1, name: 'Northwind' })).toBeVisible();

  await open(page, 'Overview');
  await expect(steps.getByText('1 of 5 done')).toBeVisible();
  await follow(page, 'Invite administrator');
  await press(page, 'Invite user');
  await page.getByRole('dialog').getByLabel('Email').fill('ada@northwind.example');
  await press(page, 'Send invitation');
  const passOn = page.getByRole('dialog', { name: 'Pass on the invitation' });
  await expect(passOn.getByText('has no mail server')).toBeVisible();
  const invitation = await passOn.getByText('/#/register?').innerText();

  // The administrator, in a browser of their own.
  const admin = await (await browser.newContext(device)).newPage();
  await admin.goto(invitation);
  await write(admin, { Name: 'Ada Lovelace', Password: 'Analytical-engine-1' });
  await press(admin, 'Create account');
  await press(admin, 'Accept');
  const ownSteps = admin.getByRole('region', { name: 'First steps' });
  await expect(ownSteps.getByText('0 of 5 done')).toBeVisible();
  await open(admin, 'Offline sensors');
  await expect(admin.getByText('No sensor yet')).toBeVisible();
  await expect(admin.getByRole('link', { name: 'Connect a sensor' })).toBeVisible();
  await open(admin, 'Welcome');

  await ownSteps.getByRole('link', { name: 'Add location' }).click();
  await admin.getByRole('button', { name: 'New location' }).first().click();
  const location = admin.getByRole('dialog', { name: 'New location' });
  await location.getByRole('textbox', { name: 'Name', exact: true }).fill('Main street');
  await location.getByRole('combobox', { name: 'Time zone' }).fill('America/New');
  await admin.getByRole('option', { name: 'America/New York' }).click();
  await location.getByLabel('Name of the site').fill('Front door');
  await press(admin, 'Save');
  await expect(admin.getByRole('heading', { level: 1, name: 'Main street' })).toBeVisible();

  await open(admin, 'Connect sensors');
  await expect(admin.getByText('No push key yet', { exact: true })).toBeVisible();
  await admin.getByRole('button', { name: 'Create push key' }).first().click();
  await admin.getByRole('dialog').getByLabel('Name').fill('Northwind sensors');
  await admin.getByRole('dialog').getByRole('button', { name: 'Create push key' }).click();
  await admin.getByRole('radio', { name: 'Xovis', exact: true }).click();
  const live = admin.getByRole('region', { name: 'Watch it arrive' });
  await expect(live.getByText('Waiting for the first push')).toBeVisible();
  const settings = admin.getByRole('region', { name: 'Enter this in your Xovis device' });
  const pushUrl = await settings.getByText('/api/push/xovis5/').first().innerText();
  expect(pushUrl).toContain(`${url}/api/push/xovis5/`);

  // The sensor pushes to the address on the screen, twice a second, and counts one person more each time.
  const sensor = startSensor(pushUrl);
  try {
    await expect(live.getByText(/^Heard/)).toBeVisible();
    await press(admin, `Assign to a site: ${shownMac}`, live);
    const adopting = admin.getByRole('dialog', { name: 'Assign device' });
    await adopting.getByRole('combobox', { name: 'Site' }).click();
    await admin.getByRole('option', { name: 'Front door, Main street' }).click();
    await press(admin, 'Assign', adopting);
    await expect(live.getByText(`Counts for ${shownMac} at Front door.`)).toBeVisible();
    await admin.getByRole('dialog', { name: 'It counts' }).getByRole('link', { name: 'See the numbers' }).click();

    const figure = admin.getByRole('region', { name: 'In today' });
    const counted = async () => Number((await figure.locator('[data-number]').innerText()).replaceAll(/\D/g, ''));
    await expect.poll(counted).toBeGreaterThan(0);
    const first = await counted();
    await expect.poll(counted).toBeGreaterThan(first);
    expect(Date.now() - beganAt).toBeLessThan(fiveMinutes);
    if (pace > 0) console.log(`A newcomer needs ${Math.round((Date.now() - beganAt) / 1000)} s.`);

    await expect(ownSteps.getByText('5 of 5 done')).toBeVisible();
    await press(admin, 'Hide this list');
    await expect(ownSteps).toHaveCount(0);
  } finally {
    await sensor.stop();
  }
  await page.keyboard.press('Escape');
  await open(page, 'Overview');
  await expect(steps.getByText('5 of 5 done')).toBeVisible();
  await admin.context().close();
});

async function write(page: Page, fields: Record<string, string>): Promise<void> {
  for (const [label, text] of Object.entries(fields)) {
    await think(page);
    const field = page.getByRole('textbox', { name: label, exact: true });
    await field
      .or(page.getByLabel(label, { exact: true }))
      .first()
      .fill(text);
  }
}

async function press(page: Page, name: string, inside: Pick<Page, 'getByRole'> = page): Promise<void> {
  await think(page);
  await inside.getByRole('button', { name, exact: true }).click();
}

async function follow(page: Page, name: string): Promise<void> {
  await think(page);
  await page.getByRole('link', { name }).first().click();
}

/** A page of the menu. */
async function open(page: Page, name: string): Promise<void> {
  await think(page);
  if (onPhone) await page.getByRole('button', { name: 'Open the menu' }).click();
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name, exact: true }).click();
}

/** A sensor in the format of its vendor: the open minute of one line, again and again. */
function startSensor(url: string): { stop: () => Promise<void> } {
  const ending = new AbortController();
  const { signal } = ending;
  const running = (async () => {
    for (let people = 1; !signal.aborted; people += 1) {
      const now = Math.floor(Date.now() / 1000);
      const from = now - (now % 60);
      const record = { from, to: from + 60, forward: people, backward: 0, samples: now % 60, samplesExpected: 60 };
      const body = encodePush({
        kind: 'logics',
        device: { macAddress: mac, timezone: 'UTC' },
        packageId: people,
        logics: [{ id: 1, name: 'Door', records: [record] }],
      });
      const headers = { 'content-type': 'application/json' };
      await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal }).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  })();
  return {
    async stop() {
      ending.abort();
      await running;
    },
  };
}
