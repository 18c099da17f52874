import { normaliseMac } from '@atrium/rules/mac-address';
import { settledLocation } from '@atrium/rules/location';
import { timesInUtc } from '@atrium/rules/reset-config';
import { newSite, settledSite } from '@atrium/rules/site';
import { differences, valuesOf } from '../../audit/differences.ts';
import type { Change } from '../../registry/estate-changes.ts';
import type { Scope } from '../../scope.ts';
import type { EstateFile, FileLocation, FileSite, FileSpace } from './format.ts';
import { importHours, importSchedules, type ImportedSchedules } from './import-schedules.ts';
import { importSensors, type KnownZones, type Whereabouts, zoneKey } from './import-sensors.ts';
import type { Path } from './reading.ts';
import type { Estate, StoredLocation, StoredSite, StoredSpace } from './store.ts';
import { estateTexts } from './texts.ts';
import { createMatching, type Walk } from './walk.ts';
import type { Writers } from './writers.ts';

interface Importing {
  readonly walk: Walk;
  readonly change: Change;
  readonly scope: Scope;
  readonly writers: Writers;
  /** Where every sensor hangs that has an address. */
  readonly whereabouts: Whereabouts;
}

/** Makes and changes what a file says, as far as nothing speaks against it. */
export async function importEstateFile(
  context: Omit<Importing, 'whereabouts'>,
  estate: EstateFile,
  stored: Estate,
): Promise<void> {
  const { walk } = context;
  const importing = { ...context, whereabouts: whereaboutsOf(stored) };
  const schedules = await importSchedules(importing, estate.schedules ?? [], stored.schedules);
  const matching = createMatching(walk, 'location', stored.locations);
  for (const [index, entry] of (estate.locations ?? []).entries()) {
    const path = ['locations', index];
    const found = matching(entry, path);
    if (found !== 'refused') await importLocation(importing, entry, path, found, schedules);
  }
  await schedules.finish();
}

async function importLocation(
  importing: Importing,
  entry: FileLocation,
  path: Path,
  found: StoredLocation | undefined,
  schedules: ImportedSchedules,
): Promise<void> {
  const { walk, scope, writers } = importing;
  const { id: _id, hours = [], sites = [], spaces = [], ...fields } = entry;
  const thing = { path, kind: 'location', names: [entry.name] } as const;
  const made = found
    ? { locationId: found.id, timezone: fields.timezone ?? found.timezone }
    : await walk.step(thing, () => writers.createLocation(scope, fields));
  if (!made) return;
  if (found) {
    const changed = differences(found, settledLocation(merged(found, fields)));
    if (Object.keys(changed).length === 0) walk.keep();
    else await walk.step({ ...thing, changed }, () => writers.updateLocation(scope, found.id, valuesOf(changed)));
  }
  const place = { path, name: entry.name, locationId: made.locationId, timezone: made.timezone };
  await importHours(importing, hours, { ...place, stored: found?.hours ?? [] }, schedules.idOf);
  const known: KnownZones = new Map();
  for (const { macAddress, name, zones } of found?.sites.flatMap(({ sensors }) => sensors) ?? []) {
    for (const { id, deviceId } of zones) known.set(zoneKey(macAddress ?? name, deviceId), id);
  }
  await importSites(importing, sites, { ...place, stored: found?.sites ?? [] }, known);
  await importSpaces(importing, spaces, { ...place, stored: found?.spaces ?? [] }, known);
}

interface Place<Stored> {
  readonly path: Path;
  readonly name: string;
  readonly locationId: string;
  readonly timezone: string;
  readonly stored: readonly Stored[];
}

async function importSites(
  importing: Importing,
  wanted: readonly FileSite[],
  place: Place<StoredSite>,
  known: KnownZones,
): Promise<void> {
  const { walk, scope, writers } = importing;
  const { locationId } = place;
  const matching = createMatching(walk, 'site', place.stored);
  for (const [index, entry] of wanted.entries()) {
    const path = [...place.path, 'sites', index];
    const found = matching(entry, path);
    if (found === 'refused') continue;
    const { id: _id, sensors = [], ...fields } = entry;
    const names = [place.name, entry.name];
    const thing = { path, kind: 'site', names } as const;
    const made = found
      ? { siteId: found.id }
      : await walk.step(thing, () => writers.createSite(scope, { ...fields, locationId }));
    if (!made) continue;
    if (found) {
      const changed = differences(found, settledSite(merged(found, fields)));
      if (Object.keys(changed).length === 0) walk.keep();
      else await walk.step({ ...thing, changed }, () => writers.updateSite(scope, found.id, valuesOf(changed)));
    }
    const isPerimeter = (fields.siteType ?? found?.siteType ?? newSite.siteType) === 1;
    const site = { path, names, siteId: made.siteId, isPerimeter, sensors: found?.sensors ?? [] };
    await importSensors(importing, sensors, site, known);
  }
}

