import { listAlarmConfigs } from '@atrium/contract/alarms';
import { getOrganization } from '@atrium/contract/organizations';
import * as api from '@atrium/contract/webhooks';
import { webhookTexts } from '@atrium/rules/webhook';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, expectNow, refuse, sentTo } from './network.ts';
import { records } from './records.ts';
import { sampleId, sampleNow } from './sample.ts';
import { look, open, openAsStaff, see, signedInAs } from './stage.ts';
import { dialog, field, heading, hide, press, refused } from './steps.ts';

const secret = '7k2m9q4x0c8v5n1t3r6w8y2z4a6b8d0e';
const url = 'https://hooks.example.com/atrium';
const webhook = { url, isEnabled: true, failures: 0, failedAt: null, lastSentAt: sampleNow };
const failing = { ...webhook, webhookId: sampleId('webhookId', 2), url: 'https://chat.example.com/', failures: 3 };
const failed = {
  ...webhook,
  webhookId: sampleId('webhookId', 3),
  url: 'https://old.example.com/',
  isEnabled: false,
  failures: 20,
  failedAt: sampleNow,
};
const call = {
  event: 'alarm',
  body: '{}',
  sentAt: sampleNow,
  failedAt: null,
  attempts: 1,
  nextAttemptAt: null,
  error: null,
};
const waiting = {
  ...call,
  deliveryId: sampleId('deliveryId', 2),
  event: 'test',
  sentAt: null,
  attempts: 2,
  nextAttemptAt: sampleNow,
  error: 'The webhook answered 500.',
};
const enabled = answer(getOrganization, { name: 'Lakeside Libraries', isEnabled: true, alarmsEnabled: true });
const calls = [
  ...records,
  ...signedInAs('OrganizationAdministrator'),
  enabled,
  answer(api.listWebhookDeliveries, [waiting, call]),
];
const withWebhook = [...calls, answer(api.listWebhooks, [webhook, failing, failed])];
const rowOf = (name: string) => page.getByRole('button', { name, exact: true });
const row = rowOf(url);
const panel = dialog('hooks.example.com');

it('[R919] [R920] [R921] lists webhooks with their state, and their calls', async () => {
  await open('/app/alarms/webhooks', withWebhook);
  await see(heading('Webhooks'));
  for (const state of ['On', 'Failing', 'Off after failures']) await see(page.getByText(state, { exact: true }));
  await look('webhooks', row);
  await row.click();
  await see(panel.getByText('Delivered', { exact: true }));
  await see(panel.getByText(/^2 attempts: The webhook answered 500\. \(next at /));
  await look('webhook', panel.getByRole('button', { name: 'Send a test' }));
  await press('Close', panel);
  await rowOf(failing.url).click();
  await see(page.getByText(/^The last 3 attempts failed/));
});

it('[R919] [S185] adds a webhook and shows its secret once', async () => {
  await open('/app/alarms/webhooks', [...calls, answer(api.listWebhooks, [])]);
  await look('webhooks-empty', page.getByText('No webhook yet', { exact: true }));
  await press('Add webhook');
  const form = dialog('Add webhook');
  await field('Address', form).fill('hooks');
  await press('Add webhook', form);
  await see(form.getByText(webhookTexts.url));
  await field('Address', form).fill(url);
  await look('webhook-new', field('Address', form));
  await refused(api.createWebhook, 'Unable to save the webhook', () => press('Add webhook', form));
  expectNow(answer(api.createWebhook, { ...webhook, secret }), answer(api.listWebhooks, [webhook]));
  await press('Add webhook', form);
  expect(sentTo(api.createWebhook).at(-1)?.body).toEqual({ url });
  const shown = dialog('Signing secret');
  await look('webhook-secret', shown.getByText(secret));
  await userEvent.keyboard('{Escape}');
  await see(shown.getByText(secret));
  await press('I have copied it', shown);
  await hide(shown);
  expect(page.getByText(secret).elements()).toEqual([]);
});

it('[R919] edits, tests and deletes a webhook', async () => {
  await open('/app/alarms/webhooks', withWebhook);
  await row.click();
  await refused(api.testWebhook, 'Unable to send a test', () => press('Send a test', panel));
  expectNow(answer(api.testWebhook, { deliveryId: sampleId('deliveryId', 3) }));
  await press('Send a test', panel);
  await see(page.getByText('The test is on its way'));
  await press('Edit webhook', panel);
  const form = dialog('Edit webhook');
  await field('Address', form).fill('https://hooks.example.com/new');
  await refused(api.updateWebhook, 'Unable to update the webhook', () => press('Save', form));
  expectNow(answer(api.updateWebhook, webhook));
  await press('Save', form);
  expect(sentTo(api.updateWebhook).at(-1)?.body).toEqual({ url: 'https://hooks.example.com/new' });
  await hide(form);
  await press('Delete', panel);
  const question = dialog('Delete webhook');
  await look('webhook-delete', question.getByText(/no longer called/));
  await refused(api.deleteWebhook, 'Unable to delete the webhook', () => press('Yes, delete it!', question));
  expectNow(answer(api.deleteWebhook), answer(api.listWebhooks, []));
  await press('Delete', panel);
  await press('Yes, delete it!', question);
  await see(page.getByText('Webhook deleted successfully'));
  await see(page.getByText('No webhook yet', { exact: true }));
});

it('[R921] switches on a webhook that was switched off, and renews a secret after a question', async () => {
  await open('/app/alarms/webhooks', withWebhook);
  await rowOf(failed.url).click();
  const old = dialog('old.example.com');
  await look('webhook-failed', old.getByText(/^It was switched off after 20 failed attempts/));
  expect(old.getByRole('button', { name: 'Send a test' }).elements()).toEqual([]);
  expectNow(answer(api.updateWebhook, webhook));
  await press('Switch on', old);
  await see(page.getByText('Webhook saved successfully'));
  expect(sentTo(api.updateWebhook).at(-1)?.body).toEqual({ isEnabled: true });
  await press('Renew secret', old);
  const question = dialog('Renew secret');
  await refused(api.renewWebhookSecret, 'Unable to renew the secret', () => press('Yes, renew it!', question));
  expectNow(answer(api.renewWebhookSecret, { ...webhook, secret }));
  await press('Renew secret', old);
  await press('Yes, renew it!', question);
  await see(dialog('Signing secret').getByText(secret));
});

it('says when webhooks cannot be retrieved, and when the subscription has no alarms', async () => {
  await open('/app/alarms/webhooks', [...calls, refuse(api.listWebhooks, 409, 'Not today.')]);
  await see(page.getByText('Unable to retrieve webhooks. Not today.'));
  const off = answer(getOrganization, { name: 'Lakeside Libraries', isEnabled: true, alarmsEnabled: false });
  await open('/app/alarms/webhooks', [...calls, off]);
  await look('webhooks-off', page.getByText('Alarms are not enabled', { exact: true }));
});

it('is for administrators, who come from the alarms, and for staff in an organization', async () => {
  await open('/app/alarms/webhooks', [...records, ...signedInAs('OrganizationUser')]);
  await hide(heading('Webhooks'));
  await open('/app/alarms', [...withWebhook, answer(listAlarmConfigs, [])]);
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await see(heading('Webhooks'));
  await openAsStaff('/app/alarms/webhooks', [...withWebhook, ...signedInAs('SenSourceUser')]);
  await see(row);
});
