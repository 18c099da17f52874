import { Refusal } from '../refusal.ts';
import { entitiesOf, type EntityHead } from '../registry/directory/resolve.ts';
import type { Registry } from '../registry/registry.ts';
import type { Scope } from '../scope.ts';
import { besideZone, compare, type Comparison, fewestOthers, nameOfOthers, type Others } from './comparison.ts';
import type { TotalQuery } from './data-query.ts';
import { type AskedQuestion, type Context, lookUp, type Parts, refuseTooMany } from './look-up.ts';
import { fieldValues, permitsComparisonViews } from './store.ts';

/** The same question about other entities, in the time zones of the rows. Names of the others are not part of it. */
export async function compareWith(
  { question, comparison, ...context }: Context & { question: AskedQuestion; comparison: Comparison },
  asked: readonly EntityHead[],
  results: Parameters<typeof compare>[0],
) {
  const others = await othersOf(context, comparison, asked);
  const scope = others.isPrivate ? { ...context.scope, locationIds: 'all' as const } : context.scope;
  const zones = [...new Set(results.heads.map(({ timezone }) => timezone))];
  const plain = { ...question, previousPeriod: undefined, likeForLike: undefined, trend: undefined, descending: false };
  const everything = { ...plain, limit: Number.POSITIVE_INFINITY };
  const found = new Map<string, Parameters<typeof compare>[0]>();
  let isEstimated = false;
  let isOfFew = false;
  for (const zone of zones) {
    refuseTooMany('isComparison', others.heads.length, question, zone);
    const { plan, rows, ...looked } = await lookUp({ ...context, scope }, besideZone(others.heads, zone), everything);
    found.set(zone, { heads: plan.entities, columns: rows[0]! });
    isEstimated ||= looked.isEstimated;
    isOfFew ||= looked.isWithheld;
  }
  const compared = compare(results, found, others, comparison, context.scope);
  const isTooSmall = others.isPrivate && others.heads.length < fewestOthers;
  return { ...compared, isWithheld: compared.isWithheld || isTooSmall, isEstimated, isOfFew };
}

async function othersOf(
  { parts, estate, scope, query }: Context,
  { others }: Comparison,
  asked: readonly EntityHead[],
): Promise<Others> {
  const { entityType } = query;
  const isPrivate = others.kind === 'all';
  const visible = isPrivate ? { ...scope, locationIds: 'all' as const } : scope;
  if (others.kind === 'chosen') {
    const heads = entitiesOf(estate, scope, { entityType, entityIds: others.entityIds });
    return { name: nameOfOthers(others, heads), heads, isPrivate };
  }
  const own = new Set(asked.map(({ entityId }) => entityId));
  const heads = entitiesOf(estate, visible, { entityType }).filter(({ entityId }) => !own.has(entityId));
  const name = nameOfOthers(others, heads);
  if (others.kind === 'all') return { name, heads, isPrivate };
  const fields = await fieldsFor(parts, scope, { ...query, metaProperty: others.name });
  const having = new Set(fields.filter(({ value }) => value === others.value).map(({ entityId }) => entityId));
  return { name, heads: heads.filter(({ entityId }) => having.has(entityId)), isPrivate };
}

export async function refuseComparisonViews(registry: Registry, scope: Scope): Promise<void> {
  if (await registry.tenant(scope, (tx) => permitsComparisonViews(tx, scope))) return;
  throw new Refusal('forbidden', 'Your organization does not permit a comparison with all others.');
}

/** Custom fields that decide which row an entity belongs to. */
export async function fieldsFor({ registry, clock }: Parts, scope: Scope, { entityType, metaProperty }: TotalQuery) {
  if (metaProperty === undefined) return [];
  return registry.tenant(scope, (tx) => fieldValues(tx, scope, clock(), entityType, [metaProperty]));
}