async function importSpaces(
  importing: Importing,
  wanted: readonly FileSpace[],
  place: Place<StoredSpace>,
  known: KnownZones,
): Promise<void> {
  const { walk, change, scope, writers } = importing;
  const { locationId, timezone } = place;
  if (wanted.length > 0 && !seesSpaces(scope)) return walk.blame([...place.path, 'spaces'], estateTexts.noSpaces);
  const matching = createMatching(walk, 'space', place.stored);
  for (const [index, entry] of wanted.entries()) {
    const path = [...place.path, 'spaces', index];
    const found = matching(entry, path);
    if (found === 'refused') continue;
    const { id: _id, zones = [], resetConfig, ...fields } = entry;
    /** Times of a file are those of the location; a call tells them in UTC. */
    const inUtc = (config: FileReset) => ({
      ...config,
      ...(config.resetTimes && { resetTimes: timesInUtc(config.resetTimes, timezone, change.now) }),
    });
    const thing = { path, kind: 'space', names: [place.name, entry.name] } as const;
    const body = { ...fields, ...(resetConfig && { resetConfig: inUtc(resetConfig) }) };
    const made = found
      ? { spaceId: found.id }
      : await walk.step(thing, () => writers.createSpace(scope, { ...body, locationId }));
    if (!made) continue;
    if (found) {
      const reset = merged(found.resetConfig, inOrder(resetConfig ?? {}));
      const after = { ...merged(found, fields), name: entry.name.trim(), resetConfig: reset };
      const changed = differences(found, after);
      if (Object.keys(changed).length === 0) walk.keep();
      else await walk.step({ ...thing, changed }, () => writers.updateSpace(scope, found.id, body));
    }
    const space = { path, names: thing.names, spaceId: made.spaceId, stored: found?.zones ?? [] };
    await importSpaceZones(importing, zones, space, known);
  }
}

async function importSpaceZones(
  { walk, scope, writers }: Importing,
  wanted: NonNullable<FileSpace['zones']>,
  space: {
    readonly path: Path;
    readonly names: readonly string[];
    readonly spaceId: string;
    readonly stored: StoredSpace['zones'];
  },
  known: KnownZones,
): Promise<void> {
  for (const [index, { sensor, deviceId, reverseInsAndOuts }] of wanted.entries()) {
    const path = [...space.path, 'zones', index];
    const zoneId = known.get(zoneKey(sensor, deviceId));
    if (zoneId === undefined) {
      const isSensor = [...known.keys()].some((key) => key.startsWith(zoneKey(sensor, '')));
      walk.blame([...path, isSensor ? 'deviceId' : 'sensor'], isSensor ? estateTexts.noZone : estateTexts.noSensor);
      continue;
    }
    const found = space.stored.find((each) => each.zoneId === zoneId);
    const thing = { path, kind: 'space-zone', names: [...space.names, `${sensor} ${deviceId}`] } as const;
    const { spaceId } = space;
    if (!found) {
      const body = { zoneId, reverseInsAndOuts: reverseInsAndOuts ?? false };
      await walk.step(thing, () => writers.addSpaceZone(scope, spaceId, body));
    } else if (reverseInsAndOuts === undefined || reverseInsAndOuts === found.reverseInsAndOuts) walk.keep();
    else {
      const changed = { reverseInsAndOuts: [found.reverseInsAndOuts, reverseInsAndOuts] as [unknown, unknown] };
      const address = { spaceId, spaceZoneAssignmentId: found.id };
      await walk.step({ ...thing, changed }, () => writers.turnSpaceZone(scope, address, { reverseInsAndOuts }));
    }
  }
}

type FileReset = NonNullable<FileSpace['resetConfig']>;

function inOrder(config: FileReset): FileReset {
  const { resetTimes } = config;
  return resetTimes
    ? { ...config, resetTimes: resetTimes.toSorted((one, other) => (one.time < other.time ? -1 : 1)) }
    : config;
}

/** What a file does not say stays as it is. */
function merged<Before extends object>(before: Before, fields: object): Before {
  return { ...before, ...fields };
}

function seesSpaces({ capabilities }: Scope): boolean {
  return capabilities.has('canViewOccupancy') || capabilities.has('headroomEnabled');
}

function whereaboutsOf({ locations, loose }: Estate): Whereabouts {
  const hung = locations.flatMap(({ name, sites }) =>
    sites.flatMap((site) =>
      site.sensors.map((sensor) => ({ sensor, place: `${name} › ${site.name}`, siteId: site.id })),
    ),
  );
  const all = [...hung, ...loose.map((sensor) => ({ sensor, place: null, siteId: null }))];
  return new Map(all.map((each) => [normaliseMac(each.sensor.macAddress ?? '') ?? '', each]));
}
