import { countApplications, countFilters } from '@atrium/contract/reference-lists';
import { firstCommissionDay } from '@atrium/rules/commission-date';
import { identityOf, readDevice } from '@atrium/rules/device-identity';
import { normalizeMac } from '@atrium/rules/mac-address';
import { normalizedSensor } from '@atrium/rules/sensor-settings';
import { zoneProblems, type ZoneSettings } from '@atrium/rules/zone-settings';
import { differences, type Differences, valuesOf } from '../../audit/differences.ts';
import { createValid } from '../../refusal.ts';
import { addZones } from '../../estate/new-zone-store.ts';
import { isStaff } from '../../scope.ts';
import { type FileSensor, type FileZone, defaultZoneSettings } from './format.ts';
import { readMoment } from './timestamp.ts';
import { type StoredSensor, type StoredZone, zonesOfSensors } from './sensor-store.ts';
import type { Place, PlacedSensor, PlacedSite, PlacedZone, SensorEntry } from './file-entries.ts';
import { type ImportContext, upsertEntries } from './upsert-entries.ts';
import type { Estate } from './store.ts';
import { estateTexts } from './texts.ts';
import { type Each, inSavepoint } from './import-run.ts';

export async function importSensors(
  importing: ImportContext,
  sites: readonly PlacedSite[],
  stored: Estate,
): Promise<PlacedSensor[]> {
  const { walk, change, scope, writers } = importing;
  const entries = sensorEntries(importing, sites, stored);
  const made = await upsertEntries(walk, entries, {
    kind: 'sensor',
    changed: changedSensor,
    update: async ({ commissionedAt }, found, { commissionedDate, ...changed }) => {
      if (Object.keys(changed).length > 0) await writers.updateSensor(scope, found.id, valuesOf(changed));
      if (commissionedDate && commissionedAt) await writers.commissionSensor(scope, found.id, commissionedAt);
    },
    create: (missing) => installAll(importing, missing),
    pathOf: ({ path }, field) => (field === 'siteId' ? path : undefined),
  });
  const fresh = entries.flatMap((entry) => made.get(entry)?.sensorId ?? []);
  const zonesOf = await zonesOfSensors(change.tx, fresh);
  return entries.flatMap((entry) => {
    const sensorId = entry.found?.id ?? made.get(entry)?.sensorId;
    return sensorId === undefined
      ? []
      : [{ ...entry, sensorId, zones: entry.found?.zones ?? zonesOf.get(sensorId) ?? [] }];
  });
}

function sensorEntries({ walk, scope }: ImportContext, sites: readonly PlacedSite[], stored: Estate): SensorEntry[] {
  const placeOf = placeOfSensors(stored);
  const seen = new Set<string>();
  return sites.flatMap((site) =>
    (site.wanted.sensors ?? []).flatMap((wanted, index): SensorEntry[] => {
      const path = [...site.path, 'sensors', index];
      const refuse = (field: keyof FileSensor | undefined, message: string) => {
        walk.addProblem(field === undefined ? path : [...path, field], message);
        return [];
      };
      const { macAddress, identifier } = wanted;
      if (macAddress !== undefined && normalizeMac(macAddress) === null) return refuse('macAddress', estateTexts.mac);
      if (identifier !== undefined && readDevice(identifier) === null) {
        return refuse('identifier', estateTexts.identifier);
      }
      const { device, macAddress: mac } = identityOf(wanted);
      if (device === null && (wanted.sensorType !== 'dummy' || !wanted.name)) {
        return refuse(undefined, estateTexts.macNeeded);
      }
      const key = device ?? `dummy ${site.siteId} ${wanted.name}`;
      if (seen.has(key)) return refuse(undefined, estateTexts.sensorTwice);
      seen.add(key);
      const anywhere = device === null ? undefined : placeOf.get(device);
      if (anywhere && anywhere.siteId !== null && anywhere.siteId !== site.siteId) {
        return refuse(identifier === undefined ? 'macAddress' : 'identifier', estateTexts.elsewhere(anywhere.place));
      }
      const found =
        device === null
          ? site.found?.sensors.find((each) => identityOf(each).device === null && each.name === wanted.name)
          : anywhere?.siteId === site.siteId
            ? anywhere.sensor
            : undefined;
      if (anywhere && mac !== null && mac !== identityOf(anywhere.sensor).macAddress) {
        return refuse('macAddress', estateTexts.otherMac);
      }
      if (!found && !isStaff(scope)) return refuse(undefined, estateTexts.staffOnly);
      const { commissionedDate, sensorUseType } = wanted;
      if (found && sensorUseType !== undefined && sensorUseType !== found.sensorUseType) {
        return refuse('sensorUseType', estateTexts.sensorUseType);
      }
      const commissionedAt =
        commissionedDate === undefined ? undefined : readMoment(commissionedDate, site.place.timezone);
      if (commissionedDate !== undefined && !isPossible(commissionedAt)) {
        return refuse('commissionedDate', estateTexts.commissionedDate);
      }
      const names = [...site.names, wanted.name ?? identifier ?? macAddress ?? ''];
      const loose = anywhere?.siteId === null ? anywhere.sensor : undefined;
      return [{ path, names, wanted, found, site, device, loose, commissionedAt }];
    }),
  );
}

