import { alarmCauses, noticeKinds } from '@atrium/rules/alarm';
import * as z from 'zod/mini';
import { type Access, members } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { id, instant, listQuery, orgBound } from './envelope.ts';
import { outboxKinds } from './mail.ts';

const area = 'alarms';

const readers = { ...members, capability: 'alarmsEnabled' } as const satisfies Access;
const writers = { ...readers, roles: ['OrganizationAdministrator', 'SenSourceUser'] } as const satisfies Access;

const whole = z.nullable(z.number());
const window = z.object({ from: instant, to: instant });
const recipients = { sms: z.array(z.string()), email: z.array(z.string()) };

/** `packages/rules/src/alarm-settings.ts` says what each field means and allows. Delays are seconds. */
const settings = {
  triggerThreshold: whole,
  triggerBuffer: z.number(),
  triggerPercent: z.number(),
  triggerDelay: z.number(),
  renotify: z.boolean(),
  renotifyDelay: whole,
  resolve: z.boolean(),
  dangerLevel: whole,
  clearThreshold: whole,
  noDataAfter: whole,
  quietWhenClosed: z.boolean(),
  maintenance: z.array(window),
};

/** An alarm on the number of people in a space, a location or a zone, on an expected wait or on unusual traffic. `version` goes back as If-Match. */
const config = {
  alarmConfigId: id,
  orgId: id,
  alarmTypeId: z.number(),
  alarmable: z.enum(['space', 'location', 'zone']),
  alarmableId: id,
  config: z.object({
    triggerTypeId: z.number(),
    config: z.object({ ...settings, locationId: id }),
    ...recipients,
  }),
  /** The same lists once more. */
  ...recipients,
  /** At how many people or minutes it fires now; null while the space has no maximum capacity. */
  threshold: whole,
  /** Messages wait until then. */
  snoozedUntil: z.nullable(instant),
  version: z.number(),
};
export const alarmConfig = z.object(config);
export type AlarmConfig = z.output<typeof alarmConfig>;

const named = z.optional(z.nullable(z.looseObject({ name: z.string() })));
/** With the requested includes. */
const alarmConfigWithIncludes = z.object({ ...config, space: named, zone: named, location: named });
export type AlarmConfigWithIncludes = z.output<typeof alarmConfigWithIncludes>;

/** One time that an alarm fired. */
const state = {
  alarmStateId: id,
  orgId: id,
  alarmConfigId: id,
  /** The number of people or minutes and the limit when it fired; there is no number without data. */
  data: z.object({ triggerValue: whole, triggerThreshold: whole }),
  cause: z.enum(alarmCauses),
  resolved: z.boolean(),
  /** An id of `/api/reference/resolved-reasons`; null while active. */
  resolvedReason: z.nullable(z.number()),
  createdAt: instant,
  resolvedAt: z.nullable(instant),
  acknowledgedBy: z.nullable(id),
  /** Null also where staff acknowledged it: they belong to no organization. */
  acknowledger: z.nullable(z.object({ userId: id, name: z.string() })),
  acknowledgedAt: z.nullable(instant),
  /** Whether anyone was told; false if it was silenced from beginning to end. */
  notified: z.boolean(),
};
const alarmState = z.object(state);
export type AlarmState = z.output<typeof alarmState>;
const alarmStateWithIncludes = z.object({ ...state, alarm_config: z.optional(z.nullable(alarmConfigWithIncludes)) });
export type AlarmStateWithIncludes = z.output<typeof alarmStateWithIncludes>;

const written = z.optional(z.unknown());
const list = z.optional(z.array(z.string().check(z.maxLength(300))).check(z.maxLength(100)));
const windows = z.optional(z.array(z.strictObject({ from: written, to: written })).check(z.maxLength(100)));
const fields = {
  ...orgBound,
  alarmTypeId: z.optional(z.number()),
  /** Fixed by the type; a different one is refused. */
  alarmable: z.optional(z.string().check(z.maxLength(100))),
  alarmableId: z.optional(z.string().check(z.maxLength(100))),
  config: z.optional(
    z.strictObject({
      triggerTypeId: z.optional(z.number()),
      sms: list,
      email: list,
      config: z.optional(
        z.strictObject({
          triggerThreshold: written,
          triggerBuffer: written,
          triggerPercent: written,
          triggerDelay: written,
          renotify: written,
          renotifyDelay: written,
          resolve: written,
          dangerLevel: written,
          clearThreshold: written,
          noDataAfter: written,
          quietWhenClosed: written,
          maintenance: windows,
          /** Filled in by the server. */
          locationId: written,
        }),
      ),
    }),
  ),
  sms: list,
  email: list,
};
const alarmConfigBody = z.strictObject(fields);
export type AlarmConfigBody = z.output<typeof alarmConfigBody>;

const include = z.optional(z.string());
const configParams = z.object({ alarmConfigId: z.string().check(z.maxLength(100)) });
const stateParams = z.object({ alarmStateId: z.string().check(z.maxLength(100)) });
const configPath = '/api/alarm-config/{alarmConfigId}';
const statePath = '/api/alarm-state/{alarmStateId}';

