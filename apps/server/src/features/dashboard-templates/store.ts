import type { DashboardTemplate } from '@atrium/contract/dashboard-templates';
import type { DashboardTemplateValues } from '@atrium/rules/dashboard-template';
import { and, count, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import { isId, sameId } from '../../registry/ids.ts';
import { contains, type ListQuery, orderTerms } from '../../registry/list-query.ts';
import type { Transaction } from '../../registry/registry.ts';
import { dashboardTemplate } from '../../registry/schema/dashboard-templates.ts';
import { storedFile } from '../../registry/schema/operations.ts';
import { localUser, locationAssignment } from '../../registry/schema/people.ts';
import { expectedWaitMapping } from '../../registry/schema/zone-mappings.ts';

export type TemplateRow = typeof dashboardTemplate.$inferSelect;

/** A template that is part of the product. */
export interface ProductTemplate extends DashboardTemplateValues {
  readonly dashboardTemplateId: string;
}

const { dashboardTemplateId, name, description, templateCategory, templateTags, publishToGallery } = dashboardTemplate;
const { createdAt, updatedAt, version, deletedAt } = dashboardTemplate;
const sortable = { name, templateCategory, publishToGallery, createdAt, updatedAt };

const visible = (isForStaff: boolean) => and(isNull(deletedAt), isForStaff ? undefined : eq(publishToGallery, true));

export async function templatePage(
  { sql: db }: Transaction,
  isForStaff: boolean,
  query: ListQuery,
): Promise<{ rows: TemplateRow[]; total: number }> {
  const texts = [name, sql`coalesce(${description}, '')`, sql`coalesce(${templateCategory}, '')`];
  const tags = sql`array_to_string(${templateTags}, ' ')`;
  const wanted = and(visible(isForStaff), contains(query.search, ...texts, tags));
  const rows = await db
    .select()
    .from(dashboardTemplate)
    .where(wanted)
    .orderBy(...orderTerms(query.order ?? 'name', sortable, dashboardTemplateId))
    .limit(query.limit)
    .offset(query.offset);
  const [counted] = await db.select({ total: count() }).from(dashboardTemplate).where(wanted);
  return { rows, total: counted?.total ?? 0 };
}

export async function findTemplate(
  { sql: db }: Transaction,
  isForStaff: boolean,
  id: string,
  lock = false,
): Promise<TemplateRow | undefined> {
  const found = db
    .select()
    .from(dashboardTemplate)
    .where(and(visible(isForStaff), sameId(dashboardTemplateId, id)));
  const [row] = await (lock ? found.for('update') : found);
  return row;
}

export async function addTemplate(
  { sql: db }: Transaction,
  values: DashboardTemplateValues,
  now: Date,
): Promise<TemplateRow> {
  const [row] = await db
    .insert(dashboardTemplate)
    .values({ ...columnsOf(values), createdAt: now, updatedAt: now })
    .returning();
  return row!;
}

export async function saveTemplate(
  { sql: db }: Transaction,
  before: Pick<TemplateRow, 'dashboardTemplateId' | 'version'>,
  changes: Partial<TemplateRow>,
  now: Date,
): Promise<TemplateRow> {
  const [row] = await db
    .update(dashboardTemplate)
    .set({ ...changes, version: before.version + 1, updatedAt: now })
    .where(eq(dashboardTemplateId, before.dashboardTemplateId))
    .returning();
  return row!;
}

/**
 * Adds the templates of the product that are missing, and brings those up to date that nobody has edited. Edited and
 * deleted ones have another version and stay as they are.
 */
export async function keepProductTemplates(
  { sql: db }: Transaction,
  templates: readonly ProductTemplate[],
  now: Date,
): Promise<void> {
  const columns = ['name', 'description', 'templateCategory', 'templateTags', 'publishToGallery', 'widgets'] as const;
  const given = (column: (typeof columns)[number]) =>
    sql.raw(`excluded."${getTableColumns(dashboardTemplate)[column].name}"`);
  const isDifferent = columns.map(
    (column) => sql`${dashboardTemplate[column]}::text IS DISTINCT FROM ${given(column)}::text`,
  );
  await db
    .insert(dashboardTemplate)
    .values(
      templates.map(({ dashboardTemplateId: id, ...values }) => ({
        ...columnsOf(values),
        dashboardTemplateId: id,
        createdAt: now,
        updatedAt: now,
      })),
    )
    .onConflictDoUpdate({
      target: dashboardTemplateId,
      set: { ...Object.fromEntries(columns.map((column) => [column, given(column)])), updatedAt: now },
      setWhere: and(eq(version, 1), sql`(${sql.join(isDifferent, sql` OR `)})`),
    });
}

function columnsOf(values: DashboardTemplateValues) {
  return { ...values, templateTags: [...values.templateTags] };
}

export interface TemplateImage {
  readonly fileId: string;
  readonly originalName: string;
  readonly contentType: string;
  readonly bytes: number;
  readonly createdAt: Date;
}

export async function findImage({ sql: db }: Transaction, fileId: string): Promise<TemplateImage | undefined> {
  const [row] = await db.select().from(storedFile).where(sameId(storedFile.fileId, fileId));
  return row;
}

/** Someone of an organization, and the locations they may see; undefined if they do not belong to it. */
export async function findRecipient(
  { sql: db }: Transaction,
  orgId: string,
  userId: string,
): Promise<{ userId: string; locationIds: ReadonlySet<string> | 'all' } | undefined> {
  if (!isId(userId)) return undefined;
  const [person] = await db
    .select()
    .from(localUser)
    .where(and(eq(localUser.orgId, orgId), eq(localUser.userId, userId), isNull(localUser.deletedAt)));
  if (!person) return undefined;
  const assigned = await db
    .select({ locationId: locationAssignment.locationId })
    .from(locationAssignment)
    .where(eq(locationAssignment.userId, person.userId));
  const isLimited = person.roleId === 1 && (person.limitedToLocations || assigned.length > 0);
  const locationIds = isLimited ? new Set(assigned.map(({ locationId }) => locationId)) : 'all';
  return { userId: person.userId, locationIds };
}

/** Spaces with an expected wait. */
export async function waitingSpaces({ sql: db }: Transaction, orgId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ spaceId: expectedWaitMapping.spaceId })
    .from(expectedWaitMapping)
    .where(and(eq(expectedWaitMapping.orgId, orgId), isNull(expectedWaitMapping.deletedAt)));
  return new Set(rows.map(({ spaceId }) => spaceId));
}

export function shownTemplate(row: TemplateRow): DashboardTemplate {
  const { dashboardTemplateId: id, imageFileId, widgets } = row;
  return {
    dashboardTemplateId: id,
    name: row.name,
    description: row.description,
    templateCategory: row.templateCategory,
    templateTags: row.templateTags,
    publishToGallery: row.publishToGallery,
    config: JSON.stringify(widgets),
    templateImage: imageFileId && imageAddress(id, imageFileId),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
  };
}

export function imageAddress(templateId: string, fileId: string): string {
  return `/api/dashboardtemplate/${templateId}/attachment/${fileId}`;
}
