import { listAudit } from '@atrium/contract/audit';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, expectNow, sentTo } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { open, see, signedInAs } from './stage.ts';
import { dialog, press } from './steps.ts';

const nora = { userId: sampleId('userId', 3), name: 'Nora Albers', email: 'nora@example.com' };
const signedIn = answer(listAudit, [{ action: 'signed-in', user: nora }]);
const calls = [...records, ...signedInAs('OrganizationAdministrator'), signedIn];
const asked = () => sentTo(listAudit).at(-1)?.query;

async function filterBy(typed: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Action' }).fill(typed);
  await page.getByRole('option', { name: option }).click();
}

it('[R1197] the log is narrowed by action, person and dates of the profile’s time zone', async () => {
  const inTokyo = signedInAs('OrganizationAdministrator', { timezone: 'Asia/Tokyo' });
  await open('/app/audit', [...calls, ...inTokyo]);
  const first = page.getByRole('rowheader', { name: 'Nora Albers signed in' });
  await see(first);
  expectNow(answer(listAudit, []));
  await filterBy('locations', 'Locations assigned');
  await see(page.getByText('Nothing matches'));
  expect(asked()).toMatchObject({ action: 'locations-assigned' });
  expectNow(signedIn);
  await filterBy('signed in', 'Signed in');
  await see(first);
  expect(asked()).toMatchObject({ action: 'signed-in' });
  await press('Only by Nora Albers');
  await see(page.getByRole('button', { name: 'Remove the filter Only by Nora Albers' }));
  await expect.poll(asked).toMatchObject({ action: 'signed-in', userId: nora.userId });
  expectNow(answer(listAudit, []));
  await page.getByLabelText('To', { exact: true }).fill('2020-01-01');
  await see(page.getByText('Nothing matches'));
  // The end of the day in Tokyo.
  expect(asked()).toMatchObject({ to: '2020-01-01T15:00:00.000Z' });
  await page.getByLabelText('From', { exact: true }).fill('2020-01-01');
  await expect.poll(asked).toMatchObject({ from: '2019-12-31T15:00:00.000Z' });
  await expect.poll(() => window.location.hash).toContain('from=2020-01-01');
});

it('[R096] an entry is shown as a form', async () => {
  await open('/app/audit', calls);
  await press(/^Show the details of: Nora/);
  await expect
    .element(dialog('Entry').getByLabelText('Who', { exact: true }))
    .toHaveValue('Nora Albers (nora@example.com)');
});

it('[R095] an entry is shown as JSON', async () => {
  await open('/app/audit', calls);
  await press(/^Show as JSON: Nora/);
  await expect.element(page.getByRole('textbox', { name: 'Entry' })).toHaveDisplayValue(/"action": "signed-in"/);
  await userEvent.keyboard('{Escape}');
});

it('[R565] the actions of a row stay in sight in a table that is wider than the page', async () => {
  await open('/app/audit', calls);
  const action = page.getByRole('button', { name: /^Show as JSON/ }).first();
  await see(action);
  const wide = document.createElement('style');
  wide.textContent = 'table { min-width: 2000px; }';
  document.head.append(wide);
  await expect.poll(() => document.querySelector('table')?.getBoundingClientRect().width).toBeGreaterThanOrEqual(2000);
  await expect.element(action).toBeInViewport({ ratio: 1 });
  wide.remove();
});
