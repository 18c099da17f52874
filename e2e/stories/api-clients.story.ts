import { expect, test } from '../story.ts';

// Every look is four screenshots and four runs of axe.
test.describe.configure({ timeout: 240_000 });

test('[R486] [R696] an administrator lets a program read the data', async ({
  page,
  signIn,
  look,
  playwright,
  baseURL,
}) => {
  await signIn('admin@northgate.demo', '/#/app/clients');
  const name = `Warehouse ${Date.now().toString(36)}`;
  await page.getByRole('button', { name: 'Add client' }).first().click();
  const form = page.getByRole('dialog', { name: 'Add client' });
  await form.getByRole('textbox', { name: 'Name' }).fill(name);
  await form.getByRole('combobox', { name: 'User' }).click();
  await page.getByRole('option').first().click();
  await form.getByRole('button', { name: 'Add client' }).click();

  const shown = page.getByRole('dialog', { name: `Client secret: ${name}` });
  await expect(shown.getByText('It is shown only this once.', { exact: false })).toBeVisible();
  const [clientId = '', secret = ''] = await shown.locator('code').allInnerTexts();
  await look('api-client-story-secret');
  await shown.getByRole('button', { name: 'I have copied it' }).click();
  await expect(shown).toHaveCount(0);
  await expect(page.getByText(secret)).toHaveCount(0);

  // A program has no cookies.
  const program = await playwright.request.newContext({ ...(baseURL !== undefined && { baseURL }) });
  const data = '/api/data/traffic/total?entityType=organization&relativeDate=yesterday';
  expect((await program.get(data)).status()).toBe(401);
  const wrong = { grant_type: 'client_credentials', client_id: clientId, client_secret: `${secret}x` };
  expect((await program.post('/oauth/token', { form: wrong })).ok()).toBe(false);
  const granted = await program.post('/oauth/token', { form: { ...wrong, client_secret: secret } });
  const { access_token: token } = (await granted.json()) as { access_token: string };
  const answer = await program.get(data, { headers: { Authorization: `Bearer ${token}` } });
  const { results } = (await answer.json()) as { results: { name: string; sumins: number }[] };
  expect(results[0]?.name).toBe('Northgate Retail');
  expect(results[0]?.sumins).toBeGreaterThan(0);
  await program.dispose();

  await page.reload();
  await page.getByRole('button', { name, exact: true }).click();
  const panel = page.getByRole('dialog', { name });
  await expect(panel.getByText('cannot be shown again', { exact: false })).toBeVisible();
  await expect(page.getByText(secret)).toHaveCount(0);
  await look('api-client-story');
});
