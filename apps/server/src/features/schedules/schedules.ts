import type { AuditAction } from '@atrium/contract/audit';
import type { PeriodBody, Schedule, ScheduleBody } from '@atrium/contract/schedules';
import {
  earliestEffectiveDate,
  farFuture,
  type Period,
  periodProblems,
  scheduleProblems,
  versionDateProblems,
  weekProblems,
} from '@atrium/rules/schedule';
import { notFound, Refusal, refuseProblems, refuseStale } from '../../refusal.ts';
import { type Transaction, violatedConstraint } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import { addAssignments, endAssignments, freeLocations, locationNames } from './assignment-store.ts';
import type { Change, Changes } from '../../estate/changes.ts';
import {
  addSchedule,
  addVersion,
  dropVersion,
  findSchedule,
  moveVersion,
  saveSchedule,
  scheduleAnswer,
  type ScheduleValues,
  type StoredSchedule,
  type StoredVersion,
  timezonesIn,
  timezonesOf,
  writePeriods,
} from './store.ts';

export interface Schedules {
  create(scope: Scope, body: ScheduleBody): Promise<Schedule>;
  /** With all of its earlier hours, oldest first: nothing was counted under them here yet. */
  bring(scope: Scope, name: string, versions: readonly ImportedVersion[]): Promise<Schedule>;
  update(scope: Scope, id: string, changes: ScheduleBody, seenVersion: Seen): Promise<Schedule>;
  remove(scope: Scope, id: string, seenVersion: Seen): Promise<void>;
  /** Discards the newest version, which must neither be in force nor the only one. */
  discardPlanned(scope: Scope, id: string, seenVersion: Seen): Promise<Schedule>;
  addPeriod(scope: Scope, id: string, period: PeriodBody, seenVersion: Seen): Promise<Schedule>;
  changePeriod(scope: Scope, id: string, periodId: string, changes: PeriodBody, seenVersion: Seen): Promise<Schedule>;
  removePeriod(scope: Scope, id: string, periodId: string, seenVersion: Seen): Promise<Schedule>;
}

export interface ImportedVersion {
  /** Only the newest hours may omit the date: they start tomorrow. */
  readonly effectiveDate: string | undefined;
  readonly schedule_period: readonly PeriodBody[];
}

/** The version that the editor has seen; undefined to skip the check. */
type Seen = number | undefined;

/** The requested hours; kept ones have an id. */
type Wanted = Period & { readonly schedulePeriodId?: string };

