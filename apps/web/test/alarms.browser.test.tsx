import * as api from '@atrium/contract/alarms';
import { listLocations } from '@atrium/contract/locations';
import { getOrganization } from '@atrium/contract/organizations';
import { getAlarmTypes, getResolvedReasons, getTriggerTypes } from '@atrium/contract/reference';
import { defaultAlarmSettings } from '@atrium/rules/alarm-settings';
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, expectNow, refuse, sentTo } from './network.ts';
import { records } from './records.ts';
import { sampleId } from './sample.ts';
import { look, open, openAsStaff, see, signedInAs } from './stage.ts';
import { dialog, field, heading, hide, pick, press, refused } from './steps.ts';
import {
  spaceId,
  settings,
  alarm,
  kept,
  words,
  enabled,
  calls,
  withAlarm,
  row,
  panel,
  active,
  history,
} from './alarm-records.ts';

it('[R325] lists alarms with type, entity, trigger and threshold', async () => {
  await open('/app/alarms', withAlarm);
  await see(heading('Configured Alarms'));
  for (const text of ['Space capacity', 'Max capacity plus buffer', '105']) await see(page.getByText(text));
  await look('alarms', row);
  await row.click();
  await see(panel.getByText('desk@example.com'));
  await see(panel.getByText('105 people').first());
  await look('alarm', panel.getByRole('button', { name: 'Send a test' }));
});

it('[R325] [R335] [R336] [R337] adds an alarm with the defaults, and names what is wrong beside its field', async () => {
  await open('/app/alarms', [...calls, answer(api.listAlarmConfigs, [])]);
  await look('alarms-empty', page.getByText('No alarm yet', { exact: true }));
  await press('Add alarm');
  const form = dialog('Add alarm');
  const entries = (name: string) => form.getByRole('combobox', { name });
  await press('Add alarm', form);
  await see(form.getByText('Choose what to watch.'));
  await pick('Space', 'Reading room', form);
  await pick('Trigger', 'Percent of max capacity', form);
  await expect.element(field('Percent of max capacity', form)).toHaveValue('75%');
  await entries('Phone numbers').fill('512555014');
  await userEvent.keyboard('{Enter}');
  await entries('Email addresses').fill('desk@example.com');
  await userEvent.keyboard('{Enter}');
  await press('Add alarm', form);
  await see(form.getByText('A phone number has exactly 10 digits'));
  await look('alarm-new', entries('Phone numbers'));
  await userEvent.click(entries('Phone numbers'));
  await userEvent.keyboard('{Backspace}');
  await refused(api.createAlarmConfig, 'Unable to create alarm config', () => press('Add alarm', form));
  expectNow(answer(api.createAlarmConfig, alarm), answer(api.listAlarmConfigs, [alarm]));
  await press('Add alarm', form);
  await see(page.getByText('Alarm Config created successfully'));
  const { maintenance: _windows, ...defaults } = defaultAlarmSettings;
  expect(sentTo(api.createAlarmConfig).at(-1)?.body).toEqual({
    alarmTypeId: 1,
    alarmable: 'space',
    alarmableId: spaceId,
    config: { triggerTypeId: 3, sms: [], email: ['desk@example.com'], config: defaults },
  });
});

it('[R1164] shows and edits an alarm as it is now, also where its list is older', async () => {
  const raised = { ...alarm, threshold: 130, version: 7 };
  await open('/app/alarms', [...withAlarm, answer(api.getAlarmConfig, raised), answer(api.updateAlarmConfig, raised)]);
  await row.click();
  await see(panel.getByText('130 people').first());
  await press('Edit alarm', panel);
  await press('Save', dialog('Edit alarm'));
  await expect.poll(seenVersions).toEqual(['"7"']);
});

it('[R1164] shows what the list knows where the details cannot be retrieved, and says so', async () => {
  await open('/app/alarms', [...withAlarm, refuse(api.getAlarmConfig, 409, 'Not today.')]);
  await row.click();
  await see(page.getByText('Unable to retrieve alarm config details. Not today.'));
  await see(panel.getByText('105 people').first());
});

