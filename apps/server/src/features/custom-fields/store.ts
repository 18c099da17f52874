import type { CustomField } from '@atrium/contract/custom-fields';
import type { CustomFieldType } from '@atrium/rules/custom-field';
import { and, asc, count, eq, isNull, sql } from 'drizzle-orm';
import { attachedVisibleTo } from '../../registry/directory/entity-lookup.ts';
import { sameId } from '../../registry/ids.ts';
import { inBatches, type Transaction } from '../../registry/registry.ts';
import { metaProperty } from '../../registry/schema/organization-details.ts';
import type { Scope } from '../../scope.ts';

/** The owner of a field. */
export interface Owner {
  readonly orgId: string;
  readonly entityType: CustomFieldType;
  readonly entityId: string;
}

const { metaPropertyId, name, value, version, entityType, entityId, deletedAt } = metaProperty;
const columns = { metaPropertyId, name, value, version };
const maxSuggestions = 1_000;

export async function fieldsOf({ sql: db }: Transaction, owner: Owner): Promise<CustomField[]> {
  return db
    .select(columns)
    .from(metaProperty)
    .where(on(owner))
    .orderBy(asc(sql`lower(${name})`), asc(metaPropertyId));
}

/** How many fields each owner in an organization has; of one owner if it is named. */
export async function countFields(
  { sql: db }: Transaction,
  orgId: string,
  only: string | undefined,
): Promise<Map<string, number>> {
  const rows = await db
    .select({ entityId, fields: count() })
    .from(metaProperty)
    .where(and(eq(metaProperty.orgId, orgId), only === undefined ? undefined : eq(entityId, only), isNull(deletedAt)))
    .groupBy(entityId);
  return new Map(rows.map((row) => [row.entityId, row.fields]));
}

/** Locked until the transaction ends. */
export async function lockField({ sql: db }: Transaction, owner: Owner, id: string): Promise<CustomField | undefined> {
  const [row] = await db
    .select(columns)
    .from(metaProperty)
    .where(and(on(owner), sameId(metaPropertyId, id)))
    .for('update');
  return row;
}

/** A name is unique per owner, ignoring case. */
export function fieldKey(field: { readonly entityId: string; readonly name: string }): string {
  return `${field.entityId} ${field.name.toLowerCase()}`;
}

/** By their keys; without those whose names are in use. */
export async function addFields(
  { sql: db }: Transaction,
  orgId: string,
  fields: readonly (Omit<Owner, 'orgId'> & Pick<CustomField, 'name' | 'value'>)[],
  now: Date,
): Promise<Map<string, CustomField>> {
  const made = new Map<string, CustomField>();
  await inBatches(fields, async (batch) => {
    const values = batch.map(({ entityType: type, entityId: of, name: called, value: said }) => {
      return { orgId, entityType: type, entityId: of, name: called, value: said, createdAt: now, updatedAt: now };
    });
    const rows = await db
      .insert(metaProperty)
      .values(values)
      .onConflictDoNothing()
      .returning({ ...columns, entityId });
    for (const { entityId: of, ...row } of rows) made.set(fieldKey({ entityId: of, name: row.name }), row);
  });
  return made;
}

export async function saveField(
  { sql: db }: Transaction,
  before: CustomField,
  changes: { readonly value: string } | { readonly deletedAt: Date },
  now: Date,
): Promise<CustomField> {
  const [row] = await db
    .update(metaProperty)
    .set({ ...changes, version: before.version + 1, updatedAt: now })
    .where(eq(metaPropertyId, before.metaPropertyId))
    .returning(columns);
  return stored(row);
}

/** Limited to what the caller may see. */
export async function namesInUse({ sql: db }: Transaction, scope: Scope, now: Date, type: CustomFieldType) {
  const rows = await db
    .selectDistinct({ text: name })
    .from(metaProperty)
    .where(and(isNull(deletedAt), eq(entityType, type), attachedVisibleTo(scope, now, metaProperty)))
    .orderBy(asc(name))
    .limit(maxSuggestions);
  return rows.map(({ text }) => text);
}

export async function valuesInUse(
  { sql: db }: Transaction,
  scope: Scope,
  now: Date,
  field: { readonly name: string; readonly type?: CustomFieldType },
) {
  const rows = await db
    .selectDistinct({ text: value })
    .from(metaProperty)
    .where(
      and(
        isNull(deletedAt),
        eq(sql`lower(${name})`, field.name.toLowerCase()),
        field.type && eq(entityType, field.type),
        attachedVisibleTo(scope, now, metaProperty),
      ),
    )
    .orderBy(asc(value))
    .limit(maxSuggestions);
  return rows.map(({ text }) => text);
}

function on(owner: Owner) {
  return and(
    eq(metaProperty.orgId, owner.orgId),
    eq(entityType, owner.entityType),
    eq(entityId, owner.entityId),
    isNull(deletedAt),
  );
}

function stored(row: CustomField | undefined): CustomField {
  if (!row) throw new Error('The custom field was not stored.');
  return row;
}
