import type { Capability } from '@atrium/contract/access';
import type { Place } from './building.ts';
import type { OpeningHours } from './profile.ts';

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

const daily = (open: number, close: number): OpeningHours => Array.from({ length: 7 }, () => [open, close] as const);
const usShop: OpeningHours = [[11, 18], ...daily(10, 21).slice(1)];
const germanShop: OpeningHours = [null, ...daily(10, 20).slice(1)];
const branch: OpeningHours = [
  [13, 17],
  [9, 20],
  [9, 20],
  [9, 20],
  [9, 20],
  [9, 18],
  [10, 17],
];

/** Weeks that several places share, by name. */
export const namedWeeks: ReadonlyMap<OpeningHours, string> = new Map([
  [usShop, 'Shops in the United States'],
  [germanShop, 'Shops in Germany'],
  [branch, 'Branches'],
]);

export const northgate: OrganizationDraft = {
  name: 'Northgate Retail',
  industryType: 'Retail',
  network: 20,
  capabilities: [
    'canViewTraffic',
    'canViewPOS',
    'canViewLabor',
    'canViewPerShiftMetrics',
    'canViewQueueService',
    'canViewRealTimeQueueService',
    'canViewOccupancy',
    'canViewZoneCounts',
    'canViewZoneOccupancy',
    'canViewExpectedWaitTime',
    'canViewGender',
    'canViewQueueOptimizer',
    'canViewVisitorJourney',
    'canViewReports',
    'sftpEnabled',
    'apiClientsEnabled',
    'headroomEnabled',
    'alarmsEnabled',
    'faceMaskEnabled',
  ],
  tickets: [
    {
      location: 'Bengaluru Indiranagar',
      type: 'Problem',
      subject: 'Parking entrance: nothing arrives from the sensor',
      notes: 'The light on the switch beside the ramp is off since this morning. Someone with a ladder is on the way.',
    },
  ],
  locations: [
    {
      name: 'New York Flatiron',
      street: '156 Fifth Avenue',
      city: 'New York',
      state: 'NY',
      country: 'US',
      postalCode: '10010',
      latitude: 40.7404,
      longitude: -73.9906,
      timezone: 'America/New_York',
      profile: 'shop',
      hours: usShop,
      visitors: 3200,
      growth: 0.05,
      sites: [
        {
          name: 'Fifth Avenue entrance',
          sensorName: 'Fifth Avenue entrance 1',
          sensors: [[{ name: 'Fifth Avenue doors', share: 0.46 }]],
        },
        {
          name: 'Fifth Avenue lift',
          sensorName: 'Fifth Avenue entrance 2',
          sensors: [[{ name: 'Fifth Avenue lift', share: 0.08 }]],
        },
        { name: '20th Street entrance', sensors: [[{ name: '20th Street door', share: 0.3 }]] },
        { name: 'Subway passage', sensors: [[{ name: 'Subway passage', share: 0.16, unreliable: true }]] },
        {
          name: 'Escalator to level 2',
          interior: true,
          sensors: [
            [
              { name: 'Escalator to level 2', share: 0.44 },
              { name: 'Fitting rooms', share: 0.17 },
            ],
          ],
        },
      ],
      spaces: [
        {
          name: 'Whole store',
          maxCapacity: 280,
          lines: [
            { name: 'Fifth Avenue doors' },
            { name: 'Fifth Avenue lift' },
            { name: '20th Street door' },
            { name: 'Subway passage' },
          ],
        },
        { name: 'Level 2', maxCapacity: 120, lines: [{ name: 'Escalator to level 2' }] },
      ],
    },
    {
      name: 'Brooklyn Atlantic Avenue',
      street: '139 Flatbush Avenue',
      city: 'Brooklyn',
      state: 'NY',
      country: 'US',
      postalCode: '11217',
      latitude: 40.6845,
      longitude: -73.9773,
      timezone: 'America/New_York',
      profile: 'shop',
      hours: usShop,
      visitors: 1700,
      growth: 0.02,
      sites: [
        { name: 'Street entrance', sensors: [[{ name: 'Street door', share: 0.6 }]] },
        { name: 'Mall entrance', sensors: [[{ name: 'Mall door', share: 0.4 }]] },
      ],
      spaces: [{ name: 'Sales floor', maxCapacity: 150, lines: [{ name: 'Street door' }, { name: 'Mall door' }] }],
    },
    {
      name: 'Boston Back Bay',
      street: '338 Boylston Street',
      city: 'Boston',
      state: 'MA',
      country: 'US',
      postalCode: '02116',
      latitude: 42.3519,
      longitude: -71.0714,
      timezone: 'America/New_York',
      profile: 'shop',
      hours: usShop,
      visitors: 1250,
      growth: -0.03,
      sites: [
        { name: 'Main entrance', sensors: [[{ name: 'Main door', share: 1, scaleFactor: 1.08 }]] },
        { name: 'Café', interior: true, sensors: [[{ name: 'Café door', share: 0.24 }]] },
      ],
      spaces: [
        {
          name: 'Sales floor',
          maxCapacity: 110,
          lines: [{ name: 'Main door' }, { name: 'Café door', reversed: true }],
        },
        { name: 'Café', maxCapacity: 32, lines: [{ name: 'Café door' }] },
      ],
    },
    {
      name: 'Berlin Friedrichstraße',
      street: 'Friedrichstraße 90',
      city: 'Berlin',
      state: null,
      country: 'DE',
      postalCode: '10117',
      latitude: 52.5186,
      longitude: 13.3882,
      timezone: 'Europe/Berlin',
      profile: 'shop',
      hours: germanShop,
      visitors: 2400,
      growth: 0.03,
      sites: [
        { name: 'Haupteingang', sensors: [[{ name: 'Haupteingang', share: 0.64 }]] },
        { name: 'Eingang Dorotheenstraße', sensors: [[{ name: 'Eingang Dorotheenstraße', share: 0.36 }]] },
        { name: 'Rolltreppe', interior: true, sensors: [[{ name: 'Rolltreppe 1. OG', share: 0.38 }]] },
      ],
      spaces: [
        {
          name: 'Verkaufsfläche',
          maxCapacity: 220,
          lines: [{ name: 'Haupteingang' }, { name: 'Eingang Dorotheenstraße' }],
        },
      ],
    },
    {
      name: 'Munich Marienplatz',
      street: 'Kaufingerstraße 12',
      city: 'München',
      state: null,
      country: 'DE',
      postalCode: '80331',
      latitude: 48.1381,
      longitude: 11.5716,
      timezone: 'Europe/Berlin',
      profile: 'shop',
      hours: germanShop,
      visitors: 2100,
      growth: 0.01,
      sites: [
        {
          name: 'Haupteingang',
          sensors: [
            [
              { name: 'Haupteingang links', share: 0.52 },
              { name: 'Haupteingang rechts', share: 0.48 },
            ],
          ],
        },
      ],
      spaces: [
        {
          name: 'Verkaufsfläche',
          maxCapacity: 190,
          lines: [{ name: 'Haupteingang links' }, { name: 'Haupteingang rechts' }],
        },
      ],
    },
    {
      name: 'Hamburg Central Station',
      street: 'Hachmannplatz 16',
      city: 'Hamburg',
      state: null,
      country: 'DE',
      postalCode: '20099',
      latitude: 53.5528,
      longitude: 10.0067,
      timezone: 'Europe/Berlin',
      profile: 'station',
      hours: daily(0, 24),
      visitors: 14_000,
      growth: 0.04,
      sites: [
        { name: 'Concourse entrance', sensors: [[{ name: 'Concourse doors', share: 0.68 }]] },
        { name: 'Platform entrance', sensors: [[{ name: 'Platform doors', share: 0.32 }]] },
      ],
      spaces: [
        { name: 'Travel shop', maxCapacity: 160, lines: [{ name: 'Concourse doors' }, { name: 'Platform doors' }] },
      ],
    },
    {
      name: 'Bengaluru Indiranagar',
      street: '100 Feet Road 716',
      city: 'Bengaluru',
      state: 'KA',
      country: 'IN',
      postalCode: '560038',
      latitude: 12.9719,
      longitude: 77.6412,
      timezone: 'Asia/Kolkata',
      profile: 'shop',
      hours: daily(10.5, 21.5),
      visitors: 1900,
      growth: 0.12,
      sites: [
        { name: 'Main entrance', sensors: [[{ name: 'Main door', share: 0.78 }]] },
        { name: 'Parking entrance', silent: true, sensors: [[{ name: 'Parking door', share: 0.22 }]] },
      ],
      spaces: [{ name: 'Sales floor', maxCapacity: 170, lines: [{ name: 'Main door' }, { name: 'Parking door' }] }],
    },
  ],
};

