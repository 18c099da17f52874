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

test('[R130] [R135] [R136] [R139] [R140] a schedule is made, planned again, given to a location and taken back', async ({
  page,
  signIn,
}) => {
  const name = unique('Late shops');
  await signIn(admin);
  const { locationId } = await placeOf(page, 'hamburg');
  await clear(
    page,
    `/api/schedule-assignment?locationId=${locationId}`,
    (assignment) => `/api/schedule-assignment/${assignment['locationScheduleAssignmentId']}`,
  );
  await menu(page).getByRole('link', { name: 'Opening hours' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Opening hours' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Shops in Germany' })).toBeVisible();

  await page.getByRole('button', { name: 'New schedule' }).click();
  const form = dialog(page, 'New schedule');
  const tomorrow = await form.getByLabel('Takes effect on').inputValue();
  // Tomorrow begins last at the location furthest west, which may be a day behind UTC.
  expect([dayFromNow(0), dayFromNow(1)]).toContain(tomorrow);
  const picked = (await form.getByLabel('Takes effect on').getAttribute('min')) ?? '';
  expect(Date.parse(picked) - Date.parse(tomorrow)).toBe(86_400_000);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Name is required')).toBeVisible();
  await expect(form.getByText('A location without hours is closed all week.')).toBeVisible();
  await form.getByLabel('Name').fill(name);
  await form.getByRole('button', { name: 'Add hours on Monday' }).click();
  await form.getByLabel('Monday, opens').fill('20:00');
  await form.getByLabel('Monday, closes').fill('02:00');
  await expect(form.getByText('next day', { exact: true })).toBeVisible();
  await form.getByRole('button', { name: 'Copy the hours of Monday to all days' }).click();
  await form.getByRole('button', { name: 'Add hours on Tuesday' }).click();
  await form.getByLabel('Tuesday, opens (2)').fill('01:00');
  await form.getByLabel('Takes effect on').fill(dayFromNow(-1));
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText(/These hours overlap other hours of the schedule/)).toBeVisible();
  await expect(form.getByText('Effective date must be tomorrow or later')).toBeVisible();
  await form.getByRole('button', { name: 'Remove hours 2 of Tuesday' }).click();
  await form.getByLabel('Takes effect on').fill(tomorrow);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Schedule created successfully')).toBeVisible();
  const card = page.getByRole('region', { name });
  await expect(card).toContainText('20:00 – 02:00');
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
  await expect(page.getByText('Not saved yet')).toBeVisible();
  // One draft at a time: nothing offers a second one.
  await expect(page.getByRole('button', { name: 'Add assignment' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Schedule is required')).toBeVisible();
  await page.getByRole('combobox', { name: 'Schedule' }).click();
  await page.getByRole('option', { name }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Schedule assignment created successfully')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: name })).toContainText('Forever');
  await page.getByRole('button', { name: 'Week after' }).click();
  await expect(week(page).getByText(name)).toHaveCount(7);

  await page.getByRole('button', { name: 'Add assignment' }).click();
  await expect(page.getByRole('button', { name: 'Add assignment' })).toBeDisabled();
  await page.getByRole('combobox', { name: 'Schedule' }).click();
  await page.getByRole('option', { name: 'Shops in Germany' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Assignment dates overlap another assignment. Please fix before saving')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();

  const deleted = page.waitForRequest((request) => request.method() === 'DELETE');
  await page.getByRole('button', { name: new RegExp(`^Delete ${name}`) }).click();
  await dialog(page, 'Delete Schedule Assignment').getByRole('button', { name: 'Yes, delete it!' }).click();
  const { searchParams } = new URL((await deleted).url());
  expect([...searchParams.keys()].toSorted()).toEqual(['locationId', 'startDate']);
  await expect(page.getByText('Schedule assignment deleted successfully')).toBeVisible();
  await expect(week(page)).toContainText('Open all day');

  await openTab(page, 'Schedules');
  await card.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Delete schedule' }).click();
  await dialog(page, 'Delete Schedule').getByRole('button', { name: 'Yes, delete it!' }).click();
  await expect(page.getByText('Schedule deleted successfully')).toBeVisible();
  await expect(card).toHaveCount(0);
});

test('[R130] [R132] [R134] exceptions of organization and location show in the week they fall in', async ({
  page,
  signIn,
}) => {
  const feast = unique('Feast');
  const late = unique('Late night');
  await signIn(admin);
  const { orgId, locationId } = await placeOf(page, 'berlin');
  const [ofAll, ofOne] = [`/api/org/${orgId}/schedule-exception`, `/api/location/${locationId}/schedule-exception`];
  await clear(page, ofAll, (exception) =>
    exception['description']?.startsWith('Feast ') ? `${ofAll}/${exception['orgScheduleExceptionId']}` : undefined,
  );
  await clear(page, ofOne, (exception) =>
    exception['description']?.startsWith('Late night ')
      ? `${ofOne}/${exception['locationScheduleExceptionId']}`
      : undefined,
  );
  await page.goto('/#/app/orgschedule?tab=exceptions');
  await page.getByRole('button', { name: 'Add exception' }).click();
  const form = dialog(page, 'Add exception');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Description is required')).toBeVisible();
  await form.getByLabel('Description').fill(feast);
  await form.getByLabel('First day').fill(dayFromNow(14));
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Schedule exception created successfully')).toBeVisible();
  const special = page.getByRole('listitem').filter({ hasText: feast });
  await expect(special).toContainText('Closed');
  await page.getByRole('button', { name: `Edit ${feast}` }).click();
  const change = dialog(page, 'Edit exception');
  await change.getByRole('radiogroup', { name: 'On these days' }).getByText('Other hours').click();
  await change.getByLabel('Opens').fill('10:00');
  await change.getByLabel('Closes').fill('13:30');
  await change.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Schedule exception updated successfully')).toBeVisible();
  await expect(special).toContainText('Holiday');
  await expect(special).toContainText('10:00 – 13:30');
  await page.getByRole('button', { name: 'Add exception' }).click();
  await form.getByLabel('Description').fill('Another');
  await form.getByLabel('First day').fill(dayFromNow(14));
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Exception dates overlap another exception. Please fix before saving')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Yes, close' }).click();
  await expect(form).toBeHidden();
  await chooseLocation(page, 'Berlin');
  await page.getByRole('button', { name: 'Add exception' }).click();
  await form.getByLabel('Description').fill(late);
  await form.getByRole('combobox', { name: 'Type' }).click();
  await page.getByRole('option', { name: 'Extended Hours' }).click();
  await form.getByLabel('First day').fill(dayFromNow(15));
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Extended hours need an open and a close time')).toBeVisible();
  await form.getByLabel('Opens').fill('20:00');
  await form.getByLabel('Closes').fill('23:30');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: late })).toContainText('Also 20:00 – 23:30');
  for (const [description, hours] of [
    [feast, '10:00 – 13:30'],
    [late, '23:30'],
  ] as const) {
    const row = week(page).getByRole('row').filter({ hasText: description });
    for (let weeks = 0; weeks < 3 && (await row.count()) === 0; weeks += 1) {
      await page.getByRole('button', { name: 'Week after' }).click();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    }
    await expect(row).toContainText(hours);
  }

  await page.getByRole('button', { name: `Delete ${late}` }).click();
  await dialog(page, 'Delete Schedule Exception').getByRole('button', { name: 'Yes, delete it!' }).click();
  await expect(page.getByText('Schedule exception deleted successfully')).toBeVisible();
  await openTab(page, 'Exceptions');
  await page.getByRole('button', { name: `Delete ${feast}` }).click();
  await dialog(page, 'Delete Schedule Exception').getByRole('button', { name: 'Yes, delete it!' }).click();
  await expect(special).toHaveCount(0);
});

