import type { LiveReading } from '@atrium/contract/live-traffic';
import type { Facts } from '@atrium/facts/facts-interface';
import type { Directory } from '../../registry/directory/directory.ts';
import type { Estate } from '../../registry/directory/estate.ts';
import { plainTraffic, resolve } from '../../registry/directory/resolve.ts';
import type { Registry } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import { earlierParts } from './earlier-parts.ts';
import { liveReading } from './live-reading.ts';
import { daysOf } from './store.ts';

/** Today's counts of zones for a call, like those on sockets. Zones of unassigned sensors have none. */
export type ZoneReadings = (scope: Scope, zoneIds: readonly string[]) => Promise<LiveReading[]>;

export function createZoneReadings(parts: {
  registry: Registry;
  facts: Pick<Facts, 'sums'>;
  directory: Directory;
  clock: () => Date;
}): ZoneReadings {
  const { registry, facts, directory, clock } = parts;
  return async (scope, zoneIds) => {
    const estate = await directory.estate(scope.orgId);
    const entityIds = zoneIds.filter((zoneId) => isInstalled(estate, zoneId));
    if (entityIds.length === 0) return [];
    const zones = resolve(estate, scope, { entityType: 'zone', entityIds, ...plainTraffic });
    const series = zones.flatMap(({ members }) => members.map((member) => member.series));
    const days = await registry.tenant(scope, (tx) => daysOf(tx, series));
    const now = clock().getTime() / 1000;
    return Promise.all(
      zones.map(async (zone) => {
        const earlier = await earlierParts(facts, estate.factOrg, zone, now);
        return liveReading(estate, zone, days, now, earlier);
      }),
    );
  };
}

function isInstalled(estate: Estate, zoneId: string): boolean {
  const sensorId = estate.zones.get(zoneId)?.sensorId;
  const siteId = sensorId === undefined ? null : estate.sensors.get(sensorId)?.siteId;
  return typeof siteId === 'string' && estate.sites.has(siteId);
}