export function createSchedules(changes: Changes): Schedules {
  /** Changes only the hours of a schedule. */
  const edit = (
    scope: Scope,
    id: string,
    seenVersion: Seen,
    hours: (current: readonly Wanted[]) => readonly Wanted[],
  ) =>
    changes(scope, async (change) => {
      const before = await existing(change.tx, scope, id);
      refuseStale(seenVersion, before.version);
      await writeHours(change, scope, before, hours(before.versions.at(-1)!.periods), undefined);
      return settle(change, scope, before, {});
    });

  return {
    create: (scope, body) =>
      changes(scope, async (change) => {
        const values = normalized(body);
        const earliest = await earliestFor(change, scope, values);
        const effectiveDate = body.effectiveDate === undefined ? earliest : body.effectiveDate;
        const periods = body.schedule_period ?? [];
        refuseProblems([
          ...scheduleProblems({ ...values, effectiveDate }, earliest),
          ...weekProblems(periods.map(merged)),
        ]);
        return make(change, scope, values, [{ effectiveDate: effectiveDate ?? earliest, periods }]);
      }),

    bring: (scope, name, brought) =>
      changes(scope, async (change) => {
        const earliest = await earliestFor(change, scope, {});
        const versions = brought.map(({ effectiveDate = earliest, schedule_period: periods }) => {
          return { effectiveDate, periods };
        });
        const values = normalized({ name });
        refuseProblems([...scheduleProblems(values, earliest), ...versionProblems(versions)]);
        return make(change, scope, values, versions);
      }),

    update: (scope, id, body, seenVersion) =>
      changes(scope, async (change) => {
        const before = await existing(change.tx, scope, id);
        refuseStale(seenVersion, before.version);
        const newest = before.versions.at(-1)!;
        const moves = body.effectiveDate !== undefined && body.effectiveDate !== newest.effectiveDate;
        const effectiveDate = moves ? body.effectiveDate : undefined;
        const values = normalized({ ...before, ...body });
        refuseProblems([
          ...scheduleProblems({ ...values, effectiveDate }, await earliestFor(change, scope, { ...before, ...values })),
          ...weekProblems((body.schedule_period ?? []).map(merged)),
        ]);
        const wanted = body.schedule_period?.map((period) => sameAs(complete(period), newest));
        await writeHours(change, scope, before, wanted ?? newest.periods, effectiveDate ?? undefined);
        return settle(change, scope, before, values);
      }),

    remove: (scope, id, seenVersion) =>
      changes(scope, async (change) => {
        const before = await existing(change.tx, scope, id);
        refuseStale(seenVersion, before.version);
        const assignments = await endAssignments(change.tx, before.scheduleId, change.now);
        await saveSchedule(change.tx, before, { deletedAt: change.now }, change.now);
        await change.record({ ...auditEntry('schedule-deleted', before), detail: { name: before.name, assignments } });
      }),

    discardPlanned: (scope, id, seenVersion) =>
      changes(scope, async (change) => {
        const before = await existing(change.tx, scope, id);
        refuseStale(seenVersion, before.version);
        const newest = before.versions.at(-1)!;
        if (before.versions.length === 1 || newest.effectiveDate < (await earliestFor(change, scope, before))) {
          throw new Refusal('conflict', 'There are no planned hours to discard.');
        }
        await dropVersion(change.tx, newest);
        return settle(change, scope, before, {});
      }),

    addPeriod: (scope, id, period, seenVersion) =>
      edit(scope, id, seenVersion, (current) => {
        refuseProblems(periodProblems(merged(period), current));
        return [...current, complete(period)];
      }),

    changePeriod: (scope, id, periodId, body, seenVersion) =>
      edit(scope, id, seenVersion, (current) => {
        const before = periodIn(current, periodId);
        const after = merged({ ...before, ...body });
        refuseProblems(
          periodProblems(
            after,
            current.filter((period) => period !== before),
          ),
        );
        return current.map((period) => (period === before ? { ...before, ...complete(after) } : period));
      }),

    removePeriod: (scope, id, periodId, seenVersion) =>
      edit(scope, id, seenVersion, (current) => {
        const before = periodIn(current, periodId);
        return current.filter((period) => period !== before);
      }),
  };
}

async function make(
  change: Change,
  scope: Scope,
  values: ScheduleValues,
  versions: readonly { readonly effectiveDate: string; readonly periods: readonly PeriodBody[] }[],
): Promise<Schedule> {
  const { tx, now } = change;
  const scheduleId = await orNameInUse(addSchedule(tx, scope.orgId, values, now), values.name);
  for (const { effectiveDate, periods } of versions) {
    const version = await addVersion(tx, scope.orgId, scheduleId, effectiveDate);
    await writePeriods(tx, scope.orgId, version, periods.map(complete));
  }
  const made = await existing(tx, scope, scheduleId);
  await change.record({ ...auditEntry('schedule-created', made), detail: { name: made.name } });
  return assignByItself(change, scope, made);
}

/** By their index in the list. */
function versionProblems(
  versions: readonly { readonly effectiveDate: string; readonly periods: readonly PeriodBody[] }[],
) {
  return versions.flatMap(({ effectiveDate, periods }, index) => {
    const before = versions[index - 1]?.effectiveDate;
    const problems = [...versionDateProblems(effectiveDate, before), ...weekProblems(periods.map(merged))];
    return problems.map(({ path, message }) => ({ path: `versions.${index}.${path}`, message }));
  });
}

/**
 * Writes the requested hours. Hours that are in force somewhere are never changed: a new version replaces them, from
 * the given date or the first possible one.
 */
async function writeHours(
  change: Change,
  scope: Scope,
  before: StoredSchedule,
  wanted: readonly Wanted[],
  effectiveDate: string | undefined,
): Promise<void> {
  const newest = before.versions.at(-1)!;
  if (effectiveDate === undefined && areSame(newest.periods, wanted)) return;
  const { scheduleId } = before;
  const earliest = await earliestFor(change, scope, before);
  const isPlanned = newest.effectiveDate >= earliest;
  if (isPlanned && effectiveDate !== undefined) await moveVersion(change.tx, newest, effectiveDate);
  const target = isPlanned ? newest : await addVersion(change.tx, scope.orgId, scheduleId, effectiveDate ?? earliest);
  await writePeriods(change.tx, scope.orgId, target, wanted);
}

