import { and, asc, inArray, isNull } from 'drizzle-orm';
import { attachedVisibleTo } from '../../registry/directory/entity-lookup.ts';
import type { Transaction } from '../../registry/registry.ts';
import { metaProperty } from '../../registry/schema/organization-details.ts';
import type { Scope } from '../../scope.ts';

type FieldOwner = (typeof metaProperty.entityType.enumValues)[number];

/** Custom fields in use for these kinds, limited to what the caller may see. */
export async function customFieldNames(
  { sql: db }: Transaction,
  scope: Scope,
  now: Date,
  entityTypes: readonly FieldOwner[],
): Promise<{ entityType: FieldOwner; name: string }[]> {
  const { entityType, name } = metaProperty;
  return db
    .selectDistinct({ entityType, name })
    .from(metaProperty)
    .where(
      and(
        isNull(metaProperty.deletedAt),
        inArray(entityType, [...entityTypes]),
        attachedVisibleTo(scope, now, metaProperty),
      ),
    )
    .orderBy(asc(name));
}