export const listAlarmConfigs = defineEndpoint({
  name: 'listAlarmConfigs',
  area,
  summary: 'The alarms that the caller may see, by the names of what they watch',
  method: 'GET',
  path: '/api/alarm-config',
  access: readers,
  query: z.object({ ...listQuery, ...orgBound, include }),
  reply: z.array(alarmConfigWithIncludes),
  list: true,
});

export const listAlarmConfigsOf = defineEndpoint({
  name: 'listAlarmConfigsOf',
  area,
  summary: 'The alarms of one type on one entity',
  method: 'GET',
  path: '/api/alarm-config/type/{alarmTypeId}/{alarmableId}',
  access: readers,
  params: z.object({ alarmTypeId: z.string(), alarmableId: z.string().check(z.maxLength(100)) }),
  query: z.object({ ...orgBound, include }),
  reply: z.array(alarmConfigWithIncludes),
});

export const getAlarmConfig = defineEndpoint({
  name: 'getAlarmConfig',
  area,
  summary: 'One alarm',
  method: 'GET',
  path: configPath,
  access: readers,
  params: configParams,
  query: z.object({ ...orgBound, include }),
  reply: alarmConfigWithIncludes,
});

export const createAlarmConfig = defineEndpoint({
  name: 'createAlarmConfig',
  area,
  summary: 'A new alarm',
  method: 'POST',
  path: '/api/alarm-config',
  access: writers,
  query: z.object(orgBound),
  body: alarmConfigBody,
  reply: alarmConfig,
});

export const updateAlarmConfig = defineEndpoint({
  name: 'updateAlarmConfig',
  area,
  summary: 'Changes an alarm; open states are closed on request, without a message',
  method: 'PUT',
  path: configPath,
  access: writers,
  params: configParams,
  query: z.object({ ...orgBound, shouldCloseOpenAlarmStates: z.optional(z.enum(['true', 'false'])) }),
  body: z.strictObject({ ...fields, shouldCloseOpenAlarmStates: z.optional(z.boolean()) }),
  reply: alarmConfig,
});

export const deleteAlarmConfig = defineEndpoint({
  name: 'deleteAlarmConfig',
  area,
  summary: 'Deletes an alarm; its history stays',
  method: 'DELETE',
  path: configPath,
  access: writers,
  params: configParams,
  query: z.object(orgBound),
  reply: z.object({ ok: z.literal(true) }),
});

export const testAlarmConfig = defineEndpoint({
  name: 'testAlarmConfig',
  area,
  summary: 'Sends a test message to everyone whom the alarm notifies',
  method: 'POST',
  path: `${configPath}/test`,
  access: writers,
  params: configParams,
  query: z.object(orgBound),
  reply: z.object({ messages: z.number() }),
});

export const listAlarmStates = defineEndpoint({
  name: 'listAlarmStates',
  area,
  summary: 'When alarms fired: active and resolved, newest first',
  method: 'GET',
  path: '/api/alarm-state',
  access: readers,
  query: z.object({
    ...listQuery,
    ...orgBound,
    include,
    resolved: z.optional(z.enum(['true', 'false'])),
    alarmConfigId: z.optional(z.string().check(z.maxLength(100))),
  }),
  reply: z.array(alarmStateWithIncludes),
  list: true,
});

export const getAlarmState = defineEndpoint({
  name: 'getAlarmState',
  area,
  summary: 'One time that an alarm fired',
  method: 'GET',
  path: statePath,
  access: readers,
  params: stateParams,
  query: z.object({ ...orgBound, include }),
  reply: alarmStateWithIncludes,
});

export const updateAlarmState = defineEndpoint({
  name: 'updateAlarmState',
  area,
  summary: 'Acknowledges, snoozes or resolves an active alarm',
  method: 'PUT',
  path: statePath,
  access: writers,
  params: stateParams,
  query: z.object(orgBound),
  body: z.strictObject({
    ...orgBound,
    resolved: z.optional(z.literal(true)),
    acknowledged: z.optional(z.literal(true)),
    /** Messages of this alarm wait until then; null ends the wait. */
    snoozedUntil: z.optional(z.nullable(instant)),
  }),
  reply: alarmState,
});

export const listAlarmDeliveries = defineEndpoint({
  name: 'listAlarmDeliveries',
  area,
  summary: 'The messages of one time that an alarm fired, and whether they were delivered',
  method: 'GET',
  path: `${statePath}/deliveries`,
  access: writers,
  params: stateParams,
  query: z.object(orgBound),
  reply: z.array(
    z.object({
      deliveryId: id,
      notice: z.enum(noticeKinds),
      channel: z.enum(outboxKinds),
      recipient: z.string(),
      createdAt: instant,
      sentAt: z.nullable(instant),
      failedAt: z.nullable(instant),
      attempts: z.number(),
      error: z.nullable(z.string()),
    }),
  ),
});
export type AlarmDelivery = z.output<typeof listAlarmDeliveries.reply>[number];
