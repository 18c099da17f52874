import type { APIRequestContext, Page } from '@playwright/test';
import { randomBytes } from 'node:crypto';
import { openPushDoor } from '../push-door.ts';
import { inRegistry } from '../registry.ts';
import { StaffCalls } from '../staff-calls.ts';
import { expect, openTab, test } from '../story.ts';

test.describe.configure({ timeout: 240_000 });

const dayMs = 86_400_000;
const noon = Math.floor(Date.now() / dayMs) * dayMs - 2 * dayMs + dayMs / 2;
/** Two days ago, in the time zone of the hall. */
const date = new Date(noon).toISOString().slice(0, 10);

/** A hall that exists for days, into which 120 people went within an hour two days ago. Nobody was seen leaving. */
async function oldHall(http: APIRequestContext) {
  const staff = await StaffCalls.signIn(http);
  const { orgId } = await staff.organization({ canViewOccupancy: true });
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
  const commissionedDate = new Date(noon - 3 * dayMs).toISOString().slice(0, 10);
  await post(`/api/sensor/${sensorId}/commission`, { commissionedDate });
  const door = await openPushDoor(http, orgId);
  await door.push(macAddress, { id: 1, name: 'Door' }, { each: 2, minutes: 60, before: noon });
  const firstZone = async () => {
    const answer = await http.get(`/api/sensor/${sensorId}?orgId=${orgId}&include=zone`);
    return ((await answer.json()) as { zone?: { zoneId: string }[] }).zone?.[0]?.zoneId;
  };
  await expect.poll(firstZone).toBeTruthy();
  const { spaceId } = await post<{ spaceId: string }>('/api/space', {
    locationId,
    name: 'Main hall',
    maxCapacity: 150,
  });
  // In its first hour a space is being set up, and what is edited then holds for the past anyway.
  await inRegistry(`UPDATE space_setting SET "from" = "from" - interval '10 days' WHERE space_id = $1`, [spaceId]);
  await post(`/api/space/${spaceId}/zoneassignment`, { zoneId: await firstZone(), reverseInsAndOuts: false });
  await door.push(macAddress, { id: 1, name: 'Door' }, { each: 0, minutes: 1 });
  const { email } = await staff.person(orgId, 'Ada Lovelace', 'Atrium-demo-1');
  return { email, spaceId, hall: `/#/app/org/${orgId}/location/${locationId}/space/${spaceId}` };
}

/** What Explore says about the most people who were in the hall that day. */
async function expectHighest(page: Page, spaceId: string, people: string): Promise<void> {
  const query = `source=occupancy&entityType=space&entityIds=${spaceId}&metrics=occupancy(max)&dateGroupings=day`;
  const address = `/#/app/explore?${query}&relativeDate=custom&startDate=${date}&endDate=${date}`;
  const shown = async () => {
    await page.goto('about:blank');
    await page.goto(address);
    const row = page.getByRole('grid', { name: 'Totals' }).getByRole('row', { name: /Main hall/ });
    const none = page.getByText('No data in this period');
    await expect(row.or(none)).toBeVisible();
    return (await row.count()) > 0 ? await row.getByRole('gridcell').first().textContent() : '';
  };
  await expect.poll(shown, { timeout: 90_000 }).toBe(people);
}

test('[R797] [R798] corrections also hold for the past, after a preview and with progress', async ({
  page,
  signIn,
  look,
  request,
}) => {
  const { email, spaceId, hall } = await oldHall(request);
  await signIn(email);
  await expectHighest(page, spaceId, '120');

  await page.goto(hall);
  await openTab(page, 'Accuracy');
  const corrections = page.getByRole('region', { name: 'Corrections' });
  await corrections.getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('form', { name: 'Corrections' });
  await form.getByLabel('Longest stay (minutes)').fill('30');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(corrections.getByText('30 minutes')).toBeVisible();
  // An edit holds from now on.
  await expectHighest(page, spaceId, '120');

  await page.goto(hall);
  await openTab(page, 'Accuracy');
  await corrections.getByRole('button', { name: 'Also for the past' }).click();
  const past = page.getByRole('dialog', { name: 'Also for the past' });
  await expect(past.getByText(/^\d days are recalculated\.$/)).toBeVisible({ timeout: 30_000 });
  const changes = past.getByRole('table', { name: 'Highest number of people by day' });
  const [, month, day] = date.split('-').map(Number);
  const cells = changes.getByRole('row', { name: new RegExp(`^${month}/${day}/`) }).getByRole('cell');
  await expect(cells.first()).toHaveText('120');
  const after = (await cells.last().textContent()) ?? '';
  expect(Number(after)).toBeGreaterThan(0);
  expect(Number(after)).toBeLessThan(100);
  await look('space-past');
  await past.getByRole('button', { name: 'Recalculate' }).click();
  const done = past.getByText('Done. Charts show the new numbers.');
  await expect(past.getByText('Recalculating …').or(done)).toBeVisible();
  await expect(done).toBeVisible({ timeout: 90_000 });
  await past.getByRole('button', { name: 'Close' }).last().click();

  await expectHighest(page, spaceId, after);
});
