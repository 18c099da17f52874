import type { EntityType } from '@atrium/contract/data';
import { without } from '@atrium/rules/correction';
import { fillsSpaces } from '@atrium/rules/space-zones';
import { notFound } from '../../refusal.ts';
import { maySeeLocation, type Scope } from '../../scope.ts';
import type { Estate, EstateSeries, EstateSpace, ZoneSeries } from './estate.ts';
import { betterMeanings, type Meaning } from './meanings.ts';

/** An interval of a series that counts for an entity, with its weights. Created only here, inside a scope. */
export interface Member {
  readonly series: number;
  /** Epoch seconds, `[from, to)`. */
  readonly from: number;
  readonly to: number;
  readonly wIn: number;
  readonly wOut: number;
  /** Its ins count as outs and its outs as ins, each with its own weight: only in spaces. */
  readonly reversed?: true;
  /** It was due, and is not counted: the stretch of an excluding correction. The facts are not asked for it. */
  readonly excluded?: true;
  /**
   * When the series counts at all, for this entity or not: in spaces, to which a zone may belong for a while, and around
   * corrections.
   */
  readonly valid?: { readonly from: number; readonly to: number };
  readonly timezone: string;
  /** Levels of the same unit are the same level at different times; those of others add up. */
  readonly unit?: number;
  /** Of a forecast: values, or the band of the whole entity. */
  readonly gives?: 'values' | 'bands' | 'both';
  /** Where it counts. */
  readonly locationId: string;
}

/** An entity as answers name it. */
export interface EntityHead {
  readonly entityType: EntityType;
  readonly entityId: string;
  readonly name: string;
  /** The time zone of this entity's days. An organization has the zone of its first location. */
  readonly timezone: string;
  /** Its locations have several time zones: their combined dates are local, without a zone. */
  readonly spansZones?: boolean;
  /** Several entities in one row, which has no id of its own. */
  readonly isJoined?: true;
  /** Where it is; an organization is everywhere. */
  readonly locationId?: string;
}

export interface Entity extends EntityHead {
  readonly members: readonly Member[];
}

export interface Chosen {
  readonly entityType: EntityType;
  /** Everything within the scope when absent. */
  readonly entityIds?: readonly string[] | undefined;
}

/** The series of an entity that measure something. */
export interface SeriesChoice extends Meaning {
  /** What they belong to: zones by default. */
  readonly owner?: 'zone' | 'space' | 'location';
  readonly countApplication: number;
  /** As if nobody had corrected anything: a forecast is about what sensors count. */
  readonly uncorrected?: true;
}

export type Selection = Chosen & SeriesChoice;

/** The plain traffic of an entity. */
export const plainTraffic = { measure: 'people', countApplication: 1 } as const;

type SeriesScope = Pick<Scope, 'orgId' | 'locationIds'>;

/**
 * The entities a caller named, with the series behind their numbers. An id outside the scope is unknown. A location's
 * own number uses only its perimeter, otherwise people at inner doors would count twice.
 */
export function resolve(estate: Estate, scope: SeriesScope, selection: Selection): Entity[] {
  return entitiesOf(estate, scope, selection).map((entity) => ({
    ...entity,
    members: membersOf(estate, scope, selection, entity.entityId),
  }));
}

/** The entities alone. */
export function entitiesOf(estate: Estate, scope: SeriesScope, { entityType, entityIds }: Chosen): EntityHead[] {
  const ids = entityIds ?? visibleIds(estate, scope, entityType);
  return [...new Set(ids)].map((entityId) => {
    const entity = describe(estate, scope, entityType, entityId);
    if (!entity) throw notFound(`The ${entityType} ${entityId}`);
    return entity;
  });
}

/** Whether a caller may look up an entity. One that is gone has a name for those who see everything. */
export function mayName(estate: Estate, scope: SeriesScope, entityType: EntityType, entityId: string): boolean {
  return scope.locationIds === 'all' || describe(estate, scope, entityType, entityId) !== undefined;
}

export function membersOf(estate: Estate, scope: SeriesScope, selection: Selection, entityId: string): Member[] {
  const members: Member[] = [];
  for (const series of estate.series.values()) {
    // Counts of a deleted location are deleted with it.
    if (!estate.locations.has(series.locationId)) continue;
    if (!maySeeLocation(scope, series.locationId)) continue;
    if (!series.enabled || series.owner !== (selection.owner ?? 'zone')) continue;
    if (series.owner === 'zone') {
      const passed = passing(estate, series, selection);
      if (!passed) continue;
      if (selection.entityType === 'space') {
        members.push(...withinSpace(series, passed, estate.spaces.get(entityId)));
      } else if (belongs(estate, series, selection, entityId)) {
        members.push(...passed);
      }
    } else if (series.measure === selection.measure && isOwnedBy(estate, series, selection, entityId)) {
      members.push(...(series.owner === 'space' ? sinceItFills(estate, series) : weighted(estate, series)));
    }
  }
  return members;
}

