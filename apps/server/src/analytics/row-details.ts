import type { Estate } from '../registry/directory/estate.ts';
import type { EntityHead } from '../registry/directory/resolve.ts';
import type { FieldValue } from './store.ts';

/** What a row shows of its entity besides its name. */
export type RowDetails = Partial<Record<Ancestor, Named>> & { readonly meta?: Readonly<Record<string, string>> };

const ancestors = ['location', 'site', 'sensor', 'zone', 'space'] as const;
type Ancestor = (typeof ancestors)[number];

interface Named {
  readonly id: string;
  readonly name: string;
}

export function isAncestor(name: string): name is Ancestor {
  return (ancestors as readonly string[]).includes(name);
}

/** The named ones of what an entity belongs to, itself included; without those that it has not. */
export function ancestorsOf(estate: Estate, head: EntityHead, names: readonly Ancestor[]): RowDetails {
  const { entityType, entityId, locationId } = head;
  const sensorId = entityType === 'zone' ? estate.zones.get(entityId)?.sensorId : ofType(head, 'sensor');
  const siteId = sensorId === undefined ? ofType(head, 'site') : estate.sensors.get(sensorId)?.siteId;
  const found: Record<Ancestor, string | null | undefined> = {
    location: locationId,
    site: siteId,
    sensor: sensorId,
    zone: ofType(head, 'zone'),
    space: ofType(head, 'space'),
  };
  const { locations: location, sites: site, sensors: sensor, zones: zone, spaces: space } = estate;
  const known = { location, site, sensor, zone, space };
  return Object.fromEntries(
    names.flatMap((name) => {
      const id = found[name];
      const entity = id ? known[name].get(id) : undefined;
      return id && entity ? [[name, { id, name: entity.name }]] : [];
    }),
  );
}

/** The custom fields of each entity. */
export function fieldsByEntity(fields: readonly FieldValue[]): ReadonlyMap<string, Readonly<Record<string, string>>> {
  const found = new Map<string, Record<string, string>>();
  for (const { entityId, name, value } of fields) found.set(entityId, { ...found.get(entityId), [name]: value });
  return found;
}

function ofType({ entityType, entityId }: EntityHead, wanted: Ancestor): string | undefined {
  return entityType === wanted ? entityId : undefined;
}