export const lakeside: OrganizationDraft = {
  name: 'Lakeside Libraries',
  industryType: 'Library',
  network: 40,
  capabilities: ['canViewTraffic', 'canViewOccupancy', 'canViewReports', 'headroomEnabled', 'alarmsEnabled'],
  tickets: [],
  locations: [
    {
      name: 'Lakeside Central Library',
      street: '400 South State Street',
      city: 'Chicago',
      state: 'IL',
      country: 'US',
      postalCode: '60605',
      latitude: 41.8763,
      longitude: -87.6282,
      timezone: 'America/Chicago',
      profile: 'library',
      hours: branch,
      visitors: 2300,
      growth: 0.02,
      sites: [
        { name: 'State Street entrance', sensors: [[{ name: 'State Street doors', share: 0.62 }]] },
        { name: 'Plaza entrance', sensors: [[{ name: 'Plaza doors', share: 0.38 }]] },
        { name: "Children's room", interior: true, sensors: [[{ name: "Children's room door", share: 0.21 }]] },
        { name: 'Reading hall', interior: true, sensors: [[{ name: 'Reading hall door', share: 0.47 }]] },
      ],
      spaces: [
        { name: 'Building', maxCapacity: 420, lines: [{ name: 'State Street doors' }, { name: 'Plaza doors' }] },
        { name: 'Reading hall', maxCapacity: 180, lines: [{ name: 'Reading hall door' }] },
      ],
    },
    {
      name: 'Riverside Branch',
      street: '210 West North Avenue',
      city: 'Chicago',
      state: 'IL',
      country: 'US',
      postalCode: '60610',
      latitude: 41.9112,
      longitude: -87.6344,
      timezone: 'America/Chicago',
      profile: 'library',
      hours: branch,
      visitors: 620,
      growth: -0.01,
      sites: [{ name: 'Entrance', sensors: [[{ name: 'Entrance', share: 1 }]] }],
      spaces: [{ name: 'Branch', maxCapacity: 90, lines: [{ name: 'Entrance' }] }],
    },
    {
      name: 'Oakwood Branch',
      street: '834 Lake Street',
      city: 'Oak Park',
      state: 'IL',
      country: 'US',
      postalCode: '60301',
      latitude: 41.8887,
      longitude: -87.7995,
      timezone: 'America/Chicago',
      profile: 'library',
      hours: branch,
      visitors: 780,
      growth: 0.03,
      sites: [
        { name: 'Entrance', sensors: [[{ name: 'Entrance', share: 0.83 }]] },
        { name: 'Garden door', sensors: [[{ name: 'Garden door', share: 0.17 }]] },
      ],
      spaces: [{ name: 'Branch', maxCapacity: 110, lines: [{ name: 'Entrance' }, { name: 'Garden door' }] }],
    },
    {
      name: 'University Commons',
      street: '1100 East 57th Street',
      city: 'Chicago',
      state: 'IL',
      country: 'US',
      postalCode: '60637',
      latitude: 41.7921,
      longitude: -87.5998,
      timezone: 'America/Chicago',
      profile: 'campus',
      hours: daily(8, 23),
      visitors: 1900,
      growth: 0.01,
      sites: [
        { name: 'Main entrance', sensors: [[{ name: 'Main doors', share: 0.74 }]] },
        { name: 'Bridge', sensors: [[{ name: 'Bridge to the laboratories', share: 0.26 }]] },
      ],
      spaces: [
        {
          name: 'Study floors',
          maxCapacity: 650,
          lines: [{ name: 'Main doors' }, { name: 'Bridge to the laboratories' }],
        },
      ],
    },
  ],
};