/** What a zone counts at the location of a space while it belongs to the space, with the reversal it has then. */
function withinSpace(series: ZoneSeries, passed: readonly Member[], space: EstateSpace | undefined): Member[] {
  if (series.locationId !== space?.locationId || !fillsSpaces(series.countApplication)) return [];
  const stretches = space.zones.get(series.zoneId) ?? [];
  const valid = { from: series.from, to: series.to };
  return passed.flatMap((member) =>
    stretches.flatMap(({ from, to, reversed }) => {
      const held = {
        ...member,
        valid: member.valid ?? valid,
        from: Math.max(from, member.from),
        to: Math.min(to, member.to),
      };
      return held.from < held.to ? [reversed ? { ...held, reversed } : held] : [];
    }),
  );
}

/** The parts of a series that count people in the requested way; undefined where none does. */
function passing(estate: Estate, series: ZoneSeries, selection: Selection): readonly Member[] | undefined {
  if (selection.entityType === 'zone' && selection.countFilter === undefined)
    return series.measure === selection.measure ? counted(estate, series, selection) : undefined;
  const better = betterMeanings(estate, series, selection);
  if (!better) return undefined;
  const members = counted(estate, series, selection);
  if (better.length === 0) return members;
  const valid = { from: series.from, to: series.to };
  return members.flatMap((member) => without({ valid, ...member }, better));
}

/** A space has a level since the first of its zones counts. */
function sinceItFills(estate: Estate, series: EstateSeries & { readonly owner: 'space' }): Member[] {
  const zones = estate.spaces.get(series.spaceId)?.zones ?? new Map<string, never>();
  let first = Number.POSITIVE_INFINITY;
  for (const each of estate.series.values()) {
    if (each.owner !== 'zone') continue;
    for (const { from } of zones.get(each.zoneId) ?? []) first = Math.min(first, Math.max(from, each.from));
  }
  return weighted(estate, series).flatMap((member) => {
    const from = Math.max(first, member.from);
    return from < member.to ? [{ ...member, from }] : [];
  });
}

/** Sales, shifts and the like belong to a location, what is computed of a space to the space. */
function isOwnedBy(estate: Estate, series: EstateSeries, { entityType }: Selection, entityId: string): boolean {
  const isPart = series.owner !== 'space' || estate.spaces.get(series.spaceId)?.countsTowardLocation === true;
  switch (entityType) {
    case 'organization':
      return isPart && estate.orgId === entityId;
    case 'location':
      return isPart && series.locationId === entityId;
    case 'space':
      return series.owner === 'space' && series.spaceId === entityId;
    case 'site':
    case 'sensor':
    case 'zone':
      return false;
  }
}

/** Of these lines people cross several on their way in: a location counts at its perimeter. */
const crossed: readonly number[] = [1, 9];

function belongs(estate: Estate, series: ZoneSeries, selection: Selection, entityId: string): boolean {
  if (selection.entityType === 'zone') return series.zoneId === entityId;
  if (series.countApplication !== selection.countApplication) return false;
  const counts = series.perimeter || !crossed.includes(series.countApplication);
  switch (selection.entityType) {
    case 'sensor':
      return series.sensorId === entityId;
    case 'site':
      return series.siteId === entityId;
    case 'location':
      return counts && series.locationId === entityId;
    case 'organization':
      return counts && estate.orgId === entityId;
    case 'space':
      // Its zones determine its traffic, in intervals of time.
      return false;
  }
}

function counted(estate: Estate, series: EstateSeries, { uncorrected }: Selection): Member[] {
  if (uncorrected) return series.isCorrection ? [] : weighted(estate, series);
  return series.isCorrection ? uncovered(estate, series) : corrected(estate, series);
}

/**
 * The counts of a correction come in place of those of other series, with the meaning that these have. Where none counts any
 * more, because an import was undone or begins to count elsewhere, they have the meaning that they were entered with.
 */
function uncovered(estate: Estate, series: EstateSeries): Member[] {
  if (series.owner !== 'zone') return [];
  const others = seriesByZone(estate).get(`${series.zoneId}/${series.measure}`) ?? [];
  const { seriesId, from, to } = series;
  const whole = { series: seriesId, from, to, wIn: 1, wOut: 1, ...placeOf(estate, series) };
  return from < to ? without(whole, others) : [];
}

const zoneIndexes = new WeakMap<Estate, ReadonlyMap<string, readonly EstateSeries[]>>();

/** What counts for a zone besides corrections, by zone and measure in order of time. A history counts once it is complete. */
function seriesByZone(estate: Estate): ReadonlyMap<string, readonly EstateSeries[]> {
  const known = zoneIndexes.get(estate);
  if (known) return known;
  const index = new Map<string, EstateSeries[]>();
  for (const series of [...estate.series.values()].toSorted((a, b) => a.from - b.from)) {
    if (series.owner !== 'zone' || series.isCorrection || (series.isImported && !series.enabled)) continue;
    if (series.from >= series.to) continue;
    const key = `${series.zoneId}/${series.measure}`;
    const list = index.get(key);
    if (list) list.push(series);
    else index.set(key, [series]);
  }
  zoneIndexes.set(estate, index);
  return index;
}

