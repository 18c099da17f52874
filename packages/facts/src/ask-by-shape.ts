import { ODD_BUCKET } from './aggregate-sql.ts';
import type { Sql } from './literals.ts';
import { lookUpShapes } from './look-up-shapes.ts';
import type { Columns, NativeType } from './native.ts';
import type { Limits, QueryOptions } from './question.ts';
import type { ReadingPlan } from './reading-plan.ts';
import type { RememberedShapes, Shapes } from './shapes.ts';
import type { Store } from './store.ts';

/** Records whose series have shapes, and what is known of those. */
export interface Shaped {
  table: Sql;
  shapes: RememberedShapes;
}

/** Answers with a class or key first and a bucket second. */
export type AnswerTypes = readonly ['UInt16', 'UInt32', ...NativeType[]];

/**
 * Asks on the assumption that series record as they did before (or plainly, once a minute); the statement itself finds a
 * record that does not fit, and the question is then asked again with what the records look like.
 */
export async function askByShape<const Types extends AnswerTypes>(
  { connection }: Pick<Store, 'connection'>,
  { table, shapes: remembered }: Shaped,
  { org, scans }: Pick<ReadingPlan, 'org' | 'scans'>,
  statement: (shapes: Shapes) => { sql: Sql; types: Types },
  { signal }: QueryOptions,
  limits: Limits | undefined,
): Promise<Columns<Types>> {
  const minuteScans = scans.filter(({ source }) => source === 'minute');
  const series = [...new Set(minuteScans.flatMap(({ members }) => members.map((member) => member.series)))];
  let shapes: Shapes = remembered.of(org, series);
  for (let attempt = 1; ; attempt += 1) {
    const { sql, types } = statement(shapes);
    const columns = await connection.read(sql, types, { signal, limits });
    if (!(columns[1] as Uint32Array).includes(ODD_BUCKET)) return columns;
    if (attempt === 1) {
      shapes = await lookUpShapes(
        connection,
        table,
        minuteScans.map(({ members, region }) => ({ org, members, region })),
        signal,
      );
      remembered.remember(org, shapes);
    } else {
      shapes = new Map(series.map((each) => [each, 'mixed']));
    }
  }
}
