import { isOptions, type Options, type Widget } from './dashboard.ts';
import { withoutHoles } from './template-layout.ts';

/**
 * Cards of a template name what they are about by role, as `entityRole` of their data options: a template knows no
 * organization. Roles are resolved when the template is used.
 */
export const entityRoles = {
  organization: 'The whole organization',
  'all-locations': 'Every location',
  'several-locations': 'Every location, where there are at least two',
  'first-location': 'The first location by name',
  'busiest-location': 'The location with the largest traffic of the last seven days',
  'busiest-door': 'The door with the largest traffic of the last seven days',
  'busiest-doors': 'The ten busiest doors, where there are at least two',
  'all-spaces': 'Every space',
  'several-spaces': 'Every space, where there are at least two',
  'first-space': 'The first space by name',
  'largest-space': 'The space that holds most people',
  'waiting-space': 'The first space with an expected wait',
  'all-queues': 'Every queue',
  'first-queue': 'The first queue by name',
  'all-service-points': 'Every service zone',
  'first-service-point': 'The first service zone by name',
  'all-areas': 'Every zone that reports how many people are in it',
  'first-area': 'The first such zone by name',
} as const;
export type EntityRole = keyof typeof entityRoles;

/** What of an organization decides how a template is resolved; only what its reader may see. */
export interface EstateSummary {
  readonly orgId: string;
  readonly name: string;
  readonly locations: readonly NamedPlace[];
  readonly zones: readonly SummaryZone[];
  readonly spaces: readonly SummarySpace[];
  /** The sources that it may ask and has data of, `weather` among them. */
  readonly sources: ReadonlySet<string>;
}

export interface NamedPlace {
  readonly id: string;
  readonly name: string;
}

export interface SummaryZone extends NamedPlace {
  readonly locationId: string;
  readonly countApplication: number;
  /** People enter and leave the location there. */
  readonly isDoor: boolean;
  /** Ins of the last seven days. */
  readonly traffic: number;
}

export interface SummarySpace extends NamedPlace {
  readonly maxCapacity: number | null;
  readonly hasExpectedWait: boolean;
}

/** The entities of a role: every entity of a type where there are no ids. */
interface RoleEntities {
  readonly entityType: 'organization' | 'location' | 'space' | 'zone';
  readonly ids?: readonly string[];
  /** Stands for `{name}` in texts. */
  readonly name: string;
}

const maxDoors = 10;
const queueApplication = 5;
const serviceApplication = 6;
const areaApplication = 8;
/** Cards about one entity, named by `entityId` instead of `entityIds`. */
const ofOneEntity: ReadonlySet<string> = new Set([
  'realtime-value',
  'occupancy-status',
  'expected-wait',
  'gauge',
  'radial-gauge',
  'datetime',
  'weather',
  'sensor-image',
]);
/** Cards that ask for nothing. With a role or a source they are there only where the organization has it. */
const ofNothing: ReadonlySet<string> = new Set(['image', 'label', 'link', 'spacer', 'text']);

/**
 * The cards of a template for one organization, with new ids. A card whose role or source the organization does not have
 * is left out, and its neighbors take its room.
 */
export function resolveTemplate(
  widgets: readonly Widget[],
  estate: EstateSummary,
  newId: () => string,
): readonly Widget[] {
  const resolved = widgets.map((widget) => resolveWidget(widget, estate));
  const kept = new Set(widgets.flatMap(({ widgetId }, index) => (resolved[index] ? [widgetId] : [])));
  const places = withoutHoles(widgets, kept);
  return resolved.flatMap((widget) => {
    if (!widget) return [];
    const place = places.get(widget.widgetId);
    return [{ ...widget, widgetId: newId(), gridOptions: { ...widget.gridOptions, ...place } }];
  });
}

/** Whether its cards depend on what was counted in the last seven days. */
export function needsTraffic(widgets: readonly Widget[]): boolean {
  return widgets.some(({ dataOptions }) => String(dataOptions['entityRole']).startsWith('busiest-'));
}

/** Undefined where the organization has nothing to show on it. */
function resolveWidget(widget: Widget, estate: EstateSummary): Widget | undefined {
  const { entityRole, ...dataOptions } = widget.dataOptions;
  const source = dataOptions['dataSourceType'];
  if (typeof source === 'string' && !estate.sources.has(source)) return undefined;
  if (entityRole === undefined || entityRole === null) return named(widget, askedBy(widget, dataOptions), estate.name);
  const entities = isEntityRole(entityRole) ? entitiesOf(entityRole, estate) : undefined;
  if (!entities) return undefined;
  const { entityType, ids } = entities;
  if (!ofOneEntity.has(widget.widgetType)) {
    const chosen = { ...dataOptions, entityType, ...(ids && { entityIds: ids }) };
    return named(widget, askedBy(widget, chosen), entities.name);
  }
  const [entityId] = ids ?? [];
  return entityId === undefined
    ? undefined
    : named(widget, { ...dataOptions, entityType, entityId, entityIds: [entityId] }, entities.name);
}

