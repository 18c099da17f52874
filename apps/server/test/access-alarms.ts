import * as alarms from '@atrium/contract/alarms';
import * as webhooks from '@atrium/contract/webhooks';
import { newAlarmState } from '@atrium/rules/alarm';
import { defaultAlarmSettings } from '@atrium/rules/alarm-settings';
import { alarmConfig, alarmState } from '../src/registry/schema/alarms.ts';
import { webhook } from '../src/registry/schema/webhooks.ts';
import { type Entry, entry, type Ids } from './access-entry.ts';
import type { World } from './world.ts';

/** The requests of the access matrix about alarms. */
export const alarmEntries: readonly Entry[] = [
  entry(alarms.listAlarmConfigs, () => ({ query: { include: 'space,zone,location' } })),
  entry(alarms.listAlarmConfigsOf, ({ locationId }) => ({ params: { alarmTypeId: '2', alarmableId: locationId } })),
  entry(alarms.getAlarmConfig, ofAlarm),
  entry(alarms.createAlarmConfig, ({ locationId }) => ({
    body: {
      alarmTypeId: 2,
      alarmableId: locationId,
      config: { triggerTypeId: 1, config: { triggerThreshold: 5 } },
    },
  })),
  entry(alarms.updateAlarmConfig, (ids) => ({ ...ofAlarm(ids), body: { config: { config: { triggerBuffer: 1 } } } })),
  entry(alarms.deleteAlarmConfig, ofAlarm, { fresh: createAlarm }),
  entry(alarms.testAlarmConfig, ofAlarm),
  entry(alarms.listAlarmStates, () => ({ query: { include: 'alarm_config(space,zone,location)' } })),
  entry(alarms.getAlarmState, ofState),
  entry(alarms.updateAlarmState, (ids) => ({ ...ofState(ids), body: { acknowledged: true as const } }), {
    fresh: createAlarm,
  }),
  entry(alarms.listAlarmDeliveries, ofState),
  entry(webhooks.listWebhooks, () => ({})),
  entry(webhooks.getWebhook, ofWebhook),
  entry(webhooks.createWebhook, () => ({ body: { url: 'https://hooks.example.com/new' } })),
  entry(webhooks.updateWebhook, (ids) => ({ ...ofWebhook(ids), body: { isEnabled: true } })),
  entry(webhooks.renewWebhookSecret, ofWebhook),
  entry(webhooks.testWebhook, ofWebhook),
  entry(webhooks.listWebhookDeliveries, ofWebhook),
  entry(webhooks.deleteWebhook, ofWebhook, { fresh: createWebhook }),
];

/** An alarm on a location, active. */
export async function createAlarm(world: World, { orgId, locationId }: Pick<Ids, 'orgId' | 'locationId'>) {
  return world.registry.system(async ({ sql }) => {
    const at = Math.floor(world.now().getTime() / 1000);
    const figures = { value: 10, threshold: 5 };
    const active = {
      episode: 1,
      cause: 'level',
      startedAt: at,
      notifiedAt: at,
      notices: 1,
      acknowledged: false,
    } as const;
    const values = {
      orgId,
      locationId,
      alarmTypeId: 2,
      triggerTypeId: 1,
      alarmable: 'location',
      alarmableId: locationId,
      settings: { ...defaultAlarmSettings, triggerThreshold: 5 },
      sms: [],
      email: [],
      watch: { ...newAlarmState(at), value: 10, since: at, episodes: 1, active: { ...active, ...figures } },
    } as const;
    const [made] = await sql
      .insert(alarmConfig)
      .values({ ...values, sms: [], email: [] })
      .returning();
    const { alarmConfigId } = made!;
    const fired = { orgId, locationId, alarmConfigId, episode: 1, cause: 'level', createdAt: world.now() } as const;
    const [state] = await sql
      .insert(alarmState)
      .values({ ...fired, triggerValue: 10, triggerThreshold: 5 })
      .returning();
    return { alarmConfigId, alarmStateId: state!.alarmStateId };
  });
}

export async function createWebhook(world: World, { orgId }: Pick<Ids, 'orgId'>) {
  const values = { orgId, url: 'https://hooks.example.com/', secret: 'sealed' };
  const [made] = await world.registry.system(({ sql }) => sql.insert(webhook).values(values).returning());
  return { webhookId: made!.webhookId };
}

function ofWebhook({ webhookId }: Ids) {
  return { params: { webhookId } };
}

function ofAlarm({ alarmConfigId }: Ids) {
  return { params: { alarmConfigId } };
}

function ofState({ alarmStateId }: Ids) {
  return { params: { alarmStateId } };
}
