import type { Page } from '@playwright/test';
import { expect } from './story.ts';

export const staff = 'staff@atrium.demo';

/** A name that no other run of a story has. */
export const unique = (name: string) => `${name} ${Date.now().toString(36)}`;

/** Makes an organization by the form; ends on its page. */
export async function createOrganization(page: Page, name: string): Promise<void> {
  await page.goto('/#/app/org/new');
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Organization created successfully')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page).toHaveURL(/#\/app\/org\/[0-9a-f-]{36}$/);
}

/** Opens the page of someone from the list of users. */
export async function openUser(page: Page, name: string): Promise<void> {
  await page.goto('/#/app/users');
  await page.getByRole('searchbox', { name: 'Search' }).fill(name);
  await page.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** Waits for the link that an installation without a mail server hands out, and closes it. */
export async function passOnInvitation(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Pass on the invitation' });
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toHaveCount(0);
}
