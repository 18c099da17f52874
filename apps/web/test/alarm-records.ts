import * as api from '@atrium/contract/alarms';
import { getOrganization } from '@atrium/contract/organizations';
import { getAlarmTypes, getResolvedReasons, getTriggerTypes } from '@atrium/contract/reference';
import { alarmTypes, resolvedReasons } from '@atrium/contract/reference-lists';
import { listSpaces } from '@atrium/contract/spaces';
import { defaultAlarmSettings } from '@atrium/rules/alarm-settings';
import { page } from 'vitest/browser';
import { answer } from './network.ts';
import { records } from './records.ts';
import { type Part, sampleId, sampleNow } from './sample.ts';
import { signedInAs } from './stage.ts';
import { dialog } from './steps.ts';

export const spaceId = sampleId('spaceId', 1);
const lists = { sms: ['5125550142'], email: ['desk@example.com'] };
export const settings = {
  ...defaultAlarmSettings,
  maintenance: [],
  triggerBuffer: 5,
  locationId: sampleId('locationId', 1),
};
export const alarm = {
  alarmTypeId: 1,
  alarmable: 'space',
  alarmableId: spaceId,
  config: { triggerTypeId: 1, config: settings, ...lists },
  ...lists,
  threshold: 105,
  snoozedUntil: null,
  space: { spaceId, name: 'Reading room' },
  zone: null,
  location: null,
} as const;
const labelled = (labels: readonly string[]) => labels.map((label, index) => ({ id: index + 1, label }));
export const words = [
  answer(
    getAlarmTypes,
    alarmTypes.map(({ id, label, alarmable }) => ({ id, label, alarmable, alarmableId: `${alarmable}Id` })),
  ),
  answer(
    getTriggerTypes,
    alarmTypes.map(({ id, triggers }) => ({ alarmTypeId: id, triggerTypes: labelled(triggers) })),
  ),
  answer(getResolvedReasons, [
    { alarmTypeId: 1, triggerTypeId: 1, reasons: resolvedReasons.map(({ id, name: label }) => ({ id, label })) },
  ]),
];
export const enabled = answer(getOrganization, { name: 'Lakeside Libraries', isEnabled: true, alarmsEnabled: true });
export const room = answer(listSpaces, [{ spaceId, name: 'Reading room', maxCapacity: 100 }]);
export const calls = [...records, ...signedInAs('OrganizationAdministrator'), enabled, room, ...words];
export const kept = (one: Part<api.AlarmConfigWithIncludes>) => [
  answer(api.listAlarmConfigs, [one]),
  answer(api.getAlarmConfig, one),
];
export const withAlarm = [...calls, ...kept(alarm)];
export const row = page.getByRole('button', { name: 'Reading room', exact: true });
export const panel = dialog('Reading room');

export const active = {
  data: { triggerValue: 120, triggerThreshold: 105 },
  cause: 'level',
  resolved: false,
  resolvedReason: null,
  createdAt: sampleNow,
  resolvedAt: null,
  acknowledgedBy: null,
  acknowledger: null,
  acknowledgedAt: null,
  notified: true,
  alarm_config: alarm,
} as const;
const delivery = {
  notice: 'alarm',
  channel: 'mail',
  recipient: 'desk@example.com',
  createdAt: sampleNow,
  sentAt: sampleNow,
  failedAt: null,
  attempts: 1,
  error: null,
} as const;
export const history = [...calls, answer(api.listAlarmStates, [active]), answer(api.listAlarmDeliveries, [delivery])];