/** Stores the values next to the hours, and everything that follows from them. */
async function settle(
  change: Change,
  scope: Scope,
  before: StoredSchedule,
  values: Partial<ScheduleValues>,
): Promise<Schedule> {
  await orNameInUse(saveSchedule(change.tx, before, values, change.now), values.name ?? before.name);
  const after = await existing(change.tx, scope, before.scheduleId);
  await change.record({ ...auditEntry('schedule-changed', after), detail: { name: after.name } });
  return assignByItself(change, scope, after);
}

/** Assigns an auto-assigned schedule to the free locations, and returns the updated schedule. */
async function assignByItself(change: Change, scope: Scope, stored: StoredSchedule): Promise<Schedule> {
  const { autoAssign, scheduleId, name, versions } = stored;
  if (!autoAssign) return scheduleAnswer(stored, change.now);
  const dates = { startDate: versions[0]!.effectiveDate, endDate: farFuture };
  const locations = await freeLocations(change.tx, scope.orgId, dates);
  if (locations.length === 0) return scheduleAnswer(stored, change.now);
  const values = locations.map((locationId) => ({ locationId, scheduleId, ...dates }));
  await addAssignments(change.tx, scope.orgId, values, change.now);
  const names = await locationNames(change.tx, locations);
  await change.record({
    action: 'schedule-assigned',
    entityType: 'schedule',
    entityId: scheduleId,
    detail: { name, locations: names, ...dates },
  });
  return scheduleAnswer(await existing(change.tx, scope, scheduleId), change.now);
}

async function existing(tx: Transaction, scope: Scope, id: string): Promise<StoredSchedule> {
  const found = await findSchedule(tx, scope, id);
  if (!found) throw notFound('The schedule');
  return found;
}

/** An auto-assigned schedule considers all locations. */
async function earliestFor(
  { tx, now }: Change,
  { orgId }: Scope,
  { autoAssign = false, uses = [] }: Partial<StoredSchedule>,
): Promise<string> {
  const all = await timezonesOf(tx, orgId);
  return earliestEffectiveDate(now, { assigned: autoAssign ? all : timezonesIn(uses), all });
}

function auditEntry(action: AuditAction, { scheduleId }: StoredSchedule) {
  return { action, entityType: 'schedule', entityId: scheduleId } as const;
}

function normalized(body: ScheduleBody): ScheduleValues {
  const { name, assignToNewLocations = false, autoAssign = false } = body;
  return { name: (name ?? '').trim(), assignToNewLocations, autoAssign };
}

function merged({ weekday = null, openTime = null, closeTime = null }: PeriodBody) {
  return { weekday, openTime, closeTime };
}

/** Once the rules accept it. */
function complete(body: PeriodBody): Period {
  return { weekday: body.weekday ?? 0, openTime: body.openTime ?? '', closeTime: body.closeTime ?? '' };
}

/** With the id of the same hours in a version, if it has them. */
function sameAs(period: Period, { periods }: StoredVersion): Wanted {
  return periods.find((known) => areSame([known], [period])) ?? period;
}

function areSame(a: readonly Period[], b: readonly Period[]): boolean {
  return inWords(a) === inWords(b);
}

function inWords(periods: readonly Period[]): string {
  const each = periods.map(({ weekday, openTime, closeTime }) => `${weekday} ${openTime} ${closeTime}`);
  return each.toSorted().join();
}

function periodIn(periods: readonly Wanted[], id: string): Wanted {
  const found = periods.find(({ schedulePeriodId }) => schedulePeriodId === id.toLowerCase());
  if (!found) throw notFound('The schedule period');
  return found;
}

async function orNameInUse<T>(writing: Promise<T>, name: string): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    if (violatedConstraint(error) !== 'schedule_name') throw error;
    const message = `There is a schedule named ${name} already.`;
    throw new Refusal('conflict', message, { details: [{ path: 'name', message }] });
  }
}
