import type { Schedule, SchedulePeriod } from '@atrium/contract/schedules';
import { dateIn, type Dates, datesCover, type Period } from '@atrium/rules/schedule';
import { and, asc, count, eq, exists, inArray, isNull } from 'drizzle-orm';
import { visibleTo } from '../../registry/directory/entity-lookup.ts';
import { contains, type ListQuery, orderTerms } from '../../registry/list-query.ts';
import { sameId } from '../../registry/ids.ts';
import type { Transaction } from '../../registry/registry.ts';
import { location } from '../../registry/schema/places.ts';
import { schedule, scheduleAssignment, schedulePeriod, scheduleVersion } from '../../registry/schema/schedules.ts';
import type { Scope } from '../../scope.ts';

export interface StoredVersion {
  readonly scheduleVersionId: string;
  readonly effectiveDate: string;
  readonly periods: readonly SchedulePeriod[];
}

export interface StoredSchedule {
  readonly scheduleId: string;
  readonly name: string;
  readonly assignToNewLocations: boolean;
  readonly autoAssign: boolean;
  readonly version: number;
  /** At least one; oldest first. */
  readonly versions: readonly StoredVersion[];
  /** For visible locations. */
  readonly uses: readonly ScheduleUse[];
}

export interface ScheduleUse extends Dates {
  readonly locationId: string;
  readonly timezone: string;
}

const { scheduleId, name, assignToNewLocations, autoAssign, version } = schedule;
const columns = { scheduleId, name, assignToNewLocations, autoAssign, version };

export function scheduleAnswer({ versions, uses, ...stored }: StoredSchedule, now: Date): Schedule {
  const shown = versions.map(({ effectiveDate, periods }) => ({ effectiveDate, schedule_period: [...periods] }));
  const current = new Set<string>();
  for (const use of uses) if (datesCover(use, dateIn(use.timezone, now))) current.add(use.locationId);
  const later = uses.filter(
    ({ locationId, timezone, startDate }) => !current.has(locationId) && startDate > dateIn(timezone, now),
  );
  return {
    ...stored,
    ...shown.at(-1)!,
    schedule_version: shown,
    locationCount: current.size,
    laterLocationCount: new Set(later.map(({ locationId }) => locationId)).size,
    laterFrom: later.map(({ startDate }) => startDate).toSorted()[0] ?? null,
    timezones: timezonesIn(uses),
  };
}

export function timezonesIn(uses: readonly ScheduleUse[]): string[] {
  return [...new Set(uses.map(({ timezone }) => timezone))].toSorted();
}

export async function schedulePage(
  tx: Transaction,
  scope: Scope,
  query: ListQuery,
): Promise<{ rows: StoredSchedule[]; total: number }> {
  const wanted = and(isVisible(tx, scope), contains(query.search, name));
  const found = await tx.sql
    .select(columns)
    .from(schedule)
    .where(wanted)
    .orderBy(...orderTerms(query.order ?? 'name', { name }, scheduleId))
    .limit(query.limit)
    .offset(query.offset);
  const [counted] = await tx.sql.select({ total: count() }).from(schedule).where(wanted);
  return { rows: await withVersions(tx, scope, found), total: counted?.total ?? 0 };
}

export async function findSchedule(tx: Transaction, scope: Scope, id: string): Promise<StoredSchedule | undefined> {
  const found = await tx.sql
    .select(columns)
    .from(schedule)
    .where(and(isVisible(tx, scope), sameId(scheduleId, id)));
  const [row] = await withVersions(tx, scope, found);
  return row;
}

/** For all schedules, by id. */
export async function scheduleNames({ sql: db }: Transaction, orgId: string): Promise<Map<string, string>> {
  const rows = await db.select({ scheduleId, name }).from(schedule).where(isThere(orgId));
  return new Map(rows.map((row) => [row.scheduleId, row.name]));
}

/** Schedules that new locations get automatically, oldest first. */
export async function schedulesForNewLocations(tx: Transaction, scope: Scope): Promise<StoredSchedule[]> {
  const found = await tx.sql
    .select(columns)
    .from(schedule)
    .where(and(isThere(scope.orgId), eq(assignToNewLocations, true)))
    .orderBy(asc(schedule.createdAt), asc(scheduleId));
  return withVersions(tx, scope, found);
}

export type ScheduleValues = Pick<StoredSchedule, 'name' | 'assignToNewLocations' | 'autoAssign'>;

export async function addSchedule(
  { sql: db }: Transaction,
  orgId: string,
  values: ScheduleValues,
  now: Date,
): Promise<string> {
  const [row] = await db
    .insert(schedule)
    .values({ ...values, orgId, createdAt: now, updatedAt: now })
    .returning({ scheduleId });
  if (!row) throw new Error('The schedule was not stored.');
  return row.scheduleId;
}

export async function saveSchedule(
  { sql: db }: Transaction,
  before: StoredSchedule,
  values: Partial<ScheduleValues> & { readonly deletedAt?: Date },
  now: Date,
): Promise<void> {
  await db
    .update(schedule)
    .set({ ...values, version: before.version + 1, updatedAt: now })
    .where(eq(scheduleId, before.scheduleId));
}

export async function addVersion(
  { sql: db }: Transaction,
  orgId: string,
  ofSchedule: string,
  effectiveDate: string,
): Promise<StoredVersion> {
  const [row] = await db
    .insert(scheduleVersion)
    .values({ orgId, scheduleId: ofSchedule, effectiveDate })
    .returning({ scheduleVersionId: scheduleVersion.scheduleVersionId });
  if (!row) throw new Error('The version was not stored.');
  return { scheduleVersionId: row.scheduleVersionId, effectiveDate, periods: [] };
}

