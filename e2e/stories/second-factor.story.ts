import type { Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { StaffCalls } from '../staff-calls.ts';
import { expect, signOut, test as base, typeSignIn } from '../story.ts';

const test = base.extend<{ staff: StaffCalls }>({
  staff: async ({ playwright, baseURL }, use) => {
    const http = await playwright.request.newContext({ ...(baseURL !== undefined && { baseURL }) });
    await use(await StaffCalls.signIn(http));
    await http.dispose();
  },
});

// Long journeys, on a machine that runs other stories too.
test.describe.configure({ timeout: 240_000 });

/** A phone with a fingerprint reader, for everything this page asks. */
async function addPhone(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test('[R546] [R547] [R548] a passkey is added, signs in without a password, and confirms a change', async ({
  page,
  staff,
}) => {
  const { email, password } = await staff.person((await staff.organization()).orgId);
  await addPhone(page);
  await typeSignIn(page, email, password);
  await expect(page).toHaveURL(/#\/app\/welcome$/);
  await page.goto('/#/app/profile');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog', { name: 'Name the passkey' }).getByLabel('Name').fill('Work laptop');
  await page.keyboard.press('Enter');
  const codes = page.getByRole('dialog', { name: 'Save your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await codes.getByRole('button', { name: 'I have saved them' }).click();
  const passkeys = page.getByRole('region', { name: 'Passkeys' });
  await expect(passkeys.getByText('Work laptop')).toBeVisible();

  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page).toHaveURL(/#\/app\/welcome$/);

  await signOut(page);
  await typeSignIn(page, email, password);
  await expect(page.getByRole('heading', { name: 'Second step' })).toBeVisible();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page).toHaveURL(/#\/app\/welcome$/);

  // As if the last proof were ten minutes ago.
  await page.route(
    '**/api/profile/recovery-codes',
    (route) => {
      const reply = { code: 'forbidden', message: 'Confirm', err: 'Confirm', status: 'proofRequired' };
      return route.fulfill({ status: 403, json: reply });
    },
    { times: 1 },
  );
  await page.goto('/#/app/profile');
  await page.getByRole('button', { name: 'Create new codes' }).click();
  await page.getByRole('dialog', { name: 'Create new recovery codes' }).getByRole('button', { name: 'Create' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await proof.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await codes.getByRole('button', { name: 'I have saved them' }).click();

  await page.getByRole('button', { name: 'Remove Work laptop' }).click();
  await page.getByRole('button', { name: 'Yes, remove it' }).click();
  await expect(passkeys.getByText('Work laptop')).toHaveCount(0);
});

test('[R549] [R550] [R551] [R552] a required app signs in, a recovery code stands in, an administrator resets it', async ({
  page,
  browser,
  baseURL,
  staff,
}) => {
  const { orgId } = await staff.organization();
  const admin = await staff.person(orgId, 'Grace Hopper');
  const { email, password, userId } = await staff.person(orgId, 'Ada Lovelace', undefined, 1);

  const context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
  const office = await context.newPage();
  await typeSignIn(office, admin.email, admin.password);
  await office.goto('/#/app/orgsettings');
  await office.getByLabel('Require a second factor').check({ force: true });
  await office.getByRole('button', { name: 'Save' }).click();
  await office.getByRole('button', { name: 'Use an authenticator app' }).waitFor();
  const adminApp = await appShownOn(office);
  await office.getByLabel('Code from the app').fill(adminApp());
  await office.getByRole('button', { name: 'Add the app' }).click();
  await office.getByRole('button', { name: 'I have saved them' }).click();

  await typeSignIn(page, email, password);
  await expect(page.getByRole('heading', { name: 'Add a second factor' })).toBeVisible();
  await page.goto('about:blank');
  await page.goto('/#/app/locations');
  await expect(page).toHaveURL(/#\/second-factor$/);
  const app = await appShownOn(page);
  await page.getByLabel('Code from the app').fill(app());
  await page.keyboard.press('Enter');
  const listed = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(listed).toHaveCount(10);
  const [recoveryCode = ''] = await listed.allTextContents();
  await page.getByRole('button', { name: 'I have saved them' }).click();
  await expect(page).toHaveURL(/#\/app\/welcome$/);

  await signOut(page);
  await typeSignIn(page, email, password);
  // One step ahead: the current one was used to add the app.
  await page.getByLabel('Code').fill(app(30_000).replace(/^(...)/, '$1 '));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/app\/welcome$/);

  await signOut(page);
  await typeSignIn(page, email, password);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCode);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/app\/welcome$/);
  await page.goto('/#/app/profile');
  await expect(page.getByText('9 codes left')).toBeVisible();

  await office.goto(`/#/app/user?userId=${userId}`);
  await expect(office.getByText('Authenticator', { exact: true })).toBeVisible();
  await office.getByRole('button', { name: 'Reset second factor' }).click();
  await office.getByRole('button', { name: 'Yes, reset it' }).click();
  await expect(office.getByText('No second factor.')).toBeVisible();
  await context.close();
  await page.goto('/#/app/locations');
  await expect(page).toHaveURL(/#\/login$/);
  await typeSignIn(page, email, password);
  await expect(page.getByRole('heading', { name: 'Add a second factor' })).toBeVisible();
});

/** The app that scans what is shown: answers its codes, of now or later. */
async function appShownOn(page: Page): Promise<(laterMs?: number) => string> {
  await page.getByRole('button', { name: 'Use an authenticator app' }).click();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const key = (await page.locator('code').first().textContent()) ?? '';
  const app = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) });
  return (laterMs = 0) => app.generate({ timestamp: Date.now() + laterMs });
}
