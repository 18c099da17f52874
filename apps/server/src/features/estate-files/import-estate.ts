import { isZone } from '@atrium/calendar/zones';
import { mayCall } from '@atrium/contract/access';
import { listSpaces } from '@atrium/contract/spaces';
import { normalizedLocation } from '@atrium/rules/location';
import { timesInUtc } from '@atrium/rules/reset-config';
import { newSite, normalizedSite } from '@atrium/rules/site';
import { differences, valuesOf } from '../../audit/differences.ts';
import type { EstateFile, FileLocation, FileSite, FileSpace } from './format.ts';
import { importDashboards } from './import-dashboards.ts';
import { importFields, type Written } from './import-fields.ts';
import { importExceptions, importHours, importSchedules } from './import-hours.ts';
import { importSensors, importZones, knownZones } from './import-sensors.ts';
import { importSpaceZones } from './import-space-zones.ts';
import type { Place, PlacedSensor, PlacedSite, PlacedSpace, PlacedZone } from './file-entries.ts';
import { type Entry, type ImportContext, upsertEntries } from './upsert-entries.ts';
import type { Estate, StoredLocation } from './store.ts';
import { estateTexts } from './texts.ts';
import { createMatching } from './import-run.ts';

/**
 * Creates and changes what a file says, as far as it is valid. It proceeds by kind instead of by place, so that
 * thousands of one kind are created in one batch.
 */
export async function importEstate(
  importing: ImportContext,
  estate: EstateFile,
  stored: Estate,
  organization: string,
): Promise<void> {
  const { scope } = importing;
  const whole = { path: [], names: [organization], locationId: null };
  const schedules = await importSchedules(importing, estate.schedules ?? [], stored);
  const places = await importLocations(importing, estate.locations ?? [], stored);
  await importHours(importing, places, schedules.idOf);
  await importExceptions(importing, [
    { ...whole, wanted: estate.exceptions, stored: stored.exceptions },
    ...places.map((each) => ({ ...each, wanted: each.wanted.exceptions, stored: each.found?.exceptions ?? [] })),
  ]);
  const sites = await importSites(importing, places);
  const sensors = await importSensors(importing, sites, stored);
  const known = knownZones(places);
  const zones = await importZones(importing, sensors, known);
  const spaces = await importSpaces(importing, places);
  await importSpaceZones(importing, spaces, known);
  await importFields(
    importing,
    [
      { ...whole, entityType: 'org', entityId: scope.orgId, wanted: estate.customFields },
      ...places.map(carrier('location', (each: Place) => each.locationId)),
      ...sites.map(carrier('site', (each: PlacedSite) => each.siteId)),
      ...sensors.map(carrier('sensor', (each: PlacedSensor) => each.sensorId)),
      ...zones.map(carrier('zone', (each: PlacedZone) => each.zoneId)),
      ...spaces.map(carrier('space', (each: PlacedSpace) => each.spaceId)),
    ],
    stored.fields,
  );
  await schedules.finish();
  await importDashboards(importing, estate.dashboards ?? []);
}

async function importLocations(
  { walk, scope, writers }: ImportContext,
  wanted: readonly FileLocation[],
  stored: Estate,
): Promise<Place[]> {
  const matching = createMatching(walk, 'location', stored.locations);
  const entries = wanted.flatMap((entry, index): Entry<FileLocation, StoredLocation>[] => {
    const path = ['locations', index];
    const found = matching(entry, path);
    return found === 'refused' ? [] : [{ path, names: [entry.name], wanted: entry, found }];
  });
  const made = await upsertEntries(walk, entries, {
    kind: 'location',
    changed: (entry, found) => differences(found, normalizedLocation(merged(found, locationFieldsOf(entry.wanted)))),
    update: (_entry, found, changed) => writers.updateLocation(scope, found.id, valuesOf(changed)),
    create: (missing) =>
      writers.createLocations(
        scope,
        missing.map((each) => ({ body: locationFieldsOf(each.wanted), hasHours: each.wanted.hours !== undefined })),
      ),
  });
  return entries.flatMap((entry) => {
    const { found, wanted: said } = entry;
    const fresh = made.get(entry);
    if (fresh) return [{ ...entry, locationId: fresh.locationId, timezone: fresh.timezone }];
    if (!found) return [];
    // A refused one does not exist; everything after it is checked anyway.
    const timezone =
      said.timezone !== undefined && isZone(said.timezone.trim()) ? said.timezone.trim() : found.timezone;
    return [{ ...entry, locationId: found.id, timezone }];
  });
}

