import type { Page } from '@playwright/test';
import {
  aDashboard,
  action,
  card,
  cards,
  expectDrawn,
  expectStatus,
  idIn,
  openSettings,
  retitle,
  screenOf,
  stored,
  titled,
} from '../dashboard-steps.ts';
import { patience } from '../pace.ts';
import { expect, test } from '../shop-story.ts';

test.describe.configure({ timeout: 180_000 * patience });

const week = () => [
  titled('Visitors', { x: 0, y: 0, width: 4, height: 3 }, 'value', { previousPeriod: 'previousperiod' }),
  titled('By store', { x: 4, y: 0, width: 8, height: 6 }, 'bar', { entityType: 'location', dateGroupings: 'day' }),
  titled('By day', { x: 0, y: 6, width: 12, height: 6 }, 'line', { relativeDate: 'past30days', dateGroupings: 'day' }),
  titled('Leaving', { x: 0, y: 3, width: 4, height: 3 }, 'value', { metrics: ['outs'] }),
  titled('All numbers', { x: 0, y: 12, width: 12, height: 6 }, 'table', {
    entityType: 'location',
    dateGroupings: 'day',
  }),
];

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('[R974] a dashboard is one column in the order of reading, and cards are added and set up', async ({
    page,
    password,
    shop,
  }) => {
    const { email } = await shop.person('Ada Lovelace');
    await page.request.post('/login', { data: { username: email, password } });
    const dashboardId = await aDashboard(page, 'Stores on the go', week());
    await page.goto(screenOf(dashboardId));
    await expect(cards(page)).toHaveCount(5);
    const names = (await cards(page).all()).map((each) => each.getAttribute('aria-label'));
    expect((await Promise.all(names)).map((name) => name?.replace(/, card.*/, ''))).toEqual([
      'Visitors',
      'By store',
      'Leaving',
      'By day',
      'All numbers',
    ]);
    await expectOneColumn(page);

    await page.getByRole('button', { name: 'Add card' }).tap();
    const gallery = page.getByRole('dialog', { name: 'Add card' });
    await expect.poll(async () => (await gallery.boundingBox())?.width).toBe(390);
    await gallery.getByRole('button', { name: 'Add Label', exact: true }).tap();
    await expect(cards(page)).toHaveCount(6);
    await openSettings(page, 'Label');
    const settings = page.getByRole('dialog', { name: 'Settings: Label' });
    await settings.getByRole('textbox', { name: 'Label' }).fill('North side');
    await settings.getByRole('button', { name: 'Save' }).tap();
    await expect(cards(page).getByText('North side')).toBeVisible();
    await retitle(page, 'Leaving', 'Going home');
    await expectStatus(page, 'Saved');
    await expectOneColumn(page);
    // The places on a wide screen are as they were.
    const { cards: kept } = await stored(page, dashboardId);
    expect(kept.find(({ title }) => title === 'Going home')).toEqual({
      title: 'Going home',
      x: 0,
      y: 3,
      width: 4,
      height: 3,
    });
  });
});

/** As wide as the screen allows, below each other, and nothing to the side of it. */
async function expectOneColumn(page: Page): Promise<void> {
  const boxes = await Promise.all((await cards(page).all()).map((each) => each.boundingBox()));
  for (const [index, box] of boxes.entries()) {
    expect(box?.width).toBeGreaterThan(340);
    const above = boxes[index - 1];
    if (box && above) expect(box.y).toBeGreaterThanOrEqual(above.y + above.height);
  }
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
}

/** Presses Tab until it is there, as someone without a mouse does. */
async function tabTo(page: Page, name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const focused = () =>
    page.evaluate<string>(`(() => {
      const at = document.activeElement;
      return at?.getAttribute('aria-label') ?? at?.textContent ?? '';
    })()`);
  for (let press = 0; press < 80; press += 1) {
    if (name.test(await focused())) return;
    await page.keyboard.press(key);
  }
  throw new Error(`Tab does not lead to ${String(name)}; it is at ${await focused()}`);
}

