import type { Page } from '@playwright/test';
import { unique } from '../directory-steps.ts';
import { unsent } from '../refusing.ts';
import { StaffCalls } from '../staff-calls.ts';
import { expect, openTab, test } from '../story.ts';

// Every look is four screenshots and four runs of axe.
test.describe.configure({ timeout: 240_000 });

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const tab = (page: Page, name: string) => page.getByRole('tab', { name });

async function openLocation(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search for anything' }).fill(text);
  await expect(page.getByRole('listbox', { name: 'Results' }).getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
}

test('[R161] [R163] [R167] [R168] [R170] a space is made, bordered, reset and deleted', async ({
  page,
  signIn,
  look,
}) => {
  const name = unique('Waiting hall');
  await signIn('admin@northgate.demo');
  await openLocation(page, 'loc::hamburg');
  await openTab(page, 'Spaces');
  await expect(page.getByRole('link', { name: 'Travel shop' })).toBeVisible();
  await expect(
    page.getByText('Areas of this location whose occupancy is calculated from the zones around them.'),
  ).toBeVisible();

  await page.getByRole('button', { name: 'New space' }).click();
  const form = dialog(page, 'New space');
  await form.getByLabel('Max capacity').fill('0');
  await unsent(page, async () => {
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('Name is required')).toBeVisible();
    await expect(form.getByText('Max capacity must be a whole number from 1 to 1000000')).toBeVisible();
  });
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await form.getByLabel('Max capacity').fill('120');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Space created successfully')).toBeVisible();
  await expect(title(page, name)).toBeVisible();
  await expect(page).toHaveURL(/#\/app\/org\/[0-9a-f-]{36}\/location\/[0-9a-f-]{36}\/space\/[0-9a-f-]{36}$/);

  await expect(page.getByRole('region', { name: 'About this space' })).toContainText(/Max capacity.*120$/);
  await expect(page.getByText('The lines that people cross to enter and leave this space.')).toBeVisible();
  await expect(page.getByText('No zone yet')).toBeVisible();
  await page.getByRole('button', { name: 'Add zone' }).click();
  const draft = page.getByRole('form', { name: 'New zone' });
  await expect(draft.getByRole('switch', { name: 'Show inactive sensors' })).not.toBeChecked();
  await draft.getByRole('switch', { name: 'Show disabled zones' }).click();
  await draft.getByRole('button', { name: 'Save' }).click();
  await expect(draft.getByText('Choose a zone')).toBeVisible();
  await draft.getByRole('combobox', { name: 'Zone' }).fill('concourse');
  await page.getByRole('option', { name: /^Concourse doors/ }).click();
  await draft.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Zone added to space')).toBeVisible();
  await expect(page.getByText('Decommissioned')).toHaveCount(0);
  await page.getByRole('button', { name: 'Add zone' }).click();
  await draft.getByRole('combobox', { name: 'Zone' }).fill('concourse');
  await expect(page.getByText('No zone can be added')).toBeVisible();
  await draft.getByRole('combobox', { name: 'Zone' }).fill('platform');
  await page.getByRole('option', { name: /^Platform doors/ }).click();
  await draft.getByRole('button', { name: 'Save' }).click();
  const reverse = page.getByRole('switch', { name: 'Reverse ins and outs of Platform doors' });
  await expect(reverse).not.toBeChecked();

  const answers = '**/api/space/*/zoneassignment/*';
  await page.route(answers, (route) => route.fulfill({ status: 500, json: {} }));
  await reverse.click();
  await expect(page.getByText(/^Could not update zone/)).toBeVisible();
  await expect(reverse).not.toBeChecked();
  await page.unroute(answers);
  await reverse.click();
  await expect(reverse).toBeChecked();
  await page.reload();
  await expect(reverse).toBeChecked();
  await page.getByRole('button', { name: 'Remove Platform doors' }).click();
  await page.getByRole('button', { name: 'Yes, remove it!' }).click();
  await expect(page.getByText('Zone removed from space')).toBeVisible();
  await expect(reverse).toHaveCount(0);

  await openTab(page, 'Resets');
  await expect(page.getByText('The occupancy is not reset every day.')).toBeVisible();
  const [from, until] = await Promise.all(
    ['From', 'Until'].map((label) => page.getByLabel(label, { exact: true }).inputValue()),
  );
  expect((Date.parse(until ?? '') - Date.parse(from ?? '')) / 86_400_000).toBe(7);
  await page.getByRole('button', { name: 'Add reset' }).click();
  const reset = page.getByRole('form', { name: 'New reset' });
  await reset.getByLabel('Date').fill('2026-03-29');
  await reset.getByLabel('Time').fill('02:30');
  await reset.getByLabel('People inside').fill('-1');
  await unsent(page, async () => {
    await reset.getByRole('button', { name: 'Save' }).click();
    await expect(reset.getByText('There is no 02:30 on 2026-03-29 in Europe/Berlin')).toBeVisible();
    await expect(reset.getByText('Reset value must be a positive number')).toBeVisible();
  });
  const before = new Date(Date.parse(from ?? '') - 86_400_000).toISOString().slice(0, 10);
  await reset.getByLabel('Date').fill(before);
  await reset.getByLabel('People inside').fill('12');
  await reset.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Manual reset created successfully')).toBeVisible();
  await expect(page.getByLabel('From', { exact: true })).toHaveValue(before);
  const resets = page.getByRole('list', { name: 'Manual resets' }).getByRole('listitem');
  await expect(resets).toHaveText([/2:30 am12 people inside/i]);
  await expect(reset).toHaveCount(0);

  await page.getByRole('region', { name: 'Daily reset' }).getByRole('button', { name: 'Edit' }).click();
  const daily = page.getByRole('form', { name: 'Daily reset' });
  await daily.getByRole('switch', { name: 'Reset every day' }).click();
  // 08:00 in UTC, as the clock of Hamburg shows it.
  await expect(daily.getByLabel('Time 1', { exact: true })).toHaveValue(/^(09|10):00$/);
  await expect(daily.getByLabel('People inside at time 1')).toHaveValue('0');
  await daily.getByRole('button', { name: 'Add time' }).click();
  await daily.getByLabel('Time 1', { exact: true }).fill('04:15');
  await daily.getByLabel('Time 2', { exact: true }).fill('04:15');
  await daily.getByRole('button', { name: 'Save' }).click();
  await expect(daily.getByText('Reset time must not duplicate an existing one')).toBeVisible();
  await look('space-daily-reset');
  for (const number of [2, 1]) await daily.getByRole('button', { name: `Remove time ${number}` }).click();
  await daily.getByRole('button', { name: 'Save' }).click();
  await expect(daily.getByText(/or a fixed time with at least one reset time/)).toBeVisible();
  await daily.getByRole('button', { name: 'Add time' }).click();
  await daily.getByLabel('Time 1', { exact: true }).fill('04:15');
  await daily.getByRole('button', { name: 'Save' }).click();
  const question = dialog(page, 'Full recalculation');
  await expect(question.getByText(/recalculates the occupancy of this space, including past days/)).toBeVisible();
  await look('space-recalculation');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(daily).toBeVisible();
  await daily.getByRole('button', { name: 'Save' }).click();
  await question.getByRole('button', { name: 'Yes, save them!' }).click();
  await expect(page.getByText('Space updated successfully')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Reset times' }).getByRole('listitem')).toHaveText([
    /04:15.*0 people inside/,
  ]);
  await page.getByRole('region', { name: 'Daily reset' }).getByRole('button', { name: 'Edit' }).click();
  await daily.getByText('With hours of operation').click();
  await daily.getByRole('button', { name: 'Save' }).click();
  await question.getByRole('button', { name: 'Yes, save them!' }).click();
  await expect(page.getByText('Every day, by the hours of operation of the location.')).toBeVisible();
  await resets.getByRole('button', { name: /^Delete the reset of/ }).click();
  await page.getByRole('button', { name: 'Yes, delete it!' }).click();
  await expect(page.getByText('Manual reset deleted successfully')).toBeVisible();
  await expect(page.getByText('No resets in this period')).toBeVisible();

  await openTab(page, 'Custom fields');
  await expect(page.getByRole('heading', { name: 'Custom fields' })).toBeVisible();
  await openTab(page, 'Attachments');
  await expect(page.getByRole('heading', { name: 'Attachments' })).toBeVisible();

  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const edit = dialog(page, 'Edit space');
  await edit.getByLabel('Target occupancy').fill('90');
  await edit.getByRole('switch', { name: 'Disabled' }).click();
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(edit).toBeHidden();
  await expect(page.getByText('Space updated successfully').last()).toBeVisible();
  await expect(page.getByRole('region', { name: 'About this space' })).toContainText('90');

  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete space' }).click();
  await page.getByRole('button', { name: 'Yes, delete it!' }).click();
  await expect(page.getByText('Space deleted successfully')).toBeVisible();
  await expect(tab(page, 'Spaces')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('link', { name })).toHaveCount(0);
});

test('[R129] [R143] spaces are read by everyone who sees their location, and shown only where occupancy is', async ({
  page,
  signIn,
  request,
}) => {
  await signIn('user@northgate.demo');
  await openLocation(page, 'space::travel');
  await expect(title(page, 'Travel shop')).toBeVisible();
  await expect(page.getByText('Concourse doors')).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Reverse ins and outs of Concourse doors' })).toBeDisabled();
  await openTab(page, 'Resets');
  await expect(page.getByRole('heading', { name: 'Daily reset' })).toBeVisible();
  for (const name of ['Add reset', 'Edit', 'More actions'])
    await expect(page.getByRole('button', { name })).toHaveCount(0);

  const { orgId } = await (await StaffCalls.signIn(request)).organization();
  const made = await request.post(`/api/location?orgId=${orgId}`, { data: { name: 'Depot', timezone: 'UTC' } });
  const { locationId } = (await made.json()) as { locationId: string };
  await signIn('staff@atrium.demo', `/#/app/org/${orgId}/location/${locationId}`);
  await expect(title(page, 'Depot')).toBeVisible();
  await expect(tab(page, 'Opening hours')).toBeVisible();
  await expect(tab(page, 'Spaces')).toHaveCount(0);
});
