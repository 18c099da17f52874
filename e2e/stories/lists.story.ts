import type { Page } from '@playwright/test';
import { StaffCalls } from '../staff-calls.ts';
import { expect, openTab, test as base } from '../story.ts';

const test = base.extend<{ staff: StaffCalls }>({
  staff: async ({ playwright, baseURL }, use) => {
    const http = await playwright.request.newContext({ ...(baseURL !== undefined && { baseURL }) });
    await use(await StaffCalls.signIn(http));
    await http.dispose();
  },
});

test.describe.configure({ timeout: 180_000 });

const names = (page: Page) => page.getByRole('rowheader');
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search' });

test('[R026] [R027] a list is found again as it was left: going back, reloading, by a link, in another tab', async ({
  page,
  staff,
  signIn,
  look,
  checkAccess,
}) => {
  const { orgId } = await staff.organization();
  const people: string[] = [];
  for (const letter of ['a', 'b', 'c', 'd', 'e', 'f', 'g'])
    people.push((await staff.invite(orgId, `${letter}-${orgId}@example.com`)).email);
  await signIn('staff@atrium.demo');

  // The second page of five, from the last to the first.
  await page.goto(`/#/app/org/${orgId}?tab=invitations`);
  await expect(names(page)).toHaveCount(7);
  await page.getByRole('combobox', { name: 'Rows per page' }).click();
  await expect(page.getByRole('option', { name: /^\d+ rows$/ })).toHaveText(
    [5, 10, 15, 20, 25, 50, 100].map((size) => `${size} rows`),
  );
  await checkAccess();
  await page.getByRole('option', { name: '5 rows', exact: true }).click();
  await expect(names(page)).toHaveCount(5);
  await page.getByRole('button', { name: 'Email', exact: true }).click();
  await page.getByRole('button', { name: 'Email', exact: true }).click();
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(names(page)).toHaveText([people[1] ?? '', people[0] ?? '']);
  await expect(page).toHaveURL(/tab=invitations&order=-inviteeEmail&page=2$/);
  await names(page).first().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(people[1] ?? '');
  await page.goBack();
  await expect(names(page)).toHaveText([people[1] ?? '', people[0] ?? '']);
  await page.reload();
  await expect(names(page)).toHaveText([people[1] ?? '', people[0] ?? '']);
  await expect(page.getByText('6–7 of 7')).toBeVisible();
  await page.getByRole('button', { name: 'Previous page' }).click();
  await expect(names(page)).toHaveCount(5);
  await page.getByRole('button', { name: 'Next page' }).click();
  await expect(names(page)).toHaveText([people[1] ?? '', people[0] ?? '']);
  const other = await page.context().newPage();
  await other.goto(page.url());
  await expect(names(other)).toHaveText([people[1] ?? '', people[0] ?? '']);
  await other.close();
  // A page that the list does not have is its last one.
  await page.goto(page.url().replace('page=2', 'page=9'));
  await expect(names(page)).toHaveText([people[1] ?? '', people[0] ?? '']);
  await expect(page).toHaveURL(/page=2$/);

  // A search, by the link in the top bar and by the menu.
  await page.goto('/#/app/users?scope=all');
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
  await openTab(page, 'Invitations');
  // Until it is there, the search of the tab before is.
  await expect(page.getByRole('tabpanel', { name: 'Invitations' })).toBeVisible();
  await search(page).fill(orgId);
  await expect(names(page)).toHaveCount(7);
  await expect(page).toHaveURL(new RegExp(`tab=invitations&scope=all&search=${orgId}$`));
  await look('list-left');
  const left = page.url();
  await names(page).first().getByRole('link').click();
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Users' }).click();
  await expect(names(page)).toHaveCount(7);
  await expect(search(page)).toHaveValue(orgId);
  expect(page.url()).toBe(left);
  await page.goto('/#/app/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Users' }).click();
  await expect(search(page)).toHaveValue(orgId);
  // On the list itself the menu leads to its beginning.
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Users' }).click();
  await expect(search(page)).toHaveValue('');
  await expect(page).toHaveURL(/#\/app\/users$/);
  // Going back from here is going to the page before, not through every letter of a search.
  await search(page).pressSequentially('nobody at all', { delay: 30 });
  await expect(page).toHaveURL(/search=nobody\+at\+all$/);
  await page.goBack();
  await expect(page).not.toHaveURL(/nobody/);
});

test('[R044] staff look as someone from the list of people and from the page of a person', async ({
  page,
  staff,
  signIn,
}) => {
  const { orgId, name: organization } = await staff.organization();
  const person = await staff.person(orgId, `Ada ${orgId.slice(0, 8)}`);
  await signIn('staff@atrium.demo', `/#/app/org/${orgId}?tab=users`);
  await expect(names(page)).toHaveCount(1);
  await page.getByRole('button', { name: `Sign in as ${person.name}` }).click();
  const banner = page.getByRole('complementary', { name: 'Signed in as someone else' });
  await expect(banner).toContainText(person.email);
  // An administrator has no such button, and neither has staff as one.
  await page.goto('/#/app/users');
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
  await expect(names(page)).toHaveCount(1);
  await expect(page.getByRole('button', { name: /^Sign in as/ })).toHaveCount(0);
  await banner.getByRole('button', { name: /^Return to / }).click();
  await expect(banner).toHaveCount(0);

  await page.goto(`/#/app/user?userId=${person.userId}`);
  await expect(page.getByText(organization).first()).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: `Sign in as ${person.name}` }).click();
  await expect(banner).toContainText(person.email);
});
