import { expect, type Locator, type Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { patience } from './pace.ts';

export interface Placed {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Stored {
  readonly widgetId: string;
  readonly widgetType: string;
  readonly gridOptions: Placed;
  readonly dataOptions: object;
  readonly clientOptions: { readonly widgetOptions?: { readonly title?: { readonly text?: string } } };
}

/** A card of visitors with a title. */
export function titled(title: string, place: Placed, widgetType = 'value', dataOptions: object = {}) {
  return {
    widgetId: randomUUID(),
    widgetType,
    gridOptions: place,
    dataOptions: { dataSourceType: 'traffic', metrics: ['ins'], relativeDate: 'past7days', ...dataOptions },
    clientOptions: { widgetOptions: { title: { enable: true, text: title } } },
  };
}

/** A dashboard of the person who is signed in on the page, made behind the scenes. Returns its id. */
export async function aDashboard(page: Page, name: string, cards: readonly object[], url = ''): Promise<string> {
  const data = { name, config: JSON.stringify(cards) };
  const answer = await page.request.post(`${url}/api/dashboard`, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return ((await answer.json()) as { dashboardId: string }).dashboardId;
}

/** What the server has of a dashboard: its name, and its cards by title. */
export async function stored(page: Page, dashboardId: string, url = '') {
  const answer = await page.request.get(`${url}/api/dashboard/${dashboardId}`);
  expect(answer.ok(), await answer.text()).toBe(true);
  const { name, config } = (await answer.json()) as { name: string; config: string };
  const cards = (JSON.parse(config) as Stored[]).map((card) => ({
    title: card.clientOptions.widgetOptions?.title?.text ?? card.widgetType,
    ...placeOf(card.gridOptions),
  }));
  return { name, cards };
}

function placeOf({ x, y, width, height }: Placed): Placed {
  return { x, y, width, height };
}

export const screenOf = (dashboardId: string) => `/#/app/dashboard/${dashboardId}`;
export const idIn = (page: Page) => /dashboard\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';

/** All cards on the grid, in the order of reading. */
export const cards = (page: Page) => page.getByRole('region', { name: 'Cards' }).getByRole('group');
export const card = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Cards' }).getByRole('group', { name: `${name}, card` });

export const action = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
};

/** Opens the gallery and adds a card. */
export async function addCard(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: 'Add card' }).first().click();
  const gallery = page.getByRole('dialog', { name: 'Add card' });
  await gallery.getByRole('button', { name: `Add ${label}`, exact: true }).click();
  await expect(gallery).toHaveCount(0);
}

/** The settings that opened, or those of a card that is there; `change` fills them in. */
export async function saveSettings(page: Page, title: string, change?: (panel: Locator) => Promise<void>) {
  const panel = page.getByRole('dialog', { name: title });
  await expect(panel).toBeVisible();
  await change?.(panel);
  await panel.getByRole('button', { name: 'Save' }).click();
  await expect(panel).toHaveCount(0);
}

export async function openSettings(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Actions of ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
}

/** Gives a card another title, through its settings. */
export async function retitle(page: Page, name: string, title: string, kind = 'Single value'): Promise<void> {
  await openSettings(page, name);
  await saveSettings(page, `Settings: ${kind}`, (panel) =>
    panel.getByRole('textbox', { name: 'Title', exact: true }).fill(title),
  );
  await expect(card(page, title)).toBeVisible();
}

/** Like a person with a mouse: in steps, so that the grid follows. */
export async function drag(page: Page, handle: Locator, right: number, down: number): Promise<void> {
  const box = await handle.boundingBox();
  if (!box) throw new Error('There is nothing to drag');
  const [x, y] = [box.x + Math.min(box.width / 2, 30), box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + right, y + down, { steps: 12 });
  await page.mouse.up();
}

export const expectStatus = (page: Page, words: string) =>
  expect(page.getByRole('status').filter({ hasText: new RegExp(`^${words}$`) })).toBeVisible({
    timeout: 20_000 * patience,
  });

const [usual, high] = [
  { width: 1440, height: 900 },
  { width: 1440, height: 2800 },
];

/** Every card shows numbers: those that have none of their own, and those whose names begin with one of `others`, aside. */
export async function expectNumbers(page: Page, others: readonly string[] = []): Promise<void> {
  // High enough for all cards: those out of view rest.
  await page.setViewportSize(high);
  await expect(async () => expect(await cardsWithoutNumbers(page, others)).toEqual([])).toPass({
    timeout: 30_000 * patience,
  });
  await expect(page.getByText('Whoops!')).toHaveCount(0);
  await page.setViewportSize(usual);
}

async function cardsWithoutNumbers(page: Page, others: readonly string[]): Promise<string[]> {
  const names = await Promise.all(
    (await cards(page).getByRole('article').all()).map(async (article) => {
      const name = (await article.getAttribute('aria-label')) ?? '';
      const isAside = ['Label', ...others].some((other) => name.startsWith(other));
      return isAside || (await hasNumbers(article)) ? [] : [name];
    }),
  );
  return names.flat();
}

/** A field of a heatmap with a value, a line or a bar, or a digit below the title. */
async function hasNumbers(article: Locator): Promise<boolean> {
  const isThere = async (selector: string) => (await article.locator(selector).count()) > 0;
  if (await isThere('[data-at]')) return isThere('[data-at]:not([data-unknown])');
  if (await isThere('input[type="range"]')) return isThere('svg[class*="marks"] :is(rect, circle, path[d^="M"])');
  const below = await article.locator('> :not([data-drag-handle], [data-notes])').allTextContents();
  return /\d/.test(below.join(' '));
}

/** Its last number has arrived, and nothing has failed. */
export async function expectDrawn(page: Page, count: number): Promise<void> {
  await expect(cards(page)).toHaveCount(count);
  await expect(cards(page).locator('[aria-busy="true"]')).toHaveCount(0, { timeout: 30_000 * patience });
  await expect(page.getByText('Whoops!')).toHaveCount(0);
}
