import type { ValueFormat } from './format.ts';
import type { BaseFact, SourceName } from './sources.ts';

export type Aggregation = 'sum';

export interface Metric {
  readonly key: string;
  readonly label: string;
  readonly source: SourceName;
  /** Its name in `metrics` of a data query. */
  readonly name: string;
  readonly facts: readonly [BaseFact] | readonly [BaseFact, BaseFact] | readonly [BaseFact, BaseFact, BaseFact];
  /** From the sums of its facts, so that a ratio is a ratio of sums at every grouping; NaN if it has no value. */
  readonly formula: (first: number, second: number, third: number) => number;
  /** The first is the default. */
  readonly aggregations: readonly [Aggregation, ...Aggregation[]];
  readonly format: ValueFormat;
  readonly lowerIsBetter: boolean;
}

/** The definition of every number in the product. */
export const metricCatalog = [
  {
    key: 'trafficIns',
    label: 'Ins',
    source: 'traffic',
    name: 'ins',
    facts: ['ins'],
    formula: (ins) => ins,
    aggregations: ['sum'],
    format: 'integer',
    lowerIsBetter: false,
  },
  {
    key: 'trafficOuts',
    label: 'Outs',
    source: 'traffic',
    name: 'outs',
    facts: ['outs'],
    formula: (outs) => outs,
    aggregations: ['sum'],
    format: 'integer',
    lowerIsBetter: false,
  },
] as const satisfies readonly Metric[];

type CatalogMetric = (typeof metricCatalog)[number];
export type MetricOf<S extends SourceName> = Extract<CatalogMetric, { readonly source: S }>;
export type MetricName<S extends SourceName> = MetricOf<S>['name'];

export function metricsOf<S extends SourceName>(source: S): readonly MetricOf<S>[] {
  return metricCatalog.filter((metric): metric is MetricOf<S> => metric.source === source);
}

export function metricNamesOf<S extends SourceName>(source: S): readonly MetricName<S>[] {
  return metricsOf(source).map(({ name }) => name as MetricName<S>);
}

/** The column of a metric in a reply: `sumins`. */
export function columnOf<A extends Aggregation, Name extends string>(
  aggregation: A,
  { name }: { readonly name: Name },
): `${A}${Name}` {
  return `${aggregation}${name}`;
}

type ColumnsOfMetric<M> = M extends Metric ? `${M['aggregations'][number]}${M['name']}` : never;
/** A column that replies of a source may have. */
export type ColumnName<S extends SourceName> = ColumnsOfMetric<MetricOf<S>>;

/** Every column that replies of a source may have. */
export function columnsOf<S extends SourceName>(source: S): readonly ColumnName<S>[] {
  const metrics: readonly Metric[] = metricsOf(source);
  return metrics.flatMap((metric) =>
    metric.aggregations.map((aggregation) => columnOf(aggregation, metric) as ColumnName<S>),
  );
}
