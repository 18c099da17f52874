import { readFile } from 'node:fs/promises';
import { staff, unique } from '../directory-steps.ts';
import { StaffCalls } from '../staff-calls.ts';
import { expect, test } from '../story.ts';

// Every look is four screenshots and four runs of axe.
test.describe.configure({ timeout: 180_000 });

test('an estate is written down, brought into a new organization and is the same there', async ({
  page,
  signIn,
  look,
  request,
}) => {
  const calls = await StaffCalls.signIn(request);
  const { orgId } = await calls.organization({ canViewOccupancy: true });
  const model = await calls.organization({ canViewOccupancy: true });
  const name = unique('Station');
  const place = { name, timezone: 'Europe/Berlin', site: [{ name: 'North door' }] };
  expect((await request.post(`/api/location?orgId=${model.orgId}`, { data: place })).ok()).toBe(true);

  await signIn(staff, `/#/app/org/${model.orgId}?tab=estate`);
  await expect(page.getByRole('heading', { name: 'Download' })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download estate.yaml' }).click();
  const file = await readFile((await (await download).path()) ?? '', 'utf8');
  expect(file).toContain(`name: ${name}`);

  await page.goto(`/#/app/org/${orgId}?tab=estate`);
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
  const choose = async (text: string) =>
    page.locator('input[type="file"]').setInputFiles({
      name: 'estate.yaml',
      mimeType: 'text/yaml',
      buffer: Buffer.from(text),
    });
  await choose(file.replace('Europe/Berlin', 'Mars/Olympus'));
  await expect(page.getByRole('heading', { name: '1 problem: nothing can be imported' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Problem' })).toContainText('There is no such time zone');
  await look('estate-file-problem');

  await choose(file);
  await expect(page.getByRole('heading', { name: '2 things would change' })).toBeVisible();
  await expect(page.getByRole('table', { name: 'What would happen' })).toContainText(`${name} › North door`);
  await look('estate-file');
  await page.getByRole('button', { name: 'Import' }).click();
  await page.getByRole('button', { name: 'Yes, import it!' }).click();
  await expect(page.getByText('Estate imported successfully')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nothing would change' })).toBeVisible();
});
