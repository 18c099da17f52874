import { attachmentCalls } from '@atrium/contract/attachments';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, expectNow, refuse, sentTo, withhold } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { look, open, see, signedInAs } from './stage.ts';
import { chooseAction, dialog, field, hide, press } from './steps.ts';

const files = `/app/org/${sampleId('orgId')}?tab=attachments`;
const { list, upload, update } = attachmentCalls.org;
/** The smallest picture there is. */
const drawn = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
const plan = { originalName: 'plan.gif', notes: 'Ground floor, north', isImage: true, url: drawn };
const contract = { originalName: 'contract.txt', notes: 'no notes', url: '/contract.txt' };
const calls = [...records, ...signedInAs('OrganizationAdministrator'), answer(list, [plan, contract])];
const text = (name: string) => new File([`This is ${name}.`], name, { type: 'text/plain' });

async function choose(chosen: File[]): Promise<void> {
  await see(page.getByRole('button', { name: 'Add files' }));
  const input = document.querySelector('input[type="file"]');
  if (!input) throw new Error('No files can be chosen.');
  await userEvent.upload(page.elementLocator(input), chosen);
}

it('[R248] up to nine files are uploaded at once', async () => {
  await open(files, calls);
  await choose(Array.from({ length: 10 }, (_, index) => text(`note ${index}.txt`)));
  const form = dialog('Add files');
  await expect.element(form.getByRole('alert')).toHaveTextContent(/^Fewer than 10 files can be uploaded at once\.$/);
  await press('Upload 10 files', form);
  expect(sentTo(upload)).toEqual([]);
  await press('Remove note 9.txt', form);
  await hide(form.getByRole('alert'));
});

it('[R1201] an upload is stopped after a question, and nothing more is sent', async () => {
  await open(files, [...calls, withhold(upload)]);
  await choose([text('plan.txt'), text('note.txt')]);
  const form = dialog('Add files');
  await press('Upload 2 files', form);
  await expect.poll(() => sentTo(upload).length).toBe(1);
  await expect.element(form.getByRole('button', { name: 'Remove note.txt' })).toBeDisabled();
  await userEvent.keyboard('{Escape}');
  await press('Yes, stop', dialog('Stop the upload'));
  await hide(form);
  await choose([text('other.txt')]);
  await see(form.getByText('other.txt'));
  expect(sentTo(upload).map(({ isAborted }) => isAborted())).toEqual([true]);
  expect(page.getByText('Failed to upload').elements()).toEqual([]);
});

it('[R249] [R253] pictures of other kinds are not sent, and a file that was refused is named', async () => {
  await open(files, calls);
  const sign = new File(['<svg onload="alert(1)"/>'], 'sign.svg', { type: 'image/svg+xml' });
  await choose([text('plan.png'), sign]);
  const form = dialog('Add files');
  await see(form.getByText('Images must be jpg, png, jpeg, bmp or gif.'));
  await form.getByLabelText('Notes on plan.png').fill('Ground floor, north');
  await look('attachment-upload', form);
  expectNow(refuse(upload, 400, 'plan.png does not match its file extension.'));
  await press('Upload 1 file', form);
  await see(page.getByText('Failed to upload', { exact: true }));
  await see(page.getByText('File plan.png failed to upload. plan.png does not match its file extension.'));
  const [sent] = sentTo(upload).map(({ body }) => body as FormData);
  expect(sent?.get('notes')).toBe('Ground floor, north');
  expect(sent?.get('file')).toMatchObject({ name: 'plan.png' });
});

it('[R251] files have their notes, and pictures are shown', async () => {
  await open(files, calls);
  const file = page.getByRole('listitem').filter({ hasText: 'plan.gif' });
  await expect.element(file).toHaveTextContent('Ground floor, north');
  await expect.element(page.getByRole('listitem').filter({ hasText: 'contract.txt' })).toHaveTextContent('no notes');
  await press('Show plan.gif');
  await look('attachment-preview', dialog('plan.gif').getByRole('img', { name: 'plan.gif' }));
});

it('[R254] a file gets another name, but not another extension', async () => {
  await open(files, calls);
  await chooseAction('Edit name and notes', 'Actions for plan.gif');
  const form = dialog('Edit name and notes');
  await field('Name', form).fill('plan.exe');
  await press('Save', form);
  await see(form.getByText('The file extension cannot be changed'));
  expect(sentTo(update)).toEqual([]);
  await field('Name', form).fill('ground.gif');
  expectNow(answer(update), answer(list, [{ ...plan, originalName: 'ground.gif' }]));
  await press('Save', form);
  await see(page.getByRole('listitem').filter({ hasText: 'ground.gif' }));
  expect(sentTo(update)).toMatchObject([{ body: { originalName: 'ground.gif' } }]);
});

it('[R252] a list of files that fails says what is missing, and otherwise that there was an error', async () => {
  for (const [status, title] of [
    [404, 'Organization Does Not Exist'],
    [500, 'Organization Error'],
  ] as const) {
    await open(files, [...calls, refuse(list, status, 'Gone.')]);
    await see(page.getByText(title).first());
  }
});
