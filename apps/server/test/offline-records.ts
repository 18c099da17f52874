import type { Sensor } from './estate.ts';
import type { World } from './world.ts';

/** Creates offline sensors that reported before. */
export function offlineIn(worldOf: () => World) {
  /** A sensor with a record: open, and an hour old, by default. */
  async function offline(
    { orgId }: { orgId: string },
    {
      name,
      siteId,
      ...record
    }: { name?: string; siteId?: string } & Partial<Parameters<World['offlineRecord']>[0]> = {},
  ) {
    const made = await worldOf().sensor({
      orgId,
      ...(name !== undefined && { name }),
      ...(siteId !== undefined && { siteId }),
    });
    await heard(made);
    return { sensor: made, record: await worldOf().offlineRecord({ orgId, sensorId: made.sensorId, ...record }) };
  }

  /** A reading of the day before yesterday. */
  async function heard({ orgId, macAddress }: Sensor): Promise<void> {
    await worldOf().registry.system(({ client }) =>
      client.query(
        `INSERT INTO ledger (org_id, device, day, applied, duplicate, quarantined, last_at)
         VALUES ($1, $2, $3::timestamptz::date - 2, 1, 0, 0, $3::timestamptz - interval '2 days')`,
        [orgId, macAddress, worldOf().now()],
      ),
    );
  }

  return { offline };
}