it('[R333] [R334] asks to close open states when the threshold or the reminders change', async () => {
  await open('/app/alarms', withAlarm);
  await row.click();
  await press('Edit alarm', panel);
  const form = dialog('Edit alarm');
  await field('Delay in seconds', form).fill('60');
  await refused(api.updateAlarmConfig, 'Unable to update alarm config', () => press('Save', form));
  expect(sentTo(api.updateAlarmConfig).at(-1)?.query).not.toHaveProperty('shouldCloseOpenAlarmStates');
  await form.getByRole('switch', { name: 'Remind while it is active' }).click();
  await expect.element(field('Renotify delay in seconds', form)).toHaveValue('300');
  expectNow(answer(api.updateAlarmConfig, alarm));
  await press('Save', form);
  await see(page.getByText('Alarm Config updated successfully'));
  const sent = sentTo(api.updateAlarmConfig).at(-1);
  expect(sent?.query).toMatchObject({ shouldCloseOpenAlarmStates: 'true' });
  expect(sent?.body).toMatchObject({ config: { config: { triggerDelay: 60, renotify: true, renotifyDelay: 300 } } });
});

const seenVersions = () => sentTo(api.updateAlarmConfig).map(({ headers }) => headers.get('if-match'));

it('[R325] is saved as it was seen: what others change meanwhile is neither overwritten nor made again', async () => {
  await open('/app/alarms', [...calls, ...kept({ ...alarm, version: 3 })]);
  await row.click();
  await press('Edit alarm', panel);
  const form = dialog('Edit alarm');
  const stale = 'Someone else changed this in the meantime.';
  expectNow(
    refuse(api.updateAlarmConfig, 412, stale, { code: 'stale' }),
    answer(api.listAlarmConfigs, [{ ...alarm, version: 4 }]),
  );
  const before = sentTo(api.listAlarmConfigs).length;
  await press('Save', form);
  await see(form.getByText(stale));
  await expect.poll(() => sentTo(api.listAlarmConfigs).length).toBe(before + 1);
  expectNow(answer(api.listAlarmConfigs, []));
  await press('Save', form);
  await hide(panel);
  await press('Save', form);
  await expect.poll(seenVersions).toEqual(['"3"', '"3"', '"3"']);
  expect(sentTo(api.createAlarmConfig)).toEqual([]);
});

it('[R325] [R913] sends a test, and deletes an alarm after a question', async () => {
  await open('/app/alarms', withAlarm);
  await row.click();
  expectNow(answer(api.testAlarmConfig, { messages: 2 }));
  await press('Send a test', panel);
  await see(page.getByText('Test messages are on their way'));
  await press('Delete', panel);
  const question = dialog('Delete Alarm');
  await see(question.getByText('You are about to delete this alarm. This cannot be undone. Are you sure?'));
  await refused(api.deleteAlarmConfig, 'Unable to delete alarm config', () => press('Yes, delete it!', question));
  expectNow(answer(api.deleteAlarmConfig), answer(api.listAlarmConfigs, []));
  await press('Delete', panel);
  await press('Yes, delete it!', question);
  await see(page.getByText('Alarm Config deleted successfully'));
  await hide(panel);
});

it('[R906] plans and removes a maintenance window', async () => {
  await open('/app/alarms', withAlarm);
  await row.click();
  await press('Add maintenance window', panel);
  const form = dialog('Add maintenance window');
  await look('alarm-maintenance', field('From', form));
  await field('From', form).fill('2040-05-01T20:00');
  await press('Add maintenance window', form);
  await see(form.getByText(/^A maintenance window begins before it ends/));
  await field('Until', form).fill('2040-05-01T22:00');
  const window = { from: '2040-05-01T20:00:00Z', to: '2040-05-01T22:00:00Z' };
  const planned = { ...alarm, config: { ...alarm.config, config: { ...settings, maintenance: [window] } } };
  expectNow(answer(api.updateAlarmConfig, planned), ...kept(planned));
  await press('Add maintenance window', form);
  await hide(form);
  const sent = sentTo(api.updateAlarmConfig).at(-1)?.body as { config: { config: { maintenance: object[] } } };
  expect(sent.config.config.maintenance).toHaveLength(1);
  await press('Remove', panel);
  await expect
    .poll(() => sentTo(api.updateAlarmConfig).at(-1)?.body)
    .toEqual({ config: { config: { maintenance: [] } } });
});

