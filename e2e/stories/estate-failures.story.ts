import type { Page } from '@playwright/test';
import { unique } from '../directory-steps.ts';
import { refusing } from '../refusing.ts';
import { expect, openTab, test } from '../story.ts';

const admin = 'admin@northgate.demo';
/** Where a location more or less is no matter to other stories. */
const librarian = 'admin@lakeside.demo';

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name });
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const again = (page: Page) => page.getByRole('button', { name: 'Try again' }).click();

/** What an administrator makes behind the scenes, with the session of the page. */
async function make<Made>(page: Page, path: string, data: object): Promise<Made> {
  const answer = await page.request.post(path, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as Made;
}

/** Saves a dialog that is refused, and puts it away. */
async function refusedIn(page: Page, name: string, method: string, path: RegExp, words: string): Promise<void> {
  await refusing(page, method, path, words, () => dialog(page, name).getByRole('button', { name: 'Save' }).click());
  await dialog(page, name).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog(page, name)).toBeHidden();
}

async function deleteNamed(page: Page, what: 'location' | 'site', name: string): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: `Delete ${what}` }).click();
  await page.getByRole('button', { name: 'Yes, delete it!' }).click();
  await page.getByLabel(`Type the name of the ${what}, ${name}, to delete it`).fill(name);
  await page.getByRole('button', { name: 'Yes, delete it!' }).click();
}

