import type { Capability } from '@atrium/contract/access';
import { baseFacts } from '@atrium/metrics/base-facts';
import { metricsOf } from '@atrium/metrics/catalog';
import { type SourceName, sourceNames, sources } from '@atrium/metrics/sources';
import type { EstateSummary, SummarySpace, SummaryZone } from '@atrium/rules/template-roles';
import type { Estate, EstateSeries } from '../../registry/directory/estate.ts';

export interface SummaryContext {
  /** Of the person whom the dashboard is for. */
  readonly locationIds: ReadonlySet<string> | 'all';
  readonly capabilities: ReadonlySet<Capability>;
  readonly now: Date;
  /** Ins of the last seven days, by zone. */
  readonly traffic: ReadonlyMap<string, number>;
  /** Spaces with an expected wait. */
  readonly waitingSpaces: ReadonlySet<string>;
  readonly hasWeather: boolean;
}

/** What of an organization someone may see, as far as templates need it. */
export function summaryOf(estate: Estate, context: SummaryContext): EstateSummary {
  const { locationIds, now, traffic, waitingSpaces } = context;
  const seconds = now.getTime() / 1000;
  const locations = [...estate.locations.values()].filter(
    ({ locationId, disabled }) => !disabled && (locationIds === 'all' || locationIds.has(locationId)),
  );
  const seen = new Set(locations.map(({ locationId }) => locationId));
  const series = [...estate.series.values()].filter(({ enabled, locationId }) => enabled && seen.has(locationId));
  const zones = new Map<string, SummaryZone>();
  for (const each of series) {
    if (each.owner !== 'zone' || each.isCorrection || each.isImported) continue;
    const name = estate.zones.get(each.zoneId)?.name;
    if (name === undefined || each.from > seconds || each.to <= seconds) continue;
    const { zoneId, locationId, countApplication, perimeter } = each;
    const isDoor = perimeter && countApplication === sources.traffic.countApplication;
    zones.set(zoneId, { id: zoneId, name, locationId, countApplication, isDoor, traffic: traffic.get(zoneId) ?? 0 });
  }
  const spaces = [...estate.spaces.values()]
    .filter(({ locationId }) => seen.has(locationId))
    .map(({ spaceId, name, capacities }): SummarySpace => {
      const capacity = capacities.find(({ from, to }) => from <= seconds && seconds < to);
      return {
        id: spaceId,
        name,
        maxCapacity: capacity?.maxCapacity ?? null,
        hasExpectedWait: waitingSpaces.has(spaceId),
      };
    });
  return {
    orgId: estate.orgId,
    name: estate.name,
    locations: locations.map(({ locationId, name }) => ({ id: locationId, name })),
    zones: [...zones.values()],
    spaces,
    sources: sourcesOf(context, { series, zones: [...zones.values()], spaces }),
  };
}

interface Seen {
  readonly series: readonly EstateSeries[];
  readonly zones: readonly SummaryZone[];
  readonly spaces: readonly SummarySpace[];
}

function sourcesOf({ capabilities, hasWeather }: SummaryContext, seen: Seen): ReadonlySet<string> {
  const allowed = sourceNames.filter((name) => {
    const needed: string | readonly string[] = sources[name].capability;
    return [needed].flat().some((each) => capabilities.has(each as Capability)) && hasDataOf(name, seen);
  });
  return new Set([...allowed, ...(hasWeather ? ['weather'] : [])]);
}

function hasDataOf(name: SourceName, { series, zones, spaces }: Seen): boolean {
  const hasZone = ({ countApplication }: { countApplication: number }) =>
    zones.some((zone) => zone.countApplication === countApplication);
  switch (name) {
    case 'traffic':
    case 'forecasted_traffic':
    case 'queue':
    case 'service':
    case 'zone_occupancy':
      return hasZone(sources[name]);
    case 'occupancy':
    case 'visit_duration':
      return spaces.length > 0;
    case 'expected_wait_time':
      return spaces.some(({ hasExpectedWait }) => hasExpectedWait);
    case 'gender':
    case 'pos':
    case 'trafficpos':
    case 'labor': {
      const kept = new Set(series.map(({ measure }) => measure));
      return metricsOf(name).some(({ facts }) => facts.every((fact) => kept.has(baseFacts[fact].measure)));
    }
  }
}
