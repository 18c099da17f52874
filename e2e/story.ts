import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page, test as base } from '@playwright/test';
import { fileURLToPath } from 'node:url';

const screens = fileURLToPath(new URL('../test-results/screens/', import.meta.url));

const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
const schemes = ['light', 'dark'] as const;

interface Story {
  /** Of everyone who signs in. */
  password: string;
  /** Begins a session and opens a screen, or the one where everyone lands; waits for the shell. */
  signIn: (email: string, screen?: string) => Promise<void>;
  /**
   * Looks at what is on screen on desktop and phone, light and dark with axe: every rule it has in the light, and what
   * depends on colors in the dark. With ATRIUM_SCREENS set, it takes a picture of each. Leaves the page as it was.
   */
  look: (name: string) => Promise<void>;
  /** axe alone, for what closes itself when the window changes, such as an open menu. */
  checkAccess: () => Promise<void>;
}

const ofColors = ['color-contrast', 'link-in-text-block'];

const demoPassword = 'Atrium-demo-1';

/** Someone types an address and a password on the sign-in page. */
export async function typeSignIn(page: Page, email: string, password = demoPassword): Promise<void> {
  await page.goto('/#/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
}

/** Begins a session and opens a screen, or the one where everyone lands; waits for the shell. */
export async function signInOn(
  page: Page,
  { email, password }: { email: string; password: string },
  screen?: string,
): Promise<void> {
  const answer = await page.request.post('/login', { data: { username: email, password } });
  const { landing } = (await answer.json()) as { landing: string };
  // An open page would continue showing whom it showed before.
  await page.goto('about:blank');
  await page.goto(screen ?? `/#${landing}`);
  await expect(page.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
}

/** Signs out, and goes on once the session is over: it must not end the next one. */
export async function signOut(page: Page): Promise<void> {
  await page.goto('/#/logout');
  await expect(page).toHaveURL(/#\/login$/);
}

/** Opens a tab, and continues once its panel is the one on screen: several tabs may have a button of the same name. */
export async function openTab(page: Page, name: string): Promise<void> {
  const tab = page.getByRole('tab', { name });
  await tab.click();
  await expect(tab).toHaveAttribute('aria-selected', 'true');
}

export const test = base.extend<Story>({
  password: [demoPassword, { option: true }],
  signIn: async ({ page, password }, use) => {
    await use((email, screen) => signInOn(page, { email, password }, screen));
  },
  look: async ({ page }, use) => {
    await use((name) => lookAt(page, name));
  },
  checkAccess: async ({ page }, use) => use(() => expectAccessible(page)),
});

export { expect };

/** What `look` does, for a second page of a story. */
export async function lookAt(page: Page, name: string): Promise<void> {
  for (const [device, size] of Object.entries(sizes)) {
    for (const colorScheme of schemes) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme });
      await expectAccessible(page, colorScheme === 'dark' ? ofColors : undefined);
      const path = `${screens}${name}-${device}-${colorScheme}.png`;
      if (process.env['ATRIUM_SCREENS']) await page.screenshot({ path, animations: 'disabled' });
    }
  }
  await page.setViewportSize(sizes.desktop);
  await page.emulateMedia({ colorScheme: null });
}

async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  await page.evaluate('document.fonts.ready.then(() => undefined)');
  // What is still fading in or out has no contrast yet; what never ends, such as the busy line, is not waited for.
  await page.evaluate(`Promise.all(
    document.getAnimations()
      .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
      .map((animation) => animation.finished.catch(() => undefined)),
  ).then(() => undefined)`);
  let found = await violationsOn(page, rules);
  if (found.length > 0) {
    // A toast may have begun to fade while axe was looking; what is wrong is still wrong a moment later.
    await page.waitForTimeout(1000);
    found = await violationsOn(page, rules);
  }
  expect(found).toEqual([]);
}

async function violationsOn(page: Page, rules: string[] | undefined): Promise<string[]> {
  // Otherwise the findings of several frames are put together on a page of their own; there are none, and it takes half the time.
  // Of what is in order, nothing is gathered.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
}
