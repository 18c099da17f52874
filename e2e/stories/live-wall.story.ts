import { expect, test } from '../story.ts';

test.describe.configure({ timeout: 120_000 });

test('[R850] [R852] the wall shows all places and follows what is counted', async ({ page, signIn, look }) => {
  await signIn('admin@northgate.demo');
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Live' }).click();
  const lines = page.getByRole('list', { name: 'Locations and spaces' }).getByRole('listitem');
  await expect(lines.filter({ hasText: 'Travel shop' })).toBeVisible();
  await expect(page.getByText(/^7 locations · /)).toBeVisible();
  await look('live-wall-demo');
  // The station never closes, and its sensors report every few seconds.
  const station = lines.filter({ hasText: 'Hamburg Central Station' });
  const before = await station.textContent();
  await expect.poll(() => station.textContent(), { timeout: 60_000 }).not.toBe(before);
  await page.getByRole('searchbox', { name: 'Search locations and spaces' }).fill('travel');
  await expect(lines).toHaveCount(2);
  await page.reload();
  await expect(lines).toHaveCount(2);
  await lines.getByRole('link', { name: /^Travel shop/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Travel shop' })).toBeVisible();

  await signIn('user@northgate.demo', '/#/app/live');
  await expect(lines.filter({ hasText: 'Travel shop' })).toBeVisible();
  await expect(page.getByText(/^1 location · /)).toBeVisible();
});