function isPossible(at: Date | undefined): boolean {
  return at !== undefined && at >= new Date(firstCommissionDay) && at.getUTCFullYear() < 2100;
}

function changedSensor({ wanted, commissionedAt, site }: SensorEntry, found: StoredSensor): Differences {
  const { name, sensorType, nodeSensors, periodicUse, timeZone } = wanted;
  const before = {
    name: found.name,
    sensorType: found.sensorType ?? '',
    nodeSensors: found.nodeSensors ?? null,
    periodicUse: found.periodicUse ?? false,
    timeZone: found.timeZone ?? null,
  };
  const said = Object.entries({ name, sensorType, nodeSensors, periodicUse, timeZone });
  const after = normalizedSensor({
    masterKey: null,
    ...before,
    ...Object.fromEntries(said.filter(([, value]) => value !== undefined)),
  });
  const { masterKey: _key, ...changed } = differences<object>({ masterKey: null, ...before }, after);
  const { commissionedDate } = wanted;
  // What is written as before means what it meant, whatever became of the time zone of the location.
  if (commissionedDate === undefined || commissionedDate === found.commissionedDate) return changed;
  const held = found.commissionedDate && readMoment(found.commissionedDate, site.place.timezone);
  if (held && held.getTime() === commissionedAt?.getTime()) return changed;
  return { ...changed, commissionedDate: [found.commissionedDate ?? null, commissionedDate] };
}

/** Sensors that nobody has seen yet are installed at once, those that lie around and dummies one by one. */
async function installAll(
  { change, scope, writers }: ImportContext,
  missing: readonly SensorEntry[],
): Promise<Each<{ sensorId: string }>> {
  const fresh = missing.filter(isNew);
  const installed = await writers.installNewSensors(
    scope,
    fresh.map(({ site, wanted, commissionedAt: commissionedDate }) => {
      const { zones: _zones, customFields: _fields, commissionedDate: _date, ...settings } = wanted;
      return { ...settings, siteId: site.siteId, commissionedDate };
    }),
  );
  const outcomes = new Map(fresh.map((entry, index) => [entry, installed[index]!]));
  for (const entry of missing.filter((each) => !isNew(each))) {
    const { site, wanted, loose, commissionedAt } = entry;
    const { siteId } = site;
    const { name = '', nodeSensors, timeZone: timezone, periodicUse, sensorUseType } = wanted;
    const outcome = await inSavepoint(change.tx, async () => {
      const { sensorId } = await (loose
        ? writers.installSensor(scope, { siteId, sensorId: loose.id, nodeSensors, timezone, sensorUseType })
        : writers.installDummy(scope, { siteId, name }));
      if (sensorId === null) throw new Error('Nothing was installed.');
      if (periodicUse !== undefined) await writers.updateSensor(scope, sensorId, { periodicUse });
      if (commissionedAt) await writers.commissionSensor(scope, sensorId, commissionedAt);
      return { sensorId };
    });
    outcomes.set(entry, outcome);
  }
  return missing.map((entry) => outcomes.get(entry)!);
}

/** One that nobody has seen yet. */
function isNew({ device, loose }: SensorEntry): boolean {
  return device !== null && !loose;
}

/** Zones by their location, the sensor that has them, as a file calls it, and their own device id. */
export interface KnownZones {
  readonly ids: Map<string, string>;
  readonly sensors: Set<string>;
}

export function zoneKey(locationId: string, sensor: string, deviceId: string): string {
  return `${sensorKey(locationId, sensor)} ${deviceId}`;
}

export function sensorKey(locationId: string, sensor: string): string {
  return `${locationId} ${readDevice(sensor) ?? sensor}`;
}

