import { encodePush } from '@atrium/simulator/xovis5';
import { type APIRequestContext, expect, type Page, test } from '@playwright/test';
import { type BuiltServer, startBuiltServer, temporaryDataFolder } from '../built-server.ts';
import { patience } from '../pace.ts';

// Starts two servers, one after another.
test.describe.configure({ timeout: 120_000 * patience });

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

const macAddress = '006E02A1B2C4';

test('[R878] [R881] a display turns gray when its data is old, and comes alive again after a restart of the server', async ({
  page,
}) => {
  const start = (port = '0') => {
    server = startBuiltServer({ ATRIUM_DATA: folder.path, ATRIUM_DEMO: 'off', PORT: port });
    return server.ready;
  };
  const url = await start();
  const setUpLink = () => /first staff user here, once: (\S+)/.exec(server?.output() ?? '')?.[1] ?? '';
  await expect.poll(setUpLink).toContain('token=');
  await setUp(page, setUpLink());
  const { code, count } = await countedHall(page.request, url);

  await page.clock.install();
  await page.goto(`${url}/api/display/live-occupancy/${code}`);
  const number = page.locator('.figure');
  const screen = page.locator('.screen');
  const gray = page.locator('.screen[data-stale="true"] .content');
  await expect(number).toHaveText('3', { timeout: 60_000 * patience });
  await expect(screen).toHaveAttribute('data-stale', 'false');

  server!.process.kill('SIGTERM');
  await server!.ended;
  await expect(page.getByText(/No connection/)).toBeVisible({ timeout: 30_000 * patience });
  // What was shown stays, in color while it is fresh, and in gray afterward.
  await expect(number).toHaveText('3');
  await expect(screen).toHaveAttribute('data-stale', 'false');
  await page.clock.fastForward('10:00');
  await expect(gray).toHaveCSS('filter', 'grayscale(1)');
  await expect(number).toHaveText('3');

  await start(new URL(url).port);
  await count(2);
  await expect(number).toHaveText('5', { timeout: 60_000 * patience });
  await expect(screen).toHaveAttribute('data-stale', 'false');
  await expect(page.getByText(/No connection/)).toHaveCount(0);
  // Changes arrive again, one after the other.
  await count(1);
  await expect(number).toHaveText('6', { timeout: 30_000 * patience });
});

async function setUp(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Name').fill('Ada');
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill('A-strong-enough-1');
  await page.getByRole('button', { name: 'Create user' }).click();
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByRole('dialog', { name: 'Terms of service' })).toHaveCount(0);
  await expect(page).toHaveURL(/#\/app\//);
}

/** A hall with one door, a display, and three people inside. `count` lets more enter. */
async function countedHall(http: APIRequestContext, url: string) {
  const post = async <Reply>(path: string, data: object, query = ''): Promise<Reply> => {
    const answer = await http.post(`${url}${path}${query}`, { data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as Reply;
  };
  const flags = { canViewOccupancy: true, headroomEnabled: true };
  const { orgId } = await post<{ orgId: string }>('/api/org', { name: 'Northwind', ...flags });
  const ofOrg = `?orgId=${orgId}`;
  const place = { name: 'Flagship', timezone: 'UTC', site: [{ name: 'North door' }] };
  const { locationId, site } = await post<{ locationId: string; site: { siteId: string }[] }>(
    '/api/location',
    place,
    ofOrg,
  );
  const assigned = { siteId: site[0]?.siteId, macAddress, name: 'Ceiling' };
  const { sensorId } = await post<{ sensorId: string }>('/api/sensorassignment', assigned, ofOrg);
  const commissionedDate = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
  await post(`/api/sensor/${sensorId}/commission`, { commissionedDate }, ofOrg);
  const { key } = await post<{ key: string }>('/api/push-key', { orgId, name: 'Doors' });
  /** By minute: those who enter in the same one are reported together. */
  const entered = new Map<number, number>();
  let packageId = 0;
  const count = async (more: number) => {
    const from = Math.floor(Date.now() / 60_000) * 60 - 60;
    entered.set(from, (entered.get(from) ?? 0) + more);
    packageId += 1;
    const forward = entered.get(from)!;
    const record = { from, to: from + 60, forward, backward: 0, samples: 60, samplesExpected: 60 };
    const logics = [{ id: 1, name: 'Door', records: [record] }];
    const body = encodePush({ kind: 'logics', device: { macAddress, timezone: 'UTC' }, packageId, logics });
    const pushed = async () => (await http.post(`${url}/api/push/xovis5/${key}`, { data: body })).status();
    await expect.poll(pushed, { timeout: 30_000 * patience }).toBe(200);
  };
  await count(0);
  const firstZone = async () => {
    const answer = await http.get(`${url}/api/sensor/${sensorId}${ofOrg}&include=zone`);
    return ((await answer.json()) as { zone?: { zoneId: string }[] }).zone?.[0]?.zoneId;
  };
  await expect.poll(firstZone).toBeTruthy();
  const zoneId = await firstZone();
  const { spaceId } = await post<{ spaceId: string }>(
    '/api/space',
    { locationId, name: 'Main hall', maxCapacity: 50 },
    ofOrg,
  );
  await post(`/api/space/${spaceId}/zoneassignment`, { zoneId, reverseInsAndOuts: false }, ofOrg);
  await count(3);
  const { code } = await post<{ code: string }>(
    '/api/display-config',
    { kind: 'live-occupancy', entityId: spaceId },
    ofOrg,
  );
  return { code, count };
}
