import { createTicket } from '@atrium/contract/tickets';
import { listSensorAssignments } from '@atrium/contract/sensor-assignments';
import * as blacklist from '@atrium/contract/sensor-blacklist';
import * as life from '@atrium/contract/sensor-life';
import * as requests from '@atrium/contract/package-requests';
import * as sensors from '@atrium/contract/sensors';
import * as licenses from '@atrium/contract/vendor-licenses';
import { describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, expectNow, refuse, sentTo } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { address, countOf, textsOf } from './shown.ts';
import { look, open, openAsStaff, see, signedInAs } from './stage.ts';
import { chooseAction, dialog, downloads, field, heading, hide, pick, press, refused } from './steps.ts';

const sensor = `/app/sensor/${sampleId('sensorId')}`;
const administrator = [...records, ...signedInAs('OrganizationAdministrator')];
const reader = [...records, ...signedInAs('OrganizationUser')];
const staff = [...records, ...signedInAs('SenSourceUser')];
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const columns = () => page.getByRole('menuitemcheckbox');

describe('the list of sensors', () => {
  it('[R198] is read again every 30 seconds while that is switched on', async () => {
    vi.useFakeTimers({
      toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'Date'],
      shouldAdvanceTime: true,
    });
    try {
      await open('/app/sensors', administrator);
      const refresh = page.getByRole('switch', { name: 'Refresh every 30 s' });
      await see(page.getByRole('link', { name: 'North sensor' }));
      await expect.element(refresh).toBeChecked();
      const before = sentTo(sensors.listSensors).length;
      await vi.advanceTimersByTimeAsync(20_000);
      expect(sentTo(sensors.listSensors)).toHaveLength(before);
      await vi.advanceTimersByTimeAsync(10_000);
      expect(sentTo(sensors.listSensors)).toHaveLength(before + 1);
      await refresh.click();
      await vi.advanceTimersByTimeAsync(60_000);
      expect(sentTo(sensors.listSensors)).toHaveLength(before + 1);
    } finally {
      vi.useRealTimers();
    }
  });

  it('[R200] has the columns and states of the provider for staff alone', async () => {
    await open('/app/sensors', administrator);
    await press('Columns');
    await see(columns().getByText('Vendor'));
    expect(textsOf(columns())()).not.toContain('Blacklist');
    await userEvent.keyboard('{Escape}');
    await page.getByRole('combobox', { name: 'State' }).click();
    await see(page.getByRole('option', { name: 'Online' }));
    expect(countOf(page.getByRole('option', { name: 'Decommissioned' }))()).toBe(0);
    await open('/app/sensors', staff);
    await press('Columns');
    await see(columns().getByText('Blacklist'));
    await userEvent.keyboard('{Escape}');
    await page.getByRole('combobox', { name: 'State' }).click();
    await see(page.getByRole('option', { name: 'Decommissioned' }));
  });

  it('[R199] is searched and filtered, and saved as a file', async () => {
    await open('/app/sensors', staff);
    await see(page.getByText('The devices that count, where they are installed, and how they are doing.'));
    const search = page.getByRole('searchbox', { name: 'Search' });
    expectNow(answer(sensors.listSensors, []));
    await search.fill('nowhere');
    await see(page.getByText('No sensor matches'));
    expectNow(...records);
    await search.fill('AA:BB:CC');
    await see(page.getByRole('link', { name: 'North sensor' }));
    await expect.poll(address).toMatch(/search=/);
    await pick('Vendor', 'Xovis');
    await expect.poll(address).toMatch(/vendor=Xovis/);
    await expect
      .poll(() => sentTo(sensors.listSensors).at(-1)?.query)
      .toMatchObject({ search: 'AA:BB:CC', vendor: 'Xovis' });
    const [file] = await downloads(() => press('CSV'));
    expect(file?.name).toMatch(/^sensors-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.csv$/);
    expect(file?.text).toContain('00:6E:02:AA:BB:CC');
  });

  it('[R080] says what failed in the words of sensors', async () => {
    await refused(sensors.listSensors, 'Unable to retrieve sensors', () => open('/app/sensors', staff));
    await see(page.getByText('Whoops!'));
    await press('Try again');
    await see(page.getByRole('link', { name: 'North sensor' }));
  });
});

const of = (values: object) => {
  const known = records.findLast(({ endpoint }) => endpoint === sensors.getSensor)?.reply;
  return answer(sensors.getSensor, { ...(known as object), sensorType: 'xovis5', ...values });
};

