import { describe, it } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { look, open, see, signedInAs } from './stage.ts';

const org = `/app/org/${sampleId('orgId')}`;
const location = `${org}/location/${sampleId('locationId')}`;
const site = `${location}/site/${sampleId('siteId')}`;
const space = `${location}/space/${sampleId('spaceId')}`;
const sensor = `/app/sensor/${sampleId('sensorId')}`;
const user = `/app/user?userId=${sampleId('userId', 1)}`;

const administrator = [...records, ...signedInAs('OrganizationAdministrator')];
const staff = [...records, ...signedInAs('SenSourceUser')];

async function press(name: string | RegExp, within: Pick<Locator, 'getByRole'> = page): Promise<void> {
  const button = within.getByRole('button', { name, exact: typeof name === 'string' }).first();
  await see(button);
  await button.click();
}

async function choose(item: string): Promise<void> {
  await press('More actions');
  await page.getByRole('menuitem', { name: item }).click();
}

const dialog = (name: string) => page.getByRole('dialog', { name });

describe('dialogs of an administrator', () => {
  it('invite-dialog', async () => {
    await open('/app/users?tab=active', administrator);
    await press('Invite user');
    await dialog('Invite a user').getByLabelText('Email').fill('nobody');
    await userEvent.keyboard('{Enter}');
    await look('invite-dialog', dialog('Invite a user').getByText('Valid email is required'));
  });

  it('mqtt-dialog', async () => {
    await open('/app/mqtt', administrator);
    await press('Add broker');
    const form = dialog('Add broker');
    await form.getByLabelText('Topic 1', { exact: true }).fill('stores/#/counts');
    await press('Add broker', form);
    await see(form.getByText('Name is required'));
    await look('mqtt-dialog', form.getByText('# must be the last level, and stand alone in it'));
  });

  it('bulk-invitation', async () => {
    await open('/app/users?tab=active', administrator);
    await press('Invite from CSV');
    await look('bulk-invitation', dialog('Invite users from a CSV file'));
  });

  it('choose-locations', async () => {
    await open(user, administrator);
    await press('Choose locations');
    await dialog('Choose locations').getByRole('checkbox', { name: 'Riverside Branch' }).click();
    await look('choose-locations', dialog('Choose locations'));
  });

  it('location-dialog-installation', async () => {
    await open('/app/locations', administrator);
    await press('New location');
    const form = dialog('New location');
    await press('Save', form);
    await see(form.getByText('Name is required'));
    await form.getByRole('switch', { name: 'Open an installation ticket' }).click();
    await look('location-dialog-installation', form.getByRole('combobox', { name: 'Ticket type' }));
  });

  it('location-site-draft', async () => {
    await open(location, administrator);
    await press('Add site');
    const draft = page.getByRole('form', { name: 'New site' });
    await draft.getByRole('switch', { name: 'Use DHCP' }).click();
    await draft.getByLabelText('IP address').fill('256.1.1.1');
    await press('Save', draft);
    await look('location-site-draft', draft.getByText('Enter an IP address as four numbers'));
  });

  it('site-dialog', async () => {
    await open(site, administrator);
    await press('Edit');
    const edit = dialog('Edit site');
    await edit.getByLabelText('Gateway').fill('10.0.0.256');
    await press('Save', edit);
    await look('site-dialog', edit.getByText('Enter an IP address as four numbers'));
  });

  it('qr-code', async () => {
    await open(site, administrator);
    await choose('Show QR code');
    await look('qr-code', dialog('QR code').getByRole('img', { name: /^QR code of/ }));
  });

  it('space-dialog', async () => {
    await open(`${location}?tab=spaces`, administrator);
    await press('New space');
    await dialog('New space').getByLabelText('Max capacity').fill('0');
    await press('Save', dialog('New space'));
    await look('space-dialog', dialog('New space').getByText('Name is required'));
  });

  it('space-zone-draft', async () => {
    await open(space, administrator);
    await press('Add zone');
    const draft = page.getByRole('form', { name: 'New zone' });
    await press('Save', draft);
    await look('space-zone-draft', draft.getByText('Choose a zone'));
  });

  it('space-reset-draft', async () => {
    await open(`${space}?tab=resets`, administrator);
    await press('Add reset');
    const draft = page.getByRole('form', { name: 'New reset' });
    await draft.getByLabelText('People inside').fill('-1');
    await press('Save', draft);
    await look('space-reset-draft', draft.getByText('Reset value must be a positive number'));
  });

  it('ticket-dialog', async () => {
    await open(`${location}?tab=tickets`, administrator);
    await press('New ticket');
    await press('Save', dialog('New ticket'));
    await look('ticket-dialog', dialog('New ticket').getByText('Subject is required'));
  });

  it('custom-field-dialog', async () => {
    await open(`${location}?tab=fields`, administrator);
    await press('Add custom field');
    await press('Save', dialog('Add custom field'));
    await look('custom-field-dialog', dialog('Add custom field').getByText('Value is required'));
  });

  it('schedule-dialog', async () => {
    await open('/app/orgschedule', administrator);
    await press('New schedule');
    const form = dialog('New schedule');
    await press('Add hours on Monday', form);
    await press('Save', form);
    await look('schedule-dialog', form.getByText('Name is required'));
  });

  it('exception-dialog', async () => {
    await open('/app/orgschedule?tab=exceptions', administrator);
    await press('Add exception');
    await press('Save', dialog('Add exception'));
    await look('exception-dialog', dialog('Add exception').getByText('Description is required'));
  });

  it('assignment-draft', async () => {
    await open('/app/orgschedule?tab=locations', administrator);
    await press('Add assignment');
    await press('Save');
    await look('assignment-draft', page.getByText('Schedule is required'));
  });

  it('email-dialog', async () => {
    await open('/app/orgsettings', administrator);
    await press('Add address');
    await dialog('Add a notification address').getByLabelText('Email').fill('not an address');
    await userEvent.keyboard('{Enter}');
    await look('email-dialog', dialog('Add a notification address').getByText('Valid email is required'));
  });

  it('offline-cause', async () => {
    await open('/app/offline-sensors', administrator);
    await press('Acknowledge Ceiling north');
    await press('Save', dialog('Acknowledge offline sensor'));
    await look('offline-cause', dialog('Acknowledge offline sensor').getByText('Cause is required'));
  });

  it('offline-panel', async () => {
    await open('/app/offline-sensors', administrator);
    await press('Ceiling north');
    await look('offline-panel', dialog('Ceiling north').getByText('Riverside Branch').first());
  });

  it('zone-panel', async () => {
    await open(`${sensor}?tab=zones`, administrator);
    await press('Line 7');
    const settings = page.getByRole('form', { name: 'Settings of the zone' });
    await settings.getByRole('textbox', { name: 'Scale factor' }).fill('x');
    await press('Save as reviewed', settings);
    await look('zone-panel', settings.getByText('Scale factor must be a decimal number'));
  });

  it('search-empty', async () => {
    await open('/app/profile', administrator);
    await press(/^Search/);
    await look('search-empty', dialog('Search for anything'));
  });

  it('profile-password', async () => {
    await open('/app/profile', administrator);
    await press('Change password');
    await look('profile-password', dialog('Change password').getByLabelText('Current password'));
  });
});

