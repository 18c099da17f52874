import { inviteMany } from '@atrium/contract/invitations';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, expectNow, sentTo } from './network.ts';
import { records } from './records.ts';
import { look, open, see, signedInAs } from './stage.ts';
import { dialog, downloads, press } from './steps.ts';

const calls = [...records, ...signedInAs('OrganizationAdministrator')];
const form = () => dialog('Invite users from a CSV file');
const problem = () => form().getByRole('alert');

async function choose(content: string | Uint8Array<ArrayBuffer>): Promise<void> {
  const input = document.querySelector('input[type="file"]');
  if (!input) throw new Error('No file can be chosen.');
  await userEvent.upload(page.elementLocator(input), new File([content], 'people.csv', { type: 'text/csv' }));
}

async function openDialog(): Promise<void> {
  await open('/app/users?tab=active', calls);
  await press('Invite from CSV');
  await see(form());
}

it('[R244] [R245] [R246] [R247] a file that makes no sense is refused in its words', async () => {
  await openDialog();
  await choose(`email\n${'x'.repeat(40_960)}`);
  await expect.element(problem()).toHaveTextContent(/^CSV file is too large\. Try a file less than 40Kb$/);
  await choose('');
  await expect
    .element(problem())
    .toHaveTextContent(/^No data found in CSV file\. Please check the file and formatting and try again$/);
  await choose(new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 1, 2, 3]));
  await expect
    .element(problem())
    .toHaveTextContent(/^Unable to parse CSV file\. Please check the formatting and try again$/);
  await look('bulk-invitation-problem', problem());
  await choose('name\nAda\n');
  await expect.element(problem()).toHaveTextContent(/^The file needs a column named email\.$/);
  // Names of columns keep letters, digits and underscores only.
  await choose('E-Mail!\nada@example.com\n');
  await see(form().getByText('1 ready to be invited.'));
});

it('[R254] a template has the columns that a file may have', async () => {
  await openDialog();
  const [template] = await downloads(() => press('Download a template', form()));
  expect(template?.text.replace('\uFEFF', '').split('\r\n')[0]).toBe('email,role,locations');
});

it('many lines are read without freezing the page; only what is on screen is in it', async () => {
  await openDialog();
  const many = Array.from({ length: 5_000 }, (_, n) => `${n % 10}@b`).join('\n');
  const since = Date.now();
  await choose(`email\n${many}\n`);
  await see(form().getByText('0 ready to be invited, 5000 with a problem.'));
  await see(form().getByText('And 4997 more.'));
  expect(Date.now() - since).toBeLessThan(2_000);
  expect(form().getByRole('row').elements().length).toBeLessThan(60);
});

it('[R254] the result is reported line by line', async () => {
  await openDialog();
  const unknown = 'There is no location named Atlantis.';
  await choose('Email,Role,Locations!\nada@example.com,User,\ncarl@example.com,User,Atlantis\nnobody@,User,\n');
  await look('bulk-invitation-lines', form().getByText('2 ready to be invited, 1 with a problem.'));
  expectNow(
    answer(inviteMany, [
      { inviteeEmail: 'ada@example.com', invited: true },
      { inviteeEmail: 'carl@example.com', message: unknown },
    ]),
  );
  await press('Send 2 invitations', form());
  await look('bulk-invitation-report', form().getByText('1 invited, 2 failed.'));
  await see(form().getByText(`Line 3: ${unknown}`));
  const row = (name: RegExp) => form().getByRole('grid', { name: 'Lines in the file' }).getByRole('row', { name });
  await expect.element(row(/ada@/)).toHaveTextContent('Invited');
  await expect.element(row(/carl@/)).toHaveTextContent(unknown);
  await expect.element(row(/nobody@/)).toHaveTextContent('Valid email is required');
  expect(sentTo(inviteMany).map(({ body }) => body)).toEqual([
    {
      invitations: [
        { inviteeEmail: 'ada@example.com', inviteRole: 1, locations: [] },
        { inviteeEmail: 'carl@example.com', inviteRole: 1, locations: ['Atlantis'] },
      ],
    },
  ]);
  const [report] = await downloads(() => press('Download report', form()));
  expect(report?.text).toContain(unknown);
});
