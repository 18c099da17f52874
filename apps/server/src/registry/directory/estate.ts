import type { WeekStart } from '@atrium/calendar/civil';
import {
  type AssignedSchedule,
  type HoursException,
  openIntervals,
  type OpeningHours,
} from '@atrium/calendar/opening-hours';
import { zoneOf } from '@atrium/calendar/zones';
import type { ClockShift } from '@atrium/rules/clock-shift';
import type { CorrectionKind } from '@atrium/rules/correction-kinds';
import type { CounterPeriod } from '@atrium/rules/counter-schedule';
import type { MappingSpec } from '@atrium/rules/mapping';
import type { SpaceCapacity } from '@atrium/rules/space-capacity';
import type { SpaceZonePeriod } from '@atrium/rules/space-zones';

/** The read-only graph of one organization: what is installed where, and which series its readings belong to. */
export interface Estate {
  readonly orgId: string;
  readonly factOrg: number;
  readonly version: number;
  /** The first day of its weeks. */
  readonly weekStart: WeekStart;
  readonly name: string;
  /** ISO 4217. */
  readonly currency: string;
  /** Whether gender is withheld of few people. */
  readonly withholdsSmallGroups: boolean;
  /** Days that tracks are kept for. */
  readonly trackDays: number;
  readonly locations: ReadonlyMap<string, EstateLocation>;
  readonly sites: ReadonlyMap<string, EstateSite>;
  readonly sensors: ReadonlyMap<string, EstateSensor>;
  /** Active sensors by who they are. */
  readonly sensorsByDevice: ReadonlyMap<string, EstateSensor>;
  /** Decommissioned ones: a device may still send what it counted before. */
  readonly formerSensorsByDevice: ReadonlyMap<string, EstateSensor>;
  readonly zones: ReadonlyMap<string, EstateZone>;
  /** Empty where the organization may not use spaces. */
  readonly spaces: ReadonlyMap<string, EstateSpace>;
  readonly series: ReadonlyMap<number, EstateSeries>;
  /** By zone, in order of time; they do not overlap. */
  readonly corrections: ReadonlyMap<string, readonly EstateCorrection[]>;
  readonly hours: EstateHours;
  /** By sensor, how its readings were moved in time, including what was taken back. */
  readonly clockShifts: ReadonlyMap<string, readonly EstateClockShift[]>;
  /** How bodies of taught sensors are read, by the code in their push URL; without retired ones. */
  readonly mappings: ReadonlyMap<string, EstateMapping>;
}

/** A stretch of a zone that is corrected, epoch seconds `[from, to)`. */
export interface EstateCorrection {
  readonly correctionId: string;
  readonly from: number;
  readonly to: number;
  readonly kind: CorrectionKind;
  readonly reason: string;
  /** Holds its counts; none where they are excluded. */
  readonly series: number | undefined;
}

export interface EstateClockShift extends ClockShift {
  readonly clockShiftId: string;
}

export interface EstateMapping {
  readonly code: string;
  readonly name: string;
  /** 0 until it is taught. */
  readonly version: number;
  readonly spec: MappingSpec | null;
}

/** Opening hours, by location where they belong to one. */
export interface EstateHours {
  readonly assignments: ReadonlyMap<string, readonly AssignedHours[]>;
  readonly locationExceptions: ReadonlyMap<string, readonly ExceptionalHours[]>;
  readonly organizationExceptions: readonly ExceptionalHours[];
}

export interface AssignedHours extends AssignedSchedule {
  readonly scheduleId: string;
  readonly name: string;
}

export interface ExceptionalHours extends HoursException {
  readonly exceptionId: string;
  readonly scope: 'organization' | 'location';
  readonly type: number;
  readonly description: string;
}

export type LocationHours = OpeningHours<AssignedHours, ExceptionalHours>;

export function hoursAt({ hours }: Pick<Estate, 'hours'>, locationId: string): LocationHours {
  return {
    assignments: hours.assignments.get(locationId) ?? [],
    locationExceptions: hours.locationExceptions.get(locationId) ?? [],
    organizationExceptions: hours.organizationExceptions,
  };
}

/** Whether a location is in its opening hours at an instant (epoch seconds); one without a schedule always is. */
export function isOpenAt(estate: Pick<Estate, 'hours' | 'locations'>, locationId: string, at: number): boolean {
  const place = estate.locations.get(locationId);
  const minute = Math.floor(at / 60) * 60;
  return !place || openIntervals(hoursAt(estate, locationId), zoneOf(place.timezone), minute, minute + 60).length > 0;
}

export interface EstateLocation {
  readonly locationId: string;
  readonly name: string;
  readonly timezone: string;
  readonly disabled: boolean;
}

export interface EstateSite {
  readonly siteId: string;
  readonly locationId: string;
  readonly name: string;
}

export interface EstateSensor {
  readonly sensorId: string;
  readonly name: string;
  readonly sensorType: string;
  readonly macAddress: string | null;
  /** Who it is; null for a dummy. */
  readonly device: string | null;
  readonly active: boolean;
  /** Epoch seconds: commissioned, and nothing purged since; null while not commissioned. */
  readonly countsFrom: number | null;
  /** The site it is installed at now. */
  readonly siteId: string | null;
  readonly zones: readonly EstateZone[];
}

export interface EstateZone {
  readonly zoneId: string;
  readonly sensorId: string;
  readonly name: string;
  readonly deviceId: string;
  readonly needsReview: boolean;
  /** How its counts are read where that differs from the default, in order of time. */
  readonly counters?: readonly CounterPeriod[];
  /** When its sensor says how long people waited on average, in order of time. */
  readonly averageWaits?: readonly Stretch[];
}

/** Epoch seconds `[from, to)`. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

export interface EstateSpace {
  readonly spaceId: string;
  readonly locationId: string;
  readonly name: string;
  /** The occupancy of its location includes it. */
  readonly countsTowardLocation: boolean;
  /** In order of time, without overlaps. */
  readonly capacities: readonly SpaceCapacity[];
  /** By zone, when it fills the space. */
  readonly zones: ReadonlyMap<string, readonly SpaceZonePeriod[]>;
}

export type EstateSeries = EstateSeriesBase & (ZoneOwner | { owner: 'space'; spaceId: string } | { owner: 'location' });

export type ZoneSeries = EstateSeriesBase & ZoneOwner;

/** The place and the settings of the zone that the series belongs to. */
interface ZoneOwner {
  readonly owner: 'zone';
  readonly zoneId: string;
  readonly sensorId: string;
  readonly siteId: string;
  readonly countFilter: number;
  readonly countApplication: number;
  readonly perimeter: boolean;
}

interface EstateSeriesBase {
  readonly seriesId: number;
  readonly locationId: string;
  readonly measure: string;
  readonly enabled: boolean;
  /** It holds an imported count history: readings of the sensor belong to the others. */
  readonly isImported?: true;
  /** It holds the counts of a correction, which come in place of others. */
  readonly isCorrection?: true;
  /**
   * Epoch seconds, `[from, to)`: when its readings count, never before its sensor was commissioned, and never while an
   * imported history counts.
   */
  readonly from: number;
  readonly to: number;
  /** Since when it may have readings; before `from` they are stored and do not count. */
  readonly recordedFrom: number;
  readonly factors: readonly { from: number; to: number; fIn: number; fOut: number }[];
}
