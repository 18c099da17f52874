import type { Page } from '@playwright/test';
import { unique } from '../directory-steps.ts';
import { expect, openTab, test } from '../story.ts';

// Long journeys, on a machine that runs other stories too.
test.describe.configure({ timeout: 240_000 });

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function openLocation(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search for anything' }).fill(text);
  await expect(page.getByRole('listbox', { name: 'Results' }).getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
}

test('[R161] [R163] [R168] a space is made, bordered, reset, read by others and deleted', async ({ page, signIn }) => {
  const name = unique('Waiting hall');
  await signIn('admin@northgate.demo');
  await openLocation(page, 'loc::hamburg');
  await openTab(page, 'Spaces');
  await expect(page.getByRole('link', { name: 'Travel shop' })).toBeVisible();
  await page.getByRole('button', { name: 'New space' }).click();
  const form = dialog(page, 'New space');
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await form.getByLabel('Max capacity').fill('120');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(title(page, name)).toBeVisible();
  await expect(page).toHaveURL(/#\/app\/org\/[0-9a-f-]{36}\/location\/[0-9a-f-]{36}\/space\/[0-9a-f-]{36}$/);

  await page.getByRole('button', { name: 'Add zone' }).click();
  const draft = page.getByRole('form', { name: 'New zone' });
  await draft.getByRole('combobox', { name: 'Zone' }).fill('concourse');
  await page.getByRole('option', { name: /^Concourse doors/ }).click();
  await draft.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Zone added to space')).toBeVisible();
  await expect(page.getByText('Decommissioned')).toHaveCount(0);
  // It is in the space now, and cannot be added a second time.
  await page.getByRole('button', { name: 'Add zone' }).click();
  await draft.getByRole('combobox', { name: 'Zone' }).fill('concourse');
  await expect(page.getByText('No zone can be added')).toBeVisible();
  await draft.getByRole('button', { name: 'Cancel' }).click();
  const reverse = page.getByRole('switch', { name: 'Reverse ins and outs of Concourse doors' });
  await reverse.click();
  await expect(reverse).toBeChecked();
  await page.reload();
  await expect(reverse).toBeChecked();

  await openTab(page, 'Resets');
  await page.getByRole('button', { name: 'Add reset' }).click();
  const reset = page.getByRole('form', { name: 'New reset' });
  await reset.getByLabel('People inside').fill('12');
  await reset.getByRole('button', { name: 'Save' }).click();
  const resets = page.getByRole('list', { name: 'Manual resets' }).getByRole('listitem');
  await expect(resets).toHaveText([/12 people inside/i]);
  await page.getByRole('region', { name: 'Daily reset' }).getByRole('button', { name: 'Edit' }).click();
  const daily = page.getByRole('form', { name: 'Daily reset' });
  await daily.getByRole('switch', { name: 'Reset every day' }).click();
  await daily.getByLabel('Time 1', { exact: true }).fill('04:15');
  await daily.getByRole('button', { name: 'Save' }).click();
  await dialog(page, 'Full recalculation').getByRole('button', { name: 'Yes, save them!' }).click();
  await expect(page.getByRole('list', { name: 'Reset times' }).getByRole('listitem')).toHaveText([
    /04:15.*0 people inside/,
  ]);
  const address = page.url();

  await signIn('user@northgate.demo', address);
  await expect(title(page, name)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Reset times' })).toContainText('04:15');

  await signIn('admin@northgate.demo', address);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete space' }).click();
  await page.getByRole('button', { name: 'Yes, delete it!' }).click();
  await expect(page.getByText('Space deleted successfully')).toBeVisible();
  await expect(page.getByRole('tab', { name: 'Spaces' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('link', { name })).toHaveCount(0);
});
