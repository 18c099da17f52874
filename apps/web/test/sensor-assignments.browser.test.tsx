import * as assignments from '@atrium/contract/sensor-assignments';
import { listSensors } from '@atrium/contract/sensors';
import { getSite, listSites } from '@atrium/contract/sites';
import { getZone, updateZone } from '@atrium/contract/zones';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, expectNow, sentTo } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { address, countOf, options, textsOf } from './shown.ts';
import { look, open, openAgain, openAsStaff, see, signedInAs } from './stage.ts';
import { dialog, field, heading, hide, pick, press, refused } from './steps.ts';

const location = `/app/org/${sampleId('orgId')}/location/${sampleId('locationId')}`;
const site = `${location}/site/${sampleId('siteId')}`;
const administrator = [...records, ...signedInAs('OrganizationAdministrator')];
const staff = [...records, ...signedInAs('SenSourceUser')];
const assign = () => dialog('Assign sensor');

const counting = answer(assignments.listSensorAssignments, [
  {
    orgName: 'Lakeside Libraries',
    locationName: 'Riverside Branch',
    timezone: 'America/Chicago',
    active: true,
    sensorId: sampleId('sensorId'),
    site: { name: 'North door' },
    sensor: { name: 'North sensor', sensorType: 'xovis5', active: true },
  },
]);
const empty = answer(listSites, [{ name: 'South door', sensor: [] }]);
const openList = () => openAsStaff('/app/sensorassignment', [...staff, counting, empty]);

describe('assigning a sensor', () => {
  it('[R183] [R209] knows the vendor by the address, and offers none at all', async () => {
    const bare = answer(getSite, { name: 'North door', sensor: [] });
    await openAsStaff(site, [...staff, bare, answer(listSensors, []), answer(assignments.listSensorAssignments, [])]);
    await press('Assign sensor');
    await assign().getByRole('combobox', { name: 'Sensor' }).click();
    await expect.poll(textsOf(options())).toEqual(['New sensor, by MAC address', 'None']);
    await options().first().click();
    const mac = field('MAC address', assign());
    await mac.fill('00:6E:02');
    await press('Assign', assign());
    await see(assign().getByText('The MAC address must have 12 hexadecimal digits, such as 00:11:22:AA:BB:CC'));
    await mac.fill('00:6e:02:11:22:33');
    await see(assign().getByText('Made by Xovis: Xovis 5.'));
    await assign().getByLabelText('Node sensors').fill('00:6E:02:11:22:33');
    await press('Assign', assign());
    await see(assign().getByText('A node sensor cannot have the MAC address of the sensor itself'));
    expect(sentTo(assignments.createSensorAssignment)).toEqual([]);
    await assign().getByLabelText('Node sensors').fill('');
    await field('Name', assign()).fill('North sensor');
    expectNow(answer(assignments.createSensorAssignment));
    await press('Assign', assign());
    await see(page.getByText('Assignment created successfully'));
    expect(sentTo(assignments.createSensorAssignment)).toMatchObject([{ body: { name: 'North sensor' } }]);
  });

  it('[R210] is for staff', async () => {
    await open(site, administrator);
    await see(heading('North door'));
    expect(countOf(page.getByRole('button', { name: 'Assign sensor' }))()).toBe(0);
    await open('/app/sensorassignment', administrator);
    await see(heading('Riverside Branch'));
    expect(address()).toBe('#/app/welcome');
    expect(sentTo(assignments.listSensorAssignments)).toEqual([]);
  });

  it('[R080] says what failed, and does not lose what was typed by a key', async () => {
    await openList();
    await press('Assign sensor');
    await pick('Site', 'South door', assign());
    await field('MAC address', assign()).fill('00:6E:02:11:22:33');
    await refused(assignments.createSensorAssignment, 'Unable to create assignment', () => press('Assign', assign()));
    const question = dialog('Unsaved changes');
    await userEvent.keyboard('{Escape}');
    await press('Cancel', question);
    await hide(question);
    await expect.element(assign()).toBeVisible();
    await expect
      .poll(async () => {
        // A key that is pressed while the question still fades away is nobody's.
        await userEvent.keyboard('{Escape}');
        return countOf(question)();
      })
      .toBe(1);
    await press('Yes, close', question);
    await hide(assign());
  });
});

