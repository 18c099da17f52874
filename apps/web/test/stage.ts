import { getProductInfo } from '@atrium/contract/product-info';
import { getProfile } from '@atrium/contract/profile';
import { loggedIn, ping } from '@atrium/contract/session';
import { getSidebar } from '@atrium/contract/sidebar';
import { capabilities, type Role, roleIds } from '@atrium/contract/access';
import { notifications } from '@mantine/notifications';
import axe from 'axe-core';
import { expect, inject } from 'vitest';
import { commands, type Locator, page, userEvent } from 'vitest/browser';
import { abortWithheld, answer, type Answer, expectCalls, networkProblems } from './network.ts';
import { sampleId } from './sample.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** How many times as long as usual everything may take. */
    patience: number;
  }
}

declare module 'vitest/browser' {
  interface BrowserCommands {
    setColorScheme: (scheme: 'light' | 'dark') => Promise<void>;
    takePicture: (name: string) => Promise<void>;
  }
}

/** The app is loaded once for all files, and asks again after ten minutes. */
const product = answer(getProductInfo, {
  name: 'Atrium',
  version: '1.0.0',
  billingPhone: '+1 512 555 0100',
  weather: true,
});

/** Nobody is signed in. */
export const visitor: readonly Answer[] = [product, answer(loggedIn, '0')];

/** Someone is signed in, and the shell gets what it asks for. */
export function signedInAs(
  role: Role,
  profile: Parameters<typeof answer<typeof getProfile>>[1] = {},
): readonly Answer[] {
  const flags = Object.fromEntries(capabilities.map((name) => [name, true]));
  const isStaff = role === 'SenSourceUser';
  return [
    product,
    answer(loggedIn, sampleId('userId')),
    answer(ping),
    answer(getSidebar, [
      { text: 'Welcome', sref: '/app/welcome', icon: 'home' },
      { text: 'Locations', sref: '/app/locations', icon: 'map-pin' },
    ]),
    answer(getProfile, {
      name: 'Ada Lovelace',
      phone: '+1 512 555 0100',
      timezone: 'America/New_York',
      roles: [role],
      roleassignment: [{ roleId: roleIds[role], name: role }],
      ...(isStaff
        ? { orgId: null, org: null }
        : { orgId: sampleId('orgId'), org: { name: 'Lakeside Libraries', isEnabled: true, ...flags } }),
      ...profile,
    }),
  ];
}

let app: Promise<typeof import('../src/routes.tsx')> | undefined;

/** Opens a screen of the whole app, as if the page had been loaded there for the first time on this device. */
export async function open(path: string, calls: readonly Answer[]): Promise<void> {
  await leave();
  forget();
  enter(path, calls);
}

/** As `open`, on a device that has shown the app before. */
export async function openAgain(path: string, calls: readonly Answer[]): Promise<void> {
  await leave();
  enter(path, calls);
}

/** As `open`, for staff who work in the organization of the records. */
export async function openAsStaff(path: string, calls: readonly Answer[]): Promise<void> {
  await leave();
  forget();
  window.sessionStorage.setItem(`organization.${sampleId('userId')}`, sampleId('orgId'));
  enter(path, calls);
}

function forget(): void {
  window.localStorage.clear();
  window.sessionStorage.clear();
}

async function leave(): Promise<void> {
  expectCalls([...visitor, product]);
  app ??= mount();
  const { router } = await app;
  // Outside of the shell nothing of the screen before is left; what was typed there is not asked about.
  await router.navigate({ to: '/404', ignoreBlocker: true });
  abortWithheld();
  await closeDialogs();
  notifications.clean();
}

function enter(path: string, calls: readonly Answer[]): void {
  expectCalls(calls);
  window.location.hash = path;
}

/** Those that a test left open outlive their screen; what was typed there is given up. */
async function closeDialogs(): Promise<void> {
  await expect
    .poll(async () => {
      const confirm = page.getByRole('button', { name: 'Yes, close' });
      if (confirm.elements().length > 0) await confirm.first().click();
      else if (document.querySelector('[role="dialog"]')) await userEvent.keyboard('{Escape}');
      return document.querySelector('[role="dialog"]');
    })
    .toBeNull();
}

/** The app starts as it does in production: by its own entry. */
async function mount() {
  document.documentElement.lang = 'en';
  // Without the runner's own parameters: the router would take them for those of the screen.
  window.history.replaceState(null, '', `${window.location.pathname}#/404`);
  const root = document.createElement('div');
  root.id = 'root';
  document.body.append(root);
  await import('../src/main.tsx');
  return import('../src/routes.tsx');
}

const sizes = { desktop: [1440, 900], phone: [390, 844] } as const;
const schemes = ['light', 'dark'] as const;
const ofColors = ['color-contrast', 'link-in-text-block'];

/**
 * Waits for what the screen must show, then looks at it on desktop and phone, light and dark with axe: every rule it has
 * in the light, and what depends on colors in the dark. With ATRIUM_SCREENS set, it takes a picture of each.
 */
export async function look(name: string, shown: Locator): Promise<void> {
  await see(shown);
  for (const [device, [width, height]] of Object.entries(sizes)) {
    for (const scheme of schemes) {
      await page.viewport(width, height);
      await commands.setColorScheme(scheme);
      await expectAccessible(scheme === 'dark' ? ofColors : undefined);
      await commands.takePicture(`${name}-${device}-${scheme}`);
    }
  }
  await page.viewport(...sizes.desktop);
  await commands.setColorScheme('light');
  expect(networkProblems()).toEqual([]);
}

/** Waits for something; if it does not come, a call that nobody expected is the likeliest reason. */
export async function see(shown: Locator): Promise<void> {
  try {
    await expect.element(shown, { timeout: 15_000 * inject('patience') }).toBeVisible();
  } catch {
    const { innerText } = document.body;
    throw new Error([`${shown.selector} does not show.`, ...networkProblems(), innerText.slice(0, 1_000)].join('\n'));
  }
}

/** axe alone, for what closes itself when the window changes, such as an open menu. */
export async function checkAccess(): Promise<void> {
  await expectAccessible();
}

async function expectAccessible(rules?: string[]): Promise<void> {
  await settled();
  await expect.poll(() => violations(rules), { interval: 500 }).toEqual([]);
}

/** What is still fading has no contrast yet; what never ends, such as the busy line, is not waited for. */
export async function settled(): Promise<void> {
  await document.fonts.ready;
  const running = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.all(running.map((animation) => animation.finished.catch(() => undefined)));
}

async function violations(rules: string[] | undefined): Promise<string[]> {
  const found = await axe.run(document, {
    resultTypes: ['violations'],
    selectors: false,
    ...(rules && { runOnly: rules }),
  });
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
}
