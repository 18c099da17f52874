import type { FileLocation, FileSensor, FileSite, FileSpace, FileZone } from './format.ts';
import type { StoredSensor, StoredZone } from './sensor-store.ts';
import type { Entry } from './upsert-entries.ts';
import type { StoredLocation, StoredSite, StoredSpace } from './store.ts';

/** A location that is there now. */
export interface Place extends Entry<FileLocation, StoredLocation> {
  readonly locationId: string;
  readonly timezone: string;
}
/** A site that is there now. */
export interface PlacedSite extends Entry<FileSite, StoredSite> {
  readonly place: Place;
  readonly siteId: string;
  readonly isPerimeter: boolean;
}
/** A space that is there now. */
export interface PlacedSpace extends Entry<FileSpace, StoredSpace> {
  readonly place: Place;
  readonly spaceId: string;
}

export interface SensorEntry extends Entry<FileSensor, StoredSensor> {
  readonly site: PlacedSite;
  /** Who it is; null for a dummy. */
  readonly device: string | null;
  /** One that exists and is unassigned. */
  readonly loose: StoredSensor | undefined;
  readonly commissionedAt: Date | undefined;
}
/** A sensor that is there now. */
export interface PlacedSensor extends SensorEntry {
  readonly sensorId: string;
  readonly zones: readonly StoredZone[];
}
/** A zone that is there now. */
export interface PlacedZone extends Entry<FileZone, StoredZone> {
  readonly sensorId: string;
  readonly zoneId: string;
}