export function isEntityRole(role: unknown): role is EntityRole {
  return typeof role === 'string' && Object.hasOwn(entityRoles, role);
}

/** What kind of places a role stands for. */
export function entityTypeOfRole(role: EntityRole): RoleEntities['entityType'] {
  if (role === 'organization') return 'organization';
  if (role.includes('location')) return 'location';
  return role.includes('space') ? 'space' : 'zone';
}

/** Whether it is one place, which every card can show. */
export function isRoleOfOne(role: EntityRole): boolean {
  return !/^(?:organization|all-|several-|busiest-doors)/.test(role);
}

function askedBy({ widgetType }: Widget, dataOptions: Options): Options {
  if (!ofNothing.has(widgetType)) return dataOptions;
  const { dataSourceType: _, entityType: __, entityIds: ___, ...rest } = dataOptions;
  return rest;
}

function named(widget: Widget, dataOptions: Options, name: string): Widget {
  return { ...widget, dataOptions, clientOptions: withName(widget.clientOptions, name) };
}

function withName(options: Options, name: string): Options {
  return Object.fromEntries(Object.entries(options).map(([key, value]) => [key, filledIn(value, name)]));
}

function filledIn(value: unknown, name: string): unknown {
  if (typeof value === 'string') return value.replaceAll('{name}', () => name);
  if (Array.isArray(value)) return value.map((each) => filledIn(each, name));
  return isOptions(value) ? withName(value, name) : value;
}

function entitiesOf(role: EntityRole, estate: EstateSummary): RoleEntities | undefined {
  const { locations, zones, spaces } = estate;
  const doors = zones.filter(({ isDoor }) => isDoor);
  const zonesOf = (application: number) => zones.filter(({ countApplication }) => countApplication === application);
  switch (role) {
    case 'organization':
      return locations.length === 0
        ? undefined
        : { entityType: 'organization', ids: [estate.orgId], name: estate.name };
    case 'all-locations':
      return every('location', locations, 1, estate);
    case 'several-locations':
      return every('location', locations, 2, estate);
    case 'first-location':
      return one('location', byName(locations));
    case 'busiest-location':
      return one(
        'location',
        busiest(locations, (id) => sum(doors.filter(({ locationId }) => locationId === id))),
      );
    case 'busiest-door':
      return one('zone', busiestDoors(doors));
    case 'busiest-doors': {
      if (doors.length < 2) return undefined;
      const ids = busiestDoors(doors).slice(0, maxDoors);
      return { entityType: 'zone', ids: ids.map(({ id }) => id), name: estate.name };
    }
    case 'all-spaces':
      return every('space', spaces, 1, estate);
    case 'several-spaces':
      return every('space', spaces, 2, estate);
    case 'first-space':
      return one('space', byName(spaces));
    case 'largest-space':
      return one(
        'space',
        byName(spaces).toSorted((a, b) => (b.maxCapacity ?? 0) - (a.maxCapacity ?? 0)),
      );
    case 'waiting-space':
      return one('space', byName(spaces.filter(({ hasExpectedWait }) => hasExpectedWait)));
    case 'all-queues':
      return every('zone', zonesOf(queueApplication), 1, estate);
    case 'first-queue':
      return one('zone', byName(zonesOf(queueApplication)));
    case 'all-service-points':
      return every('zone', zonesOf(serviceApplication), 1, estate);
    case 'first-service-point':
      return one('zone', byName(zonesOf(serviceApplication)));
    case 'all-areas':
      return every('zone', zonesOf(areaApplication), 1, estate);
    case 'first-area':
      return one('zone', byName(zonesOf(areaApplication)));
  }
}

/** Without ids, so that what is added later is shown as well. Zones of a source are those it asks anyway. */
function every(
  entityType: 'location' | 'space' | 'zone',
  places: readonly NamedPlace[],
  least: number,
  { name }: EstateSummary,
): RoleEntities | undefined {
  return places.length < least ? undefined : { entityType, name };
}

function one(entityType: 'location' | 'space' | 'zone', [first]: readonly NamedPlace[]): RoleEntities | undefined {
  return first && { entityType, ids: [first.id], name: first.name };
}

function byName<P extends NamedPlace>(places: readonly P[]): P[] {
  return places.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }) || (a.id < b.id ? -1 : 1));
}

function busiest<P extends NamedPlace>(places: readonly P[], trafficOf: (id: string) => number): P[] {
  return byName(places).toSorted((a, b) => trafficOf(b.id) - trafficOf(a.id));
}

function busiestDoors(doors: readonly SummaryZone[]): SummaryZone[] {
  return byName(doors).toSorted((a, b) => b.traffic - a.traffic);
}

function sum(zones: readonly SummaryZone[]): number {
  return zones.reduce((total, { traffic }) => total + traffic, 0);
}