describe('the list of assignments', () => {
  it('shows whose sensor counts where', async () => {
    await openList();
    const row = page.getByRole('row', { name: /North sensor/ });
    for (const text of ['Lakeside Libraries', 'Riverside Branch', 'North door', 'Counting', /C[SD]T/])
      await expect.element(row).toHaveTextContent(text);
    expectNow(answer(assignments.listSensorAssignments, []));
    await pick('State', 'Inactive');
    await see(page.getByText('No assignment matches'));
    expect(sentTo(assignments.listSensorAssignments).at(-1)?.query).toMatchObject({ active: 'false' });
  });

  it('[R206] deletes one after a question', async () => {
    await openList();
    const remove = 'Delete the assignment of North sensor, North door';
    const question = dialog('Delete Sensor Assignment?');
    await press(remove);
    await see(question.getByText('You are about to delete a sensor assignment. This cannot be undone. Are you sure?'));
    await press('Cancel', question);
    await hide(question);
    expect(sentTo(assignments.deleteSensorAssignment)).toEqual([]);
    expectNow(answer(assignments.deleteSensorAssignment));
    await press(remove);
    await press('Yes, delete it!', question);
    await see(page.getByText('Assignment deleted successfully'));
    expect(sentTo(assignments.deleteSensorAssignment)).toHaveLength(1);
  });

  it('[R211] makes a dummy sensor', async () => {
    await openList();
    await press('Dummy sensor');
    const dummy = dialog('New dummy sensor');
    await see(dummy.getByText('A sensor without a device: people enter its counts.'));
    await pick('Site', 'South door', dummy);
    await field('Name', dummy).fill('By hand');
    await refused(assignments.createDummySensor, 'Unable to create dummy sensor', () => press('Create', dummy));
    expectNow(answer(assignments.createDummySensor));
    await press('Create', dummy);
    await see(page.getByText('Dummy sensor created successfully'));
    expect(sentTo(assignments.createDummySensor).at(-1)?.body).toMatchObject({ name: 'By hand' });
  });

  it('[R080] says what failed in the words of assignments', async () => {
    const { listSensorAssignments, deleteSensorAssignment } = assignments;
    await refused(listSensorAssignments, 'Unable to retrieve assignment details', openList);
    await press('Try again');
    await press('Delete the assignment of North sensor, North door');
    await refused(deleteSensorAssignment, 'Unable to delete assignment', () => press('Yes, delete it!'));
  });
});

it('a zone that a sensor made is reviewed, with settings that fit', async () => {
  const line = {
    name: 'Line 7',
    deviceId: '7',
    scaleFactor: 1,
    countFilter: 0,
    countApplication: 1,
    perimeter: true,
    disabled: false,
    needsReview: true,
  };
  await open(`/app/sensor/${sampleId('sensorId')}?tab=zones`, [...administrator, answer(getZone, line)]);
  await see(page.getByText('New, review'));
  await press('Line 7');
  const settings = page.getByRole('form', { name: 'Settings of the zone' });
  await see(settings.getByText('The sensor created this zone.'));
  await settings.getByRole('textbox', { name: 'Scale factor' }).fill('x');
  await settings.getByLabelText('Min dwell').fill('30');
  await settings.getByLabelText('Max dwell').fill('30');
  await press('Save as reviewed', settings);
  await see(settings.getByText('Scale factor must be a decimal number'));
  await see(settings.getByText('Max dwell must be greater than min dwell'));
  expect(sentTo(updateZone)).toEqual([]);
  await field('Name', settings).fill('North line');
  await settings.getByRole('textbox', { name: 'Scale factor' }).fill('1.05');
  await settings.getByLabelText('Max dwell').fill('60');
  await refused(updateZone, 'Unable to update zone', () => press('Save as reviewed', settings));
  expectNow(answer(updateZone));
  await press('Save as reviewed', settings);
  await see(page.getByText('Zone updated successfully'));
  expect(sentTo(updateZone).at(-1)?.body).toMatchObject({ name: 'North line', needsReview: false });
});

