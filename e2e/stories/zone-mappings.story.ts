import { randomBytes } from 'node:crypto';
import { openPushDoor, zoneAtDay } from '../push-door.ts';
import { StaffCalls } from '../staff-calls.ts';
import { expect, test } from '../story.ts';

// Long journeys, on a machine that runs other stories too.
test.describe.configure({ timeout: 240_000 });

test('[R437] [R439] [R890] [R892] a queue gets a mapping, and its wait moves with every push', async ({
  page,
  signIn,
  look,
}) => {
  const staff = await StaffCalls.signIn(page.request);
  const flags = { canViewTraffic: true, canViewOccupancy: true, canViewExpectedWaitTime: true };
  const { orgId } = await staff.organization(flags);
  const post = async <Reply>(path: string, data: object): Promise<Reply> => {
    const answer = await page.request.post(`${path}?orgId=${orgId}`, { data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return (await answer.json()) as Reply;
  };
  const place = { name: 'Airport', timezone: zoneAtDay(), site: [{ name: 'Security' }] };
  const { locationId, site } = await post<{ locationId: string; site: { siteId: string }[] }>('/api/location', place);
  const macAddress = `006E02${randomBytes(3).toString('hex').toUpperCase()}`;
  const { sensorId } = await post<{ sensorId: string }>('/api/sensorassignment', {
    siteId: site[0]?.siteId,
    macAddress,
    name: 'Gate camera',
  });
  const commissionedDate = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);
  await post(`/api/sensor/${sensorId}/commission`, { commissionedDate });
  const { spaceId } = await post<{ spaceId: string }>('/api/space', { locationId, name: 'Security queue' });

  // Two people a minute pass the gate.
  const door = await openPushDoor(page.request, orgId);
  const gate = { id: 1, name: 'Gate' };
  const before = Date.now();
  await door.push(macAddress, gate, { each: 2, minutes: 5, before });
  const zones = () => page.request.get(`/api/space/${spaceId}/addablezone?orgId=${orgId}`);
  await expect.poll(async () => ((await (await zones()).json()) as object[]).length).toBe(1);
  const [{ zoneId } = { zoneId: '' }] = (await (await zones()).json()) as { zoneId: string }[];
  await post(`/api/space/${spaceId}/zoneassignment`, { zoneId });
  const count = (occupants: number) =>
    post(`/api/space/${spaceId}/occupancyreset`, { resetDate: new Date().toISOString(), occupants });

  const { email } = await staff.person(orgId, 'Ada Lovelace', 'Atrium-demo-1');
  await signIn(email, `/#/app/org/${orgId}/location/${locationId}/space/${spaceId}`);
  await page.getByRole('main').getByRole('link', { name: 'Expected wait time' }).click();
  const form = page.getByRole('dialog', { name: 'Add mapping' });
  await expect(form.getByRole('combobox', { name: 'Space' })).toHaveValue('Security queue, Airport');
  await form.getByRole('combobox', { name: 'Head zone' }).click();
  await page.getByRole('option', { name: 'Gate, Gate camera' }).click();
  await expect(form.getByLabel('Throughput sample interval')).toHaveValue('15');
  await form.getByRole('button', { name: 'Add mapping' }).click();
  await expect(page.getByText('Expected wait mapping created successfully')).toBeVisible();
  const row = page.getByRole('row', { name: /Security queue/ });
  // What came in before the mapping counts: ten people, two a minute.
  await expect(row).toContainText(/(?<!\d)5 min/, { timeout: 30_000 });

  await count(12);
  await expect(row).toContainText('6 min');
  // The same minutes again, with more people.
  await door.push(macAddress, gate, { each: 4, minutes: 5, before });
  await expect(row).toContainText('3 min');
  await page.getByRole('button', { name: 'Security queue', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Security queue' });
  await count(20);
  await expect(panel).toContainText(/(?<!\d)5 min/);
  await look('story-expected-wait');
  await panel.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Yes, delete it!' }).click();
  await expect(page.getByText('Expected wait mapping deleted successfully')).toBeVisible();
  await expect(page.getByText('No expected wait mapping yet')).toBeVisible();
});
