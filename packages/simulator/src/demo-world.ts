import type { Capability, Role } from '@atrium/contract/access';
import { createHash } from 'node:crypto';
import { type Building, buildingOf, type Door, doorOf } from './building.ts';
import type { DemoSensorType, LineDraft, LocationDraft, OrganizationDraft } from './demo-draft.ts';
import { lakeside } from './demo-lakeside.ts';
import { northgate } from './demo-northgate.ts';
import { namedWeeks } from './demo-weeks.ts';
import { formats } from './fleet/formats.ts';
import { chance, seedOf } from './noise.ts';

/** The content of the demo, before anything is stored. The same seed gives the same world, ids included. */
export interface DemoWorld {
  readonly organizations: readonly DemoOrganization[];
  readonly users: readonly DemoUser[];
  /** The password of all users. */
  readonly password: string;
}

export interface DemoOrganization {
  readonly orgId: string;
  readonly name: string;
  readonly industryType: string;
  readonly capabilities: readonly Capability[];
  readonly locations: readonly DemoLocation[];
  readonly schedules: readonly DemoSchedule[];
  readonly tickets: readonly DemoTicket[];
}

/** A help desk ticket about a location. */
export interface DemoTicket {
  readonly locationId: string;
  readonly ticketType: string;
  readonly subject: string;
  readonly notes: string;
}

/** The opening hours of the places that are not always open. */
export interface DemoSchedule {
  readonly scheduleId: string;
  readonly name: string;
  readonly periods: readonly { readonly weekday: number; readonly openTime: string; readonly closeTime: string }[];
  readonly locationIds: readonly string[];
}

export interface DemoLocation {
  readonly locationId: string;
  readonly name: string;
  readonly street: string;
  readonly city: string;
  readonly state: string | null;
  readonly country: string;
  readonly postalCode: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly timezone: string;
  readonly sites: readonly DemoSite[];
  readonly spaces: readonly DemoSpace[];
}

export interface DemoSite {
  readonly siteId: string;
  readonly name: string;
  /** 1 perimeter threshold, 2 interior threshold. */
  readonly siteType: 1 | 2;
  readonly sensors: readonly DemoSensor[];
}

export interface DemoSensor {
  readonly sensorId: string;
  readonly name: string;
  readonly sensorType: DemoSensorType;
  /** Twelve upper-case hexadecimal digits. */
  readonly macAddress: string;
  readonly ipAddress: string;
  readonly firmware: string;
  readonly timezone: string;
  /** It no longer reports. */
  readonly silent: boolean;
  readonly zones: readonly DemoZone[];
}

export interface DemoZone {
  readonly zoneId: string;
  readonly name: string;
  /** The number of the logic on the device. */
  readonly deviceId: string;
  readonly countType: 1;
  readonly countFilter: 0;
  readonly countApplication: 1;
  readonly perimeter: boolean;
  readonly scaleFactor: number;
  /** Its sensor sometimes loses a whole day. */
  readonly unreliable: boolean;
  readonly door: Door;
}

export interface DemoSpace {
  readonly spaceId: string;
  readonly name: string;
  readonly maxCapacity: number;
  readonly zones: readonly { readonly zoneId: string; readonly reverseInsAndOuts: boolean }[];
}

export interface DemoUser {
  readonly userId: string;
  /** Null for provider staff. */
  readonly orgId: string | null;
  readonly email: string;
  readonly name: string;
  readonly role: Role;
  /** The only locations this person sees; all when empty. */
  readonly locationIds: readonly string[];
}

export const demoSeed = 3_400;

export function demoWorld(seed = demoSeed): DemoWorld {
  const organizations = [northgate, lakeside].map((draft) => organizationOf(draft, seed));
  const [retail, libraries] = organizations;
  const user = (
    email: string,
    name: string,
    role: Role,
    org?: DemoOrganization,
    location?: DemoLocation,
  ): DemoUser => ({
    userId: idOf(seed, `user ${email}`),
    orgId: org?.orgId ?? null,
    email,
    name,
    role,
    locationIds: location ? [location.locationId] : [],
  });
  // A person limited to one place gets the one that never closes: there is always something to see.
  const alwaysOpen = retail?.locations.find(({ name }) => name === 'Hamburg Central Station');
  return {
    organizations,
    users: [
      user('staff@atrium.demo', 'Sam Keller', 'SenSourceUser'),
      user('admin@northgate.demo', 'Nora Albers', 'OrganizationAdministrator', retail),
      user('user@northgate.demo', 'Henrik Voss', 'OrganizationUser', retail, alwaysOpen),
      user('admin@lakeside.demo', 'Lena Marsh', 'OrganizationAdministrator', libraries),
      user('user@lakeside.demo', 'Ines Duarte', 'OrganizationUser', libraries),
      user('desk@lakeside.demo', 'Paul Okoro', 'OrganizationUser', libraries),
    ],
    password: 'Atrium-demo-1',
  };
}

export function sensorsOf(organization: DemoOrganization): DemoSensor[] {
  return organization.locations.flatMap(({ sites }) => sites.flatMap(({ sensors }) => sensors));
}

