import { getOrganization } from '@atrium/contract/organizations';
import { search } from '@atrium/contract/search';
import { listSensors } from '@atrium/contract/sensors';
import { getSite } from '@atrium/contract/sites';
import { getSystem } from '@atrium/contract/system';
import { getUser, listLocationAssignments } from '@atrium/contract/users';
import { attachmentCalls } from '@atrium/contract/attachments';
import { listLocations } from '@atrium/contract/locations';
import { describe, it } from 'vitest';
import { page } from 'vitest/browser';
import { answer, refuse, withhold } from './network.ts';
import { records } from './records.ts';
import { sampleId, sampleNow } from './sample.ts';
import { look, open, see, signedInAs } from './stage.ts';

const org = `/app/org/${sampleId('orgId')}`;
const location = `${org}/location/${sampleId('locationId')}`;
const user = `/app/user?userId=${sampleId('userId', 1)}`;
const administrator = [...records, ...signedInAs('OrganizationAdministrator')];
const staff = [...records, ...signedInAs('SenSourceUser')];
const person = {
  userId: sampleId('userId', 1),
  orgId: sampleId('orgId'),
  name: 'Lena Marsh',
  roleId: 1,
  roles: [{ roleId: 1, name: 'OrganizationUser' }],
};

describe('a list', () => {
  it('that is loading', async () => {
    await open('/app/sensors', [...administrator, withhold(listSensors)]);
    await look('sensors-loading', page.getByRole('heading', { level: 1, name: 'Sensors' }));
  });

  it('that is empty', async () => {
    await open('/app/sensors', [...administrator, answer(listSensors, [])]);
    await look('sensors-empty', page.getByRole('heading', { level: 1, name: 'Sensors' }));
  });

  it('that failed', async () => {
    await open('/app/sensors', [...administrator, refuse(listSensors, 400, 'Not today.')]);
    await look('sensors-failed', page.getByText('Whoops!'));
  });
});

describe('a page', () => {
  it('of something that is gone', async () => {
    await open(`${location}/site/${sampleId('siteId')}`, [
      ...administrator,
      refuse(getSite, 404, 'The site was not found.'),
    ]);
    await look('site-gone', page.getByRole('heading', { level: 1, name: 'The site was not found.' }));
  });

  it('of an organization without locations', async () => {
    await open('/app/welcome', [...administrator, answer(listLocations, [])]);
    await look('welcome-empty', page.getByText('No locations yet'));
  });

  it('of a locked person', async () => {
    const locked = answer(getUser, { ...person, failedLoginCounter: 5, lockedUntil: '2099-01-01T00:00:00.000Z' });
    await open(user, [...administrator, locked]);
    await look('user-locked', page.getByText(/^Locked until /));
  });

  it('of someone who is limited to one location', async () => {
    const limited = answer(getUser, { ...person, limitedToLocations: true, locationIds: [sampleId('locationId')] });
    const one = answer(listLocationAssignments, [{ name: 'Riverside Branch' }]);
    await open(user, [...administrator, limited, one]);
    const unassign = page.getByRole('button', { name: 'Unassign Riverside Branch' });
    await see(unassign);
    await unassign.click();
    await look('unassign-last-location', page.getByRole('dialog', { name: 'Unassign the last location?' }));
  });

  it('of an organization that may not see traffic', async () => {
    const closed = answer(getOrganization, { name: 'Lakeside Libraries', isEnabled: true, canViewTraffic: false });
    await open(org, [...staff, closed]);
    await look('organization-cascade', page.getByText('Needs SFTP').first());
  });

  it('of a system in trouble', async () => {
    const degraded = answer(getSystem, {
      status: 'degraded',
      warnings: [
        { kind: 'facts-stalled', isCritical: true, value: 95 },
        { kind: 'disk-low', value: 0.08 },
        { kind: 'lag', subject: 'live', value: 125 },
        { kind: 'engine-restarted', subject: 'clickhouse', value: 240 },
        { kind: 'mails-failed', value: 2 },
      ],
      disk: { freeBytes: 8e9, totalBytes: 100e9 },
      engines: [
        { engine: 'clickhouse', isUp: true, version: '26.7' },
        { engine: 'postgres', isUp: true },
      ],
      quarantine: [{ reason: 'clock_unset', groups: 2, bodies: 1204 }],
      refusedPushes: [{ status: 401, count: 12 }],
      damage: [
        { table: 'minute', month: '2026-02', parts: 1, rows: 1440, foundAt: sampleNow, rebuild: 'from-received' },
      ],
    });
    await open('/app/system', [...staff, degraded]);
    await look('system-degraded', page.getByRole('list', { name: 'Warnings' }));
    await open('/app/admin-welcome', [...staff, degraded]);
    await look('admin-welcome-degraded', page.getByRole('region', { name: 'System warnings' }));
  });

  it('with files', async () => {
    const files = answer(attachmentCalls.location.list, [{ originalName: 'contract.txt', notes: 'Ground floor' }]);
    await open(`${location}?tab=attachments`, [...administrator, files]);
    await look('attachments', page.getByText('contract.txt').first());
  });

  it('that people may only read', async () => {
    await open(`${location}?tab=tickets`, [...records, ...signedInAs('OrganizationUser')]);
    const ticket = page.getByRole('button', { name: 'South door counts twice' });
    await see(ticket);
    await ticket.click();
    await look('ticket-to-read', page.getByRole('dialog', { name: 'South door counts twice' }));
  });

  it('with the details of an entry of the log', async () => {
    await open('/app/audit', administrator);
    const details = page.getByRole('button', { name: /^Show the details of/ }).first();
    await see(details);
    await details.click();
    await look('object-form', page.getByRole('dialog', { name: 'Entry' }));
  });

  it('with an entry of the log as JSON', async () => {
    await open('/app/audit', administrator);
    const json = page.getByRole('button', { name: /^Show as JSON/ }).first();
    await see(json);
    await json.click();
    await look('object-json', page.getByRole('textbox', { name: 'Entry' }));
  });

  it('with what was found by the search', async () => {
    const found = answer(search, [
      { type: 'location', name: 'Riverside Branch', detail: 'Austin' },
      { type: 'user', name: 'Lena Marsh', detail: 'lena@example.com' },
    ]);
    await open('/app/profile', [...administrator, found]);
    const opener = page.getByRole('button', { name: /^Search/ }).first();
    await see(opener);
    await opener.click();
    await page.getByRole('combobox', { name: 'Search for anything' }).fill('e');
    await look('search-results', page.getByRole('option', { name: /Lena Marsh/ }));
  });
});
