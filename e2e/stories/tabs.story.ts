import { expect, test, typeSignIn } from '../story.ts';

test('[S60] a page does nothing in the name of someone whom another tab has signed in', async ({ page, signIn }) => {
  await signIn('user@northgate.demo', '/#/app/profile');
  const name = page.getByLabel('Name');
  await expect(name).not.toHaveValue('');
  const other = await page.context().newPage();
  await typeSignIn(other, 'user@lakeside.demo');
  await expect(other.getByRole('navigation', { name: 'Main menu' })).toBeVisible();

  await name.fill('Not this one');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('You now see what they see; nothing was saved.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue('user@lakeside.demo');
  await expect(name).not.toHaveValue('Not this one');
  await page.reload();
  await expect(page.getByLabel('Email')).toHaveValue('user@lakeside.demo');
  await expect(name).not.toHaveValue('Not this one');
});

test('[R080] without a network the frame stays, the page says so, and signing out does not pretend', async ({
  page,
  signIn,
}) => {
  await signIn('admin@northgate.demo', '/#/app/users');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await page.goto('/#/app/audit');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  await page.route(/\/(api|loggedin|logout)\b/, (route) => route.abort());
  const menu = page.getByRole('navigation', { name: 'Main menu' });
  await page.getByRole('searchbox', { name: 'Search' }).fill('nothing of this');
  await expect(page.getByText('No connection', { exact: true })).toBeVisible();
  await menu.getByRole('link', { name: 'Users' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible();
  await expect(menu).toBeVisible();
  await page.goto('/#/logout');
  await expect(page.getByRole('heading', { name: 'You are still signed in' })).toBeVisible();
  await page.unroute(/\/(api|loggedin|logout)\b/);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL(/#\/login$/);
  await page.goto('/#/app/users');
  await expect(page).toHaveURL(/#\/login$/);
});
