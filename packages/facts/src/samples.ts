import { append } from './append.ts';
import { checkSlices } from './check-kinds.ts';
import type { SampleFacts } from './facts-interface.ts';
import { cellsFrom, type CellPart } from './kind-cells.ts';
import { planKind, portionsOf } from './kind-plan.ts';
import type { Cells, SampleColumn, SampleQuestion } from './kind-questions.ts';
import { visitKind } from './kinds.ts';
import type { QueryOptions } from './question.ts';
import { figuresOf, sampleFigures, sampleStatement, type SampleFigure } from './sample-sql.ts';
import type { Store } from './store.ts';

export function openSamples(store: Store): SampleFacts {
  return {
    append: (rows) => append(store, visitKind, rows),
    aggregate: (question, asking) => aggregate(store, question, asking),
  };
}

async function aggregate<Column extends SampleColumn>(
  { connection, tables }: Store,
  question: SampleQuestion<Column>,
  { signal }: QueryOptions = {},
): Promise<Cells<Column>> {
  const { org, slices, columns, outcomes, limits } = question;
  checkSlices(org, slices);
  const figures = sampleFigures.filter((figure) => columns.some((column) => figuresOf[column].includes(figure)));
  const types = ['UInt16', 'UInt32', ...figures.map(() => 'Float64' as const)] as const;
  const parts: CellPart<SampleFigure>[] = [];
  if (outcomes?.length !== 0) {
    for (const portion of portionsOf(slices)) {
      const planned = planKind({ org, ...portion }, ({ key }) => `${key}`);
      if (planned.plan.scans.length === 0) continue;
      const { sql, keys } = sampleStatement(tables, planned, figures, outcomes);
      const [of, buckets, ...values] = await connection.read(sql, types, { signal, limits });
      const found = Object.fromEntries(figures.map((figure, at) => [figure, values[at]!]));
      parts.push({ keys, of, buckets, firstBucket: portion.firstBucket, columns: found });
    }
  }
  const { keys, buckets, ...found } = cellsFrom(figures, parts);
  const finished = columns.map((column) => [column, inSeconds[column](found)] as const);
  return { keys, buckets, ...(Object.fromEntries(finished) as Record<Column, Float64Array>) };
}

const inSeconds: Record<SampleColumn, (found: Record<SampleFigure, Float64Array>) => Float64Array> = {
  count: ({ visits }) => visits,
  total: ({ ms }) => ms.map((each) => each / 1000),
  avg: ({ ms, visits }) => ms.map((each, at) => each / 1000 / visits[at]!),
  max: ({ most }) => most.map((each) => each / 1e6),
  median: ({ twiceMedian }) => twiceMedian.map((each) => each / 2e6),
  trimmed: ({ trimmedNs }) => trimmedNs.map((each) => each / 1e9),
  estimated: ({ estimated }) => estimated,
};
