import type { Grouping } from '@atrium/calendar/groupings';
import type { ValueFormat } from './format.ts';

/** What sensors measure and the store keeps: everything else is made of these. */
export const baseFacts = ['ins', 'outs'] as const;
export type BaseFact = (typeof baseFacts)[number];

/** Sums of base facts over a bucket; null where nothing was received, which is not zero. */
export type FactSums = Readonly<Record<BaseFact, number | null>>;

export type DataSource = 'traffic';
export type Aggregation = 'sum';

export interface Metric {
  readonly key: string;
  readonly label: string;
  readonly source: DataSource;
  /** As `metrics` of a data query names it; a reply's column is the aggregation and this name: `sumins`. */
  readonly name: string;
  readonly facts: readonly BaseFact[];
  /** The finest grouping in which it has a meaning. */
  readonly grain: Grouping;
  /** From the sums of its facts, so that a ratio is a ratio of sums at every grouping. */
  readonly formula: (sums: FactSums) => number | null;
  readonly aggregations: readonly Aggregation[];
  readonly format: ValueFormat;
  readonly lowerIsBetter: boolean;
}

/** What every number of the product means. */
export const metricCatalog = [
  {
    key: 'trafficIns',
    label: 'Ins',
    source: 'traffic',
    name: 'ins',
    facts: ['ins'],
    grain: 'minute',
    formula: ({ ins }) => ins,
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
    grain: 'minute',
    formula: ({ outs }) => outs,
    aggregations: ['sum'],
    format: 'integer',
    lowerIsBetter: false,
  },
] as const satisfies readonly Metric[];

export type MetricKey = (typeof metricCatalog)[number]['key'];
export type MetricName = (typeof metricCatalog)[number]['name'];

export function metricsOf(source: DataSource): readonly (typeof metricCatalog)[number][] {
  return metricCatalog.filter((metric) => metric.source === source);
}

/** The column of a reply that carries a metric. */
export function columnOf<Name extends MetricName>(name: Name, aggregation: Aggregation): `${Aggregation}${Name}` {
  return `${aggregation}${name}`;
}