it('[R1172] [R1173] [R1184] a line says how the counter of its sensor is read, and a zone with people in it does not', async () => {
  const line = {
    name: 'Line 7',
    deviceId: '7',
    countType: 1,
    scaleFactor: 1,
    countFilter: 0,
    countApplication: 1,
    perimeter: true,
    disabled: false,
    counterReset: '03:00',
    counterMode: 'cumulative' as const,
    counterDirection: 'ins' as const,
    needsReview: false,
  };
  await open(`/app/sensor/${sampleId('sensorId')}?tab=zones`, [...administrator, answer(getZone, line)]);
  await press('Line 7');
  const settings = page.getByRole('form', { name: 'Settings of the zone' });
  await expect.element(settings.getByLabelText('Counter resets daily at')).toHaveValue('03:00');
  await settings.getByLabelText('Counter resets daily at').fill('');
  await settings.getByRole('combobox', { name: 'Counter readings' }).click();
  await page.getByRole('option', { name: 'Count since the last reading' }).click();
  await settings.getByRole('combobox', { name: 'Counter direction' }).click();
  await page.getByRole('option', { name: 'People going out' }).click();
  expectNow(answer(updateZone));
  await press('Save', settings);
  await see(page.getByText('Zone updated successfully'));
  expect(sentTo(updateZone).at(-1)?.body).toEqual({
    counterReset: null,
    counterMode: 'interval',
    counterDirection: 'outs',
  });
  await open(`/app/sensor/${sampleId('sensorId')}?tab=zones`, [
    ...administrator,
    answer(getZone, { ...line, countType: 8 }),
  ]);
  await press('Line 7');
  await see(settings.getByLabelText('Min dwell'));
  expect(settings.getByLabelText('Counter resets daily at').query()).toBeNull();
});

it('[I117] a zone shows what arrives from it, and says when nothing has', async () => {
  await open(`/app/sensor/${sampleId('sensorId')}?tab=zones`, administrator);
  await press('Line 7');
  const measures = page.getByRole('region', { name: 'Measures' });
  await see(measures.getByText('People in and out'));
  await see(measures.getByText('Occupancy level'));
  expect(measures.getByText(/^Last reading/).elements().length).toBe(2);
  await look('zone-measures', measures);
  await openAgain(`/app/sensor/${sampleId('sensorId')}?tab=zones`, [
    ...administrator,
    answer(getZone, { name: 'Line 7', measures: [] }),
  ]);
  await press('Line 7');
  await see(page.getByText('Nothing has arrived from this zone yet.'));
});

it('[R1150] a queue zone says whether its sensor adds up wait times or reports their average', async () => {
  const queue = {
    name: 'Till queue',
    deviceId: '9',
    countType: 5,
    scaleFactor: 1,
    countFilter: 0,
    countApplication: 5,
    perimeter: false,
    disabled: false,
    minDwell: 5,
    maxDwell: 600,
    waitTimes: 'sums' as const,
    needsReview: false,
  };
  await open(`/app/sensor/${sampleId('sensorId')}?tab=zones`, [...administrator, answer(getZone, queue)]);
  await press('Line 7');
  const settings = page.getByRole('form', { name: 'Settings of the zone' });
  const choice = settings.getByRole('combobox', { name: 'Wait times of the sensor' });
  await expect.element(choice).toHaveValue('Sum of all waits in an interval');
  await choice.click();
  await page.getByRole('option', { name: 'Average wait in an interval' }).click();
  expectNow(answer(updateZone));
  await press('Save', settings);
  await see(page.getByText('Zone updated successfully'));
  expect(sentTo(updateZone).at(-1)?.body).toEqual({ waitTimes: 'averages' });
  await open(`/app/sensor/${sampleId('sensorId')}?tab=zones`, [
    ...administrator,
    answer(getZone, { ...queue, countType: 8, measures: [] }),
  ]);
  await press('Line 7');
  await see(settings.getByLabelText('Min dwell'));
  expect(choice.query()).toBeNull();
});
