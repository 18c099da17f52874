import type { FieldPath } from '@atrium/rules/mapping';
import { isObject } from '../vendors/values.ts';
import { maxRecords } from '../vendors/vendor.ts';

/** A record and everything it is in, from the top: as many as its path has keys, and one more. */
export type Trail = readonly unknown[];

/** The records at a path. Lists on the way are walked through. Undefined when there are too many. */
export function recordsAt(top: unknown, path: FieldPath): Trail[] | undefined {
  const items = itemsOf(top);
  if (items.length > maxRecords) return undefined;
  let trails: Trail[] = items.map((item) => [item]);
  for (const key of path) {
    const next: Trail[] = [];
    for (const trail of trails) {
      const inside = itemsOf(childOf(trail.at(-1), key));
      if (next.length + inside.length > maxRecords) return undefined;
      for (const item of inside) next.push([...trail, item]);
    }
    trails = next;
  }
  return trails;
}

/** What a field says in a record: in the record itself, or in what it is in. Undefined where there is no such field. */
export function fieldOf(trail: Trail, records: FieldPath, field: FieldPath): unknown {
  let shared = 0;
  while (shared < records.length && shared < field.length && records[shared] === field[shared]) shared += 1;
  let value = trail[shared];
  for (let depth = shared; depth < field.length; depth += 1) value = childOf(value, field[depth]!);
  return value;
}

/** A list of objects or lists holds records; a list of values is a record itself. */
function itemsOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return isListOfRecords(value) ? value : [value];
}

export function isListOfRecords(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'object' && item !== null);
}

/** Own keys of objects, positions of lists; a list of one stands for its item. */
function childOf(value: unknown, key: string): unknown {
  if (Array.isArray(value)) {
    if (/^\d{1,5}$/.test(key)) return value[Number(key)] as unknown;
    return value.length === 1 && !Array.isArray(value[0]) ? childOf(value[0], key) : undefined;
  }
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
