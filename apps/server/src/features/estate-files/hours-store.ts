import { farFuture, exceptionTypes } from '@atrium/rules/schedule';
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Transaction } from '../../registry/registry.ts';
import {
  schedule,
  scheduleAssignment,
  scheduleException,
  schedulePeriod,
  scheduleVersion,
} from '../../registry/schema/schedules.ts';
import { type FileException, type FileHours, type FileWeek, weekdayNames } from './format.ts';
import { groupBy } from './group-by.ts';

export interface StoredSchedule {
  readonly id: string;
  readonly name: string;
  readonly assignToNewLocations: boolean;
  readonly autoAssign: boolean;
  /** At least one; oldest first. */
  readonly versions: readonly { readonly effectiveDate: string; readonly hours: FileWeek }[];
}
export type StoredHours = FileHours & { id: string };
/** Complete for an existing one. */
export type StoredException = Required<FileException> & { id: string };

export async function loadSchedules({ sql: db }: Transaction, orgId: string): Promise<StoredSchedule[]> {
  const { scheduleId, name, assignToNewLocations, autoAssign } = schedule;
  const rows = await db
    .select({ id: scheduleId, name, assignToNewLocations, autoAssign })
    .from(schedule)
    .where(and(eq(schedule.orgId, orgId), isNull(schedule.deletedAt)))
    .orderBy(asc(name));
  const versions = await db
    .select()
    .from(scheduleVersion)
    .where(eq(scheduleVersion.orgId, orgId))
    .orderBy(asc(scheduleVersion.effectiveDate));
  const periods = await db
    .select()
    .from(schedulePeriod)
    .where(eq(schedulePeriod.orgId, orgId))
    .orderBy(asc(schedulePeriod.openTime));
  const periodsOf = groupBy(periods, (each) => [each.scheduleVersionId, each]);
  const versionsOf = groupBy(versions, ({ scheduleId: of, scheduleVersionId, effectiveDate }) => {
    const own = periodsOf.get(scheduleVersionId) ?? [];
    const days = weekdayNames.flatMap((day, weekday) => {
      const times = own.filter((period) => period.weekday === weekday).map((p) => `${p.openTime}-${p.closeTime}`);
      return times.length > 0 ? [[day, times] as const] : [];
    });
    const hours: FileWeek = Object.fromEntries(days);
    return [of, { effectiveDate, hours }];
  });
  return rows.map((row) => ({ ...row, versions: versionsOf.get(row.id) ?? [] }));
}

/** The schedules of locations, by location. */
export async function loadHours({ sql: db }: Transaction, orgId: string): Promise<Map<string, StoredHours[]>> {
  const { locationScheduleAssignmentId: id, locationId, startDate, endDate } = scheduleAssignment;
  const rows = await db
    .select({ at: locationId, id, schedule: schedule.name, startDate, endDate })
    .from(scheduleAssignment)
    .innerJoin(schedule, and(eq(schedule.scheduleId, scheduleAssignment.scheduleId), isNull(schedule.deletedAt)))
    .where(and(eq(scheduleAssignment.orgId, orgId), isNull(scheduleAssignment.deletedAt)))
    .orderBy(asc(startDate));
  return groupBy(rows, ({ at, endDate: until, ...row }) => [
    at,
    { ...row, ...(until !== farFuture && { endDate: until }) },
  ]);
}

/** By location; those of the organization under null. */
export async function loadExceptions({ sql: db }: Transaction, orgId: string): Promise<Map<string, StoredException[]>> {
  const { exceptionId: id, locationId, type, closed, description } = scheduleException;
  const { startDate, endDate, openTime, closeTime } = scheduleException;
  const rows = await db
    .select({ at: locationId, id, description, type, startDate, endDate, openTime, closeTime, closed })
    .from(scheduleException)
    .where(and(eq(scheduleException.orgId, orgId), isNull(scheduleException.deletedAt)))
    .orderBy(asc(startDate));
  return groupBy(rows, ({ at, type: code, openTime: from, closeTime: to, ...row }) => [
    at ?? '',
    { ...row, type: exceptionTypes[code] ?? 'Other', hours: from === null || to === null ? null : `${from}-${to}` },
  ]);
}
