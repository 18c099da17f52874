import { staff } from '../directory-steps.ts';
import { expect, test, typeSignIn } from '../story.ts';

test.describe.configure({ timeout: 240_000 });

test('[R014] [R022] [R067] [R540] staff see how the installation is, choose an organization and search all of them', async ({
  page,
}) => {
  await typeSignIn(page, staff);
  await expect(page).toHaveURL(/#\/app\/admin-welcome$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Sam' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Organizations' })).toContainText(/\d/);
  await expect(page.getByRole('list', { name: 'Newest organizations' }).getByRole('link').first()).toBeVisible();

  await page.getByRole('link', { name: 'System', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Disk free' })).toContainText(/\d+%/);
  for (const name of ['PostgreSQL', 'ClickHouse'])
    await expect(page.getByRole('row', { name: new RegExp(`^${name} Running`) })).toBeVisible();
  await expect(page.getByRole('table', { name: 'Queues' }).getByRole('rowheader')).toHaveCount(6);

  await page.getByRole('link', { name: 'Welcome', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Choose an organization' })).toBeVisible();
  await page.getByRole('button', { name: 'Organization:' }).click();
  await page.getByRole('option', { name: 'Lakeside Libraries' }).click();
  await expect(page.getByRole('region', { name: 'In today', exact: true })).toContainText(/Live|Closed/);

  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search for anything' }).fill('loc::hamburg');
  await expect(page.getByRole('listbox', { name: 'Results' }).getByRole('option').first()).toContainText('Northgate');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Hamburg Central Station' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('button', { name: /Organization: Northgate/ })).toBeVisible();
});
