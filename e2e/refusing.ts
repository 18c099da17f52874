import type { Page } from '@playwright/test';
import { expect } from './story.ts';

/** Refuses every call of a kind until `work` is over, and expects the words for it with the server's behind them. */
export async function refusing(
  page: Page,
  method: string,
  path: RegExp,
  words: string,
  work: () => Promise<void>,
): Promise<void> {
  await page.route(path, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 409, json: { code: 'conflict', message: 'Not today.', err: 'Not today.' } })
      : route.fallback(),
  );
  await work();
  await expect(page.getByText(`${words}. Not today.`).first()).toBeVisible();
  await page.unroute(path);
}

/** Client-side validation errors show without a request to the server. */
export async function unsent(page: Page, work: () => Promise<void>): Promise<void> {
  const sent: string[] = [];
  await page.route(/\/api\//, (route) => {
    const request = route.request();
    if (request.method() === 'GET') return route.fallback();
    sent.push(`${request.method()} ${request.url()}`);
    return route.abort();
  });
  await work();
  expect(sent).toEqual([]);
  await page.unroute(/\/api\//);
}
