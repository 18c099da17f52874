import { readFile } from 'node:fs/promises';
import { staff, unique } from '../directory-steps.ts';
import { StaffCalls } from '../staff-calls.ts';
import { expect, test } from '../story.ts';

// Long journeys, on a machine that runs other stories too.
test.describe.configure({ timeout: 180_000 });

test('an estate is written down, brought into a new organization and is the same there', async ({
  page,
  signIn,
  request,
}) => {
  const calls = await StaffCalls.signIn(request);
  const { orgId, name: customer } = await calls.organization({ canViewOccupancy: true });
  const model = await calls.organization({ canViewOccupancy: true });
  const name = unique('Station');
  const place = { name, timezone: 'Europe/Berlin', site: [{ name: 'North door' }] };
  const made = await request.post(`/api/location?orgId=${model.orgId}`, { data: place });
  const { locationId } = (await made.json()) as { locationId: string };
  const works = { type: 1, description: 'Works', startDate: '2027-05-01', endDate: '2027-05-03' };
  const late = {
    type: 2,
    description: 'Late shopping',
    startDate: '2026-12-04',
    openTime: '09:00',
    closeTime: '23:00',
  };
  const region = { name: 'Region', value: 'North' };
  for (const [path, data] of [
    [`/api/location/${locationId}/schedule-exception`, works],
    [`/api/org/${model.orgId}/schedule-exception`, late],
    [`/api/location/${locationId}/meta`, region],
  ] as const) {
    expect((await request.post(`${path}?orgId=${model.orgId}`, { data })).ok()).toBe(true);
  }

  await signIn(staff, `/#/app/org/${model.orgId}?tab=estate`);
  await expect(page.getByRole('heading', { name: 'Download' })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download estate.yaml' }).click();
  const file = await readFile((await (await download).path()) ?? '', 'utf8');
  expect(file).toContain(`name: ${name}`);
  for (const part of ['hours: 09:00-23:00', 'type: Planned Closure', 'Region: North']) expect(file).toContain(part);

  await page.goto(`/#/app/org/${orgId}?tab=estate`);
  await expect(page.getByRole('heading', { name: customer })).toBeVisible();
  const choose = async (text: string) =>
    page.locator('input[type="file"]').setInputFiles({
      name: 'estate.yaml',
      mimeType: 'text/yaml',
      buffer: Buffer.from(text),
    });
  await choose(file.replace('Europe/Berlin', 'Mars/Olympus').replace('09:00-23:00', 'late'));
  await expect(page.getByRole('heading', { name: '2 problems: nothing can be imported' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Problem' })).toContainText('Unknown time zone');
  await expect(page.getByRole('table', { name: 'Problem' })).toContainText('Write hours as 09:00-18:00');

  await choose(file);
  await expect(page.getByRole('heading', { name: '5 items would change' })).toBeVisible();
  const effect = page.getByRole('table', { name: 'What would happen' });
  for (const part of [`${name} › North door`, `${name} › Works`, 'Late shopping', `${name} › Region`]) {
    await expect(effect).toContainText(part);
  }
  await page.getByRole('button', { name: 'Import' }).click();
  await page.getByRole('button', { name: 'Yes, import it!' }).click();
  await expect(page.getByText('Estate imported successfully')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nothing would change' })).toBeVisible();
});
