import { mayCall } from '@atrium/contract/access';
import { dataCalls } from '@atrium/contract/data';
import { getDataSources, getEntityTypes, getEntityTypesAndFields, getMetrics } from '@atrium/contract/reference';
import { weatherSource } from '@atrium/contract/reference-lists';
import { comparisonAggregationsOf, type Metric, metricCatalog } from '@atrium/metrics/catalog';
import { type EntityType, offeredEntityTypes, type Source, sourceNames, sources } from '@atrium/metrics/sources';
import type { Http } from '../../http/server.ts';
import { notFound } from '../../refusal.ts';
import type { Registry } from '../../registry/registry.ts';
import { type AnyScope, personIn } from '../../scope.ts';
import { customFieldNames } from './store.ts';

interface Dependencies {
  readonly registry: Registry;
  readonly clock: () => Date;
}

/** What can be queried: sources, their metrics and their entity types. */
export function bindSources(http: Http, { registry, clock }: Dependencies): void {
  http.bind(getDataSources, ({ scope }) => [
    ...includedIn(scope).map((code) => {
      const { label, groupings, finestSeconds, futureDays, withoutLastReading }: Source = sources[code];
      return {
        code,
        label,
        groupings: [...groupings],
        minimumMinutes: finestSeconds / 60,
        futureDays,
        hasLastReading: withoutLastReading === undefined,
      };
    }),
    {
      code: weatherSource.code,
      label: weatherSource.label,
      groupings: [],
      minimumMinutes: 60,
      futureDays: 0,
      hasLastReading: false,
    },
  ]);

  http.bind(getMetrics, ({ scope }) => {
    const included = includedIn(scope);
    return metricCatalog
      .filter(({ source, needs = [] }: Metric) => included.includes(source) && needs.every((name) => has(scope, name)))
      .map((metric: Metric) => ({
        key: metric.key,
        label: metric.label,
        dataSources: [metric.source],
        metrics: [metric.name],
        aggregations: [...metric.aggregations],
        comparisonAggregations: [...comparisonAggregationsOf(metric)],
        seriesDateProperty: 'recordDate',
        valuePropertyLabel: metric.label,
        tickFormat: tickFormatOf(metric),
        isTimeMetric: tickFormatOf(metric) === 'time',
        lowerIsBetter: metric.lowerIsBetter,
        disableAggregatingEntities: metric.disableAggregatingEntities ?? false,
      }));
  });

  http.bind(getEntityTypes, ({ params, query }) => offered(params.dataSourceType, query.isJob === 'true'));

  http.bind(getEntityTypesAndFields, async ({ scope, params, query }) => {
    const types = offered(params.dataSource, query.isJob === 'true');
    const fields = await registry.tenant(scope, (tx) => customFieldNames(tx, scope, clock(), types.map(fieldOwnerOf)));
    return types.map((entityType) => ({
      entityType,
      metaProperties: fields.filter((field) => field.entityType === fieldOwnerOf(entityType)).map(({ name }) => name),
    }));
  });
}

/** Both ways to write seconds are one on the wire. */
function tickFormatOf({ format }: Metric): Metric['format'] {
  return format === 'duration' ? 'time' : format;
}

/** Staff who name no organization see everything. */
function has(scope: AnyScope, capability: string): boolean {
  const held: ReadonlySet<string> | null = personIn(scope).capabilities;
  return held?.has(capability) ?? true;
}

/** Those that the organization's subscription includes. */
function includedIn(scope: AnyScope) {
  return sourceNames.filter((name) => mayCall(dataCalls[name].detail, personIn(scope)));
}

/** Both spellings are understood: zone_occupancy and zone-occupancy. */
function offered(asked: string, isJob: boolean): EntityType[] {
  const code = asked.toLowerCase().replaceAll('-', '_');
  if (code === weatherSource.code) return [...weatherSource.entityTypes];
  const name = sourceNames.find((known) => known === code);
  if (!name) throw notFound('The data source');
  return offeredEntityTypes(sources[name], isJob);
}

/** Custom fields call an organization `org`. */
function fieldOwnerOf(entityType: EntityType) {
  return entityType === 'organization' ? 'org' : entityType;
}