test('[R113] staff keep the schedules of an organization on its page, whichever they work in', async ({
  page,
  signIn,
}) => {
  await signIn('staff@atrium.demo', '/#/app/orgs');
  await page.getByRole('searchbox', { name: 'Search' }).fill('Lakeside');
  await page.getByRole('link', { name: 'Lakeside Libraries' }).click();
  await openTab(page, 'Places');
  await openTab(page, 'Schedules');
  await expect(page.getByRole('heading', { name: 'Branches' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Exceptions of the organization' })).toBeVisible();
  await expect(page.getByText('Shops in Germany')).toHaveCount(0);

  const orgId = /org\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? '';
  const schedules = await page.request.get(`/api/schedule?search=Branches&orgId=${orgId}`);
  const [branches] = (await schedules.json()) as [{ scheduleId: string }];
  // Refused unless an earlier try has left some behind.
  await page.request.delete(`/api/schedule/${branches.scheduleId}/planned?orgId=${orgId}`);
  await page.reload();
  const card = page.getByRole('region', { name: 'Branches' });
  await expect(card).toContainText('In force since');
  await card.getByRole('button', { name: 'Actions for Branches' }).click();
  await expect(page.getByRole('menuitem', { name: 'Discard planned hours' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Edit schedule' }).click();
  const form = dialog(page, 'Edit schedule');
  await form.getByLabel('Changed hours take effect on').fill(dayFromNow(30));
  await form.getByRole('button', { name: 'Save' }).click();
  const versions = card.getByRole('combobox', { name: 'Hours of Branches' });
  await expect(versions.getByRole('option')).toHaveText([/^In force since/, /^Planned from/]);
  await card.getByRole('button', { name: 'Actions for Branches' }).click();
  await page.getByRole('menuitem', { name: 'Discard planned hours' }).click();
  await dialog(page, 'Discard Planned Hours').getByRole('button', { name: 'Yes, discard them!' }).click();
  await expect(versions).toHaveCount(0);
});

test('[R538] people who only read see the hours of their location and no buttons', async ({ page, signIn }) => {
  await signIn('user@northgate.demo');
  await menu(page).getByRole('link', { name: 'Opening hours' }).click();
  // Their one location has no schedule, and those of others are not theirs to see.
  await expect(page.getByText('No schedule yet')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Shops in Germany' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'New schedule' })).toHaveCount(0);
  await openTab(page, 'Locations');
  await expect(week(page)).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Add|Edit|Delete)/ })).toHaveCount(0);
});
