import { isOptions, type Widget } from '@atrium/rules/dashboard';
import { imageReferenceIn } from '@atrium/rules/dashboard-images';
import type { Path } from './reading.ts';
import type { StoredSensor } from './sensor-store.ts';
import type { Estate } from './store.ts';

/**
 * Places in the options of cards. A file names them as it does everywhere: `{ $place: { location: Hamburg, space: Hall } }`
 * stands for the id of a space.
 */
export interface NamedPlaces {
  /** With names in place of ids. What is not an id of the estate stays as it is. */
  written(widget: Widget): object;
  /** The other way around. */
  read(card: unknown, reading: Reading): unknown;
}

interface Reading {
  readonly path: Path;
  /** What is there already: images are not in a file, and stay. */
  readonly before: unknown;
  /** Called for each name that the estate does not have. */
  readonly unknown: (path: Path, name: string) => void;
}

const key = '$place';
const imageKey = '$image';
const stays = { [imageKey]: 'stays as it is' };
type Name = Readonly<Record<string, string>>;

export function namedPlaces(orgId: string, estate: Pick<Estate, 'locations' | 'loose'>): NamedPlaces {
  const names = new Map(namesIn(orgId, estate));
  const idOf = new Map<string, string>();
  const ambiguous = new Set<string>();
  for (const [id, name] of names) {
    const text = textOf(name);
    if (idOf.has(text)) ambiguous.add(text);
    idOf.set(text, id);
  }
  /** By its id where several have the name. */
  const nameOf = (id: string): Name | undefined => {
    const name = names.get(id);
    return name && ambiguous.has(textOf(name)) ? { id } : name;
  };
  const find = (name: Readonly<Record<string, unknown>>): string | undefined => {
    if (typeof name['id'] === 'string') return names.has(name['id']) ? name['id'] : undefined;
    const text = textOf(name);
    return ambiguous.has(text) ? undefined : idOf.get(text);
  };

  const write = (value: unknown): unknown => {
    if (typeof value === 'string') {
      if (imageReferenceIn(value)) return stays;
      const name = nameOf(value);
      return name ? { [key]: name } : value;
    }
    if (Array.isArray(value)) return value.map(write);
    if (!isOptions(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([field, each]) => [field, write(each)]));
  };
  const read: NamedPlaces['read'] = (value, { path, before, unknown }) => {
    const inside = (each: unknown, at: string | number, old: unknown) =>
      read(each, { path: [...path, at], before: old, unknown });
    if (Array.isArray(value)) {
      const old: readonly unknown[] = Array.isArray(before) ? before : [];
      return value.map((each: unknown, index) => inside(each, index, old[index]));
    }
    if (!isOptions(value)) return value;
    if (imageKey in value) return typeof before === 'string' ? before : '';
    const name = value[key];
    if (isOptions(name)) {
      const id = find(name);
      if (id === undefined) unknown(path, Object.values(name).map(asText).join(' › '));
      return id;
    }
    const old = isOptions(before) ? before : {};
    return Object.fromEntries(Object.entries(value).map(([field, each]) => [field, inside(each, field, old[field])]));
  };
  return {
    written: ({ widgetId: _id, dataOptions, clientOptions, ...widget }) => ({
      ...widget,
      dataOptions: write(dataOptions),
      clientOptions: write(clientOptions),
    }),
    read,
  };
}

function* namesIn(orgId: string, { locations, loose }: Pick<Estate, 'locations' | 'loose'>): Generator<[string, Name]> {
  yield [orgId, { organization: 'this' }];
  for (const { id, name: location, sites, spaces } of locations) {
    yield [id, { location }];
    for (const { id: spaceId, name: space } of spaces) yield [spaceId, { location, space }];
    for (const { id: siteId, name: site, sensors } of sites) {
      yield [siteId, { location, site }];
      for (const sensor of sensors) yield* namesOfSensor(sensor, { location });
    }
  }
  for (const sensor of loose) yield* namesOfSensor(sensor, {});
}

function* namesOfSensor({ id, zones, ...sensor }: StoredSensor, at: Name): Generator<[string, Name]> {
  const name = { ...at, sensor: sensor.identifier ?? sensor.macAddress ?? sensor.name };
  yield [id, name];
  for (const { id: zoneId, deviceId } of zones) yield [zoneId, { ...name, deviceId }];
}

/** The same in any order, and numbers as texts. */
function textOf(name: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(
    Object.entries(name)
      .map(([field, value]) => [field, asText(value).trim()])
      .toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1)),
  );
}

/** What is neither text nor a number names nothing. */
function asText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '?';
}
