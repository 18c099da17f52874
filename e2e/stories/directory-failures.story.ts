import { createOrganization, openUser, passOnInvitation, staff, unique } from '../directory-steps.ts';
import { refusing } from '../refusing.ts';
import { expect, openTab, test } from '../story.ts';

test('[R080] what fails with organizations is said in their words', async ({ page, signIn }) => {
  await signIn(staff);
  await refusing(page, 'GET', /\/api\/org\?/, 'Unable to retrieve organizations', async () => {
    await page.goto('/#/app/orgs');
  });
  await expect(page.getByText('Whoops!')).toBeVisible();
  await refusing(page, 'GET', /\/api\/org\/search\?/, 'Unable to retrieve filtered organizations', async () => {
    await page.goto('/#/app/orgs?flags=canViewPOS');
  });
  await createOrganization(page, unique('Unlucky'));
  await refusing(page, 'PUT', /\/api\/org\/[^/]+$/, 'Unable to save organization', async () => {
    await page.getByLabel('Web site').fill('example.com');
    await page.getByRole('button', { name: 'Save' }).click();
  });
  await expect(page.getByRole('alert').getByText('Not today.', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Discard' }).click();
  const address = page.url();
  await page.goto('/#/app/orgs');
  await expect(page.getByRole('heading', { name: 'Organizations' })).toBeVisible();
  await refusing(page, 'GET', /\/api\/org\/[^/?]+$/, 'Unable to retrieve organization details', async () => {
    await page.goto(address);
    await page.reload();
  });
});

test('[R080] what fails with people is said in their words', async ({ page, signIn }) => {
  await signIn('admin@lakeside.demo');
  await refusing(page, 'GET', /\/api\/role/, 'Unable to get roles', async () => {
    await openUser(page, 'Paul Okoro');
  });
  await page.reload();
  await refusing(page, 'POST', /\/role$/, 'Unable to assign role', async () => {
    await page.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Organization Administrator' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
  });
  await refusing(page, 'PUT', /\/disable-login$/, 'Unable to disable user login', async () => {
    await page.getByRole('switch', { name: /^Sign-in enabled/ }).click({ force: true });
    await page.getByRole('button', { name: 'Yes, disable it!' }).click();
  });
  await refusing(page, 'POST', /\/locationassignment$/, 'Unable to assign location', async () => {
    await page.getByRole('button', { name: 'Choose locations' }).click();
    const dialog = page.getByRole('dialog', { name: 'Choose locations' });
    await dialog.getByRole('checkbox', { name: 'Oakwood Branch' }).check();
    await dialog.getByRole('button', { name: 'Save' }).click();
  });
});

test('[R080] what fails with invitations and with administrators is said in their words', async ({ page, signIn }) => {
  await signIn(staff);
  await createOrganization(page, unique('Refused'));
  await openTab(page, 'People');
  await openTab(page, 'Invitations');
  const inviting = () => page.getByRole('button', { name: 'Invite user' }).click();
  await refusing(page, 'GET', /\/api\/role\?scope/, 'Unable to get roles', inviting);
  await inviting();
  await page
    .getByRole('dialog')
    .getByLabel('Email')
    .fill(`${unique('refused').replace(' ', '.')}@example.com`);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Invitation sent successfully')).toBeVisible();
  await passOnInvitation(page);
  await refusing(page, 'POST', /renew-invitation/, 'Unable to renew invitation', async () => {
    await page.getByRole('button', { name: /^Renew the invitation of/ }).click();
  });
  await openUser(page, 'Nora Albers');
  await refusing(page, 'POST', /\/password-reset$/, 'Unable to send account recovery email', async () => {
    await page.getByRole('button', { name: 'Send password reset' }).click();
  });
  await refusing(page, 'PUT', /\/role$/, 'Unable to unassign role', async () => {
    await page.getByRole('combobox', { name: 'Role' }).click();
    await page.getByRole('option', { name: 'Organization User' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
  });
  const locations = JSON.stringify([{ locationId: '00000000-0000-4000-8000-000000000000', name: 'Somewhere' }]);
  await page.route(/\/locationassignment$/, (route) =>
    route.request().method() === 'GET'
      ? route.fulfill({ body: locations, contentType: 'application/json' })
      : route.fallback(),
  );
  await page.route(/\/api\/user\/[^/]+\?include/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), loginDisabled: true } });
  });
  await page.reload();
  await refusing(page, 'PUT', /\/locationassignment$/, 'Unable to unassign location', async () => {
    await page.getByRole('button', { name: 'Unassign Somewhere' }).click();
  });
  await refusing(page, 'PUT', /\/enable-login$/, 'Unable to enable user login', async () => {
    await page.getByRole('switch', { name: /^Sign-in enabled/ }).click({ force: true });
  });
});