describe('a sensor', () => {
  const commission = dialog('Commission sensor');
  const date = commission.getByLabelText('Date');

  it('[R080] says what failed in its words', async () => {
    await refused(sensors.getSensor, 'Unable to retrieve sensor details', () =>
      openAsStaff(sensor, [...staff, of({})]),
    );
    await press('Try again');
    await see(heading('North sensor'));
    await press('Commission');
    await refused(life.commissionSensor, 'Unable to commission sensor', () => press('Commission', commission));
    await userEvent.keyboard('{Escape}');
    await hide(commission);
    await press('Edit');
    const settings = page.getByRole('form', { name: 'Settings of the sensor' });
    await field('Name', settings).fill('Rover');
    await refused(sensors.updateSensor, 'Unable to update sensor', () => press('Save', settings));
    await press('Cancel', settings);
  });

  it('[R187] [R188] is commissioned at a date before or after today', async () => {
    await open(sensor, administrator);
    await see(page.getByText('The device and its settings.'));
    await see(page.getByText('No known address'));
    await press('Commission');
    await commission.getByRole('radio', { name: 'In the future' }).click();
    await date.fill(inDays(-3));
    await press('Commission', commission);
    await see(commission.getByText('The date must be after today'));
    await commission.getByRole('radio', { name: 'In the past' }).click();
    await date.fill('');
    await press('Commission', commission);
    await see(commission.getByText('Date is required'));
    await date.fill(inDays(3));
    await press('Commission', commission);
    await see(commission.getByText('The date must be before today'));
    expect(sentTo(life.commissionSensor)).toEqual([]);
    await date.fill(inDays(-3));
    expectNow(answer(life.commissionSensor));
    await press('Commission', commission);
    await see(page.getByText('Sensor commissioned successfully'));
    expect(sentTo(life.commissionSensor)).toMatchObject([{ body: { commissionedDate: inDays(-3) } }]);
  });

  it('[R183] has settings: its type, its nodes, a password that can be shown', async () => {
    await openAsStaff(sensor, [...staff, of({ masterNode: true, hasPassword: true })]);
    await press('Edit');
    const settings = page.getByRole('form', { name: 'Settings of the sensor' });
    await settings.getByRole('combobox', { name: 'Type' }).click();
    await see(page.getByRole('option', { name: 'Thermal (legacy)' }));
    await userEvent.keyboard('{Escape}');
    await settings.getByLabelText('Node sensors').fill('00:6e:02:aa:bb:cc');
    await press('Save', settings);
    await see(settings.getByText('A node sensor cannot have the MAC address of the sensor itself'));
    expect(sentTo(sensors.updateSensor)).toEqual([]);
    await settings.getByLabelText('Node sensors').fill('00:11:22:aa:bb:cc');
    await settings.getByRole('textbox', { name: 'Password' }).fill('open sesame');
    await settings.getByRole('switch', { name: 'Periodic use' }).click();
    const saved = {
      masterNode: true,
      hasPassword: true,
      passwordSet: true,
      nodeSensors: ['001122AABBCC'],
      periodicUse: true,
    };
    expectNow(answer(sensors.updateSensor), of(saved), answer(sensors.getSensorPassword, { password: 'open sesame' }));
    await press('Save', settings);
    await see(page.getByText('Sensor updated successfully'));
    expect(sentTo(sensors.updateSensor)).toMatchObject([{ body: { password: 'open sesame', periodicUse: true } }]);
    await see(page.getByText('00:11:22:AA:BB:CC'));
    await press('Show');
    await see(page.getByText('open sesame'));
  });

  it('[R201] has dialogs for a license, a file and a ticket', async () => {
    await openAsStaff(`${sensor}?tab=licenses`, [
      ...staff,
      of({}),
      answer(licenses.getLicenseTypes, ['Queue Management']),
    ]);
    await press('Add license');
    const license = dialog('Add license');
    await press('Save', license);
    await see(license.getByText('License key is required'));
    await license.getByLabelText('License key').fill('KEY-1');
    await pick('Type', 'Queue Management', license);
    await license.getByLabelText('Expiration').fill(inDays(-10));
    const kept = { licenseKey: 'KEY-1', type: 'Queue Management', expiration: inDays(-10) };
    expectNow(answer(licenses.createVendorLicense), of({ vendor_license: [kept] }));
    await press('Save', license);
    await see(page.getByText('License created successfully'));
    await see(page.getByText('Expired'));
    await page.getByRole('tab', { name: 'Attachments' }).click();
    const plan = new File(['Above the door'], 'plan.txt', { type: 'text/plain' });
    await see(page.getByRole('button', { name: 'Add files' }));
    const chooser = document.querySelector('input[type="file"]');
    if (chooser) await userEvent.upload(chooser, plan);
    await see(dialog('Add files').getByText('plan.txt'));
    await userEvent.keyboard('{Escape}');
    await page.getByRole('tab', { name: 'Tickets' }).click();
    await press('New ticket');
    await expect.element(dialog('New ticket').getByLabelText('Subject')).toHaveValue('North sensor: ');
    expect(sentTo(createTicket)).toEqual([]);
  });

  it('[R200] is blocked for a reason, and accepted again after a question', async () => {
    await openAsStaff(sensor, staff);
    await chooseAction('Block its data');
    const form = dialog('Add to blacklist');
    await press('Block its data', form);
    await see(form.getByText('Reason is required'));
    expect(sentTo(blacklist.addToBlacklist)).toEqual([]);
    await form.getByLabelText('Reason').fill('Sends rubbish');
    expectNow(
      answer(blacklist.addToBlacklist),
      answer(blacklist.getIsBlacklisted, { isBlacklisted: true, entries: [{ reason: 'Sends rubbish' }] }),
    );
    await press('Block its data', form);
    await see(page.getByText('Sensor added to blacklist'));
    await see(page.getByText(/Sends rubbish/));
    expectNow(answer(blacklist.removeFromBlacklist), answer(blacklist.getIsBlacklisted));
    await press('Accept its data again');
    await press('Yes, unblock it');
    await hide(page.getByText(/Sends rubbish/));
    expect(sentTo(blacklist.removeFromBlacklist)).toHaveLength(1);
  });

  it('[R190] is decommissioned by its name, spaces around it ignored', async () => {
    await open(sensor, administrator);
    await see(heading('North sensor'));
    await chooseAction('Decommission');
    await press('Yes, decommission it!');
    const typed = page.getByLabelText('Type the name of the sensor, North sensor, to decommission it');
    await typed.fill('north sensor');
    await press('Yes, decommission it!');
    await see(
      page.getByText('Invalid Input: The text you entered did not match the sensor name. It was not decommissioned.'),
    );
    expect(sentTo(life.decommissionSensor)).toEqual([]);
    await typed.fill(' North sensor ');
    expectNow(answer(life.decommissionSensor), of({ active: false }));
    await press('Yes, decommission it!');
    await see(page.getByText('Decommissioned sensor successfully'));
    await see(page.getByText('Decommissioned', { exact: true }));
  });

  it('[R201] shows administrators how it is, and nothing of the provider', async () => {
    await open(sensor, administrator);
    await see(page.getByRole('heading', { name: 'As the device reports' }));
    await page.getByRole('tab', { name: 'Configuration' }).click();
    await see(page.getByRole('heading', { name: 'Configurations' }));
    await press('More actions');
    await see(page.getByRole('menuitem').first());
    expect(countOf(page.getByRole('menuitem', { name: 'Block its data' }))()).toBe(0);
  });

  it('[R210] shows no action to those who only read', async () => {
    await open(sensor, reader);
    await see(page.getByRole('heading', { name: 'As the device reports' }));
    for (const name of ['Edit', 'More actions']) expect(countOf(page.getByRole('button', { name }))()).toBe(0);
    await page.getByRole('tab', { name: 'Zones' }).click();
    await press('Line 7');
    const zone = page.getByRole('dialog');
    await see(zone.getByText('Count application'));
    expect(countOf(zone.getByRole('form'))()).toBe(0);
    await see(zone.getByRole('button', { name: 'Add custom field' }));
  });

  it('[R201] shows staff where it has been', async () => {
    await openAsStaff(`${sensor}?tab=assignments`, [...staff, answer(listSensorAssignments, [])]);
    await see(page.getByText('Nothing has been assigned here yet.'));
  });
});