async function importSites({ walk, scope, writers }: ImportContext, places: readonly Place[]): Promise<PlacedSite[]> {
  const entries = places.flatMap((place) => {
    const matching = createMatching(walk, 'site', place.found?.sites ?? []);
    return (place.wanted.sites ?? []).flatMap((entry, index) => {
      const path = [...place.path, 'sites', index];
      const found = matching(entry, path);
      return found === 'refused' ? [] : [{ path, names: [...place.names, entry.name], wanted: entry, found, place }];
    });
  });
  const made = await upsertEntries(walk, entries, {
    kind: 'site',
    changed: (entry, found) => differences(found, normalizedSite(merged(found, siteFieldsOf(entry.wanted)))),
    update: (_entry, found, changed) => writers.updateSite(scope, found.id, valuesOf(changed)),
    create: (missing) =>
      writers.createSites(
        scope,
        missing.map(({ wanted, place }) => ({ ...siteFieldsOf(wanted), locationId: place.locationId })),
      ),
  });
  return entries.flatMap((entry) => {
    const siteId = entry.found?.id ?? made.get(entry)?.siteId;
    const siteType = entry.wanted.siteType ?? entry.found?.siteType ?? newSite.siteType;
    return siteId === undefined ? [] : [{ ...entry, siteId, isPerimeter: siteType === 1 }];
  });
}

async function importSpaces(
  { walk, change, scope, writers }: ImportContext,
  places: readonly Place[],
): Promise<PlacedSpace[]> {
  const entries = places.flatMap((place) => {
    const wanted = place.wanted.spaces ?? [];
    if (wanted.length > 0 && !mayCall(listSpaces, scope)) {
      walk.addProblem([...place.path, 'spaces'], estateTexts.noSpaces);
      return [];
    }
    const matching = createMatching(walk, 'space', place.found?.spaces ?? []);
    return wanted.flatMap((entry, index) => {
      const path = [...place.path, 'spaces', index];
      const found = matching(entry, path);
      return found === 'refused' ? [] : [{ path, names: [...place.names, entry.name], wanted: entry, found, place }];
    });
  });
  type SpaceEntry = (typeof entries)[number];
  /** Times in a file are local to the location; the API uses UTC. */
  const bodyOf = ({ wanted, place }: SpaceEntry) => {
    const { resetTimes, ...flags } = wanted.resetConfig ?? {};
    const inUtc = resetTimes && { resetTimes: timesInUtc(resetTimes, place.timezone, change.now) };
    const { corrections } = wanted;
    const resets = wanted.resetConfig && { resetConfig: { ...flags, ...inUtc } };
    return { ...spaceFieldsOf(wanted), ...resets, ...(corrections && { corrections }) };
  };
  const made = await upsertEntries(walk, entries, {
    kind: 'space',
    changed: ({ wanted }, found) => {
      const resetConfig = merged(found.resetConfig, inOrder(wanted.resetConfig ?? {}));
      const corrections = merged(found.corrections, wanted.corrections ?? {});
      const fields = merged(found, spaceFieldsOf(wanted));
      return differences(found, { ...fields, name: wanted.name.trim(), resetConfig, corrections });
    },
    update: (entry, found) => writers.updateSpace(scope, found.id, bodyOf(entry)),
    create: (missing) =>
      writers.createSpaces(
        scope,
        missing.map((entry) => ({ ...bodyOf(entry), locationId: entry.place.locationId })),
      ),
  });
  return entries.flatMap((entry) => {
    const spaceId = entry.found?.id ?? made.get(entry)?.spaceId;
    return spaceId === undefined ? [] : [{ ...entry, spaceId }];
  });
}

/** An existing record with its custom fields in the file. */
function carrier<Thing extends Omit<Written, 'entityType' | 'entityId' | 'wanted'>>(
  entityType: Written['entityType'],
  idOf: (thing: Thing) => string,
) {
  return (thing: Thing & { readonly wanted: { readonly customFields?: Written['wanted'] } }): Written => {
    const { path, names, wanted, sensorId } = thing;
    const of = { entityType, entityId: idOf(thing), path, names, wanted: wanted.customFields };
    return { ...of, ...(sensorId !== undefined && { sensorId }) };
  };
}

function siteFieldsOf({ id: _id, sensors: _sensors, customFields: _fields, ...fields }: FileSite) {
  return fields;
}

function spaceFieldsOf(entry: FileSpace) {
  const { id: _id, zones: _zones, customFields: _fields, resetConfig: _reset, ...rest } = entry;
  const { corrections: _corrections, ...fields } = rest;
  return fields;
}

function locationFieldsOf(entry: FileLocation) {
  const { id: _id, hours: _hours, exceptions: _exceptions, sites: _sites, spaces: _spaces, ...rest } = entry;
  const { customFields: _fields, ...fields } = rest;
  return fields;
}

type FileReset = NonNullable<FileSpace['resetConfig']>;

function inOrder(config: FileReset): FileReset {
  const { resetTimes } = config;
  return resetTimes
    ? { ...config, resetTimes: resetTimes.toSorted((one, other) => (one.time < other.time ? -1 : 1)) }
    : config;
}

/** Anything a file does not mention stays unchanged. */
function merged<Before extends object>(before: Before, fields: object): Before {
  return { ...before, ...fields };
}
