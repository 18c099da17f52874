import { auditOf } from './audit-trail.ts';
import { countingIn } from './counting.ts';
import { pushingIn } from './pushing.ts';
import type { World } from './world.ts';

export const pathTo = (sensorId: string, action: string) => `/api/sensor/${sensorId}/${action}`;

/** Doors whose sensors live, move and end. */
export function doorsIn(world: () => World) {
  const { shop, adminOf } = countingIn(world);
  const { push } = pushingIn(world);

  /** A shop with an administrator, and what its sensor counts. */
  async function door({ timezone = 'UTC', ...more }: Parameters<typeof shop>[0] = {}) {
    const made = await shop({ timezone, ...more });
    const { orgId } = made.org;
    const mac = made.sensor.macAddress!;
    const params = { sensorId: made.sensor.sensorId };
    const count = (minutes: Readonly<Record<string, number>>) => push(orgId, mac, minutes, Number(made.zone.deviceId));
    return { ...made, orgId, mac, params, count, admin: await adminOf(made.org) };
  }

  /** The spaces that a zone belongs to. */
  async function spacesWith(zoneId: string): Promise<string[]> {
    const { rows } = await world().registry.owner.query<{ space_id: string }>(
      'SELECT space_id FROM space_zone_assignment WHERE zone_id = $1 AND deleted_at IS NULL',
      [zoneId],
    );
    return rows.map((row) => row.space_id);
  }

  async function entriesOf(orgId: string) {
    return (await auditOf(world(), orgId)).filter(({ action }) => action.startsWith('sensor-'));
  }

  return { door, spacesWith, entriesOf };
}
