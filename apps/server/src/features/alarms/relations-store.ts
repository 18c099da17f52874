import { mayCall } from '@atrium/contract/access';
import { listAlarmConfigs } from '@atrium/contract/alarms';
import { inArray } from 'drizzle-orm';
import { grouped, type Relation, type Row } from '../../http/include.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import { alarmConfig, alarmState } from '../../registry/schema/alarms.ts';
import { location, space } from '../../registry/schema/places.ts';
import { zone, zoneSetting } from '../../registry/schema/sensors.ts';
import { locationValues } from '../../registry/location-columns.ts';
import { lastSetting, zoneColumns } from '../../registry/zone-columns.ts';
import { type AnyScope, everyOrganization } from '../../scope.ts';
import { alarms, isLocation, isSpace, isZone, toReply } from './config-store.ts';

/** What an alarm watches, and the alarm of a state. A deleted alarm still belongs to its history. */
export function alarmRelations(registry: Registry): Relation<AnyScope>[] {
  const relation = (
    names: Pick<Relation<AnyScope>, 'of' | 'name' | 'gives'>,
    load: (tx: Transaction, parentIds: string[]) => Promise<{ parentId: string; row: Row }[]>,
  ): Relation<AnyScope> => ({
    ...names,
    single: true,
    allowed: (scope) => scope !== everyOrganization && mayCall(listAlarmConfigs, scope),
    load: async (scope, parentIds) =>
      scope === everyOrganization || parentIds.length === 0
        ? new Map()
        : grouped(await registry.tenant(scope, (tx) => load(tx, [...parentIds]))),
  });
  return [
    relation({ of: 'alarmConfig', name: 'space', gives: 'space' }, spacesOf),
    relation({ of: 'alarmConfig', name: 'zone', gives: 'zone' }, zonesOf),
    relation({ of: 'alarmConfig', name: 'location', gives: 'location' }, locationsOf),
    relation({ of: 'alarmState', name: 'alarm_config', gives: 'alarmConfig' }, configsOf),
  ];
}

const { alarmConfigId } = alarmConfig;

function spacesOf({ sql: db }: Transaction, ids: string[]) {
  const { spaceId, orgId, locationId, name, maxCapacity } = space;
  return db
    .select({ parentId: alarmConfigId, row: { spaceId, orgId, locationId, name, maxCapacity } })
    .from(alarmConfig)
    .innerJoin(space, isSpace)
    .where(inArray(alarmConfigId, ids));
}

function zonesOf({ sql: db }: Transaction, ids: string[]) {
  return db
    .select({ parentId: alarmConfigId, row: zoneColumns })
    .from(alarmConfig)
    .innerJoin(zone, isZone)
    .leftJoin(zoneSetting, lastSetting())
    .where(inArray(alarmConfigId, ids));
}

function locationsOf({ sql: db }: Transaction, ids: string[]) {
  const { locationId, orgId } = location;
  return db
    .select({ parentId: alarmConfigId, row: { locationId, orgId, ...locationValues } })
    .from(alarmConfig)
    .innerJoin(location, isLocation)
    .where(inArray(alarmConfigId, ids));
}

/** Copies: several states may share an alarm, and each row gets its own includes. */
async function configsOf(tx: Transaction, ids: string[]) {
  const states = await tx.sql
    .select({ parentId: alarmState.alarmStateId, alarmConfigId: alarmState.alarmConfigId })
    .from(alarmState)
    .where(inArray(alarmState.alarmStateId, ids));
  const rows = await alarms(tx).where(
    inArray(
      alarmConfigId,
      states.map((state) => state.alarmConfigId),
    ),
  );
  const byId = new Map(rows.map((row) => [row.alarm.alarmConfigId, row]));
  return states.flatMap((state) => {
    const row = byId.get(state.alarmConfigId);
    return row ? [{ parentId: state.parentId, row: { ...toReply(row) } }] : [];
  });
}