/** Those that were there before. */
export function knownZones(places: readonly Place[]): KnownZones {
  const known: KnownZones = { ids: new Map(), sensors: new Set() };
  for (const { locationId, found } of places) {
    for (const sensor of found?.sites.flatMap(({ sensors }) => sensors) ?? []) {
      note(known, locationId, identityOf(sensor).device ?? sensor.name, sensor.zones);
    }
  }
  return known;
}

function note(known: KnownZones, locationId: string, sensor: string, zones: readonly StoredZone[]): void {
  known.sensors.add(sensorKey(locationId, sensor));
  for (const { id, deviceId } of zones) known.ids.set(zoneKey(locationId, sensor, deviceId), id);
}

const codes = {
  countFilters: countFilters.map(({ id }) => id),
  countApplications: countApplications.map(({ id }) => id),
};

export async function importZones(
  { walk, change, scope, writers }: ImportContext,
  sensors: readonly PlacedSensor[],
  known: KnownZones,
): Promise<PlacedZone[]> {
  for (const { site, device, wanted, zones } of sensors) {
    note(known, site.place.locationId, device ?? wanted.name ?? '', zones);
  }
  const entries = sensors.flatMap((sensor) => {
    const seen = new Set<string>();
    const found = new Map(sensor.zones.map((each) => [each.deviceId, each]));
    return (sensor.wanted.zones ?? []).flatMap((wanted, index) => {
      const path = [...sensor.path, 'zones', index];
      const stored = found.get(wanted.deviceId);
      const isOtherType = stored && wanted.countType !== undefined && wanted.countType !== stored.countType;
      if (isOtherType) walk.addProblem([...path, 'countType'], estateTexts.countType);
      if (seen.has(wanted.deviceId)) walk.addProblem([...path, 'deviceId'], estateTexts.zoneTwice);
      if (isOtherType || seen.has(wanted.deviceId)) return [];
      seen.add(wanted.deviceId);
      // A second line at the same door would count everyone twice in the location, unless told so.
      const perimeter = sensor.site.isPerimeter && sensor.zones.length === 0 && index === 0;
      return [{ path, names: [...sensor.names, wanted.name], wanted, found: stored, sensor, perimeter }];
    });
  });
  const made = await upsertEntries(walk, entries, {
    kind: 'zone',
    changed: ({ wanted: { deviceId: _id, countType: _type, customFields: _fields, ...fields } }, found) =>
      differences<object>(found, { ...fields, name: fields.name.trim() }),
    update: ({ sensor }, { id }, changed) =>
      writers.updateZone(scope, { sensorId: sensor.sensorId, zoneId: id }, valuesOf(changed)),
    create: (missing) =>
      createValid(
        missing.map(({ sensor, wanted, perimeter }) => ({
          sensorId: sensor.sensorId,
          deviceId: wanted.deviceId,
          countType: wanted.countType ?? 1,
          settings: settingsOf(wanted, perimeter),
          from: sensor.commissionedAt && sensor.commissionedAt < change.now ? sensor.commissionedAt : change.now,
        })),
        ({ settings, countType }) => zoneProblems(settings, countType, codes),
        (allowed) => addZones(change.tx, scope.orgId, allowed, change.now),
      ),
  });
  return entries.flatMap((entry) => {
    const zoneId = entry.found?.id ?? made.get(entry);
    if (zoneId === undefined) return [];
    const { sensor, wanted } = entry;
    const called = sensor.device ?? sensor.wanted.name ?? '';
    known.ids.set(zoneKey(sensor.site.place.locationId, called, wanted.deviceId), zoneId);
    return [{ ...entry, sensorId: sensor.sensorId, zoneId }];
  });
}

function settingsOf(wanted: FileZone, perimeter: boolean): ZoneSettings {
  const { deviceId: _id, countType: _type, customFields: _fields, ...fields } = wanted;
  const usual = { perimeter, ...defaultZoneSettings };
  const said = Object.entries(fields).filter(([, value]) => value !== undefined);
  return { ...usual, ...(Object.fromEntries(said) as Partial<typeof usual>), name: fields.name.trim() };
}

/** Where every sensor is installed that is a device; null for nowhere. */
function placeOfSensors({ locations, loose }: Estate) {
  const installed = locations.flatMap(({ name, sites }) =>
    sites.flatMap((site) =>
      site.sensors.map((sensor) => ({ sensor, place: `${name} › ${site.name}`, siteId: site.id as string | null })),
    ),
  );
  const all = [...installed, ...loose.map((sensor) => ({ sensor, place: '', siteId: null }))];
  return new Map(all.map((each) => [identityOf(each.sensor).device ?? '', each]));
}
