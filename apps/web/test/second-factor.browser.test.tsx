import * as factors from '@atrium/contract/second-factor';
import { login } from '@atrium/contract/session';
import { getUser } from '@atrium/contract/users';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, expectNow, refuse, sentTo } from './network.ts';
import { person, records } from './records.ts';
import { sampleId } from './sample.ts';
import { address, countOf } from './shown.ts';
import { look, open, see, signedInAs, visitor } from './stage.ts';
import { dialog, hide, press } from './steps.ts';

const codes = Array.from({ length: 10 }, (_, index) => `abcd-efg${index}`);
const enrolled = answer(factors.getSecondFactor, {
  canEnroll: true,
  canUsePasskeys: true,
  passkeys: [{ name: 'Work laptop' }],
  recoveryCodes: 9,
});
const profile = [...records, ...signedInAs('OrganizationUser', { email: 'ada@example.com' }), enrolled];
const entered = { userId: sampleId('userId'), landing: '/app/profile' };

describe('the profile', () => {
  it('[R546] shows passkeys and how many recovery codes are left, and removes a passkey after a question', async () => {
    await open('/app/profile', profile);
    const passkeys = page.getByRole('region', { name: 'Passkeys' });
    await see(passkeys.getByText('Work laptop'));
    await see(page.getByText('9 codes left'));
    await press('Remove Work laptop');
    expect(sentTo(factors.removePasskey)).toEqual([]);
    const none = answer(factors.getSecondFactor, { canEnroll: true, canUsePasskeys: true, passkeys: [] });
    expectNow(answer(factors.removePasskey), none);
    await press('Yes, remove it');
    await hide(passkeys.getByText('Work laptop'));
    expect(sentTo(factors.removePasskey)).toHaveLength(1);
  });

  it('[R546] [R548] asks for a recent proof, and shows new recovery codes once', async () => {
    const asked = refuse(factors.renewRecoveryCodes, 403, 'Confirm', { code: 'forbidden', status: 'proofRequired' });
    await open('/app/profile', [...profile, asked, answer(factors.startProof, { factors: ['passkey'] })]);
    await press('Create new codes');
    await press(/^Create/, dialog('Create new recovery codes'));
    const proof = dialog('Confirm that it is you');
    await see(proof.getByRole('button', { name: 'Use a passkey' }));
    await proof.getByLabelText('Password', { exact: true }).fill('Wrong-one-1');
    expectNow(refuse(factors.prove, 400, 'The password is wrong.'));
    await userEvent.keyboard('{Enter}');
    await look('confirm-it-is-you', proof.getByText('The password is wrong.'));
    expectNow(answer(factors.prove), answer(factors.renewRecoveryCodes, { recoveryCodes: codes }));
    await proof.getByLabelText('Password', { exact: true }).fill('Analytical-engine-1');
    await userEvent.keyboard('{Enter}');
    const shown = dialog('Save your recovery codes');
    await look('recovery-codes', shown.getByText(codes[0] ?? ''));
    expect(countOf(shown.getByRole('listitem'))()).toBe(10);
    await press('I have saved them', shown);
    await hide(shown);
    expect(sentTo(factors.prove).map(({ body }) => body)).toEqual([
      { password: 'Wrong-one-1' },
      { password: 'Analytical-engine-1' },
    ]);
    expect(sentTo(factors.renewRecoveryCodes)).toHaveLength(2);
  });
});

describe('the second step', () => {
  const asked = answer(login, { isSSO: false, secondFactor: ['authenticator'] });

  it('[R550] [R551] takes pasted spaces, lets a wrong code be corrected, and a recovery code stand in', async () => {
    await open('/login', [...visitor, asked]);
    await page.getByLabelText('Email').fill('ada@example.com');
    await page.getByLabelText('Password', { exact: true }).fill('Analytical-engine-1');
    await userEvent.keyboard('{Enter}');
    const code = page.getByLabelText('Code');
    await see(code);
    await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code');
    const wrong = 'This code is wrong, or it has been used already.';
    expectNow(refuse(factors.enterCode, 400, wrong));
    await code.fill('000 000');
    await userEvent.keyboard('{Enter}');
    await see(page.getByText(wrong));
    expect(sentTo(factors.enterCode).at(-1)?.body).toMatchObject({ code: expect.stringMatching(/^000 ?000$/) });
    await press('Use a recovery code');
    await page.getByLabelText('Recovery code').fill('abcd-efg0');
    expectNow(...profile, answer(factors.enterCode, entered));
    await userEvent.keyboard('{Enter}');
    await expect.poll(address).toBe('#/app/profile');
    expect(sentTo(factors.enterCode).at(-1)?.body).toMatchObject({ code: 'abcd-efg0' });
  });
});

it('[R549] a person who owes a second factor adds one first, with a code that is right', async () => {
  const owing = [
    ...records,
    ...signedInAs('OrganizationUser', { owesSecondFactor: true }),
    answer(factors.getSecondFactor, { canEnroll: true, canUsePasskeys: true, passkeys: [] }),
    answer(factors.startAuthenticator, { secret: 'ABCDEFGH', uri: 'otpauth://totp/Atrium?secret=ABCDEFGH' }),
  ];
  await open('/app/locations', owing);
  await see(page.getByRole('heading', { name: 'Add a second factor' }));
  expect(address()).toBe('#/second-factor');
  await press('Use an authenticator app');
  await see(page.getByRole('img', { name: 'QR code for your authenticator app' }));
  const wrong = 'This code is wrong. Enter the one that the app shows now.';
  expectNow(refuse(factors.finishAuthenticator, 400, wrong));
  await page.getByLabelText('Code from the app').fill('000000');
  await userEvent.keyboard('{Enter}');
  await see(page.getByText(wrong));
});

it('[R552] the page of a user says which second factor they have, and resets it after a question', async () => {
  const administrator = [...records, ...signedInAs('OrganizationAdministrator')];
  const withApp = answer(getUser, { ...person, secondFactors: ['authenticator'] });
  await open(`/app/user?userId=${person.userId}`, [...administrator, withApp]);
  await see(page.getByText('Authenticator', { exact: true }));
  await press('Reset second factor');
  expect(sentTo(factors.resetSecondFactor)).toEqual([]);
  expectNow(answer(factors.resetSecondFactor, person), answer(getUser, person));
  await press('Yes, reset it');
  await see(page.getByText('No second factor.'));
  expect(sentTo(factors.resetSecondFactor)).toMatchObject([{ params: { userId: person.userId } }]);
});
