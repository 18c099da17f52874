import type { Capability, Role } from '@atrium/contract/access';
import { dayStart, localDay } from '@atrium/calendar/zones';
import { createHash } from 'node:crypto';
import { type Building, buildingOf, type Door, doorOf, throughDoorOf } from './building.ts';
import { firmwareOf, formatOf } from './demo-devices.ts';
import type {
  DemoAlarm,
  DemoSensorType,
  LineDraft,
  LocationDraft,
  OrganizationDraft,
  SiteDraft,
} from './demo-draft.ts';
import { lakeside } from './demo-lakeside.ts';
import { northgate } from './demo-northgate.ts';
import { daily, namedWeeks } from './demo-weeks.ts';
import type { Measured } from './measures.ts';
import { chance, seedOf } from './noise.ts';
import type { OpeningHours } from './profile.ts';
import { dailyReset, dailyResetSeconds, type ZoneUse, zoneUses } from './zone-uses.ts';

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
  /** The shop behind it, where sales and staff hours are known. */
  readonly shop: DemoShop | null;
}

export interface DemoShop {
  /** Under which files know it. */
  readonly number: string;
  readonly hours: OpeningHours;
  readonly building: Building;
  /** How many visitors buy something. */
  readonly conversion: number;
}

export interface DemoSite {
  readonly siteId: string;
  readonly name: string;
  /** 1 perimeter threshold, 2 interior threshold, 3 path. */
  readonly siteType: 1 | 2 | 3;
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
  readonly countType: ZoneUse['countType'];
  readonly countFilter: 0;
  readonly countApplication: ZoneUse['countApplication'];
  /** Seconds; of timed zones. */
  readonly dwell: ZoneUse['dwell'];
  readonly measures: readonly Measured[];
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
  /** When it is set to zero every day, local time. */
  readonly resetAt: string;
  /** The head of the queue in it, if it is one. */
  readonly headZoneId: string | null;
  readonly alarm: DemoAlarm | null;
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

/** Where the past of levels and times begins: when people are counted from zero, on a day some months ago. */
export function otherHistoryStart({ door: { building } }: Pick<DemoZone, 'door'>, now: number): number {
  return dayStart(building.zone, localDay(building.zone, now) - 100) + dailyResetSeconds;
}

/** The last minute of a silent sensor, in a world created now. */
export function silentSince(now: number): number {
  return Math.floor(now / 60 - 5 * 60) * 60;
}

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
  const street = buildingOf({ key: `${path}/street`, ...draft, profile: 'street', hours: daily(0, 24) }, seed);
  const doors = doorsOf(draft, { building, street }, position);
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
      siteType: siteTypeOf(site),
      sensors: site.sensors.map((lines) => {
        const name = site.sensorName ?? site.name;
        const { sensorType = 'xovis5' } = site;
        node += 1;
        return {
          sensorId: idOf(seed, `sensor ${path}/${name}`),
          name,
          sensorType,
          macAddress: formatOf(sensorType).deviceOf(
            Number.parseInt(digestOf(seed, `mac ${path}/${name}`).slice(0, 6), 16),
          ),
          ipAddress: `${network}.${node}`,
          firmware: firmwareOf(sensorType),
          timezone: draft.timezone,
          silent: site.silent ?? false,
          zones: lines.map((line, logic) => zoneOf(line, logic + 1, siteTypeOf(site) === 1, doors, position)),
        };
      }),
    })),
    shop:
      draft.number === undefined
        ? null
        : { number: draft.number, hours: draft.hours, building, conversion: draft.conversion ?? 0.2 },
    spaces: draft.spaces.map(({ name, maxCapacity, head, alarm, lines }) => ({
      spaceId: idOf(seed, `space ${path}/${name}`),
      name,
      maxCapacity,
      resetAt: dailyReset,
      headZoneId: head === undefined ? null : zoneIdOf(position, head),
      alarm: alarm ?? null,
      zones: lines.map((line) => ({
        zoneId: zoneIdOf(position, line.name),
        reverseInsAndOuts: line.reversed ?? false,
      })),
    })),
  };
}

function siteTypeOf({ interior, path }: SiteDraft): DemoSite['siteType'] {
  if (path) return 3;
  return interior ? 2 : 1;
}

/** Who crosses each line of a location, by its name. */
function doorsOf(
  { sites }: LocationDraft,
  { building, street }: { readonly building: Building; readonly street: Building },
  { seed, path }: Position,
): Map<string, Door> {
  const lines = sites.flatMap((site) => site.sensors.flat());
  return new Map(
    lines.map(({ name, share, use, imbalance = defaultImbalance(seed, `${path}/${name}`) }) => {
      const key = `${path}/${name}`;
      if (use === 'queue' || use === 'dwell') return [name, throughDoorOf(building, key, share, seed)];
      return [name, doorOf(use === 'passers-by' ? street : building, key, share, imbalance, seed)];
    }),
  );
}

function defaultImbalance(seed: number, key: string): number {
  return 0.95 + 0.1 * chance(seedOf(seed, key), 0);
}

function zoneOf(
  line: LineDraft,
  logic: number,
  perimeter: boolean,
  doors: ReadonlyMap<string, Door>,
  position: Position,
): DemoZone {
  const { name, of = name, use = 'door', scaleFactor = 1, unreliable = false } = line;
  const door = doors.get(of);
  if (!door) throw new Error(`${name} is said to see the people of ${of}, which is not there`);
  return {
    zoneId: zoneIdOf(position, name),
    name,
    deviceId: String(logic),
    countFilter: 0,
    ...zoneUses[use],
    perimeter,
    scaleFactor,
    unreliable,
    door,
  };
}

function zoneIdOf({ seed, path }: Position, name: string): string {
  return idOf(seed, `zone ${path}/${name}`);
}

function digestOf(seed: number, name: string): string {
  return createHash('sha256').update(`${seed} ${name}`).digest('hex');
}

/** An id of something else in the demo, by a name that nothing else has. */
export function demoId(name: string): string {
  return idOf(demoSeed, name);
}

/** Looks like any UUID of version 4, but is the same for the same name. */
function idOf(seed: number, name: string): string {
  const hex = digestOf(seed, name);
  const variant = '89ab'[Number.parseInt(hex[16]!, 16) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
