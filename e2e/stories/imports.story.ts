import type { Page } from '@playwright/test';
import { unique } from '../directory-steps.ts';
import { expect, test } from '../story.ts';

// Long journeys, on a machine that runs other stories too.
test.describe.configure({ timeout: 240_000 });

const admin = 'admin@northgate.demo';
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });

async function choose(page: Page, name: string, lines: readonly string[]): Promise<void> {
  await expect(page.getByRole('button', { name: 'Import files' })).toBeVisible();
  const buffer = Buffer.from(`${lines.join('\n')}\n`);
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
}

async function read<T>(page: Page, path: string): Promise<T> {
  const answer = await page.request.get(path);
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as T;
}

/** Files of an organization are read one after another, and those of the demonstration came first. */
async function othersRead(page: Page): Promise<void> {
  const pending = () => read<object[]>(page, '/api/import-status?status=pending');
  await expect.poll(async () => (await pending()).length, { timeout: 150_000 }).toBe(0);
}

/** What a zone counted on a day long before its sensor. */
async function countedBy(page: Page, zoneId: string): Promise<number> {
  const query = new URLSearchParams({
    entityType: 'zone',
    entityIds: zoneId,
    relativeDate: 'custom',
    startDate: '2016-06-01',
    endDate: '2016-06-02',
    metrics: 'ins',
  });
  const { results } = await read<{ results: { sumins?: number | null }[] }>(
    page,
    `/api/data/traffic?${query.toString()}`,
  );
  return results.reduce((sum, row) => sum + (row.sumins ?? 0), 0);
}

test('[R620] [R623] [R611] a count history is set up, imported, counted and undone', async ({ page, signIn }) => {
  await signIn(admin, '/#/app/importstatus');
  const [sensor] = await read<{ sensorId: string }[]>(page, '/api/sensor/list?limit=1');
  const { zones } = await read<{ zones: { zoneId: string }[] }>(page, `/api/sensor/${sensor!.sensorId}`);
  const { zoneId } = zones[0]!;
  expect(await countedBy(page, zoneId)).toBe(0);
  await othersRead(page);

  const name = `${unique('counts old system').replaceAll(' ', '-')}.csv`;
  const rows = [`${zoneId},2016-06-01,10:00,42,40`, `${zoneId},2016-06-01,11:00,7,8`];
  await choose(page, name, ['Gate,Day,Clock,Entries,Exits', ...rows]);
  await dialog(page, 'Import files').getByRole('button', { name: 'Set up columns' }).click();
  const columns = dialog(page, `Columns of ${name}`);
  await columns.getByRole('combobox', { name: 'Zone (name or ID)' }).click();
  await page.getByRole('option', { name: 'Gate' }).click();
  await expect(columns.getByText('2 rows, no errors')).toBeVisible();
  await expect(columns.getByRole('table', { name: 'First rows' })).toContainText('2016-06-01 10:00');
  await expect(columns.getByRole('table', { name: 'Totals by zone and month' })).toContainText('49');
  await columns.getByRole('button', { name: 'Use these columns' }).click();
  await dialog(page, 'Import files').getByRole('button', { name: 'Import 1 file' }).click();
  await expect(rowOf(page, name)).toContainText('OK', { timeout: 60_000 });
  expect(await countedBy(page, zoneId)).toBe(49);

  await page.getByRole('button', { name }).click();
  await dialog(page, name).getByRole('button', { name: 'Undo import' }).click();
  await dialog(page, 'Undo import').getByRole('button', { name: 'Undo import' }).click();
  await expect(rowOf(page, name)).toContainText('Undone', { timeout: 60_000 });
  expect(await countedBy(page, zoneId)).toBe(0);
});

test('[R612] [R624] a file of sales with errors says line by line what is wrong', async ({ page, signIn }) => {
  await signIn(admin, '/#/app/importstatus');
  const name = `pos-${unique('Store').replaceAll(' ', '-')}.csv`;
  await othersRead(page);
  // The demonstration knows New York under this one.
  const number = '101';
  await choose(page, name, [
    'locationNumber,recordDate,netSales,itemCount,transactionCount',
    `${number},2026-02-01T10:00,10.50,2,1`,
    'nowhere,2026-02-01T10:00,1,1,1',
    `${number},2026-02-01T11:00,abc,1,1`,
  ]);
  await dialog(page, 'Import files').getByRole('button', { name: 'Import 1 file' }).click();
  await expect(rowOf(page, name)).toContainText('Partial', { timeout: 60_000 });
  await page.getByRole('button', { name }).click();
  const errors = dialog(page, name).getByRole('table', { name: 'Errors' });
  await expect(errors.getByRole('row')).toHaveCount(3);
  await expect(errors).toContainText('No location has the locationNumber “nowhere”');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog(page, name).getByRole('button', { name: 'Download errors as CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/errors.*\.csv$/);
});
