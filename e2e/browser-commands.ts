import { fileURLToPath } from 'node:url';
import type { BrowserCommand } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** How many times as long as usual everything may take. */
    patience: number;
  }
}

const screens = fileURLToPath(new URL('../test-results/screens/', import.meta.url));

/** Which scheme the browser says its user prefers. */
export const setColorScheme: BrowserCommand<['light' | 'dark']> = async ({ page }, colorScheme) => {
  await page.emulateMedia({ colorScheme });
};

/** With ATRIUM_SCREENS set, a picture of what is on screen. */
export const takePicture: BrowserCommand<[string]> = async ({ iframe }, name) => {
  if (!process.env['ATRIUM_SCREENS']) return;
  await iframe.locator('body').screenshot({ path: `${screens}${name}.png`, animations: 'disabled' });
};