it('[R1161] nothing that a trigger hides keeps an alarm from being saved', async () => {
  await open('/app/alarms', withAlarm);
  await row.click();
  await press('Edit alarm', panel);
  const form = dialog('Edit alarm');
  await field('Buffer', form).fill('');
  await pick('Trigger', 'Percent of max capacity', form);
  await field('Percent of max capacity', form).fill('');
  await pick('Trigger', 'Max capacity plus buffer', form);
  await expect.element(field('Buffer', form)).toHaveValue('5');
  expectNow(answer(api.updateAlarmConfig, alarm));
  await press('Save', form);
  await see(page.getByText('Alarm Config updated successfully'));
});

it('[R342] says when the subscription has no alarms', async () => {
  const off = answer(getOrganization, { name: 'Lakeside Libraries', isEnabled: true, alarmsEnabled: false });
  await open('/app/alarms', [...calls, off]);
  await look('alarms-off', page.getByText('Alarms are not enabled', { exact: true }));
  expect(sentTo(api.listAlarmConfigs)).toEqual([]);
});

it('says what cannot be retrieved', async () => {
  await open('/app/alarms', [...calls, refuse(api.listAlarmConfigs, 409, 'Not today.')]);
  await see(page.getByText('Unable to retrieve alarm configs. Not today.'));
  await open('/app/alarms/history', [...history, refuse(api.listAlarmDeliveries, 409, 'Not today.')]);
  await row.click();
  await see(page.getByText('Unable to get alarm history details. Not today.'));
  await see(page.getByText('Alarm History', { exact: true }));
  await open('/app/alarms', [
    ...withAlarm,
    refuse(getAlarmTypes, 409, 'Not today.'),
    refuse(getTriggerTypes, 409, 'Not today.'),
    refuse(getResolvedReasons, 409, 'Not today.'),
  ]);
  await see(page.getByText('Unable to retrieve alarm types. Not today.'));
  await see(page.getByText('Unable to retrieve trigger types. Not today.'));
  await see(page.getByText('Unable to retrieve the resolved reasons. Not today.'));
  const failing = [...calls, refuse(api.listAlarmStates, 409, 'Not today.')];
  await open('/app/alarms/history', failing);
  await see(page.getByText('Unable to retrieve alarm histories. Not today.'));
});

it('[R338] [R912] is read by users, and for staff in an organization', async () => {
  const seen = [...records, ...signedInAs('OrganizationUser'), enabled, ...words];
  await open('/app/alarms', [...seen, answer(api.listAlarmConfigs, [])]);
  await see(page.getByText('An administrator of your organization can add one.'));
  await openAsStaff('/app/alarms', [...withAlarm, ...signedInAs('SenSourceUser')]);
  await see(row);
});

const locationId = sampleId('locationId', 1);
const shop = answer(listLocations, [{ locationId, name: 'Riverside Branch' }]);
const nobody = { sms: [], email: [] };
const waiting = {
  ...alarm,
  ...nobody,
  alarmTypeId: 4,
  config: {
    triggerTypeId: 1,
    config: { ...settings, triggerThreshold: 8, triggerBuffer: 2, clearThreshold: 6 },
    ...nobody,
  },
  threshold: 10,
} as const;
const unusual = {
  ...alarm,
  ...nobody,
  alarmTypeId: 5,
  alarmable: 'location',
  alarmableId: locationId,
  config: { triggerTypeId: 2, config: { ...settings, triggerThreshold: 30, triggerBuffer: 0 }, ...nobody },
  threshold: 30,
  space: null,
  location: { locationId, name: 'Riverside Branch' },
} as const;
const { maintenance: _windows, ...usual } = defaultAlarmSettings;

