import type { Page } from '@playwright/test';
import { unique } from '../directory-steps.ts';
import { expect, openTab, test } from '../story.ts';

// Long journeys, on a machine that runs other stories too.
test.describe.configure({ timeout: 240_000 });

const admin = 'admin@northgate.demo';

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main menu' });
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const week = (page: Page) => page.getByRole('table', { name: /^Opening hours from/ });

/** A date some days from now, in UTC. */
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

async function chooseLocation(page: Page, name: string): Promise<void> {
  await openTab(page, 'Locations');
  await page.getByRole('button', { name: 'Location:' }).click();
  await page.getByRole('option', { name }).click();
  await expect(page.getByRole('button', { name: 'Location:' })).toContainText(name);
  await expect(week(page)).toBeVisible();
}

type Row = Record<string, string>;

/** Deletes what an earlier try of a story has left behind and what would be in its way. */
async function clear(page: Page, list: string, pathOf: (row: Row) => string | undefined): Promise<void> {
  for (const row of (await (await page.request.get(list)).json()) as Row[]) {
    const path = pathOf(row);
    if (path !== undefined) expect((await page.request.delete(path)).ok()).toBe(true);
  }
}

async function placeOf(page: Page, search: string): Promise<{ orgId: string; locationId: string }> {
  const [found] = (await (await page.request.get(`/api/location?search=${search}`)).json()) as [
    { orgId: string; locationId: string },
  ];
  return found;
}

test('[R130] [R132] [R135] [R139] a schedule is given to a location, exceptions show in its week, all is taken back', async ({
  page,
  signIn,
}) => {
  const [name, feast, late] = [unique('Late shops'), unique('Feast'), unique('Late night')];
  await signIn(admin);
  const { orgId, locationId } = await placeOf(page, 'hamburg');
  const [ofAll, ofOne] = [`/api/org/${orgId}/schedule-exception`, `/api/location/${locationId}/schedule-exception`];
  await clear(
    page,
    `/api/schedule-assignment?locationId=${locationId}`,
    (assignment) => `/api/schedule-assignment/${assignment['locationScheduleAssignmentId']}`,
  );
  await clear(page, ofAll, (exception) =>
    exception['description']?.startsWith('Feast ') ? `${ofAll}/${exception['orgScheduleExceptionId']}` : undefined,
  );
  await clear(page, ofOne, (exception) =>
    exception['description']?.startsWith('Late night ')
      ? `${ofOne}/${exception['locationScheduleExceptionId']}`
      : undefined,
  );
  await menu(page).getByRole('link', { name: 'Opening hours' }).click();
  await expect(page.getByRole('heading', { name: 'Shops in Germany' })).toBeVisible();
  await page.getByRole('button', { name: 'New schedule' }).click();
  const form = dialog(page, 'New schedule');
  const tomorrow = await form.getByLabel('Takes effect on').inputValue();
  await form.getByLabel('Name').fill(name);
  await form.getByRole('button', { name: 'Add hours on Monday' }).click();
  await form.getByLabel('Monday, opens').fill('20:00');
  await form.getByLabel('Monday, closes').fill('02:00');
  await form.getByRole('button', { name: 'Copy the hours of Monday to all days' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Schedule created successfully')).toBeVisible();
  const card = page.getByRole('region', { name });
  await expect(card).toContainText('Planned from');
  await card.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Edit schedule' }).click();
  const change = dialog(page, 'Edit schedule');
  await expect(change.getByLabel('Takes effect on')).toHaveValue(tomorrow);
  await change.getByLabel('Sunday, closes').fill('23:00');
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Schedule updated successfully')).toBeVisible();
  await expect(card.getByRole('listitem').filter({ hasText: 'Sun' })).toContainText('20:00 – 23:00');
  await expect(card.getByRole('listitem').filter({ hasText: 'Mon' })).toContainText('20:00 – 02:00');

  await chooseLocation(page, 'Hamburg Central Station');
  await expect(week(page)).toContainText('Open all day');
  await page.getByRole('button', { name: 'Add assignment' }).click();
  await page.getByRole('combobox', { name: 'Schedule' }).click();
  await page.getByRole('option', { name }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Schedule assignment created successfully')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('Forever');
  await page.getByRole('button', { name: 'Week after' }).click();
  await expect(week(page).getByText(name)).toHaveCount(7);
  await page.getByRole('button', { name: 'Add assignment' }).click();
  await page.getByRole('combobox', { name: 'Schedule' }).click();
  await page.getByRole('option', { name: 'Shops in Germany' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Assignment dates overlap another assignment. Please fix before saving')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();

  const exception = dialog(page, 'Add exception');
  await page.getByRole('button', { name: 'Add exception' }).click();
  await exception.getByLabel('Description').fill(late);
  await exception.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Extended Hours' }).click();
  await exception.getByLabel('First day').fill(dayFromNow(15));
  await exception.getByLabel('Opens').fill('08:00');
  await exception.getByLabel('Closes').fill('11:30');
  await exception.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: late })).toContainText('Also 08:00 – 11:30');
  await openTab(page, 'Exceptions');
  for (const description of [feast, 'Another']) {
    await page.getByRole('button', { name: 'Add exception' }).click();
    await exception.getByLabel('Description').fill(description);
    await exception.getByLabel('First day').fill(dayFromNow(14));
    await exception.getByRole('button', { name: 'Save' }).click();
    if (description === feast) await expect(page.getByText('Schedule exception created successfully')).toBeVisible();
  }
  await expect(
    exception.getByText('Exception dates overlap another exception. Please fix before saving'),
  ).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Yes, close' }).click();
  await chooseLocation(page, 'Hamburg Central Station');
  for (const [description, hours] of [
    [feast, 'Closed'],
    [late, '11:30'],
  ] as const) {
    const row = week(page).getByRole('row').filter({ hasText: description });
    for (let weeks = 0; weeks < 3 && (await row.count()) === 0; weeks += 1) {
      const before = await week(page).getAttribute('aria-label');
      await page.getByRole('button', { name: 'Week after' }).click();
      // The week before stays until the next one is there.
      await expect(week(page)).not.toHaveAttribute('aria-label', before!);
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    }
    await expect(row).toContainText(hours);
  }

  await page.getByRole('button', { name: `Delete ${late}` }).click();
  await dialog(page, 'Delete Schedule Exception').getByRole('button', { name: 'Yes, delete it!' }).click();
  await page.getByRole('button', { name: new RegExp(`^Delete ${name}`) }).click();
  await dialog(page, 'Delete Schedule Assignment').getByRole('button', { name: 'Yes, delete it!' }).click();
  await expect(page.getByText('Schedule assignment deleted successfully')).toBeVisible();
  await expect(week(page).getByText(name)).toHaveCount(0);
  await openTab(page, 'Exceptions');
  await page.getByRole('button', { name: `Delete ${feast}` }).click();
  await dialog(page, 'Delete Schedule Exception').getByRole('button', { name: 'Yes, delete it!' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: feast })).toHaveCount(0);
  await openTab(page, 'Schedules');
  await card.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete schedule' }).click();
  await dialog(page, 'Delete Schedule').getByRole('button', { name: 'Yes, delete it!' }).click();
  await expect(page.getByText('Schedule deleted successfully')).toBeVisible();
  await expect(card).toHaveCount(0);
});
