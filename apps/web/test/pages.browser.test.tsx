import { describe, it } from 'vitest';
import { page } from 'vitest/browser';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { look, open, signedInAs } from './stage.ts';

const org = `/app/org/${sampleId('orgId')}`;
const location = `${org}/location/${sampleId('locationId')}`;
const site = `${location}/site/${sampleId('siteId')}`;
const space = `${location}/space/${sampleId('spaceId')}`;
const sensor = `/app/sensor/${sampleId('sensorId')}`;

const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const button = (name: string) => page.getByRole('button', { name });

describe('pages of an administrator', () => {
  const calls = [...records, ...signedInAs('OrganizationAdministrator')];
  it.each([
    ['welcome', '/app/welcome', () => heading('Riverside Branch')],
    ['forecast', '/app/forecast', () => page.getByRole('link', { name: 'North door' })],
    ['locations', '/app/locations', () => page.getByRole('link', { name: 'Riverside Branch' })],
    ['location', location, () => heading('Riverside Branch')],
    ['location-acf', `${location}?tab=acf`, () => page.getByRole('table', { name: 'ACF' })],
    ['location-opening-hours', `${location}?tab=hours`, () => page.getByRole('table', { name: /^Opening hours from/ })],
    ['spaces', `${location}?tab=spaces`, () => page.getByRole('link', { name: 'Reading room' })],
    ['tickets', `${location}?tab=tickets`, () => button('South door counts twice')],
    ['custom-fields', `${location}?tab=fields`, () => page.getByRole('table', { name: 'Custom fields' })],
    ['attachments', `${location}?tab=attachments`, () => page.getByRole('heading', { name: 'Attachments' })],
    ['site', site, () => heading('North door')],
    ['site-zones', `${site}?tab=zones`, () => page.getByRole('table', { name: 'Zones' })],
    ['site-history', `${site}?tab=history`, () => page.getByRole('heading', { name: 'Offline records' })],
    ['space', space, () => heading('Reading room')],
    ['space-resets', `${space}?tab=resets`, () => button('Add reset')],
    ['sensors', '/app/sensors', () => page.getByRole('link', { name: 'North sensor' })],
    ['sensor', sensor, () => heading('North sensor')],
    ['sensor-zones', `${sensor}?tab=zones`, () => page.getByRole('table', { name: 'Zones' })],
    ['sensor-clock', `${sensor}?tab=clock`, () => page.getByText('Nothing moved')],
    ['sensor-configuration', `${sensor}?tab=configs`, () => page.getByRole('heading', { name: 'Configurations' })],
    ['offline-open', '/app/offline-sensors', () => button('Ceiling north')],
    ['offline-resolved', '/app/offline-sensors?tab=resolved', () => button('Ceiling north')],
    ['push-urls', '/app/pushurls', () => heading('Connect sensors')],
    ['teach', '/app/teach', () => button('Old gates')],
    ['inbox', '/app/inbox', () => page.getByRole('cell', { name: 'North sensor' })],
    ['inbox-quarantine', '/app/inbox?tab=quarantine', () => button('Not assigned')],
    ['inbox-devices', '/app/inbox?tab=devices', () => page.getByRole('rowheader', { name: 'North sensor' })],
    ['inbox-gaps', '/app/inbox?tab=gaps', () => page.getByRole('rowheader', { name: 'North sensor' })],
    ['import-status', '/app/importstatus', () => button('pos-2026-02.csv')],
    ['import-settings', '/app/importsettings', () => heading('Import settings (SFTP)')],
    ['clients', '/app/clients', () => heading('API Clients')],
    ['mqtt', '/app/mqtt', () => page.getByRole('heading', { name: 'Warehouse broker' })],
    ['schedules', '/app/orgschedule', () => page.getByRole('heading', { name: 'Branches' })],
    ['exceptions', '/app/orgschedule?tab=exceptions', () => button('Add exception')],
    ['week-in-force', '/app/orgschedule?tab=locations', () => page.getByRole('table', { name: /^Opening hours from/ })],
    ['users', '/app/users?tab=active', () => page.getByRole('rowheader', { name: 'Lena Marsh' })],
    ['invitations', '/app/users?tab=invitations', () => page.getByRole('rowheader', { name: 'lena@example.com' })],
    ['user', `/app/user?userId=${sampleId('userId', 1)}`, () => heading('Lena Marsh')],
    ['audit', '/app/audit', () => heading('Audit log')],
    ['organization-settings', '/app/orgsettings', () => heading('Organization settings')],
    ['organization', org, () => heading('Lakeside Libraries')],
    ['profile', '/app/profile', () => heading('Profile')],
  ] as const)('%s', async (name, path, shown) => {
    await open(path, calls);
    await look(name, shown().first());
  });
});

describe('pages of staff', () => {
  const calls = [...records, ...signedInAs('SenSourceUser')];
  it.each([
    ['choose-organization', '/app/welcome', () => heading('Choose an organization')],
    ['admin-welcome', '/app/admin-welcome', () => heading('Welcome, Ada')],
    ['organizations', '/app/orgs', () => page.getByRole('rowheader', { name: 'Lakeside Libraries' })],
    ['organization-new', '/app/org/new', () => button('Save')],
    ['organization-contacts', `${org}?tab=contacts`, () => page.getByRole('heading', { name: 'Ada Lovelace' })],
    ['addresses', `${org}?tab=addresses`, () => page.getByText('Head office')],
    ['organization-schedules', `${org}?tab=schedules`, () => page.getByRole('heading', { name: 'Branches' })],
    ['organization-users', `${org}?tab=users`, () => page.getByRole('rowheader', { name: 'Lena Marsh' })],
    [
      'organization-invitations',
      `${org}?tab=invitations`,
      () => page.getByRole('rowheader', { name: 'grace@example.com' }),
    ],
    ['tickets-of-organization', `${org}?tab=tickets`, () => button('South door counts twice')],
    ['single-sign-on', `${org}?tab=sso`, () => page.getByLabelText('Issuer')],
    ['estate-file', `${org}?tab=estate`, () => page.getByRole('heading', { name: 'Download' })],
    ['assignments', '/app/sensorassignment', () => page.getByRole('row', { name: /North door/ })],
    ['outbox', '/app/outbox', () => button('You are invited to Lakeside Libraries')],
    ['system', '/app/system', () => heading('System')],
  ] as const)('%s', async (name, path, shown) => {
    await open(path, calls);
    await look(name, shown().first());
  });
});
