import type { ScheduleAssignment } from '@atrium/contract/schedules';
import { dateIn, type Dates, endOfAssignment } from '@atrium/rules/schedule';
import { and, asc, count, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { visibleTo } from '../../registry/directory/entity-lookup.ts';
import { type ListQuery, orderTerms } from '../../registry/list-query.ts';
import { sameId } from '../../registry/ids.ts';
import { inBatches, type Transaction } from '../../registry/registry.ts';
import { location } from '../../registry/schema/places.ts';
import { schedule, scheduleAssignment as table } from '../../registry/schema/schedules.ts';
import type { Scope } from '../../scope.ts';

/** Without the fields of its schedule. */
export type StoredAssignment = Omit<ScheduleAssignment, 'scheduleName' | 'isScheduleDeleted'>;
export type AssignmentValues = Omit<StoredAssignment, 'locationScheduleAssignmentId' | 'version'>;

const { locationScheduleAssignmentId, locationId, scheduleId, startDate, endDate, version } = table;
const columns = { locationScheduleAssignmentId, locationId, scheduleId, startDate, endDate, version };
const shown = {
  ...columns,
  scheduleName: schedule.name,
  isScheduleDeleted: sql<boolean>`${schedule.deletedAt} IS NOT NULL`,
};

export interface AssignmentFilter {
  readonly locationId?: string | undefined;
  readonly scheduleId?: string | undefined;
}

export async function assignmentPage(
  { sql: db }: Transaction,
  scope: Scope,
  query: ListQuery & AssignmentFilter,
): Promise<{ rows: ScheduleAssignment[]; total: number }> {
  const wanted = and(
    isThere(scope),
    query.locationId === undefined ? undefined : sameId(locationId, query.locationId),
    query.scheduleId === undefined ? undefined : sameId(scheduleId, query.scheduleId),
  );
  const rows = await db
    .select(shown)
    .from(table)
    .innerJoin(location, livingLocation)
    .innerJoin(schedule, eq(schedule.scheduleId, scheduleId))
    .where(wanted)
    .orderBy(...orderTerms(query.order ?? 'startDate', { startDate, endDate }, locationScheduleAssignmentId))
    .limit(query.limit)
    .offset(query.offset);
  const [counted] = await db.select({ total: count() }).from(table).innerJoin(location, livingLocation).where(wanted);
  return { rows, total: counted?.total ?? 0 };
}

export async function findAssignment(
  { sql: db }: Transaction,
  scope: Scope,
  id: string,
): Promise<ScheduleAssignment | undefined> {
  const [row] = await db
    .select(shown)
    .from(table)
    .innerJoin(location, livingLocation)
    .innerJoin(schedule, eq(schedule.scheduleId, scheduleId))
    .where(and(isThere(scope), sameId(locationScheduleAssignmentId, id)));
  return row;
}

/** When a location has a schedule, except by one assignment. */
export async function assignedDates({ sql: db }: Transaction, ofLocation: string, except?: string): Promise<Dates[]> {
  return db
    .select({ startDate, endDate })
    .from(table)
    .where(
      and(
        eq(locationId, ofLocation),
        isNull(table.deletedAt),
        except === undefined ? undefined : ne(locationScheduleAssignmentId, except),
      ),
    );
}

/** When locations have a schedule. */
export async function datesByLocation(
  { sql: db }: Transaction,
  locations: readonly string[],
): Promise<Map<string, Dates[]>> {
  const rows = await db
    .select({ locationId, startDate, endDate })
    .from(table)
    .where(and(inArray(locationId, [...new Set(locations)]), isNull(table.deletedAt)));
  const dates = new Map<string, Dates[]>();
  for (const { locationId: of, ...each } of rows) dates.set(of, [...(dates.get(of) ?? []), each]);
  return dates;
}

/** The locations without a schedule anywhere in these dates. */
export async function freeLocations({ sql: db }: Transaction, orgId: string, dates: Dates): Promise<string[]> {
  const rows = await db
    .select({ id: location.locationId })
    .from(location)
    .where(
      and(
        eq(location.orgId, orgId),
        isNull(location.deletedAt),
        sql`NOT EXISTS (SELECT 1 FROM ${table} WHERE ${locationId} = ${location.locationId} AND ${table.deletedAt} IS NULL
          AND ${startDate} <= ${dates.endDate} AND ${endDate} >= ${dates.startDate})`,
      ),
    )
    .orderBy(asc(location.name), asc(location.locationId));
  return rows.map(({ id }) => id);
}

export async function addAssignments(
  { sql: db }: Transaction,
  orgId: string,
  values: readonly AssignmentValues[],
  now: Date,
): Promise<StoredAssignment[]> {
  const made: StoredAssignment[] = [];
  await inBatches(values, async (batch) => {
    const rows = batch.map((each) => ({ ...each, orgId, createdAt: now, updatedAt: now }));
    made.push(...(await db.insert(table).values(rows).returning(columns)));
  });
  return made;
}

export async function saveAssignment(
  { sql: db }: Transaction,
  before: StoredAssignment,
  values: AssignmentValues | { readonly deletedAt: Date },
  now: Date,
): Promise<StoredAssignment> {
  const [row] = await db
    .update(table)
    .set({ ...values, version: before.version + 1, updatedAt: now })
    .where(eq(locationScheduleAssignmentId, before.locationScheduleAssignmentId))
    .returning(columns);
  if (!row) throw new Error('The assignment was not stored.');
  return row;
}

/**
 * Ends the assignments of a schedule today, each on the local date; those that have not begun are deleted. Returns
 * their number.
 */
export async function endAssignments({ sql: db }: Transaction, ofSchedule: string, now: Date): Promise<number> {
  const rows = await db
    .select({ id: locationScheduleAssignmentId, startDate, endDate, timezone: location.timezone })
    .from(table)
    .innerJoin(location, eq(location.locationId, locationId))
    .where(and(eq(scheduleId, ofSchedule), isNull(table.deletedAt)));
  const ends = new Map<string | null, string[]>();
  const open = rows.filter((row) => row.endDate >= dateIn(row.timezone, now));
  for (const row of open) {
    const at = endOfAssignment(row, dateIn(row.timezone, now));
    ends.set(at, [...(ends.get(at) ?? []), row.id]);
  }
  for (const [at, ids] of ends) {
    const change = at === null ? { deletedAt: now } : { endDate: at, version: sql`${version} + 1` };
    await inBatches(ids, async (batch) => {
      await db
        .update(table)
        .set({ ...change, updatedAt: now })
        .where(inArray(locationScheduleAssignmentId, [...batch]));
    });
  }
  return open.length;
}

export async function locationNames({ sql: db }: Transaction, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ name: location.name })
    .from(location)
    .where(inArray(location.locationId, [...ids]))
    .orderBy(asc(location.name));
  return rows.map(({ name }) => name);
}

const livingLocation = and(eq(location.locationId, locationId), isNull(location.deletedAt));

function isThere(scope: Scope) {
  return and(visibleTo(scope, table.orgId, locationId), isNull(table.deletedAt));
}
