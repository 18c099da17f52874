import type { Aggregation } from './aggregations.ts';
import { type BaseFact, baseFacts, type FactOrigin } from './base-facts.ts';
import type { Metric } from './catalog.ts';

/** Cell by cell. */
export interface Cells {
  /** By `factColumn`; NaN where nothing is known. */
  readonly columns: Readonly<Record<string, Float64Array>>;
  /** Seconds received, for facts that are 0 in a cell without any: such a cell is unknown. */
  readonly got: Readonly<Partial<Record<BaseFact, Float64Array>>>;
}

/** The column of a fact; a level or a sample has one for each aggregation. */
export function factColumn(fact: BaseFact, aggregation: Aggregation | undefined): string {
  return dependsOnAggregation(baseFacts[fact]) ? `${fact} ${aggregation}` : fact;
}

const aggregatedKinds: readonly FactOrigin['kind'][] = ['level', 'sample', 'wait'];

function dependsOnAggregation(origin: FactOrigin): boolean {
  return aggregatedKinds.includes(origin.kind) && (origin as { column?: string }).column === undefined;
}

/** A metric of each cell, once; NaN if there is no value, because missing is not zero. */
export function evaluate(
  { name, facts, formula }: Pick<Metric, 'name' | 'facts' | 'formula'>,
  aggregation: Aggregation | undefined,
  { columns, got }: Cells,
): Float64Array {
  const columnOf = (fact: BaseFact) => {
    const column = columns[factColumn(fact, aggregation)];
    if (!column) throw new Error(`${name} needs ${fact}, which was not requested.`);
    return column;
  };
  const first = columnOf(facts[0]);
  const second = columnOf(facts[1] ?? facts[0]);
  const third = columnOf(facts[2] ?? facts[0]);
  const [heard, ...others] = new Set(facts.flatMap((fact) => got[fact] ?? []));
  const isUnknown = (cell: number) => others.some((each) => !(each[cell]! > 0));
  const values = new Float64Array(first.length);
  for (let cell = 0; cell < values.length; cell += 1) {
    const known = (!heard || heard[cell]! > 0) && (others.length === 0 || !isUnknown(cell));
    values[cell] = known ? formula(first[cell]!, second[cell]!, third[cell]!) : Number.NaN;
  }
  return values;
}
