import type { DataReply } from '../serialize.ts';
import type { Columns, RowHead } from '../shape.ts';
import { picked } from '../sort-rows.ts';

/** The rows of several answers with the same columns, entity by entity in this order, each in order of time. */
export function joinedReplies(
  replies: readonly DataReply[],
  heads: readonly RowHead[],
  { columns, byDay }: { readonly columns: readonly string[]; readonly byDay: boolean },
): DataReply {
  const places = new Map(heads.map(({ entityId }, place) => [entityId, place]));
  const length = replies.reduce((sum, { results }) => sum + results.length, 0);
  const numbers = () => new Float64Array(length);
  const entity = new Uint32Array(length);
  const [start, completeness] = [numbers(), numbers()];
  const corrected = new Uint8Array(length);
  const figures = Object.fromEntries(columns.map((column) => [column, numbers()]));
  let at = 0;
  for (const { entities, results } of replies) {
    const placeOf = entities.map(({ entityId }) => places.get(entityId)!);
    for (let row = 0; row < results.length; row += 1) entity[at + row] = placeOf[results.entity[row]!]!;
    start.set(results.start, at);
    completeness.set(results.completeness, at);
    if (results.corrected) corrected.set(results.corrected, at);
    for (const column of columns) figures[column]!.set(results.figures[column]!, at);
    at += results.length;
  }
  const isCorrected = replies.some(({ results }) => results.corrected !== undefined);
  const all: Columns = {
    length,
    entity,
    start,
    figures,
    completeness,
    corrected: isCorrected ? corrected : undefined,
  };
  const order = Uint32Array.from({ length }, (_, row) => row).toSorted(
    (one, other) => entity[one]! - entity[other]! || start[one]! - start[other]! || one - other,
  );
  const messages = [...new Set(replies.flatMap((reply) => reply.messages))];
  return { entities: heads, byDay, results: picked(all, order), previousResults: undefined, messages };
}
