import { amountStatement } from './amount-sql.ts';
import { append } from './append.ts';
import { checkSlices } from './check-kinds.ts';
import type { AmountFacts } from './facts-interface.ts';
import { cellsFrom, type CellPart } from './kind-cells.ts';
import { planKind, portionsOf } from './kind-plan.ts';
import type { AmountColumn, AmountQuestion, Cells } from './kind-questions.ts';
import { amountKind } from './kinds.ts';
import type { QueryOptions } from './question.ts';
import type { Store } from './store.ts';

export function openAmounts(store: Store): AmountFacts {
  return {
    append: (rows) => append(store, amountKind, rows),
    aggregate: (question, asking) => aggregate(store, question, asking),
  };
}

async function aggregate<Column extends AmountColumn>(
  { connection, tables }: Store,
  { org, slices, columns, limits }: AmountQuestion<Column>,
  { signal }: QueryOptions = {},
): Promise<Cells<Column>> {
  checkSlices(org, slices);
  const types = ['UInt16', 'UInt32', ...columns.map(() => 'Float64' as const)] as const;
  const parts: CellPart<Column>[] = [];
  for (const portion of portionsOf(slices)) {
    const planned = planKind({ org, ...portion }, ({ key, weight }) => `${key} ${weight}`);
    if (planned.plan.scans.length === 0) continue;
    const { sql, keys, scale } = amountStatement(tables, planned, columns);
    const [of, buckets, ...values] = await connection.read(sql, types, { signal, limits });
    const found = columns.map((column, at) => {
      const divisor = column === 'withheld' ? 1 : scale;
      return [column, values[at]!.map((value) => value / divisor)] as const;
    });
    const { firstBucket } = portion;
    parts.push({ keys, of, buckets, firstBucket, columns: Object.fromEntries(found) as Record<Column, Float64Array> });
  }
  return cellsFrom(columns, parts);
}
