import { endOfTime, type EstateOutline, type OutlinedItem, type OutlinedStretch } from '@atrium/rules/estate-outline';
import { type Estate, type EstateSeries, type EstateSpace, hoursAt } from '../../registry/directory/estate.ts';
import { entitiesOf } from '../../registry/directory/resolve.ts';

/** Raised when the outline gets another form: everything is reported once. */
const form = 1;

/**
 * All of an estate that decides answers (resolve.ts, calendars.ts, level-shares.ts). Zones of one sensor share a group, because a better
 * meaning of one takes over the counts of another.
 */
export function outlineOf(estate: Estate): EstateOutline {
  const groups = groupsOf(estate);
  const items: Record<string, OutlinedItem> = {};
  for (const series of estate.series.values())
    items[`series ${series.seriesId}`] = { group: groupOf(series), stretches: weightedStretches(estate, series) };
  for (const [zoneId, corrections] of estate.corrections) {
    const stretches = corrections.map(({ from, to, kind, series }): OutlinedStretch => [from, to, `${kind} ${series}`]);
    items[`corrections ${zoneId}`] = { group: groups.ofZone.get(zoneId) ?? zoneId, stretches };
  }
  for (const space of estate.spaces.values())
    items[`space ${space.spaceId}`] = { group: space.spaceId, stretches: spaceStretches(estate, space) };
  return {
    all: JSON.stringify([form, estate.currency, ...(estate.withholdsSmallGroups ? ['few withheld'] : [])]),
    heads: headsOf(estate),
    groups: groups.subjects,
    items,
    hours: Object.fromEntries(
      [...estate.locations.keys()].map((locationId) => [locationId, JSON.stringify(hoursAt(estate, locationId))]),
    ),
  };
}

export type SubjectType = 'organization' | 'location' | 'site' | 'sensor' | 'zone' | 'space';
export const subjectOf = (type: SubjectType, entityId: string) => `${type}:${entityId}`;

/** The sensor behind a series, or what else it belongs to. */
function groupOf(series: EstateSeries): string {
  switch (series.owner) {
    case 'zone':
      return series.sensorId || series.zoneId;
    case 'space':
      return series.spaceId;
    case 'location':
      return series.locationId;
  }
}

/** By sensor, space and location, everything whose figures change with them. */
function groupsOf(estate: Estate) {
  const subjects = new Map<string, Set<string>>();
  const add = (group: string, ...added: readonly string[]) => {
    const known = subjects.get(group) ?? new Set([subjectOf('organization', estate.orgId)]);
    subjects.set(group, known);
    for (const subject of added) known.add(subject);
  };
  const ofZone = new Map<string, string>();
  for (const series of estate.series.values()) {
    const group = groupOf(series);
    add(group, subjectOf('location', series.locationId));
    if (series.owner !== 'zone') continue;
    ofZone.set(series.zoneId, group);
    add(group, subjectOf('zone', series.zoneId), subjectOf('site', series.siteId));
    if (series.sensorId) add(group, subjectOf('sensor', series.sensorId));
  }
  for (const { spaceId, locationId, zones } of estate.spaces.values()) {
    add(spaceId, subjectOf('space', spaceId), subjectOf('location', locationId));
    for (const zoneId of zones.keys()) add(ofZone.get(zoneId) ?? zoneId, subjectOf('space', spaceId));
  }
  return { ofZone, subjects: Object.fromEntries([...subjects].map(([group, all]) => [group, [...all].toSorted()])) };
}

/** When it counts, with what meaning and which weights. */
function weightedStretches({ locations }: Estate, series: EstateSeries): OutlinedStretch[] {
  const { from: _from, to: _to, recordedFrom: _recorded, factors, ...meaning } = series;
  // Counts of a deleted location are deleted with it.
  const text = JSON.stringify([meaning, locations.get(series.locationId)?.timezone ?? null]);
  const whole: OutlinedStretch = [series.from, Math.min(series.to, endOfTime), text];
  const weights = factors.map(({ from, to, fIn, fOut }): OutlinedStretch => {
    const [begin, end] = [Math.max(from, series.from), Math.min(to, series.to, endOfTime)];
    return [begin, Math.max(begin, end), `${fIn} ${fOut}`];
  });
  return [whole, ...weights].filter(([from, to]) => from < to);
}

function spaceStretches(estate: Estate, space: EstateSpace): OutlinedStretch[] {
  const { zones, capacities, locationId, countsTowardLocation } = space;
  const stretches: OutlinedStretch[] = [[0, endOfTime, JSON.stringify([locationId, countsTowardLocation])]];
  let first = endOfTime;
  for (const [zoneId, periods] of zones) {
    for (const { from, to, reversed } of periods)
      stretches.push([from, Math.min(to, endOfTime), `${zoneId} ${reversed}`]);
  }
  // Its level begins with the first of its zones.
  for (const series of estate.series.values()) {
    if (series.owner !== 'zone') continue;
    for (const { from } of zones.get(series.zoneId) ?? []) first = Math.min(first, Math.max(from, series.from));
  }
  if (first < endOfTime) stretches.push([first, endOfTime, 'fills']);
  for (const { from, to, ...limits } of capacities)
    stretches.push([from, Math.min(to, endOfTime), JSON.stringify(limits)]);
  return stretches;
}

/** As rows show them. The time zone of an organization is that of the first location that a caller sees. */
function headsOf(estate: Estate): Record<string, string> {
  const everything = { orgId: estate.orgId, locationIds: 'all' } as const;
  const heads: Record<string, string> = {};
  for (const entityType of ['location', 'site', 'sensor', 'zone', 'space'] as const)
    for (const { entityId, name, timezone, locationId } of entitiesOf(estate, everything, { entityType }))
      heads[subjectOf(entityType, entityId)] = JSON.stringify([name, timezone, locationId]);
  const places = [...estate.locations.values()].map(({ locationId, timezone }) => [locationId, timezone]);
  heads[subjectOf('organization', estate.orgId)] = JSON.stringify([estate.name, places]);
  return heads;
}