describe('dialogs of the provider and of sensors', () => {
  it('contact-dialog', async () => {
    await open(`${org}?tab=contacts`, staff);
    await press('Add contact');
    await press('Save', dialog('Add contact'));
    await look('contact-dialog', dialog('Add contact').getByText('Phone is required'));
  });

  it('phone-dialog', async () => {
    await open(`${org}?tab=contacts`, staff);
    await press('Actions for Ada Lovelace');
    await page.getByRole('menuitem', { name: 'Change phone number' }).click();
    await dialog('Change phone number').getByLabelText('Phone number').fill('12');
    await userEvent.keyboard('{Enter}');
    await look('phone-dialog', dialog('Change phone number').getByText('Enter a phone number of this country.'));
  });

  it('organizations-filter', async () => {
    await open('/app/orgs', staff);
    await press('Filter');
    await look('organizations-filter', dialog('Filter organizations'));
  });

  it('typed-name', async () => {
    await open(org, staff);
    await choose('Delete organization');
    await press('Yes, delete it!', dialog('Delete Organization'));
    await dialog('Delete Organization').getByRole('textbox').fill('LAKESIDE');
    await userEvent.keyboard('{Enter}');
    await look('typed-name', dialog('Delete Organization').getByText('The text did not match.'));
  });

  it('assignment-dialog', async () => {
    await open(site, staff);
    await press('Assign sensor');
    await dialog('Assign sensor').getByRole('textbox', { name: 'MAC address' }).fill('00:6E:02');
    await press('Assign', dialog('Assign sensor'));
    await look('assignment-dialog', dialog('Assign sensor').getByText('The MAC address must have 12'));
  });

  it('commission-dialog', async () => {
    await open(sensor, administrator);
    await press('Commission');
    const commission = dialog('Commission sensor');
    await commission.getByRole('radio', { name: 'In the past' }).click();
    await press('Commission', commission);
    await look('commission-dialog', commission.getByText('Date is required'));
  });

  it('reassign-dialog', async () => {
    await open(sensor, administrator);
    await choose('Reassign');
    await look('reassign-dialog', dialog('Reassign sensor').getByRole('combobox', { name: 'New site' }));
  });

  it('sensor-form', async () => {
    await open(sensor, administrator);
    await press('Edit');
    const settings = page.getByRole('form', { name: 'Settings of the sensor' });
    await settings.getByLabelText('Node sensors').fill('00:6E:02:AA:BB:CC');
    await press('Save', settings);
    await look('sensor-form', settings.getByText('A node sensor cannot have the MAC address of the sensor itself'));
  });

  it('outbox-text', async () => {
    await open('/app/outbox', staff);
    await press('You are invited to Lakeside Libraries');
    await look('outbox-text', page.getByRole('dialog').getByText('You have been invited'));
  });
});
