import { getOutboxMessage } from '@atrium/contract/mail';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { answer } from './network.ts';
import { records } from './records.ts';
import { open, see, signedInAs } from './stage.ts';
import { dialog, press } from './steps.ts';

const subject = 'You are invited to Lakeside Libraries';
const link = 'https://counts.example.com/#/register?email=reader%40example.com&invitationId=1';
const mail = {
  subject,
  text: `You have been invited. Open ${link}`,
  html: '<h1>Join Lakeside Libraries in Atrium</h1><script>parent.ran = 1</script>',
};
const calls = [...records, ...signedInAs('SenSourceUser')];

it('[R094] staff read a mail and get its link, in a notice with a button to copy it', async () => {
  await open('/app/outbox', [...calls, answer(getOutboxMessage, mail)]);
  await press(subject);
  const shown = dialog(subject);
  await see(shown);
  await expect.element(shown.getByRole('link', { name: 'Open the link' })).toHaveAttribute('href', link);
  await press('Copy the link', shown);
  const notice = dialog('Link');
  await see(notice.getByText(link));
  await press('Copy', notice);
  await see(notice.getByRole('button', { name: 'Copied' }));
});

it('[S24] a mail is drawn in a frame in which nothing runs', async () => {
  await open('/app/outbox', [...calls, answer(getOutboxMessage, mail)]);
  await press(subject);
  await see(dialog(subject).getByTitle('Preview of the email'));
  const frame = document.querySelector('iframe');
  expect(frame?.getAttribute('sandbox')).toBe('');
  expect(frame?.srcdoc).toContain('<h1>Join Lakeside Libraries in Atrium</h1>');
  expect('ran' in window).toBe(false);
});

it('a mail without a drawing is shown as text', async () => {
  await open('/app/outbox', [...calls, answer(getOutboxMessage, { ...mail, html: null })]);
  await press(subject);
  await see(dialog(subject).getByText('You have been invited'));
  expect(document.querySelector('iframe')).toBeNull();
  expect(page.getByRole('alert').elements()).toEqual([]);
});
