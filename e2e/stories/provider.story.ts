import { createOrganization, passOnInvitation, staff, unique } from '../directory-steps.ts';
import { expect, openTab, signOut, test, typeSignIn } from '../story.ts';

// Long journeys, on a machine that runs other stories too.
test.describe.configure({ timeout: 240_000 });

test('[R067] staff begin on their own welcome page, and nobody else gets there', async ({ page, signIn }) => {
  await typeSignIn(page, staff);
  await expect(page).toHaveURL(/#\/app\/admin-welcome$/);
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Sam' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Organizations' })).toContainText(/\d/);
  await expect(page.getByRole('list', { name: 'Newest organizations' }).getByRole('link').first()).toBeVisible();
  await signOut(page);
  await signIn('admin@northgate.demo', '/#/app/admin-welcome');
  await expect(page).toHaveURL(/#\/app\/welcome$/);
});

test('[R094] staff read the outbox and follow the link of an invitation', async ({ page, signIn }) => {
  await signIn(staff);
  const name = unique('Postal');
  await createOrganization(page, name);
  await openTab(page, 'People');
  await openTab(page, 'Invitations');
  await page.getByRole('button', { name: 'Invite user' }).click();
  const email = `${unique('reader').replace(' ', '.')}@example.com`;
  await page.getByRole('dialog').getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Invitation sent successfully')).toBeVisible();
  await passOnInvitation(page);

  await page.getByRole('link', { name: 'Outbox' }).click();
  await page.getByRole('searchbox', { name: 'Search' }).fill(email);
  const open = page.getByRole('button', { name: `You are invited to ${name}` });
  const mail = page.getByRole('dialog', { name: `You are invited to ${name}` });
  // axe cannot look into a frame in which no script runs, so it sees the mail as plain text first.
  await page.route('**/api/outbox/*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...((await response.json()) as object), html: null } });
  });
  await open.click();
  await expect(mail.getByText('You have been invited')).toBeVisible();
  await page.unroute('**/api/outbox/*');
  await page.reload();
  await page.getByRole('searchbox', { name: 'Search' }).fill(email);
  await open.click();
  const frame = mail.frameLocator('iframe');
  await expect(frame.getByRole('heading', { name: `Join ${name} in Atrium` })).toBeVisible();
  await expect(mail.locator('iframe')).toHaveAttribute('sandbox', '');
  await page.screenshot({ path: 'test-results/screens/outbox-mail.png' });
  const link = mail.getByRole('link', { name: 'Open the link' });
  await expect(link).toHaveAttribute('href', /#\/register\?email=reader/);
  await mail.getByRole('button', { name: 'Copy the link' }).click();
  const notice = page.getByRole('dialog', { name: 'Link', exact: true });
  await expect(notice.getByText(/#\/register\?email=reader/)).toBeVisible();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await notice.getByRole('button', { name: 'Copy' }).click();
  await expect(notice.getByRole('button', { name: 'Copied' })).toBeVisible();
});

test('[R095] [R096] administrators read who did what', async ({ page, signIn }) => {
  await signIn('admin@northgate.demo');
  await page.getByRole('link', { name: 'Audit log' }).click();
  const first = page.getByRole('rowheader', { name: 'Nora Albers signed in' }).first();
  await expect(first).toBeVisible();
  await page.getByRole('combobox', { name: 'Action' }).fill('locations');
  await page.getByRole('option', { name: 'Locations assigned' }).click();
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await page.getByRole('combobox', { name: 'Action' }).fill('signed in');
  await page.getByRole('option', { name: 'Signed in' }).click();
  await expect(first).toBeVisible();
  await page.getByRole('button', { name: 'Only by Nora Albers' }).first().click();
  await expect(page.getByRole('button', { name: 'Remove the filter Only by Nora Albers' })).toBeVisible();
  await page
    .getByRole('button', { name: /^Show the details of: Nora/ })
    .first()
    .click();
  const form = page.getByRole('dialog', { name: 'Entry' });
  await expect(form.getByLabel('Who')).toHaveValue('Nora Albers (admin@northgate.demo)');
  await page.keyboard.press('Escape');
  await page
    .getByRole('button', { name: /^Show as JSON: Nora/ })
    .first()
    .click();
  await expect(page.getByRole('textbox', { name: 'Entry' })).toHaveValue(/"action": "signed-in"/);
  await page.keyboard.press('Escape');
  await page.getByLabel('To', { exact: true }).fill('2020-01-01');
  await expect(page.getByText('Nothing matches')).toBeVisible();
});

test('[R540] staff see how the installation is, and nobody else does', async ({ page, signIn }) => {
  await signIn(staff);
  await page.getByRole('link', { name: 'System', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'System' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Disk free' })).toContainText(/\d+%/);
  for (const name of ['PostgreSQL', 'ClickHouse']) {
    await expect(page.getByRole('row', { name: new RegExp(`^${name} Running`) })).toBeVisible();
  }
  await expect(page.getByRole('table', { name: 'Queues' }).getByRole('rowheader')).toHaveCount(6);

  // The page asks again on its own; the answer of a server in trouble replaces the one of this server.
  await page.route('**/api/system', async (route) => {
    const response = await route.fetch();
    const state = (await response.json()) as object;
    const warnings = [
      { kind: 'facts-stalled', isCritical: true, subject: null, value: 95 },
      { kind: 'disk-low', isCritical: false, subject: null, value: 0.08 },
      { kind: 'lag', isCritical: false, subject: 'live', value: 125 },
      { kind: 'engine-restarted', isCritical: false, subject: 'clickhouse', value: 240 },
      { kind: 'mails-failed', isCritical: false, subject: null, value: 2 },
    ];
    const quarantine = [{ reason: 'clock_unset', groups: 2, bodies: 1204 }];
    const foundAt = '2026-03-04T12:00:00.000Z';
    const lost = { table: 'minute', month: '2026-02', parts: 1, rows: 1440, rebuiltAt: null };
    const damage = [{ ...lost, foundAt, rebuild: 'from-received' }];
    const refusedPushes = [{ status: 401, count: 12 }];
    const json = { ...state, status: 'degraded', warnings, quarantine, damage, refusedPushes, stalledSeconds: 95 };
    await route.fulfill({ response, json });
  });
  const warnings = page.getByRole('list', { name: 'Warnings' });
  await expect(warnings.getByText('Readings have not been written for 1 min')).toBeVisible({ timeout: 20_000 });
  await expect(warnings.getByRole('listitem')).toHaveCount(5);
  await expect(page.getByText('Degraded')).toBeVisible();
  await expect(page.getByRole('row', { name: 'Clock unset 2 1,204' })).toBeVisible();
  await page.getByRole('link', { name: 'Overview' }).click();
  const notice = page.getByRole('region', { name: 'System warnings' });
  await expect(notice).toContainText('The system is degraded.');
  await notice.getByRole('link', { name: 'See what to do' }).click();
  await expect(warnings).toBeVisible();

  await signOut(page);
  await signIn('admin@northgate.demo', '/#/app/system');
  await expect(page).toHaveURL(/#\/app\/welcome$/);
  await expect(page.getByRole('link', { name: 'System', exact: true })).toBeHidden();
});
