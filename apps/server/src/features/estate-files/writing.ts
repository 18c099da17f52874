import { newLocation } from '@atrium/rules/location';
import { newSite } from '@atrium/rules/site';
import { newSpace } from '@atrium/rules/space';
import { setImmediate } from 'node:timers/promises';
import { stringify } from 'yaml';
import type { StoredDashboard } from './dashboard-store.ts';
import { defaultZoneSettings } from './format.ts';
import { namedPlaces } from './named-places.ts';
import type { StoredException, StoredSchedule } from './hours-store.ts';
import type { StoredSensor } from './sensor-store.ts';
import type { Estate, StoredLocation } from './store.ts';

export interface Options {
  readonly orgId: string;
  readonly organization: string;
  readonly at: Date;
  /** Include ids everywhere, so that a file can rename records; otherwise only where names are ambiguous. */
  readonly ids: boolean;
  readonly dashboards: readonly StoredDashboard[] | undefined;
}

/** A text of the file, and the list that it is an item of. */
export interface Piece {
  readonly list?: string;
  readonly text: string;
}

/** How a file begins; of several, with its number. */
export function headOf({ organization, at }: Options, number = 1, files = 1): string {
  const title = `Estate of ${organization.replaceAll(/\s+/g, ' ')}, ${at.toISOString().slice(0, 10)}`;
  const order = files > 1 ? `# File ${number} of ${files}. Import them in this order.\n` : '';
  const help =
    'Anything this file does not mention stays as it is when you import it. Times are local to the location.';
  return `# ${title}\n${order}# ${help}\natrium: 1\n`;
}

/**
 * The current estate. Default values are left out, so that it is easy to read. It is written in pieces, with room for
 * other work between them: a large estate takes a while.
 */
export async function* writeEstate(estate: Estate, options: Options): AsyncGenerator<Piece> {
  const { orgId, ids, dashboards } = options;
  const { exceptions, schedules, locations, fields } = estate;
  const ofOrganization = { ...written(fields.get(orgId)), ...filled('exceptions', exceptions.map(writtenException)) };
  if (Object.keys(ofOrganization).length > 0) yield { text: inYaml(ofOrganization) };
  yield* list('schedules', identified(schedules, ids), writtenSchedule);
  yield* list('locations', identified(locations, ids), (each, id) => writtenLocation(each, id, fields, ids));
  if (!dashboards) return;
  const places = namedPlaces(orgId, estate);
  yield* list('dashboards', identified(dashboards, ids), ({ name, description, isPublished, widgets }) => ({
    name,
    ...(description !== null && { description }),
    ...(isPublished && { isPublished }),
    cards: widgets.map((widget) => places.written(widget)),
  }));
}

async function* list<Thing>(
  key: string,
  things: readonly { readonly thing: Thing; readonly id: string; readonly shownId: object }[],
  write: (thing: Thing, id: string) => object,
): AsyncGenerator<Piece> {
  if (things.length === 0) yield { text: `${key}: []\n` };
  for (const { thing, id, shownId } of things) {
    // Items one by one as single-item lists, without the first line.
    yield { list: key, text: inYaml({ [key]: [{ ...shownId, ...write(thing, id) }] }).slice(key.length + 2) };
    await setImmediate();
  }
}

function inYaml(value: object): string {
  return stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });
}

function writtenSchedule({ id: _id, versions, name, ...flags }: StoredSchedule): object {
  const newest = versions.at(-1);
  return {
    name,
    ...withoutDefaults(flags, { assignToNewLocations: false, autoAssign: false }),
    ...newest,
    ...filled('earlier', versions.slice(0, -1)),
  };
}

function writtenException({ id: _id, hours, closed, endDate, ...exception }: StoredException): object {
  return {
    ...exception,
    ...(endDate !== exception.startDate && { endDate }),
    ...(hours !== null && { hours }),
    ...(closed !== (hours === null) && { closed }),
  };
}

function writtenLocation(
  { id: _id, sites, spaces, hours, exceptions, ...location }: StoredLocation,
  locationId: string,
  fields: Estate['fields'],
  ids: boolean,
): object {
  return {
    ...withoutDefaults(location, newLocation),
    ...written(fields.get(locationId)),
    ...filled(
      'hours',
      hours.map(({ id: _hours, ...each }) => each),
    ),
    ...filled('exceptions', exceptions.map(writtenException)),
    ...filled(
      'sites',
      identified(sites, ids).map(({ shownId, id, thing: { id: _site, sensors, ...site } }) => ({
        ...shownId,
        ...withoutDefaults(site, newSite),
        ...written(fields.get(id)),
        ...filled(
          'sensors',
          sensors.map((each) => writtenSensor(each, fields)),
        ),
      })),
    ),
    ...filled(
      'spaces',
      identified(spaces, ids).map(({ shownId, id, thing: { id: _space, zones, ...space } }) => ({
        ...shownId,
        ...withoutDefaults(space, newSpace),
        ...written(fields.get(id)),
        ...filled(
          'zones',
          zones.map(({ id: _zone, zoneId: _zoneId, ...zone }) => withoutDefaults(zone, { reverseInsAndOuts: false })),
        ),
      })),
    ),
  };
}

const defaultSensor = { timeZone: null, periodicUse: false, nodeSensors: null, sensorUseType: 1 };
const defaultZone = { countType: 1, ...defaultZoneSettings };

function writtenSensor(
  { id, zones, macAddress, identifier, ...sensor }: StoredSensor,
  fields: Estate['fields'],
): object {
  const { name, ...rest } = withoutDefaults(sensor, defaultSensor);
  return {
    ...(macAddress !== undefined && { macAddress }),
    ...(identifier !== undefined && { identifier }),
    name,
    ...rest,
    ...written(fields.get(id)),
    ...filled(
      'zones',
      zones.map(({ id: zoneId, ...zone }) => ({
        ...withoutDefaults(zone, defaultZone),
        ...written(fields.get(zoneId)),
      })),
    ),
  };
}

function written(fields: readonly { readonly name: string; readonly value: string }[] = []): object {
  if (fields.length === 0) return {};
  return { customFields: Object.fromEntries(fields.map(({ name, value }) => [name, value])) };
}

/** Ids are written on request, and where several records have the same name. */
function identified<Thing extends { readonly id: string; readonly name: string }>(
  things: readonly Thing[],
  ids: boolean,
): { readonly thing: Thing; readonly id: string; readonly shownId: object }[] {
  const counts = new Map<string, number>();
  for (const { name } of things) counts.set(name, (counts.get(name) ?? 0) + 1);
  return things.map((thing) => {
    const { id, name } = thing;
    return { thing, id, shownId: ids || counts.get(name) !== 1 ? { id } : {} };
  });
}

/** Without default values. */
function withoutDefaults<Thing extends object>(thing: Thing, usual: object): Thing {
  const plain = new Map(Object.entries(usual).map(([field, value]) => [field, JSON.stringify(value)]));
  return Object.fromEntries(
    Object.entries(thing).filter(([field, value]) => plain.get(field) !== JSON.stringify(value)),
  ) as Thing;
}

function filled(key: string, things: readonly unknown[]): object {
  return things.length > 0 ? { [key]: things } : {};
}
