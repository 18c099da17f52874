import type { Page } from '@playwright/test';
import { cards, expectDrawn, expectNumbers } from '../dashboard-steps.ts';
import { patience, think } from '../pace.ts';
import { expect, test } from '../shop-story.ts';

const [twentySeconds, threeMinutes] = [20_000, 180_000];
test.describe.configure({ timeout: threeMinutes * patience });

function stopwatch(what: string, bound: number) {
  const beganAt = Date.now();
  return () => {
    const took = Date.now() - beganAt;
    if (process.env['ATRIUM_STORY_PACE']) console.log(`${what}: ${(took / 1000).toFixed(1)} s`);
    expect(took).toBeLessThan(bound * patience);
  };
}

test('[R963] [R968] [R969] a newcomer has a useful dashboard from a template in 20 seconds', async ({
  page,
  signIn,
  shop,
}) => {
  const { email } = await shop.person('Ada Lovelace');
  await signIn(email, '/#/app/welcome');
  const offer = page.getByRole('region', { name: 'Your first dashboard' });
  await expect(offer).toBeVisible();
  const stop = stopwatch('A dashboard from the offer on Welcome', twentySeconds);
  await think(page);
  await offer.getByRole('button', { name: 'Create it' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Visitors at a glance' })).toBeVisible();
  await expectAnswers(page);
  stop();
  await expectNumbers(page, notYet);
  // With the places of this organization, in its menu; the offer has done its work.
  await expect(cards(page).getByText('Main street').first()).toBeVisible();
  const menu = page.getByRole('list', { name: 'Dashboards' });
  await expect(menu.getByRole('link', { name: 'Visitors at a glance' })).toBeVisible();
  await page.goto('/#/app/welcome');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(offer).toHaveCount(0);

  const stopGallery = stopwatch('A dashboard from the gallery of templates', twentySeconds);
  await think(page);
  await menu.getByRole('link', { name: 'New from Template' }).click();
  await think(page);
  await page.getByRole('searchbox', { name: 'Search templates' }).fill('store');
  await think(page);
  await page.getByRole('button', { name: 'Use this template: Store today' }).click();
  await expect(page.getByText('Assigned template successfully')).toBeVisible();
  await expectAnswers(page);
  stopGallery();
  await expectNumbers(page, notYet);
});

test('[R259] a newcomer builds a useful dashboard by hand in three minutes', async ({ page, signIn, shop }) => {
  const { email } = await shop.person('Ada Lovelace');
  await signIn(email, '/#/app/welcome');
  const stop = stopwatch('A dashboard of three cards by hand', threeMinutes);
  await think(page);
  await page.getByRole('link', { name: 'New Dashboard' }).click();
  for (const label of ['Single value', 'Line chart', 'Heatmap']) {
    await think(page);
    await page.getByRole('button', { name: 'Add card' }).first().click();
    await think(page);
    await page.getByRole('button', { name: `Add ${label}`, exact: true }).click();
    const panel = page.getByRole('dialog', { name: `New card: ${label}` });
    await think(page);
    await panel.getByRole('combobox', { name: 'By', exact: true }).click();
    await think(page);
    await page.getByRole('option', { name: /^Location/ }).click();
    await think(page);
    await panel.getByRole('button', { name: 'Save' }).click();
    await expect(panel).toHaveCount(0);
  }
  await expectDrawn(page, 3);
  stop();
  await expectNumbers(page);
});

/** All cards in view show something. */
async function expectAnswers(page: Page): Promise<void> {
  await expect(cards(page).first()).toBeVisible();
  await expect(cards(page).locator('[aria-busy="true"]:visible')).toHaveCount(0, { timeout: 30_000 * patience });
  await expect(page.getByText('Whoops!')).toHaveCount(0);
  await expect(cards(page).locator('[data-number]').first()).toHaveText(/\d/);
}

/** The first forecast is made in the first night. */
const notYet = ['The next 7 days'];
