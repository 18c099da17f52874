import type { Aggregation } from '@atrium/metrics/aggregations';
import { type BaseFact, baseFacts, type FactOrigin } from '@atrium/metrics/base-facts';
import type { AskedMetric } from '@atrium/metrics/catalog';
import { factColumn } from '@atrium/metrics/evaluate';
import type { ShareKind } from '@atrium/rules/space-capacity';
import type { LevelColumn, SampleColumn } from '@atrium/facts/kind-questions';

/** What the facts are asked: series of one kind that measure the same. */
export interface Reading extends Pick<FactOrigin, 'kind' | 'owner' | 'measure'> {
  /** Of levels: what they are divided by. */
  readonly of?: ShareKind | undefined;
  /** The columns of the cells that it fills, and the column of the facts that each comes from. */
  readonly columns: ReadonlyMap<string, string>;
  readonly facts: ReadonlySet<BaseFact>;
}

/** Everything that metrics are made of, asked for once. */
export function readingsOf(metrics: readonly AskedMetric[]): Reading[] {
  const readings = new Map<string, Reading & { columns: Map<string, string>; facts: Set<BaseFact> }>();
  for (const { metric, aggregation } of metrics) {
    for (const fact of metric.facts) {
      const { kind, owner, measure, of, ...origin } = baseFacts[fact] as FactOrigin & {
        column?: string;
        of?: ShareKind;
      };
      const key = `${kind} ${owner} ${measure} ${of}`;
      const reading = readings.get(key) ?? { kind, owner, measure, of, columns: new Map(), facts: new Set() };
      readings.set(key, reading);
      reading.facts.add(fact);
      reading.columns.set(factColumn(fact, aggregation), origin.column ?? columnFor(kind, aggregation));
    }
  }
  return [...readings.values()];
}

const levelColumns: Partial<Record<Aggregation, LevelColumn>> = { avg: 'avg', min: 'min', max: 'max', last: 'last' };
const sampleColumns: Partial<Record<Aggregation, SampleColumn>> = {
  avg: 'avg',
  max: 'max',
  median: 'median',
  trimmedmean: 'trimmed',
  total: 'total',
};

function columnFor(kind: FactOrigin['kind'], aggregation: Aggregation | undefined): string {
  const column = aggregation && (kind === 'sample' ? sampleColumns : levelColumns)[aggregation];
  if (!column) throw new Error(`A ${kind} has no ${aggregation}.`);
  return column;
}