/** What counts for a series, with its corrections: their stretches are excluded, or counted by a series of their own. */
function corrected(estate: Estate, series: EstateSeries): Member[] {
  const members = weighted(estate, series);
  const ofZone = (series.owner === 'zone' && estate.corrections.get(series.zoneId)) || [];
  // A sensor that was blocked measured nothing right. Counts that were entered instead are those of people alone.
  const corrections = series.measure === 'people' ? ofZone : ofZone.filter((each) => each.series === undefined);
  if (corrections.length === 0) return members;
  const { timezone, locationId } = placeOf(estate, series);
  const valid = { from: series.from, to: series.to };
  const instead = corrections.flatMap(({ series: own, ...period }): Member[] => {
    const [from, to] = [Math.max(period.from, series.from), Math.min(period.to, series.to)];
    if (from >= to) return [];
    const plain = { from, to, wIn: 1, wOut: 1, timezone, locationId };
    if (own !== undefined) return [{ ...plain, series: own }];
    return [{ ...plain, series: series.seriesId, excluded: true, valid }];
  });
  return [...members.flatMap((member) => without({ ...member, valid }, corrections)), ...instead];
}

/** One member for each interval of constant weight; weight 1 where no factor is set. */
function weighted(estate: Estate, series: EstateSeries): Member[] {
  const place = placeOf(estate, series);
  const members: Member[] = [];
  let at = series.from;
  const plain = (to: number) => ({ series: series.seriesId, from: at, to, wIn: 1, wOut: 1, ...place });
  for (const factor of series.factors) {
    const from = Math.max(factor.from, series.from);
    const to = Math.min(factor.to, series.to);
    if (from >= to) continue;
    if (at < from) members.push(plain(from));
    members.push({ series: series.seriesId, from, to, wIn: factor.fIn, wOut: factor.fOut, ...place });
    at = to;
  }
  if (at < series.to) members.push(plain(series.to));
  return members;
}

function placeOf(estate: Estate, { locationId }: EstateSeries) {
  return { timezone: estate.locations.get(locationId)?.timezone ?? 'UTC', locationId };
}

function visibleIds(estate: Estate, scope: SeriesScope, entityType: EntityType): string[] {
  if (entityType === 'organization') return [estate.orgId];
  const { locations: location, sites: site, sensors: sensor, zones: zone, spaces: space } = estate;
  return [...{ location, site, sensor, zone, space }[entityType].keys()].filter((id) =>
    describe(estate, scope, entityType, id),
  );
}

function describe(
  estate: Estate,
  scope: SeriesScope,
  entityType: EntityType,
  entityId: string,
): EntityHead | undefined {
  const found = lookUp(estate, entityType, entityId);
  if (!found) return undefined;
  if (entityType !== 'organization' && (!found.locationId || !maySeeLocation(scope, found.locationId))) {
    return undefined;
  }
  const timezone = found.locationId && estate.locations.get(found.locationId)?.timezone;
  const { name, locationId } = found;
  if (locationId && timezone) return { entityType, entityId, name, timezone, locationId };
  const zones = new Set(visibleTimezones(estate, scope));
  return { entityType, entityId, name, timezone: [...zones][0] ?? 'UTC', spansZones: zones.size > 1 };
}

function lookUp(
  estate: Estate,
  entityType: EntityType,
  entityId: string,
): { name: string; locationId: string | undefined } | undefined {
  const ofSite = (siteId: string | null | undefined) => (siteId ? estate.sites.get(siteId)?.locationId : undefined);
  const ofSensor = (sensorId: string) => ofSite(estate.sensors.get(sensorId)?.siteId);
  switch (entityType) {
    case 'organization':
      return entityId === estate.orgId ? { name: estate.name, locationId: undefined } : undefined;
    case 'location': {
      const found = estate.locations.get(entityId);
      return found && { name: found.name, locationId: entityId };
    }
    case 'site': {
      const found = estate.sites.get(entityId);
      return found && { name: found.name, locationId: found.locationId };
    }
    case 'sensor': {
      const found = estate.sensors.get(entityId);
      return found && { name: found.name, locationId: ofSensor(entityId) };
    }
    case 'zone': {
      const found = estate.zones.get(entityId);
      return found && { name: found.name, locationId: ofSensor(found.sensorId) };
    }
    case 'space': {
      const found = estate.spaces.get(entityId);
      return found && { name: found.name, locationId: found.locationId };
    }
  }
}

function visibleTimezones(estate: Estate, scope: SeriesScope): string[] {
  const visible = [...estate.locations.values()].filter((location) => maySeeLocation(scope, location.locationId));
  return visible.map(({ timezone }) => timezone);
}
