import { countApplications, countFilters } from '@atrium/contract/reference-lists';
import { normaliseMac } from '@atrium/rules/mac-address';
import { zoneProblems, type ZoneSettings } from '@atrium/rules/zone-settings';
import { differences, valuesOf } from '../../audit/differences.ts';
import { refuseProblems } from '../../refusal.ts';
import type { Change } from '../../registry/estate-changes.ts';
import { addZone } from '../../registry/series/new-zone-store.ts';
import { isStaff, type Scope } from '../../scope.ts';
import type { FileSensor, FileZone } from './format.ts';
import type { Path } from './reading.ts';
import type { StoredSensor, StoredZone } from './store.ts';
import { zonesOfSensor } from './store.ts';
import { estateTexts } from './texts.ts';
import type { Walk } from './walk.ts';
import type { Writers } from './writers.ts';

interface Importing {
  readonly walk: Walk;
  readonly change: Change;
  readonly scope: Scope;
  readonly writers: Writers;
  readonly whereabouts: Whereabouts;
}

/** Sensors by their address, and where they hang; nulls for those that hang nowhere. */
export type Whereabouts = ReadonlyMap<
  string,
  { readonly sensor: StoredSensor; readonly place: string | null; readonly siteId: string | null }
>;

export interface Site {
  readonly path: Path;
  readonly names: readonly string[];
  readonly siteId: string;
  readonly isPerimeter: boolean;
  readonly sensors: readonly StoredSensor[];
}

/** Zones by the sensor that has them, as a file calls it, and their own device id. */
export type KnownZones = Map<string, string>;

export function zoneKey(sensor: string, deviceId: string): string {
  return `${normaliseMac(sensor) ?? sensor} ${deviceId}`;
}

export async function importSensors(
  importing: Importing,
  wanted: readonly FileSensor[],
  site: Site,
  known: KnownZones,
): Promise<void> {
  const { walk } = importing;
  const seen = new Set<string>();
  for (const [index, entry] of wanted.entries()) {
    const path = [...site.path, 'sensors', index];
    const mac = entry.macAddress === undefined ? undefined : normaliseMac(entry.macAddress);
    if (mac === null) walk.blame([...path, 'macAddress'], estateTexts.mac);
    else if (mac === undefined && (entry.sensorType !== 'dummy' || !entry.name)) {
      walk.blame(path, estateTexts.macNeeded);
    } else if (seen.has(mac ?? `dummy ${entry.name}`)) walk.blame(path, estateTexts.sensorTwice);
    else {
      seen.add(mac ?? `dummy ${entry.name}`);
      const names = [...site.names, entry.name ?? entry.macAddress ?? ''];
      const hung = await importSensor(importing, entry, { path, names, mac }, site);
      if (hung) await importZones(importing, entry.zones ?? [], { ...hung, path, names, site }, known);
    }
  }
}

interface Hung {
  readonly sensorId: string;
  readonly zones: readonly StoredZone[];
  /** As the file calls it. */
  readonly called: string;
}

