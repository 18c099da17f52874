import type { Endpoint } from '@atrium/contract/endpoint';
import { expect, vi } from 'vitest';
import { type Locator, page } from 'vitest/browser';
import { type Answer, expectDuring, expectNow, refuse, type Sent, sentTo } from './network.ts';
import { see } from './stage.ts';

type Place = Pick<Locator, 'getByRole' | 'getByText' | 'getByLabelText'>;

export const dialog = (name: string) => page.getByRole('dialog', { name });
export const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name });
/** By its whole name: a search would find those that it is a part of. */
export const field = (name: string, within: Place = page) => within.getByRole('textbox', { name, exact: true });

export async function press(name: string | RegExp, within: Place = page): Promise<void> {
  const button = within.getByRole('button', { name, exact: typeof name === 'string' }).first();
  await see(button);
  await button.click();
}

/** Opens the menu of a page or of a row and chooses from it. */
export async function chooseAction(item: string, menu = 'More actions'): Promise<void> {
  await press(menu);
  await page.getByRole('menuitem', { name: item }).click();
}

/** Chooses from a list that belongs to a field. */
export async function pick(name: string, option: string | RegExp, within: Place = page): Promise<void> {
  const box = within.getByRole('combobox', { name, exact: true });
  await see(box);
  await box.click();
  await page.getByRole('option', { name: option }).first().click();
}

export async function hide(shown: Locator): Promise<void> {
  await expect.poll(() => shown.elements().filter((element) => element.checkVisibility())).toEqual([]);
}

/** Refuses a call during `work`, and expects the words for it with the server's behind them. */
export async function refused(endpoint: Endpoint, words: string, work: () => Promise<void>): Promise<void> {
  await expectDuring(refuse(endpoint, 409, 'Not today.'), async () => {
    await work();
    await see(page.getByText(`${words}. Not today.`).first());
  });
}

/** Saves and is refused, because someone else has saved what is read next; what was sent. */
export async function overtaken(endpoint: Endpoint, newest: Answer, save = () => press('Save')): Promise<Sent> {
  const reads = sentTo(newest.endpoint).length;
  expectNow(newest);
  await expectDuring(refuse(endpoint, 412, 'Changed by someone else.'), async () => {
    await save();
    await expect.poll(() => sentTo(newest.endpoint).length).toBeGreaterThan(reads);
    await see(page.getByRole('alert').getByText('Changed by someone else.', { exact: true }));
  });
  return sentTo(endpoint).at(-1)!;
}

/** Saves a dialog, is refused, and puts the dialog away. */
export async function refusedIn(name: string, endpoint: Endpoint, words: string): Promise<void> {
  await refused(endpoint, words, () => press('Save', dialog(name)));
  await press('Cancel', dialog(name));
  await hide(dialog(name));
}

/** Stops the timers of the app and of what it uses; those of the test go on. */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'] });
}

/** The files that a page offers during `work`; none of them reaches the disk. */
export async function downloads(work: () => Promise<void>): Promise<{ name: string; text: string }[]> {
  const files: { name: string; url: string }[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function note(
    this: HTMLAnchorElement,
  ) {
    files.push({ name: this.download, url: this.href });
  });
  await work();
  await expect.poll(() => files.length).toBeGreaterThan(0);
  click.mockRestore();
  return Promise.all(files.map(async ({ name, url }) => ({ name, text: await (await fetch(url)).text() })));
}
