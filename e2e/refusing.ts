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
