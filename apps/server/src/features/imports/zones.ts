import type { CountContext } from '@atrium/rules/import-counts';
import type { Estate } from '../../registry/directory/estate.ts';

/** Where the counts of a zone belong from its beginning on: the place of its first series, otherwise where it is now. */
export interface CountingZone {
  readonly zoneId: string;
  readonly name: string;
  readonly locationId: string;
  readonly timezone: string;
}

export interface CountingZones {
  readonly find: CountContext['zoneOf'];
  readonly details: (zoneId: string) => CountingZone;
}

/** The zones of an organization by id and by name, whichever a file uses. */
export function zonesIn(estate: Estate): CountingZones {
  const first = new Map<string, { from: number; locationId: string }>();
  for (const series of estate.series.values()) {
    if (series.owner !== 'zone' || series.isImported || series.isCorrection) continue;
    const known = first.get(series.zoneId);
    if (!known || series.recordedFrom < known.from) {
      first.set(series.zoneId, { from: series.recordedFrom, locationId: series.locationId });
    }
  }
  const byId = new Map<string, CountingZone | 'nowhere'>();
  /** No zone where several have the name. */
  const byName = new Map<string, string | null>();
  for (const { zoneId, name, sensorId } of estate.zones.values()) {
    const siteId = estate.sensors.get(sensorId)?.siteId;
    const locationId = first.get(zoneId)?.locationId ?? (siteId ? estate.sites.get(siteId)?.locationId : undefined);
    const place = locationId === undefined ? undefined : estate.locations.get(locationId);
    byId.set(
      zoneId,
      place ? { zoneId, name, locationId: place.locationId, timezone: place.timezone } : ('nowhere' as const),
    );
    const key = name.trim().toLowerCase();
    byName.set(key, byName.has(key) ? null : zoneId);
  }
  return {
    find(text) {
      const key = text.toLowerCase();
      const known = byId.get(key);
      if (known) return known;
      const zoneId = byName.get(key);
      if (zoneId === undefined) return 'unknown';
      return zoneId === null ? 'ambiguous' : (byId.get(zoneId) ?? 'unknown');
    },
    details(zoneId) {
      const found = byId.get(zoneId);
      if (!found || found === 'nowhere') throw new Error(`Zone ${zoneId} counts nowhere.`);
      return found;
    },
  };
}
