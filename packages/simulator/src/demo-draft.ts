import type { Capability } from '@atrium/contract/access';
import type { Place } from './building.ts';
import type { ZoneUseName } from './zone-uses.ts';

/** The organizations of the demo as a person would describe them; `demo-world.ts` adds their ids. */
export interface OrganizationDraft {
  readonly name: string;
  readonly industryType: string;
  readonly capabilities: readonly Capability[];
  /** Second part of its sensors' addresses. */
  readonly network: number;
  readonly locations: readonly LocationDraft[];
  readonly tickets: readonly TicketDraft[];
}

/** A help desk ticket. */
export interface TicketDraft {
  readonly location: string;
  readonly type: string;
  readonly subject: string;
  readonly notes: string;
}

export interface LocationDraft extends Omit<Place, 'key'> {
  readonly name: string;
  readonly street: string;
  readonly city: string;
  readonly state: string | null;
  readonly postalCode: string;
  readonly latitude: number;
  readonly longitude: number;
  /** Under which files of sales and staff hours know it; absent where there are none. */
  readonly number?: string;
  /** How many visitors buy something. */
  readonly conversion?: number;
  readonly sites: readonly SiteDraft[];
  readonly spaces: readonly SpaceDraft[];
}

/** Types of sensors in the demo; each speaks the format of its vendor. */
export type DemoSensorType = 'xovis5' | 'xovis' | 'axis' | 'milesight' | 'ccam';

export interface SiteDraft {
  readonly name: string;
  readonly interior?: true;
  /** Not a threshold at all: the street in front of the window. */
  readonly path?: true;
  /** What its sensor is and speaks; a Xovis 5 unless said otherwise. */
  readonly sensorType?: DemoSensorType;
  /** Its sensors have been silent for some hours. */
  readonly silent?: true;
  /** Defaults to the name of the site. */
  readonly sensorName?: string;
  /** The lines of its one sensor: a site has at most one active sensor. */
  readonly sensors: readonly [readonly LineDraft[]];
}

export interface LineDraft {
  readonly name: string;
  /** Of the location's visitors. */
  readonly share: number;
  /** What it is there for; a door unless said otherwise. */
  readonly use?: ZoneUseName;
  /** The line or zone of the same location whose people it sees too; its share is of no meaning then. */
  readonly of?: string;
  readonly scaleFactor?: number;
  /** Outs over ins; otherwise it differs from door to door by up to five percent either way. */
  readonly imbalance?: number;
  readonly unreliable?: true;
}

export interface SpaceDraft {
  readonly name: string;
  readonly maxCapacity: number;
  /** People in it wait until they pass this line. */
  readonly head?: string;
  readonly alarm?: DemoAlarm;
  readonly lines: readonly { readonly name: string; readonly reversed?: true }[];
}

/** Fires from this share of the capacity on, and ends below so many people. */
export interface DemoAlarm {
  readonly percent: number;
  readonly clearBelow: number;
}
