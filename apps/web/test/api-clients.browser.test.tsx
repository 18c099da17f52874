import * as api from '@atrium/contract/api-clients';
import { getOrganization } from '@atrium/contract/organizations';
import { listUsers } from '@atrium/contract/users';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, expectNow, refuse, sentTo } from './network.ts';
import { records } from './records.ts';
import { sampleId, sampleNow } from './sample.ts';
import { look, open, openAsStaff, see, signedInAs } from './stage.ts';
import { dialog, field, heading, hide, pick, press, refused } from './steps.ts';

const clientSecret = '7k2m9q4x0c8v5n1t3r6w8y2z4a6b8d0e';
const localuser = { userId: sampleId('userId', 1), name: 'Lena Marsh', email: 'lena@example.com' };
const client = {
  name: 'Data warehouse',
  userId: localuser.userId,
  localuser,
  isActive: true,
  lastUsedAt: sampleNow,
  requestCount: 48_210,
};
const enabled = answer(getOrganization, { name: 'Lakeside Libraries', isEnabled: true, apiClientsEnabled: true });
const calls = [...records, ...signedInAs('OrganizationAdministrator'), enabled, answer(listUsers, [localuser])];
const withClient = [...calls, answer(api.listApiClients, [client])];
const row = page.getByRole('button', { name: 'Data warehouse', exact: true });
const panel = dialog('Data warehouse');

it('[R486] [R489] [R697] [R700] lists clients with their users and their use', async () => {
  const others = [
    {
      ...client,
      clientId: sampleId('clientId', 2),
      name: 'Old script',
      isActive: false,
      lastUsedAt: null,
      requestCount: 0,
    },
    {
      ...client,
      clientId: sampleId('clientId', 3),
      name: 'Nobody’s',
      isActive: false,
      localuser: null,
      requestCount: 7,
    },
  ];
  await open('/app/clients', [...calls, answer(api.listApiClients, [client, ...others])]);
  await see(heading('API Clients'));
  await see(page.getByText('48,210'));
  await see(page.getByText('User disabled', { exact: true }));
  await see(page.getByText('User deleted', { exact: true }));
  await look('api-clients', row);
  await row.click();
  await see(panel.getByText('lena@example.com'));
  await look('api-client', panel.getByRole('button', { name: 'Copy Client ID' }));
  await press('Close', panel);
  await press('Nobody’s');
  await see(page.getByText(/^Its user no longer exists/));
});

it('[R486] [R696] [R700] adds a client and shows its secret once', async () => {
  await open('/app/clients', [...calls, answer(api.listApiClients, [])]);
  await look('api-clients-empty', page.getByText('No API client yet', { exact: true }));
  await press('Add client');
  const form = dialog('Add client');
  await press('Add client', form);
  await see(form.getByText('Name is required'));
  await see(form.getByText('User is required'));
  await field('Name', form).fill('Data warehouse');
  await pick('User', /Lena Marsh/, form);
  await look('api-client-new', field('Name', form));
  await refused(api.createApiClient, 'Unable to save client', () => press('Add client', form));
  expectNow(answer(api.createApiClient, { ...client, clientSecret }), answer(api.listApiClients, [client]));
  await press('Add client', form);
  expect(sentTo(api.createApiClient).at(-1)?.body).toEqual({ name: 'Data warehouse', userId: localuser.userId });
  const shown = dialog('Client secret: Data warehouse');
  await look('api-client-secret', shown.getByText(clientSecret));
  await see(page.getByText('Client saved successfully'));
  await see(shown.getByRole('button', { name: 'Copy Client secret' }));
  await userEvent.keyboard('{Escape}');
  await see(shown.getByText(clientSecret));
  await press('I have copied it', shown);
  await hide(shown);
  await row.click();
  await see(panel.getByText(/cannot be shown again/));
  expect(page.getByText(clientSecret).elements()).toEqual([]);
});

it('[R486] edits a client, with the version that was seen', async () => {
  await open('/app/clients', withClient);
  await row.click();
  await press('Edit client', panel);
  const form = dialog('Edit client');
  await field('Name', form).fill('Lake house');
  await refused(api.updateApiClient, 'Unable to update client', () => press('Save', form));
  expectNow(answer(api.updateApiClient, { ...client, name: 'Lake house' }));
  await press('Save', form);
  await see(page.getByText('Client saved successfully'));
  expect(sentTo(api.updateApiClient).at(-1)?.body).toEqual({ name: 'Lake house', userId: localuser.userId });
  await hide(form);
  expect(dialog(/^Client secret/ as unknown as string).elements()).toEqual([]);
});

it('[R487] regenerates a secret after a question', async () => {
  await open('/app/clients', withClient);
  await row.click();
  await press('Regenerate secret', panel);
  const question = dialog('Regenerate secret');
  await look('api-client-regenerate', question.getByText(/stop working at once/));
  await press('Cancel', question);
  expect(sentTo(api.updateApiClient)).toEqual([]);
  await press('Regenerate secret', panel);
  await refused(api.updateApiClient, 'Unable to regenerate secret', () => press('Yes, regenerate it!', question));
  expectNow(answer(api.updateApiClient, { ...client, clientSecret }));
  await press('Regenerate secret', panel);
  await press('Yes, regenerate it!', question);
  await see(dialog('Client secret: Data warehouse').getByText(clientSecret));
  await see(page.getByText('Secret regenerated successfully'));
});

it('[R486] deletes a client after a question', async () => {
  await open('/app/clients', withClient);
  await row.click();
  await press('Delete', panel);
  const question = dialog('Delete client');
  await refused(api.deleteApiClient, 'Unable to delete client', () => press('Yes, delete it!', question));
  expectNow(answer(api.deleteApiClient), answer(api.listApiClients, []));
  await press('Delete', panel);
  await press('Yes, delete it!', question);
  await see(page.getByText('Client deleted successfully'));
  await hide(panel);
  await see(page.getByText('No API client yet', { exact: true }));
});

it('[R488] says when the subscription has no API clients', async () => {
  const off = answer(getOrganization, { name: 'Lakeside Libraries', isEnabled: true, apiClientsEnabled: false });
  await open('/app/clients', [...calls, off]);
  await look('api-clients-off', page.getByText('API clients are not enabled', { exact: true }));
  expect(sentTo(api.listApiClients)).toEqual([]);
});

it('says when clients cannot be retrieved', async () => {
  await open('/app/clients', [...calls, refuse(api.listApiClients, 409, 'Not today.')]);
  const toast = page.getByRole('alert').filter({ hasText: 'Unable to retrieve clients' });
  await see(toast.getByText('Not today.', { exact: true }));
});

it('is for administrators, and for staff in an organization', async () => {
  await open('/app/clients', [...records, ...signedInAs('OrganizationUser')]);
  await hide(heading('API Clients'));
  await openAsStaff('/app/clients', [...withClient, ...signedInAs('SenSourceUser')]);
  await see(row);
});
