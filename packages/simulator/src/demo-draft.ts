import type { Capability } from '@atrium/contract/access';
import type { Place } from './building.ts';

/** The organizations of the demonstration as a person would describe them; `demo-world.ts` gives them their ids. */
export interface OrganizationDraft {
  readonly name: string;
  readonly industryType: string;
  readonly capabilities: readonly Capability[];
  /** Second part of its sensors' addresses. */
  readonly network: number;
  readonly locations: readonly LocationDraft[];
  readonly tickets: readonly TicketDraft[];
}

/** What someone told the help desk. */
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
  readonly sites: readonly SiteDraft[];
  readonly spaces: readonly SpaceDraft[];
}

export interface SiteDraft {
  readonly name: string;
  readonly interior?: true;
  /** Its sensors have not been heard for some hours. */
  readonly silent?: true;
  /** Named like the site, unless specified otherwise. */
  readonly sensorName?: string;
  /** Of its one sensor the lines: a site has one active sensor at most. */
  readonly sensors: readonly [readonly LineDraft[]];
}

export interface LineDraft {
  readonly name: string;
  /** Of the location's visitors. */
  readonly share: number;
  readonly scaleFactor?: number;
  readonly unreliable?: true;
}

export interface SpaceDraft {
  readonly name: string;
  readonly maxCapacity: number;
  readonly lines: readonly { readonly name: string; readonly reversed?: true }[];
}