async function importSensor(
  { walk, change, scope, writers, whereabouts }: Importing,
  { zones: _zones, macAddress: _mac, ...fields }: FileSensor,
  at: { readonly path: Path; readonly names: readonly string[]; readonly mac: string | undefined },
  site: Site,
): Promise<Hung | undefined> {
  const { path, names, mac } = at;
  const called = mac ?? fields.name ?? '';
  const anywhere = mac === undefined ? undefined : whereabouts.get(mac);
  if (anywhere && anywhere.siteId !== null && anywhere.siteId !== site.siteId) {
    return walk.blame([...path, 'macAddress'], estateTexts.elsewhere(anywhere.place ?? ''));
  }
  const here =
    mac === undefined
      ? site.sensors.find((each) => each.macAddress === undefined && each.name === fields.name)
      : anywhere?.sensor;
  if (here && (mac === undefined || anywhere?.siteId === site.siteId)) {
    const changed = differences<object>(here, fields);
    if (Object.keys(changed).length === 0) walk.keep();
    else {
      const thing = { path, kind: 'sensor', names, changed } as const;
      await walk.step(thing, () => writers.updateSensor(scope, here.id, valuesOf(changed)));
    }
    return { sensorId: here.id, zones: here.zones, called };
  }
  if (!isStaff(scope)) return walk.blame(path, estateTexts.staffOnly);
  const { siteId } = site;
  const { name, sensorType, nodeSensors, timeZone: timezone, periodicUse } = fields;
  const hung = await walk.step({ path, kind: 'sensor', names }, async () => {
    const made = await (mac === undefined
      ? writers.hangDummy(scope, { siteId, name: name ?? '' })
      : writers.hangSensor(scope, {
          siteId,
          ...(here ? { sensorId: here.id } : { macAddress: mac, name, sensorType }),
          nodeSensors,
          timezone,
        }));
    if (made.sensorId !== null && periodicUse !== undefined) {
      await writers.updateSensor(scope, made.sensorId, { periodicUse });
    }
    return made;
  });
  if (!hung || hung.sensorId === null) return undefined;
  return { sensorId: hung.sensorId, zones: await zonesOfSensor(change.tx, hung.sensorId), called };
}

const codes = {
  countFilters: countFilters.map(({ id }) => id),
  countApplications: countApplications.map(({ id }) => id),
};

async function importZones(
  { walk, change, scope, writers }: Importing,
  wanted: readonly FileZone[],
  sensor: Hung & { readonly path: Path; readonly names: readonly string[]; readonly site: Site },
  known: KnownZones,
): Promise<void> {
  for (const { id, deviceId } of sensor.zones) known.set(zoneKey(sensor.called, deviceId), id);
  const seen = new Set<string>();
  for (const [index, entry] of wanted.entries()) {
    const path = [...sensor.path, 'zones', index];
    if (seen.has(entry.deviceId)) {
      walk.blame([...path, 'deviceId'], estateTexts.zoneTwice);
      continue;
    }
    seen.add(entry.deviceId);
    const found = sensor.zones.find(({ deviceId }) => deviceId === entry.deviceId);
    const thing = { path, kind: 'zone', names: [...sensor.names, entry.name] } as const;
    if (!found) {
      const isFirst = sensor.zones.length === 0 && index === 0;
      const zoneId = await walk.step(thing, () =>
        makeZone(change, scope.orgId, sensor.sensorId, entry, sensor.site.isPerimeter && isFirst),
      );
      if (zoneId !== undefined) known.set(zoneKey(sensor.called, entry.deviceId), zoneId);
      continue;
    }
    const { deviceId: _deviceId, countType, ...fields } = entry;
    if (countType !== undefined && countType !== found.countType) {
      walk.blame([...path, 'countType'], estateTexts.countType);
      continue;
    }
    const changed = differences<object>(found, fields);
    if (Object.keys(changed).length === 0) walk.keep();
    else {
      const address = { sensorId: sensor.sensorId, zoneId: found.id };
      await walk.step({ ...thing, changed }, () => writers.updateZone(scope, address, valuesOf(changed)));
    }
  }
}

/** A zone that a device will count in. Its series begin with its first reading. */
async function makeZone(
  { tx, now }: Change,
  orgId: string,
  sensorId: string,
  { deviceId, countType = 1, ...fields }: FileZone,
  perimeter: boolean,
): Promise<string> {
  const usual = {
    scaleFactor: 1,
    countFilter: 0,
    countApplication: 1,
    disabled: false,
    minDwell: null,
    maxDwell: null,
  };
  const settings: ZoneSettings = { perimeter, ...usual, ...withoutAbsent(fields), name: fields.name.trim() };
  refuseProblems(zoneProblems(settings, countType, codes));
  return addZone(tx, { orgId, sensorId, deviceId, countType }, settings, now);
}

function withoutAbsent<Fields extends object>(fields: Fields): { [K in keyof Fields]: Exclude<Fields[K], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof Fields]: Exclude<Fields[K], undefined> };
}
