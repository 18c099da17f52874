import type { Client } from './client.ts';
import type { Location, Sensor, Zone } from './estate.ts';
import type { World } from './world.ts';

/** The organization has what every mapping serves. */
export const withMappings = {
  canViewOccupancy: true,
  canViewQueueService: true,
  canViewZoneCounts: true,
  canViewExpectedWaitTime: true,
};

/** A mall with one sensor and an administrator who writes mappings. */
export interface Mall {
  readonly orgId: string;
  readonly mall: Location;
  readonly eye: Sensor;
  readonly admin: Client;
  /** A zone with a count application, of the sensor in the mall unless another one is named. */
  zone(name: string, countApplication: number, more?: { sensor?: Sensor; disabled?: boolean }): Promise<Zone>;
  /** A sensor with a site of its own. */
  sensorAt(location: Location, name?: string): Promise<Sensor>;
}

export async function openMall(world: World): Promise<Mall> {
  const { orgId } = await world.organization(withMappings);
  const mall = await world.location({ orgId, name: 'Mall' });
  const sensorAt = async ({ locationId }: Location, name = 'Eye') => {
    const { siteId } = await world.site({ locationId });
    return world.sensor({ siteId, name });
  };
  const eye = await sensorAt(mall);
  return {
    orgId,
    mall,
    eye,
    sensorAt,
    admin: await world.signIn(await world.user({ orgId, role: 'OrganizationAdministrator' })),
    zone: (name, countApplication, { sensor = eye, disabled = false } = {}) =>
      world.zone({ sensorId: sensor.sensorId, name, settings: { countApplication, disabled } }),
  };
}

/** `409 field: message` of a refusal. */
export function refusalOf({ status, body }: { status: number; body: unknown }): string[] {
  const { details, message } = body as { details?: { path: string; message: string }[]; message: string };
  return (details ?? [{ path: '', message }]).map((each) => `${status} ${each.path}: ${each.message}`);
}
