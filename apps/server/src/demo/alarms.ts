import { defaultAlarmSettings } from '@atrium/rules/alarm-settings';
import { newAlarmState } from '@atrium/rules/alarm';
import type { DemoOrganization } from '@atrium/simulator/demo-world';
import { addAlarm } from '../features/alarms/config-store.ts';
import type { Transaction } from '../registry/registry.ts';

/** The trigger at a share of the maximum capacity of a space. */
const whenFull = { alarmTypeId: 1, triggerTypeId: 3, alarmable: 'space' } as const;

/** The alarms of a demo organization, from now on. */
export async function addAlarms(
  tx: Transaction,
  { orgId, locations }: DemoOrganization,
  email: string[],
  now: Date,
): Promise<void> {
  for (const { locationId, spaces } of locations)
    for (const { spaceId, alarm } of spaces) {
      if (!alarm) continue;
      const { percent: triggerPercent, clearBelow: clearThreshold } = alarm;
      await addAlarm(tx, {
        orgId,
        locationId,
        ...whenFull,
        alarmableId: spaceId,
        settings: { ...defaultAlarmSettings, triggerPercent, clearThreshold },
        sms: [],
        email,
        watch: newAlarmState(Math.floor(now.getTime() / 1000)),
        createdAt: now,
        updatedAt: now,
      });
    }
}
