import type { Page } from '@playwright/test';

/** How many times as long as usual everything may take, on a machine that runs a slower build of ClickHouse. */
export const patience = Number(process.env['ATRIUM_TEST_PATIENCE'] ?? 1);

/**
 * Milliseconds a person takes for each step, someone who knows what to look for; `ATRIUM_STORY_PACE=2500` measures how
 * long a newcomer really needs.
 */
export const pace = Number(process.env['ATRIUM_STORY_PACE'] ?? 700);

/** Time to read and to find the way. */
export async function think(page: Page): Promise<void> {
  if (pace > 0) await page.waitForTimeout(pace);
}
