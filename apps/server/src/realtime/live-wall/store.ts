import type { Transaction } from '../../registry/registry.ts';

export interface ActiveAlarm {
  readonly alarmableId: string;
  readonly locationId: string;
}

export async function activeAlarms({ client }: Transaction, orgId: string): Promise<ActiveAlarm[]> {
  const { rows } = await client.query<ActiveAlarm>(
    `SELECT c.alarmable_id AS "alarmableId", c.location_id AS "locationId"
     FROM alarm_state s JOIN alarm_config c USING (alarm_config_id)
     WHERE s.org_id = $1 AND s.resolved_at IS NULL AND c.deleted_at IS NULL`,
    [orgId],
  );
  return rows;
}

/** The sensors of an organization that are offline. */
export async function offlineSensors({ client }: Transaction, orgId: string): Promise<Set<string>> {
  const { rows } = await client.query<{ sensorId: string }>(
    'SELECT sensor_id AS "sensorId" FROM offline_sensor WHERE org_id = $1 AND resolved_date IS NULL',
    [orgId],
  );
  return new Set(rows.map(({ sensorId }) => sensorId));
}