export async function moveVersion({ sql: db }: Transaction, moved: StoredVersion, effectiveDate: string) {
  await db
    .update(scheduleVersion)
    .set({ effectiveDate })
    .where(eq(scheduleVersion.scheduleVersionId, moved.scheduleVersionId));
}

/** Deletes its periods too. */
export async function dropVersion({ sql: db }: Transaction, dropped: StoredVersion): Promise<void> {
  await db.delete(scheduleVersion).where(eq(scheduleVersion.scheduleVersionId, dropped.scheduleVersionId));
}

/** A named period keeps its id; unlisted periods of the version are deleted. */
export async function writePeriods(
  { sql: db }: Transaction,
  orgId: string,
  { scheduleVersionId, periods: before }: StoredVersion,
  periods: readonly (Period & { readonly schedulePeriodId?: string })[],
): Promise<void> {
  const known = new Set(before.map((period) => period.schedulePeriodId));
  const isKnown = (id: string | undefined): id is string => id !== undefined && known.has(id);
  const kept = new Set(periods.map((period) => period.schedulePeriodId).filter(isKnown));
  const gone = [...known].filter((id) => !kept.has(id));
  if (gone.length > 0) await db.delete(schedulePeriod).where(inArray(schedulePeriod.schedulePeriodId, gone));
  const fresh: (typeof schedulePeriod.$inferInsert)[] = [];
  for (const { schedulePeriodId, weekday, openTime, closeTime } of periods) {
    const values = { weekday, openTime, closeTime };
    if (isKnown(schedulePeriodId)) {
      await db.update(schedulePeriod).set(values).where(eq(schedulePeriod.schedulePeriodId, schedulePeriodId));
    } else fresh.push({ ...values, orgId, scheduleVersionId });
  }
  if (fresh.length > 0) await db.insert(schedulePeriod).values(fresh);
}

/** For all locations of the organization. */
export async function timezonesOf({ sql: db }: Transaction, orgId: string): Promise<string[]> {
  const rows = await db
    .selectDistinct({ timezone: location.timezone })
    .from(location)
    .where(and(eq(location.orgId, orgId), isNull(location.deletedAt)));
  return rows.map(({ timezone }) => timezone);
}

function isThere(orgId: string) {
  return and(eq(schedule.orgId, orgId), isNull(schedule.deletedAt));
}

/** A person limited to locations sees the schedules that these locations have, had or will get. */
function isVisible({ sql: db }: Transaction, scope: Scope) {
  if (scope.locationIds === 'all') return isThere(scope.orgId);
  const own = db
    .select({ id: scheduleAssignment.scheduleId })
    .from(scheduleAssignment)
    .where(and(eq(scheduleAssignment.scheduleId, scheduleId), isAssigned(scope)));
  return and(isThere(scope.orgId), exists(own));
}

function isAssigned(scope: Scope) {
  const { orgId, locationId, deletedAt } = scheduleAssignment;
  return and(visibleTo(scope, orgId, locationId), isNull(deletedAt));
}

async function usesOf(
  { sql: db }: Transaction,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, ScheduleUse[]>> {
  const { locationId, startDate, endDate } = scheduleAssignment;
  const rows = await db
    .select({ of: scheduleAssignment.scheduleId, locationId, startDate, endDate, timezone: location.timezone })
    .from(scheduleAssignment)
    .innerJoin(location, and(eq(location.locationId, locationId), isNull(location.deletedAt)))
    .where(and(inArray(scheduleAssignment.scheduleId, [...ids]), isAssigned(scope)));
  const uses = new Map(ids.map((id) => [id, [] as ScheduleUse[]]));
  for (const { of, ...use } of rows) uses.get(of)?.push(use);
  return uses;
}

async function withVersions(
  tx: Transaction,
  scope: Scope,
  found: readonly Omit<StoredSchedule, 'versions' | 'uses'>[],
): Promise<StoredSchedule[]> {
  if (found.length === 0) return [];
  const { sql: db } = tx;
  const ids = found.map((row) => row.scheduleId);
  const versions = await db
    .select()
    .from(scheduleVersion)
    .where(inArray(scheduleVersion.scheduleId, ids))
    .orderBy(asc(scheduleVersion.effectiveDate));
  const { schedulePeriodId, weekday, openTime, closeTime, scheduleVersionId } = schedulePeriod;
  const periods = await db
    .select({ scheduleVersionId, period: { schedulePeriodId, weekday, openTime, closeTime } })
    .from(schedulePeriod)
    .innerJoin(scheduleVersion, eq(scheduleVersion.scheduleVersionId, scheduleVersionId))
    .where(inArray(scheduleVersion.scheduleId, ids))
    .orderBy(asc(weekday), asc(openTime), asc(schedulePeriodId));
  const periodsOf = new Map(versions.map((each) => [each.scheduleVersionId, [] as SchedulePeriod[]]));
  for (const row of periods) periodsOf.get(row.scheduleVersionId)?.push(row.period);
  const versionsOf = new Map(ids.map((id) => [id, [] as StoredVersion[]]));
  for (const each of versions) {
    const { effectiveDate } = each;
    const held = { scheduleVersionId: each.scheduleVersionId, effectiveDate };
    versionsOf.get(each.scheduleId)?.push({ ...held, periods: periodsOf.get(each.scheduleVersionId) ?? [] });
  }
  const uses = await usesOf(tx, scope, ids);
  return found.map((row) => ({
    ...row,
    versions: versionsOf.get(row.scheduleId) ?? [],
    uses: uses.get(row.scheduleId) ?? [],
  }));
}
