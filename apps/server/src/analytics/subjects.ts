import type { AskedMetric } from '@atrium/metrics/catalog';
import { invalidField } from '../refusal.ts';
import type { EntityHead } from '../registry/directory/resolve.ts';
import type { TotalQuery } from './data-query.ts';
import type { FieldValue } from './store.ts';

/** What a row is about: one entity, or several whose values are combined as those of an organization's locations are. */
export interface Subject extends EntityHead {
  readonly parts: readonly EntityHead[];
}

export interface Subjects {
  readonly subjects: readonly Subject[];
  readonly messages: readonly string[];
}

type Grouping = Pick<TotalQuery, 'aggregate' | 'metaProperty' | 'metaValue' | 'entityType'>;

/** Each entity in a row of its own, or by the values of a custom field, or all in one. Entities without a value are left out. */
export function subjectsOf(heads: readonly EntityHead[], query: Grouping, fields: readonly FieldValue[]): Subjects {
  const { aggregate, metaProperty, entityType } = query;
  if (metaProperty === undefined) {
    const single = () => heads.map((head) => ({ ...head, parts: [head] }));
    return { subjects: aggregate ? joined(allName, heads) : single(), messages: [] };
  }
  const groups = byValue(heads, metaProperty, fields);
  const named = query.metaValue?.length ? [...new Set(query.metaValue)] : [...groups.keys()].toSorted(inEnglish);
  const found = named.filter((value) => groups.has(value));
  const messages = named
    .filter((value) => !groups.has(value))
    .map((value) => `There is no ${entityType} with ${metaProperty} ${value}.`);
  if (aggregate)
    return {
      subjects: joined(
        allName,
        found.flatMap((value) => groups.get(value)!),
      ),
      messages,
    };
  return { subjects: found.flatMap((value) => joined(value, groups.get(value)!)), messages };
}

/** A value alone says nothing: without its field it would be ignored, and the answer would be about all entities. */
export function refuseUnnamedField({ metaProperty, metaValue }: Grouping): void {
  if (metaValue?.length && metaProperty === undefined)
    throw invalidField('metaProperty', 'A value of a custom field (metaValue) needs the name of the field.');
}

/** Refuses to combine entities where a metric has no value for several. */
export function refuseJoining(metrics: readonly AskedMetric[], { aggregate, metaProperty }: Grouping): void {
  if (!aggregate && metaProperty === undefined) return;
  const refused = metrics.find(({ metric }) => metric.disableAggregatingEntities);
  if (!refused) return;
  throw invalidField(
    aggregate ? 'aggregate' : 'metaProperty',
    `${refused.metric.label} has no value for several entities together.`,
  );
}

const allName = 'All';

function joined(name: string, parts: readonly EntityHead[]): Subject[] {
  const [first] = parts;
  if (!first) return [];
  const zones = new Set(parts.map(({ timezone }) => timezone));
  const spansZones = zones.size > 1 || parts.some((part) => part.spansZones === true);
  const { entityType, timezone } = first;
  return [{ entityType, entityId: `joined ${name}`, isJoined: true, name, timezone, spansZones, parts }];
}

/** The entities with each value of a field, whose name is the same in any case. */
function byValue(
  heads: readonly EntityHead[],
  field: string,
  fields: readonly FieldValue[],
): ReadonlyMap<string, readonly EntityHead[]> {
  const wanted = field.toLowerCase();
  const valueOf = new Map(
    fields.filter(({ name }) => name.toLowerCase() === wanted).map(({ entityId, value }) => [entityId, value]),
  );
  const groups = new Map<string, EntityHead[]>();
  for (const head of heads) {
    const value = valueOf.get(head.entityId);
    if (value === undefined) continue;
    const group = groups.get(value);
    if (group) group.push(head);
    else groups.set(value, [head]);
  }
  return groups;
}

function inEnglish(one: string, other: string): number {
  return one.localeCompare(other, 'en');
}
