import { randomUUID } from 'node:crypto';
import { staff } from '../directory-steps.ts';
import { openPushDoor, zoneAtDay } from '../push-door.ts';
import { StaffCalls } from '../staff-calls.ts';
import { expect, test } from '../story.ts';

test.describe.configure({ timeout: 240_000 });

test('[R635] [R639] an unknown sensor is taught from what waits in quarantine, and its number is there', async ({
  page,
  signIn,
}) => {
  await signIn(staff);
  const { orgId } = await (await StaffCalls.signIn(page.request)).organization();
  const post = async <Reply>(path: string, data: object): Promise<Reply> => {
    const answer = await page.request.post(`${path}?orgId=${orgId}`, { data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as Reply;
  };
  const { locationId, site } = await post<{ locationId: string; site: { siteId: string }[] }>('/api/location', {
    name: 'Flagship',
    timezone: zoneAtDay(),
    site: [{ name: 'North door' }],
  });
  const serial = `K-${randomUUID().slice(0, 8)}`;
  const { sensorId } = await post<{ sensorId: string }>('/api/sensorassignment', {
    siteId: site[0]?.siteId,
    identifier: `custom:${serial}`,
    name: 'Old gate',
  });
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  await post(`/api/sensor/${sensorId}/commission`, { commissionedDate: yesterday });

  const door = await openPushDoor(page.request, orgId);
  const start = Math.floor(Date.now() / 60_000) * 60_000;
  for (const [ago, entered] of [
    [10, 7],
    [5, 8],
  ] as const) {
    const [from, to] = [ago, ago - 5].map((minutes) => new Date(start - minutes * 60_000).toISOString());
    expect(await door.pushRaw('json', { serial, data: [{ gate: 'North', from, to, entered, exited: 1 }] })).toBe(202);
  }

  await page.goto(`/#/app/org/${orgId}/location/${locationId}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Flagship' })).toBeVisible();
  await page.goto('/#/app/teach');
  await page
    .getByRole('button', { name: /^Teach from this: / })
    .first()
    .click();
  const readings = page.getByRole('table', { name: 'Readings of this push' });
  await expect(readings.getByRole('row', { name: /North.* 8 1$/ })).toBeVisible();
  await expect(page.getByText('Last pushes of the device')).toBeVisible();
  await page.getByRole('textbox', { name: 'Name of the sensor' }).fill('Old gates');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('2 pushes from quarantine are read again.')).toBeVisible();
  await expect(
    page.getByRole('dialog', { name: 'Old gates' }).getByText(/\/api\/push\/custom-[\da-f]{10}\//),
  ).toBeVisible();

  const query = new URLSearchParams({
    orgId,
    entityType: 'location',
    entityIds: locationId,
    relativeDate: 'today',
    metrics: 'ins',
  });
  const counted = async () => {
    const { results } = (await (await page.request.get(`/api/data/traffic?${query.toString()}`)).json()) as {
      results: { sumins?: number | null }[];
    };
    return results.reduce((sum, row) => sum + (row.sumins ?? 0), 0);
  };
  await expect.poll(counted, { timeout: 60_000 }).toBe(7 + 8);
  await page.goto('/#/app/teach');
  await expect(page.getByRole('button', { name: 'Old gates' })).toBeVisible();
  await expect(page.getByText('Received and not understood')).toBeHidden();
});
