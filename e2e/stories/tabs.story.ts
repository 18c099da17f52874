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