test('[R974] everything is done with the keyboard alone, and said', async ({ page, signIn, shop }) => {
  const { email } = await shop.person('Ada Lovelace');
  await signIn(email, '/#/app/dashboard/new');
  await expect(page.getByText('No cards yet')).toBeVisible();
  await tabTo(page, /^Add card$/);
  await page.keyboard.press('Enter');
  const search = page.getByRole('searchbox', { name: 'Search cards' });
  await expect(search).toBeFocused();
  await page.keyboard.type('date and');
  await tabTo(page, /^Add Date and time/);
  await page.keyboard.press('Enter');
  const clock = card(page, 'Date and time');
  await expect(clock).toBeFocused();

  const said = page.locator('output[aria-live="polite"]');
  await page.keyboard.press('ArrowRight');
  await expect(said).toHaveText('Date and time moved to column 2, row 1.');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(said).toHaveText('Date and time is now 4 columns wide and 3 rows high.');
  await page.keyboard.press('Control+z');
  await expect(said).toHaveText('Undone.');
  await page.keyboard.press('Control+Shift+z');
  await expect(said).toHaveText('Redone.');

  await tabTo(page, /^Add card$/, 'Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(search).toBeFocused();
  await page.keyboard.type('label');
  await tabTo(page, /^Add Label/);
  await page.keyboard.press('Enter');
  await expect(said).toHaveText('Label added.');
  const label = card(page, 'Label');
  await expect(label).toBeFocused();

  await tabTo(page, /^Actions of Label$/);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menuitem', { name: 'Settings' })).toBeFocused();
  await page.keyboard.press('Enter');
  const settings = page.getByRole('dialog', { name: 'Settings: Label' });
  const words = settings.getByRole('textbox', { name: 'Label' });
  await expect(words).toBeVisible();
  await words.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Entrances');
  await page.keyboard.press('Enter');
  await expect(settings).toHaveCount(0);
  await expect(cards(page).getByText('Entrances')).toBeVisible();
  // The focus is back at the card.
  await expect(label).toBeFocused();
  await page.keyboard.press('Delete');
  const question = page.getByRole('dialog', { name: 'Remove Widget' });
  await expect(question).toBeVisible();
  await tabTo(page, /^Yes, remove it!$/);
  await page.keyboard.press('Enter');
  await expect(said).toHaveText('Label removed.');
  await expect(question).toHaveCount(0);
  // It goes on with a neighbor instead of at the top of the page.
  await expect(clock).toBeFocused();
  await expectStatus(page, 'Saved');
  const { cards: kept } = await stored(page, idIn(page));
  expect(kept).toEqual([{ title: 'datetime', x: 1, y: 0, width: 4, height: 3 }]);
});

test('a dashboard and all of its panels are accessible, light and dark, wide and narrow', async ({
  page,
  signIn,
  look,
  shop,
}) => {
  const { email } = await shop.person('Ada Lovelace');
  await signIn(email);
  const dashboardId = await aDashboard(page, 'Stores this week', week());
  await page.goto(screenOf(dashboardId));
  await expectDrawn(page, 5);
  await look('dashboards-week');

  await page.getByRole('button', { name: 'Add card' }).click();
  const gallery = page.getByRole('dialog', { name: 'Add card' });
  await expect(gallery.locator('svg text').first()).toBeVisible();
  await look('dashboards-gallery');
  await page.keyboard.press('Escape');
  await expect(gallery).toHaveCount(0);

  await openSettings(page, 'By store');
  const settings = page.getByRole('dialog', { name: 'Settings: Bar chart' });
  await expect(settings.getByRole('combobox', { name: 'Data source' })).toBeVisible();
  await expect(settings.locator('[aria-busy="true"]')).toHaveCount(0);
  await look('dashboards-settings');
  await settings.getByRole('button', { name: 'Cancel' }).click();

  await retitle(page, 'Leaving', 'Going home');
  await expectStatus(page, 'Saved');
  await action(page, 'History');
  const history = page.getByRole('dialog', { name: 'History' });
  await expect(history.getByText('Ada Lovelace').first()).toBeVisible();
  await look('dashboards-history');
  await history
    .getByRole('button', { name: /Ada Lovelace/ })
    .first()
    .click();
  await expect(page.getByText(/^You see the dashboard as Ada Lovelace left it/)).toBeVisible();
  await page.getByRole('button', { name: 'Back to the current dashboard' }).click();

  await action(page, 'Publish');
  const publishing = page.getByRole('dialog', { name: 'Publish dashboard' });
  await publishing.getByRole('radio', { name: 'Chosen people' }).click();
  await expect(publishing.getByRole('combobox', { name: 'People' })).toBeVisible();
  await look('dashboards-publish');
});