describe('asking a sensor for missing packages', () => {
  const form = page.getByRole('form', { name: 'Asking for missing packages' });
  const card = page.getByRole('region', { name: 'Missing packages' });
  const off = { version: 0, isEnabled: false, host: '', port: null, username: '', passwordSet: false };
  const on = {
    version: 1,
    isEnabled: true,
    host: '10.1.2.3',
    port: 443,
    tls: true,
    username: 'admin',
    passwordSet: true,
    approvedAddresses: [],
    needsApproval: true,
  };

  it('[R673] [R678] is off until someone turns it on, with an address, a user and the password', async () => {
    const reported = answer(requests.getPackageRequests, { ...off, reportedAddress: '10.1.2.3' });
    await open(sensor, [...administrator, reported]);
    await see(card.getByText('Not entered'));
    await press('Change', card);
    await expect.element(field('Host', form)).toHaveValue('10.1.2.3');
    await field('Host', form).fill('http://10.1.2.3/');
    await field('User name', form).fill('');
    await press('Save', form);
    await see(form.getByText('Enter a host name or an IP address, without http:// and without a path'));
    await see(form.getByText('User name is required'));
    await see(form.getByText('Enter the password of the sensor'));
    expect(sentTo(requests.updatePackageRequests)).toEqual([]);
    await field('Host', form).fill('10.1.2.3');
    await field('User name', form).fill('admin');
    await form.getByRole('switch', { name: 'Encrypt the connection with TLS' }).click();
    await see(form.getByText('Without TLS, anyone on the way may be able to read the password.'));
    await form.getByRole('switch', { name: 'Encrypt the connection with TLS' }).click();
    await form.getByLabelText('Password of the sensor').fill('open sesame');
    expectNow(answer(requests.updatePackageRequests, on), answer(requests.getPackageRequests, on));
    await press('Save', form);
    await see(page.getByText('Settings saved successfully'));
    await see(card.getByText('10.1.2.3:443'));
    await see(card.getByText('Your provider must approve it before Atrium asks the sensor.', { exact: false }));
    expect(countOf(card.getByRole('button', { name: 'Approve private network' }))()).toBe(0);
    expect(sentTo(requests.updatePackageRequests)).toMatchObject([
      { body: { isEnabled: true, host: '10.1.2.3', port: 443, tls: true, username: 'admin', password: 'open sesame' } },
    ]);
  });

  it('[R691] takes the certificate of a sensor that signed its own, and removes it again', async () => {
    const withCertificate = { ...on, hasCaCertificate: true };
    await open(sensor, [...administrator, answer(requests.getPackageRequests, { ...on, hasCaCertificate: false })]);
    await press('Change', card);
    await field('Certificate of the sensor', form).fill('nonsense');
    const details = [{ path: 'caCertificate', message: 'This is not a certificate in PEM format' }];
    expectNow(refuse(requests.updatePackageRequests, 400, 'Wrong.', { details }));
    await press('Save', form);
    await look('sensor-certificate', form.getByText('This is not a certificate in PEM format'));
    await field('Certificate of the sensor', form).fill('-----BEGIN CERTIFICATE-----');
    expectNow(
      answer(requests.updatePackageRequests, withCertificate),
      answer(requests.getPackageRequests, withCertificate),
    );
    await press('Save', form);
    await see(card.getByText('Entered here'));
    await press('Change', card);
    await expect.element(field('Certificate of the sensor', form)).toHaveValue('');
    await form.getByRole('switch', { name: 'Remove the stored certificate' }).click();
    await press('Save', form);
    await expect.poll(() => sentTo(requests.updatePackageRequests).length).toBe(3);
    const sent = sentTo(requests.updatePackageRequests).map(({ body }) => body);
    expect(sent[1]).toMatchObject({ caCertificate: '-----BEGIN CERTIFICATE-----' });
    expect(sent[2]).toMatchObject({ caCertificate: null });
    await press('Change', card);
    await form.getByRole('switch', { name: 'Encrypt the connection with TLS' }).click();
    expect(countOf(form.getByLabelText('Certificate of the sensor'))()).toBe(0);
  });

  it('[S139] [S141] another address needs the password; staff approve a private one and revoke that', async () => {
    await openAsStaff(sensor, [...staff, of({}), answer(requests.getPackageRequests, on)]);
    await press('Change', card);
    await field('Host', form).fill('10.1.2.4');
    await press('Save', form);
    await see(form.getByText('Enter it again, because the address changed'));
    await press('Cancel', form);
    const approved = { ...on, needsApproval: false, approvedAddresses: ['10.1.2.3'] };
    await press('Approve private network', card);
    expectNow(answer(requests.approveSensorHost, approved), answer(requests.getPackageRequests, approved));
    await press('Yes, approve it');
    await see(page.getByText('Private network approved successfully'));
    await press('Revoke approval', card);
    expectNow(answer(requests.revokeSensorHost, on), answer(requests.getPackageRequests, on));
    await press('Yes, revoke it');
    await see(page.getByText('Approval revoked successfully'));
    expect(sentTo(requests.revokeSensorHost)).toHaveLength(1);
  });

  it('[R673] is shown neither to users nor for sensors of other vendors', async () => {
    await open(sensor, reader);
    await see(heading('North sensor'));
    expect(countOf(card)()).toBe(0);
    await open(sensor, [...administrator, of({ macAddress: '00408CAABBCC', identifier: '00408CAABBCC' })]);
    await see(page.getByText('The device and its settings.'));
    expect(countOf(card)()).toBe(0);
  });

  it('[R080] says what failed in its words', async () => {
    await refused(requests.getPackageRequests, 'Unable to retrieve whether the sensor is asked', () =>
      open(sensor, administrator),
    );
    await press('Try again', card);
    await press('Change', card);
    await field('Host', form).fill('sensor.example');
    await form.getByLabelText('Password of the sensor').fill('open sesame');
    await refused(requests.updatePackageRequests, 'Unable to save the settings', () => press('Save', form));
  });
});