it('[R922] adds an alarm on the expected wait of a space, in minutes', async () => {
  await open('/app/alarms', [...calls, answer(api.listAlarmConfigs, [])]);
  await press('Add alarm');
  const form = dialog('Add alarm');
  await pick('Alarm type', 'Expected wait', form);
  await pick('Space', 'Reading room', form);
  for (const name of ['Percent of max capacity', 'Danger level', 'People outside the forecast'])
    expect(field(name, form).elements()).toEqual([]);
  await press('Add alarm', form);
  await see(form.getByText('Threshold must be a whole number from 1 to 1,000,000'));
  await field('Expected wait in minutes', form).fill('8');
  await look('alarm-wait-new', field('Expected wait in minutes', form));
  const mapping = 'The space has no expected wait mapping. Add one first';
  expectNow(refuse(api.createAlarmConfig, 400, mapping, { details: [{ path: 'alarmableId', message: mapping }] }));
  await press('Add alarm', form);
  await see(form.getByText(mapping).first());
  expectNow(answer(api.createAlarmConfig, waiting), answer(api.listAlarmConfigs, [waiting]));
  await press('Add alarm', form);
  await see(page.getByText('Alarm Config created successfully'));
  expect(sentTo(api.createAlarmConfig).at(-1)?.body).toEqual({
    alarmTypeId: 4,
    alarmable: 'space',
    alarmableId: spaceId,
    config: { triggerTypeId: 1, ...nobody, config: { ...usual, triggerThreshold: 8 } },
  });
});

it('[R922] shows limits and values of expected waits in minutes', async () => {
  await open('/app/alarms', [...calls, ...kept(waiting)]);
  await see(page.getByText('Minutes plus buffer'));
  await row.click();
  await expect.element(panel).toHaveTextContent(/Fires at10 minutes.*Resolves below6 minutes/);
  const long = { ...active, data: { triggerValue: 12, triggerThreshold: 10 }, alarm_config: waiting };
  await open('/app/alarms/history', [...history, answer(api.listAlarmStates, [long])]);
  await row.click();
  await look('alarm-wait-state', panel.getByText('12 minutes'));
  await expect.element(panel).toHaveTextContent(/Value when it fired12 minutes.*Limit when it fired10 minutes/);
});

it('[R923] adds an alarm on unusual traffic of a location, for more or fewer people than forecast', async () => {
  await open('/app/alarms', [...calls, shop, answer(api.listAlarmConfigs, [])]);
  await press('Add alarm');
  const form = dialog('Add alarm');
  await pick('Alarm type', 'Unusual traffic', form);
  await pick('Location', 'Riverside Branch', form);
  await form.getByRole('combobox', { name: 'Trigger', exact: true }).click();
  for (const name of ['More people than forecast', 'Fewer people than forecast'])
    await see(page.getByRole('option', { name }));
  await page.getByRole('option', { name: 'Fewer people than forecast' }).click();
  await field('People outside the forecast', form).fill('30');
  await field('Seconds without data before it fires', form).fill('3600');
  await press('Add alarm', form);
  const hourly = 'Traffic is compared once an hour: the time without data must be at least 7,200 seconds';
  await look('alarm-unusual-new', form.getByText(hourly));
  expect(sentTo(api.createAlarmConfig)).toEqual([]);
  await field('Seconds without data before it fires', form).fill('7200');
  expectNow(answer(api.createAlarmConfig, unusual), answer(api.listAlarmConfigs, [unusual]));
  await press('Add alarm', form);
  await see(page.getByText('Alarm Config created successfully'));
  expect(sentTo(api.createAlarmConfig).at(-1)?.body).toEqual({
    alarmTypeId: 5,
    alarmable: 'location',
    alarmableId: locationId,
    config: { triggerTypeId: 2, ...nobody, config: { ...usual, triggerThreshold: 30, noDataAfter: 7200 } },
  });
});

it('[R923] shows how many people were outside the forecast', async () => {
  const branch = page.getByRole('button', { name: 'Riverside Branch', exact: true });
  await open('/app/alarms', [...calls, shop, ...kept(unusual)]);
  await see(page.getByText('Fewer people than forecast'));
  await branch.click();
  await expect.element(dialog('Riverside Branch')).toHaveTextContent(/Fires at30 people/);
  const few = { ...active, data: { triggerValue: 41, triggerThreshold: 30 }, alarm_config: unusual };
  await open('/app/alarms/history', [...history, shop, answer(api.listAlarmStates, [few])]);
  await branch.click();
  await look('alarm-unusual-state', dialog('Riverside Branch').getByText('41 people'));
});