test('what fails with locations and sites is said in their words', async ({ page, signIn }) => {
  const name = unique('Unlucky');
  await signIn(librarian);
  const { orgId, locationId } = await make<{ orgId: string; locationId: string }>(page, '/api/location', {
    name,
    timezone: 'UTC',
    site: [{ name: 'Door' }],
  });
  await refusing(page, 'GET', /\/api\/location\?/, 'Unable to retrieve locations', async () => {
    await page.goto('/#/app/locations');
  });
  await again(page);
  await page.getByRole('button', { name: 'New location' }).click();
  const form = dialog(page, 'New location');
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Nowhere');
  await form.getByLabel('Latitude').fill('30.268107');
  await form.getByLabel('Longitude').fill('-97.744821');
  await refusing(page, 'GET', /\/api\/location\/timezone/, 'Unable to retrieve timezone', async () => {
    await form.getByRole('button', { name: 'Use the coordinates' }).click();
  });
  await refusedIn(page, 'New location', 'POST', /\/api\/location/, 'Unable to create location');

  await refusing(page, 'GET', /\/api\/location\/[^/]{36}\?/, 'Unable to retrieve location details', async () => {
    await page.goto(`/#/app/org/${orgId}/location/${locationId}`);
  });
  await again(page);
  await expect(title(page, name)).toBeVisible();
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await dialog(page, 'Edit location').getByRole('combobox', { name: 'Street' }).fill('1 High Street');
  await refusedIn(page, 'Edit location', 'PUT', /\/api\/location\//, 'Unable to update location');
  for (const [open, draft, method, words] of [
    ['Add site', 'New site', 'POST', 'Unable to create site'],
    ['Edit Door', 'Edit Door', 'PUT', 'Unable to update site'],
  ] as const) {
    await page.getByRole('button', { name: open }).click();
    const row = page.getByRole('form', { name: draft });
    await row.getByRole('textbox', { name: 'Name', exact: true }).fill('Gate');
    await refusing(page, method, /\/api\/site/, words, () => row.getByRole('button', { name: 'Save' }).click());
    await row.getByRole('button', { name: 'Cancel' }).click();
  }
  await refusing(page, 'GET', /\/api\/site\/[^/]{36}\?/, 'Unable to retrieve site details', async () => {
    await page.getByRole('link', { name: 'Door' }).click();
  });
  await again(page);
  await refusing(page, 'DELETE', /\/api\/site\//, 'Unable to delete site', () => deleteNamed(page, 'site', 'Door'));
  await page.goBack();
  await expect(title(page, name)).toBeVisible();
  await refusing(page, 'DELETE', /\/api\/location\//, 'Unable to delete location', () =>
    deleteNamed(page, 'location', name),
  );
  await deleteNamed(page, 'location', name);
  await expect(title(page, 'Locations')).toBeVisible();
});

test('what fails with spaces is said in their words', async ({ page, signIn }) => {
  const name = unique('Closed hall');
  await signIn(admin);
  const [hamburg] = (await (await page.request.get('/api/location?search=hamburg')).json()) as [
    { orgId: string; locationId: string },
  ];
  const { orgId, locationId } = hamburg;
  const { spaceId } = await make<{ spaceId: string }>(page, '/api/space', { locationId, name });
  const path = `/api/space/${spaceId}`;
  const [zone, other] = (await (await page.request.get(`${path}/addablezone`)).json()) as {
    zoneId: string;
    name: string;
  }[];
  await make(page, `${path}/zoneassignment`, { zoneId: zone?.zoneId });
  await make(page, `${path}/occupancyreset`, { resetDate: new Date().toISOString(), occupants: 3 });

  await page.goto(`/#/app/org/${orgId}/location/${locationId}?tab=spaces`);
  await page.getByRole('button', { name: 'New space' }).click();
  await dialog(page, 'New space').getByRole('textbox', { name: 'Name' }).fill('Attic');
  await refusedIn(page, 'New space', 'POST', /\/api\/space/, 'Unable to create space');
  await refusing(page, 'GET', /\/api\/space\/[^/]{36}\?/, 'Unable to get space details', async () => {
    await page.goto(`/#/app/org/${orgId}/location/${locationId}/space/${spaceId}`);
  });
  await again(page);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await dialog(page, 'Edit space').getByLabel('Max capacity').fill('12');
  await refusedIn(page, 'Edit space', 'PUT', /\/api\/space\//, 'Unable to update space');
  await page.getByRole('button', { name: 'Add zone' }).click();
  const draft = page.getByRole('form', { name: 'New zone' });
  await draft.getByRole('combobox', { name: 'Zone' }).fill(other?.name ?? '');
  await page.getByRole('option').first().click();
  await refusing(page, 'POST', /\/zoneassignment/, 'Could not save zone to space', () =>
    draft.getByRole('button', { name: 'Save' }).click(),
  );
  await draft.getByRole('button', { name: 'Cancel' }).click();
  await refusing(page, 'DELETE', /\/zoneassignment\//, 'Could not remove zone from space', async () => {
    await page.getByRole('button', { name: `Remove ${zone?.name ?? ''}` }).click();
    await page.getByRole('button', { name: 'Yes, remove it!' }).click();
  });

  await refusing(page, 'GET', /\/occupancyreset\?/, 'Unable to get resets', async () => {
    await openTab(page, 'Resets');
  });
  await again(page);
  await page.getByRole('button', { name: 'Add reset' }).click();
  const reset = page.getByRole('form', { name: 'New reset' });
  await reset.getByLabel('People inside').fill('4');
  await refusing(page, 'POST', /\/occupancyreset/, 'Unable to create manual reset', () =>
    reset.getByRole('button', { name: 'Save' }).click(),
  );
  await reset.getByRole('button', { name: 'Cancel' }).click();
  await refusing(page, 'DELETE', /\/occupancyreset\//, 'Unable to delete manual reset', async () => {
    await page.getByRole('button', { name: /^Delete the reset of/ }).click();
    await page.getByRole('button', { name: 'Yes, delete it!' }).click();
  });
  expect((await page.request.delete(path)).ok()).toBe(true);
});

test('[R570] toasts stay clear of the buttons of a form, and go although the pointer rests on them', async ({
  page,
  signIn,
}) => {
  await page.clock.install();
  await signIn(librarian, '/#/app/locations');
  await page.getByRole('row').nth(1).getByRole('link').click();
  await page.getByRole('button', { name: 'Add site' }).click();
  const form = page.getByRole('form', { name: 'New site' });
  const name = form.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill('Gate');
  let refusals = 0;
  await page.route(/\/api\/site/, (route) => {
    refusals += 1;
    const message = `Refused ${refusals}.`;
    return route.request().method() === 'POST'
      ? route.fulfill({ status: 409, json: { code: 'conflict', message, err: message } })
      : route.fallback();
  });
  const toasts = page.locator('[role="alert"]').filter({ hasText: 'Unable to create site' });
  // Toasts leave by the clock of the page, which stands still between the steps of this story.
  await page.clock.pauseAt(Date.now() + 60_000);
  const refuse = async () => {
    const toast = toasts.filter({ hasText: `Refused ${refusals + 1}.` });
    await name.press('Enter');
    const appeared = async () => {
      await page.clock.runFor(50);
      return toast.isVisible();
    };
    await expect.poll(appeared).toBe(true);
    await page.clock.runFor(500);
    return { toast, ...(await toast.boundingBox())! };
  };

  for (let times = 0; times < 4; times += 1) await refuse();
  await expect(toasts).toHaveCount(3);
  const toast = (await toasts.first().boundingBox())!;
  for (const button of ['Cancel', 'Save']) {
    const { x } = (await form.getByRole('button', { name: button }).boundingBox())!;
    expect(x).toBeGreaterThan(toast.x + toast.width);
  }

  await page.clock.runFor(10_000);
  await expect(toasts).toHaveCount(0);
  await page.mouse.move(toast.x + 100, page.viewportSize()!.height - 60);
  const resting = await refuse();
  expect(resting.y).toBeLessThan(page.viewportSize()!.height - 60);
  await page.clock.runFor(10_000);
  await expect(toasts).toHaveCount(0);

  const read = await refuse();
  await page.mouse.move(read.x + 120, read.y + 20);
  const other = await refuse();
  await page.clock.runFor(10_000);
  await expect(other.toast).toHaveCount(0);
  await expect(read.toast).toBeVisible();
  await page.mouse.move(read.x + read.width + 200, 300);
  await page.clock.runFor(10_000);
  await expect(toasts).toHaveCount(0);
});

test('what fails with opening hours is said in their words, and what is changed too', async ({ page, signIn }) => {
  const name = unique('Night hours');
  await signIn(librarian);
  const { locationId } = await make<{ locationId: string }>(page, '/api/location', {
    name: unique('Depot'),
    timezone: 'UTC',
  });
  const { scheduleId } = await make<{ scheduleId: string }>(page, '/api/schedule', { name });
  await refusing(page, 'GET', /\/api\/schedule\?/, 'Unable to retrieve schedules', async () => {
    await page.goto('/#/app/orgschedule');
  });
  await again(page);
  const edit = async () => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await page.getByRole('menuitem', { name: 'Edit schedule' }).click();
    return dialog(page, 'Edit schedule');
  };
  await (await edit()).getByRole('checkbox', { name: 'Assign to new locations' }).check();
  await refusedIn(page, 'Edit schedule', 'PUT', /\/api\/schedule\//, 'Unable to save schedule');
  await (await edit()).getByRole('button', { name: 'Add hours on Monday' }).click();
  await refusedIn(page, 'Edit schedule', 'PUT', /\/api\/schedule\//, 'Unable to save schedule period');
  await (await edit()).getByRole('button', { name: 'Add hours on Monday' }).click();
  await dialog(page, 'Edit schedule').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Schedule updated successfully')).toBeVisible();

  const hours = `/#/app/orgschedule?tab=locations&location=${locationId}`;
  await refusing(page, 'GET', /\/api\/schedule-assignment\?/, 'Unable to retrieve assignments', async () => {
    await refusing(page, 'GET', /\/schedule-exception\?/, 'Unable to retrieve location exceptions', async () => {
      await page.goto(hours);
      await page.reload();
    });
  });
  await page.reload();
  await page.getByRole('button', { name: 'Add assignment' }).click();
  await page.getByRole('combobox', { name: 'Schedule' }).click();
  await page.getByRole('option', { name }).click();
  await refusing(page, 'POST', /\/api\/schedule-assignment/, 'Unable to save assignment', () =>
    page.getByRole('button', { name: 'Save' }).click(),
  );
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: new RegExp(`^Edit ${name}`) }).click();
  await page.getByLabel('Until').fill('2999-12-31');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Schedule assignment updated successfully')).toBeVisible();

  await page.getByRole('button', { name: 'Add exception' }).click();
  const exception = dialog(page, 'Add exception');
  await exception.getByLabel('Description').fill('Stocktaking');
  await exception.getByLabel('First day').fill('2030-12-31');
  await refusing(page, 'POST', /\/schedule-exception/, 'Unable to save exception', () =>
    exception.getByRole('button', { name: 'Save' }).click(),
  );
  await exception.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Edit Stocktaking' }).click();
  await dialog(page, 'Edit exception').getByLabel('Description').fill('Inventory');
  await dialog(page, 'Edit exception').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Schedule exception updated successfully')).toBeVisible();
  await refusing(page, 'GET', /\/api\/org\/[^/]+\/schedule-exception/, 'Unable to retrieve exceptions', async () => {
    await openTab(page, 'Exceptions');
  });
  for (const path of [`/api/schedule/${scheduleId}`, `/api/location/${locationId}`])
    expect((await page.request.delete(path)).ok()).toBe(true);
});