/** A month more than a year, so that every day has another one to compare with. Starts on a UTC day. */
export function historyStart(now: number): number {
  return Math.floor(now / 86_400 - 396) * 86_400;
}

/** The last minute of a silent sensor, in a world created now. */
export function silentSince(now: number): number {
  return Math.floor(now / 60 - 5 * 60) * 60;
}

const firmwares: Readonly<Record<DemoSensorType, string>> = {
  xovis5: '5.4.2',
  xovis: '4.5.3',
  axis: '11.11.148',
  milesight: 'V_135-P.1.0.5',
};

/** The position of an entity in the demo world; its ids and behavior derive from it. */
interface Position {
  readonly seed: number;
  readonly path: string;
}

function organizationOf(draft: OrganizationDraft, seed: number): DemoOrganization {
  const { name, industryType, capabilities, locations } = draft;
  return {
    orgId: idOf(seed, `organization ${name}`),
    name,
    industryType,
    capabilities,
    locations: locations.map((location, index) =>
      locationOf(location, { seed, path: `${name}/${location.name}` }, `10.${draft.network}.${index + 1}`),
    ),
    schedules: schedulesOf(draft, seed),
    tickets: draft.tickets.map(({ location, type, subject, notes }) => ({
      locationId: idOf(seed, `location ${name}/${location}`),
      ticketType: type,
      subject,
      notes,
    })),
  };
}

function schedulesOf({ name, locations }: OrganizationDraft, seed: number): DemoSchedule[] {
  const weeks = [...new Set(locations.map(({ hours }) => hours))];
  return weeks
    .filter((hours) => !hours.every((day) => day?.[0] === 0 && day[1] === 24))
    .map((hours) => {
      const own = locations.filter((location) => location.hours === hours);
      const title = namedWeeks.get(hours) ?? own[0]?.name ?? '';
      return {
        scheduleId: idOf(seed, `schedule ${name}/${title}`),
        name: title,
        periods: hours.flatMap((day, weekday) =>
          day ? [{ weekday, openTime: clockTime(day[0]), closeTime: clockTime(day[1]) }] : [],
        ),
        locationIds: own.map((location) => idOf(seed, `location ${name}/${location.name}`)),
      };
    });
}

function clockTime(hours: number): string {
  return [Math.floor(hours) % 24, Math.round((hours % 1) * 60)].map((part) => String(part).padStart(2, '0')).join(':');
}

function locationOf(draft: LocationDraft, position: Position, network: string): DemoLocation {
  const { seed, path } = position;
  const building = buildingOf({ key: path, ...draft }, seed);
  let node = 10;
  return {
    locationId: idOf(seed, `location ${path}`),
    name: draft.name,
    street: draft.street,
    city: draft.city,
    state: draft.state,
    country: draft.country,
    postalCode: draft.postalCode,
    latitude: draft.latitude,
    longitude: draft.longitude,
    timezone: draft.timezone,
    sites: draft.sites.map((site) => ({
      siteId: idOf(seed, `site ${path}/${site.name}`),
      name: site.name,
      siteType: site.interior ? 2 : 1,
      sensors: site.sensors.map((lines) => {
        const name = site.sensorName ?? site.name;
        const { sensorType = 'xovis5' } = site;
        node += 1;
        return {
          sensorId: idOf(seed, `sensor ${path}/${name}`),
          name,
          sensorType,
          macAddress: formats[sensorType].deviceOf(
            Number.parseInt(digestOf(seed, `mac ${path}/${name}`).slice(0, 6), 16),
          ),
          ipAddress: `${network}.${node}`,
          firmware: firmwares[sensorType],
          timezone: draft.timezone,
          silent: site.silent ?? false,
          zones: lines.map((line, logic) => zoneOf(line, logic + 1, !site.interior, building, position)),
        };
      }),
    })),
    spaces: draft.spaces.map(({ name, maxCapacity, lines }) => ({
      spaceId: idOf(seed, `space ${path}/${name}`),
      name,
      maxCapacity,
      zones: lines.map((line) => ({
        zoneId: zoneIdOf(position, line.name),
        reverseInsAndOuts: line.reversed ?? false,
      })),
    })),
  };
}

function zoneOf(line: LineDraft, logic: number, perimeter: boolean, building: Building, position: Position): DemoZone {
  const path = `${position.path}/${line.name}`;
  const imbalance = 0.95 + 0.1 * chance(seedOf(position.seed, path), 0);
  return {
    zoneId: zoneIdOf(position, line.name),
    name: line.name,
    deviceId: String(logic),
    countType: 1,
    countFilter: 0,
    countApplication: 1,
    perimeter,
    scaleFactor: line.scaleFactor ?? 1,
    unreliable: line.unreliable ?? false,
    door: doorOf(building, path, line.share, imbalance, position.seed),
  };
}

function zoneIdOf({ seed, path }: Position, name: string): string {
  return idOf(seed, `zone ${path}/${name}`);
}

function digestOf(seed: number, name: string): string {
  return createHash('sha256').update(`${seed} ${name}`).digest('hex');
}

/** Looks like any UUID of version 4, but is the same for the same name. */
function idOf(seed: number, name: string): string {
  const hex = digestOf(seed, name);
  const variant = '89ab'[Number.parseInt(hex[16]!, 16) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
