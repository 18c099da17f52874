import type { Metric } from './catalog.ts';
import type { BaseFact } from './sources.ts';

/** The sums, cell by cell: a column for each base fact, and the seconds received. */
export interface Cells {
  readonly facts: Readonly<Partial<Record<BaseFact, Float64Array>>>;
  /** A cell without received data is unknown. */
  readonly got: Float64Array;
}

/** A metric of each cell, once; NaN if there is no value, because missing is not zero. */
export function evaluate({ name, facts, formula }: Pick<Metric, 'name' | 'facts' | 'formula'>, cells: Cells) {
  const { got } = cells;
  const columnOf = (fact: BaseFact) => {
    const column = cells.facts[fact];
    if (!column) throw new Error(`${name} needs ${fact}, which was not requested.`);
    return column;
  };
  const first = columnOf(facts[0]);
  const second = columnOf(facts[1] ?? facts[0]);
  const third = columnOf(facts[2] ?? facts[0]);
  const values = new Float64Array(got.length);
  for (let cell = 0; cell < values.length; cell += 1)
    values[cell] = got[cell]! > 0 ? formula(first[cell]!, second[cell]!, third[cell]!) : Number.NaN;
  return values;
}
