import type { Page } from '@playwright/test';
import {
  aDashboard,
  action,
  card,
  cards,
  expectDrawn,
  expectStatus,
  retitle,
  screenOf,
  stored,
  titled,
} from '../dashboard-steps.ts';
import { lineTo } from '../network-line.ts';
import { patience } from '../pace.ts';
import { expect, test } from '../shop-story.ts';
import { signInOn } from '../story.ts';

test.describe.configure({ timeout: 120_000 * patience });

const three = () => [
  titled('Mornings', { x: 0, y: 0, width: 4, height: 3 }),
  titled('Noons', { x: 4, y: 0, width: 4, height: 3 }),
  titled('Evenings', { x: 8, y: 0, width: 4, height: 3 }),
];

const question = (page: Page) => page.getByRole('dialog', { name: 'Changed by someone else' });

async function press(page: Page, name: string, ...keys: string[]): Promise<void> {
  await card(page, name).focus();
  for (const key of keys) await page.keyboard.press(key);
}

test('[R953] [R973] edits in two places at once are merged, and only the same card is asked about', async ({
  page,
  browser,
  password,
  signIn,
  shop,
}) => {
  const ada = await shop.person('Ada Lovelace');
  const ben = await shop.person('Ben Okafor');
  await signIn(ada.email);
  const dashboardId = await aDashboard(page, 'Parts of the day', three());
  await page.request.put(`/api/dashboard/${dashboardId}/publish`, { data: { isPublic: true } });
  await page.goto(screenOf(dashboardId));
  // One tab beside the other, and a laptop at home.
  const tab = await page.context().newPage();
  await tab.goto(screenOf(dashboardId));
  const laptop = await (await browser.newContext()).newPage();
  await signInOn(laptop, { email: ada.email, password }, screenOf(dashboardId));
  for (const each of [page, tab, laptop]) await expectDrawn(each, 3);

  // Different cards, and different things about one card.
  await press(page, 'Mornings', 'ArrowDown', 'ArrowDown', 'ArrowDown');
  await retitle(tab, 'Noons', 'Lunch time');
  await retitle(laptop, 'Mornings', 'Early hours');
  for (const each of [page, tab, laptop]) await expectStatus(each, 'Saved');
  await expect
    .poll(async () => (await stored(page, dashboardId)).cards)
    .toEqual([
      { title: 'Early hours', x: 0, y: 3, width: 4, height: 3 },
      { title: 'Lunch time', x: 4, y: 0, width: 4, height: 3 },
      { title: 'Evenings', x: 8, y: 0, width: 4, height: 3 },
    ]);
  for (const each of [page, tab, laptop]) {
    await expect(each.getByRole('dialog')).toHaveCount(0);
    await each.reload();
    await expect(card(each, 'Early hours')).toBeVisible();
    await expect(card(each, 'Lunch time')).toBeVisible();
  }

  // The same thing about the same card: the second one to save is asked, and keeps both.
  await retitle(page, 'Evenings', 'After work');
  await retitle(tab, 'Evenings', 'Late hours');
  await expect
    .poll(async () => (await question(page).count()) + (await question(tab).count()), { timeout: 20_000 * patience })
    .toBe(1);
  const asked = (await question(page).count()) === 1 ? page : tab;
  await expect(question(asked).getByText(/^Ada Lovelace changed the same things/)).toBeVisible();
  await expect(question(asked).getByRole('radio', { name: 'Both: add mine as a copy' })).toBeChecked();
  await question(asked).getByRole('button', { name: 'Keep these' }).click();
  await expectStatus(asked, 'Saved');
  await expectDrawn(asked, 4);
  for (const title of ['After work', 'Late hours']) await expect(card(asked, title)).toBeVisible();

  // And one that the other removed: theirs wins if that is chosen.
  await page.reload();
  await tab.reload();
  for (const each of [page, tab]) await expectDrawn(each, 4);
  await retitle(tab, 'Lunch time', 'Lunch');
  await press(page, 'Lunch time', 'Delete');
  await page.getByRole('button', { name: 'Yes, remove it!' }).click();
  await expect(question(tab)).toBeVisible({ timeout: 20_000 * patience });
  await question(tab).getByRole('radio', { name: 'Theirs: removed' }).click();
  await question(tab).getByRole('button', { name: 'Keep these' }).click();
  await expectStatus(tab, 'Saved');
  await expectDrawn(tab, 3);

  // Readers see the outcome.
  const reader = await (await browser.newContext()).newPage();
  await signInOn(reader, { email: ben.email, password }, screenOf(dashboardId));
  await expectDrawn(reader, 3);
  for (const title of ['Early hours', 'After work', 'Late hours']) await expect(card(reader, title)).toBeVisible();
  await laptop.context().close();
  await reader.context().close();
});

test('[R263] [R971] nothing is lost while the network is gone for ten minutes, nor by a reload in that time', async ({
  page,
  password,
  server,
  shop,
}) => {
  const line = await lineTo(server.url);
  const { url } = line;
  const { email } = await shop.person('Ada Lovelace');
  await page.request.post(`${url}/login`, { data: { username: email, password } });
  const dashboardId = await aDashboard(page, 'Parts of the day', three(), url);
  await page.clock.install();
  await page.goto(`${url}${screenOf(dashboardId)}`);
  await expectDrawn(page, 3);

  await line.cut();
  await press(page, 'Mornings', 'ArrowDown', 'ArrowDown', 'ArrowDown');
  await retitle(page, 'Noons', 'Lunch time');
  await page.getByRole('button', { name: 'Actions of Evenings' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expectStatus(page, 'Not saved, trying again');
  for (let minute = 0; minute < 10; minute += 1) {
    await page.clock.fastForward('01:00');
    if (minute === 5) await press(page, 'Mornings', 'Shift+ArrowDown');
  }
  await expectStatus(page, 'Not saved, trying again');
  await expect(cards(page)).toHaveCount(4);
  await line.restore();
  await page.clock.fastForward('00:30');
  await expectStatus(page, 'Saved');
  const saved = [
    { title: 'Mornings', x: 0, y: 3, width: 4, height: 4 },
    { title: 'Lunch time', x: 4, y: 0, width: 4, height: 3 },
    { title: 'Evenings', x: 8, y: 0, width: 4, height: 3 },
    { title: 'Evenings', x: 0, y: 0, width: 4, height: 3 },
  ];
  expect((await stored(page, dashboardId, url)).cards).toEqual(saved);

  // Again, and the page is loaded again before the network is back.
  await line.cut();
  await press(page, 'Lunch time', 'ArrowDown', 'ArrowDown', 'ArrowDown');
  await action(page, 'Rename and describe');
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Hours of the day');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expectStatus(page, 'Not saved, trying again');
  const warned = page.waitForEvent('dialog');
  const reloaded = page.reload().catch(() => undefined);
  const warning = await warned;
  expect(warning.type()).toBe('beforeunload');
  await warning.accept();
  await reloaded;
  await line.restore();
  // The reload that failed may still be ending.
  await expect(async () => void (await page.goto('about:blank', { timeout: 10_000 }))).toPass();
  await page.goto(`${url}${screenOf(dashboardId)}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Hours of the day' })).toBeVisible();
  await expectStatus(page, 'Saved');
  const moved = saved.map((each) => (each.title === 'Lunch time' ? { ...each, y: 3 } : each));
  expect(await stored(page, dashboardId, url)).toEqual({ name: 'Hours of the day', cards: moved });
  await line.cut();
});
