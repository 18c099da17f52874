import type { PeriodBody } from '@atrium/contract/schedules';
import { earliestEffectiveDate, exceptionTypes } from '@atrium/rules/schedule';
import { differences, type Differences } from '../../audit/differences.ts';
import { type FileException, type FileSchedule, type FileWeek, weekdayNames } from './format.ts';
import type { StoredException, StoredSchedule } from './hours-store.ts';
import type { Place } from './file-entries.ts';
import type { Path } from './reading.ts';
import { type Entry, type ImportContext, upsertEntries } from './upsert-entries.ts';
import type { Estate } from './store.ts';
import { estateTexts } from './texts.ts';
import { createMatching, inSavepoint, type ImportRun } from './import-run.ts';

/** Schedules by name, and the work to do once the locations have theirs. */
export interface ImportedSchedules {
  readonly idOf: ReadonlyMap<string, string>;
  /** Schedules are assigned automatically only now, so that the assignments in the file come first. */
  readonly finish: () => Promise<void>;
}

type ScheduleEntry = Entry<FileSchedule, StoredSchedule> & { readonly versions: readonly ReadVersion[] };

export async function importSchedules(
  { walk, change, scope, writers }: ImportContext,
  wanted: readonly FileSchedule[],
  { schedules: stored, locations }: Pick<Estate, 'schedules' | 'locations'>,
): Promise<ImportedSchedules> {
  const all = [...new Set(locations.map(({ timezone }) => timezone))];
  const earliestFor = ({ name, autoAssign }: StoredSchedule) => {
    const having = locations.filter(({ hours }) => hours.some(({ schedule }) => schedule === name));
    const assigned = autoAssign ? all : having.map(({ timezone }) => timezone);
    return earliestEffectiveDate(change.now, { assigned, all });
  };
  const idOf = new Map(stored.map(({ name, id }) => [name, id]));
  const later: (() => Promise<unknown>)[] = [];
  const matching = createMatching(walk, 'schedule', stored);
  const entries = wanted.flatMap((entry, index): ScheduleEntry[] => {
    const path = ['schedules', index];
    const found = matching(entry, path);
    const versions = versionsIn(walk, entry, path);
    if (found === 'refused' || versions === 'refused') return [];
    if (found && !keepsHours(walk, versions, found, earliestFor(found))) return [];
    return [{ path, names: [entry.name], wanted: entry, found, versions }];
  });
  const made = await upsertEntries(walk, entries, {
    kind: 'schedule',
    changed: ({ wanted: said, versions }, found) => {
      const fields = { name: said.name.trim(), ...flagsOf(said) };
      return { ...differences<object>(found, fields), ...changedHours(versions, found) };
    },
    update: async ({ wanted: said, versions }, found, changed) => {
      const newest = versions.at(-1)!;
      const isOther = 'hours' in changed || 'effectiveDate' in changed;
      await writers.updateSchedule(scope, found.id, {
        name: said.name,
        ...(isOther && newest.effectiveDate !== undefined && { effectiveDate: newest.effectiveDate }),
        ...(isOther && newest.periods && { schedule_period: newest.periods.map(({ period }) => period) }),
      });
      idOf.set(said.name.trim(), found.id);
      const flags = flagsOf(said);
      if (Object.keys(flags).some((flag) => flag in changed)) {
        later.push(() => writers.updateSchedule(scope, found.id, flags));
      }
    },
    create: async (missing) => {
      const outcomes = [];
      for (const { wanted: said, versions } of missing) {
        const brought = versions.map(({ effectiveDate, periods = [] }) => ({
          effectiveDate,
          schedule_period: periods.map(({ period }) => period),
        }));
        outcomes.push(await inSavepoint(change.tx, () => writers.bringSchedule(scope, said.name, brought)));
      }
      return outcomes;
    },
    pathOf: ({ path, versions }, field) => {
      const [, at, rest = field] = /^versions\.(\d+)\.(.*)$/.exec(field) ?? [];
      const version = versions[at === undefined ? versions.length - 1 : Number(at)];
      const period = /^schedule_period\.(\d+)/.exec(rest)?.[1];
      if (period !== undefined) return version?.periods?.[Number(period)]?.path;
      return at === undefined ? undefined : [...(version?.path ?? path), rest];
    },
  });
  for (const [{ wanted: said }, { scheduleId }] of made) {
    idOf.set(said.name.trim(), scheduleId);
    const flags = flagsOf(said);
    if (Object.values(flags).includes(true)) later.push(() => writers.updateSchedule(scope, scheduleId, flags));
  }
  return {
    idOf,
    async finish() {
      for (const work of later) await work();
    },
  };
}

/** The schedules of locations, with their dates. */
export async function importHours(
  { walk, scope, writers }: ImportContext,
  places: readonly Place[],
  scheduleIds: ReadonlyMap<string, string>,
): Promise<void> {
  const entries = places.flatMap((place) =>
    (place.wanted.hours ?? []).flatMap((entry, index) => {
      const path = [...place.path, 'hours', index];
      const scheduleId = scheduleIds.get(entry.schedule.trim());
      if (scheduleId === undefined) {
        walk.addProblem([...path, 'schedule'], estateTexts.noSchedule);
        return [];
      }
      const found = place.found?.hours.find(
        ({ schedule, startDate }) => schedule === entry.schedule.trim() && startDate === entry.startDate,
      );
      const names = [...place.names, entry.schedule];
      return [{ path, names, wanted: entry, found, scheduleId, locationId: place.locationId }];
    }),
  );
  await upsertEntries(walk, entries, {
    kind: 'hours',
    changed: ({ wanted: { endDate } }, found): Differences =>
      endDate === undefined || endDate === found.endDate ? {} : { endDate: [found.endDate ?? null, endDate] },
    update: ({ wanted: { endDate } }, { id }) => writers.changeAssignment(scope, id, { endDate }),
    create: (missing) =>
      writers.assignSchedules(
        scope,
        missing.map(({ locationId, scheduleId, wanted: { startDate, endDate } }) => {
          return { locationId, scheduleId, startDate, ...(endDate !== undefined && { endDate }) };
        }),
      ),
  });
}

interface Excepting {
  readonly path: Path;
  readonly names: readonly string[];
  /** Null for the organization. */
  readonly locationId: string | null;
  readonly wanted: readonly FileException[] | undefined;
  readonly stored: readonly StoredException[];
}

export async function importExceptions(
  { walk, scope, writers }: ImportContext,
  scopes: readonly Excepting[],
): Promise<void> {
  const entries = scopes.flatMap(({ wanted = [], stored, ...whose }) => {
    const seen = new Set<string>();
    return wanted.flatMap((entry, index) => {
      const path = [...whose.path, 'exceptions', index];
      const times = entry.hours === null || entry.hours === undefined ? null : timesIn(entry.hours);
      if (times === undefined) walk.addProblem([...path, 'hours'], estateTexts.hours);
      if (seen.has(entry.startDate)) walk.addProblem([...path, 'startDate'], estateTexts.exceptionTwice);
      if (times === undefined || seen.has(entry.startDate)) return [];
      seen.add(entry.startDate);
      const found = stored.find(({ startDate }) => startDate === entry.startDate);
      const names = [...whose.names, entry.description];
      return [{ path, names, wanted: entry, found, times, locationId: whose.locationId }];
    });
  });
  const bodyOf = ({ wanted, times }: (typeof entries)[number]) => {
    const { type, hours: _hours, ...rest } = wanted;
    const said = wanted.hours === undefined ? {} : (times ?? { openTime: null, closeTime: null });
    return { ...withoutAbsent(rest), type: exceptionTypes.indexOf(type), ...said };
  };
  await upsertEntries(walk, entries, {
    kind: 'exception',
    changed: ({ wanted, times }, found) => {
      const { description, type, endDate, closed } = wanted;
      const hours = wanted.hours === undefined ? undefined : times && `${times.openTime}-${times.closeTime}`;
      return differences<object>(
        found,
        withoutAbsent({ description: description.trim(), type, endDate, hours, closed }),
      );
    },
    update: (entry, { id }) => writers.changeException(scope, entry.locationId, id, bodyOf(entry)),
    create: (missing) =>
      writers.createExceptions(
        scope,
        missing.map((entry) => ({ locationId: entry.locationId, body: bodyOf(entry) })),
      ),
    pathOf: ({ path, wanted }, field) => {
      if (field === 'openTime' || field === 'closeTime') return [...path, 'hours'];
      return field === 'endDate' && wanted.endDate === undefined ? [...path, 'startDate'] : undefined;
    },
  });
}

interface ReadVersion {
  readonly path: Path;
  readonly effectiveDate: string | undefined;
  /** As it would be written to a file; absent where the file does not mention it. */
  readonly hours: FileWeek | undefined;
  readonly periods: readonly { readonly period: PeriodBody; readonly path: Path }[] | undefined;
}

/** The hours of a schedule, oldest first; the newest are its own. */
function versionsIn(walk: ImportRun, entry: FileSchedule, path: Path): ReadVersion[] | 'refused' {
  const earlier = (entry.earlier ?? []).map((each, index) => ({ ...each, path: [...path, 'earlier', index] }));
  earlier.sort((one, other) => (one.effectiveDate < other.effectiveDate ? -1 : 1));
  const all = [...earlier, { effectiveDate: entry.effectiveDate, hours: entry.hours, path }];
  const whole = all.flatMap(({ effectiveDate, hours, path: at }): ReadVersion[] => {
    const periods = hours && periodsIn(walk, hours, [...at, 'hours']);
    return periods === 'refused' ? [] : [{ path: at, effectiveDate, hours: hours && inOrder(hours), periods }];
  });
  return whole.length === all.length ? whole : 'refused';
}

/** Whether a file leaves hours alone that are or were in force; differences are reported. */
function keepsHours(
  walk: ImportRun,
  versions: readonly ReadVersion[],
  { versions: known }: StoredSchedule,
  earliest: string,
): boolean {
  const [newest, last] = [versions.at(-1)!, known.at(-1)!];
  const isPlanned = last.effectiveDate >= earliest;
  const others = versions.slice(0, -1).filter(({ effectiveDate, hours }) => {
    const held = known.find((each) => each.effectiveDate === effectiveDate);
    return !held || !isSame(held.hours, hours ?? {});
  });
  for (const { path } of others) walk.addProblem([...path, 'effectiveDate'], estateTexts.keptHours);
  const { effectiveDate, hours } = newest;
  const held = known.find((each) => each.effectiveDate === effectiveDate);
  const isFixed = held !== undefined && !(held === last && isPlanned);
  if (isFixed && hours && !isSame(held.hours, hours)) {
    walk.addProblem([...newest.path, 'effectiveDate'], estateTexts.inForce(held.effectiveDate));
    return false;
  }
  // Planned hours would be moved, although the file keeps them.
  const moves = effectiveDate !== undefined && !held && isPlanned;
  if (moves && versions.slice(0, -1).some((each) => each.effectiveDate === last.effectiveDate)) {
    walk.addProblem([...newest.path, 'effectiveDate'], estateTexts.plannedOnce);
    return false;
  }
  return others.length === 0;
}

function changedHours(versions: readonly ReadVersion[], { versions: known }: StoredSchedule): Differences {
  const { effectiveDate, hours } = versions.at(-1)!;
  const last = known.at(-1)!;
  if (effectiveDate !== undefined && known.some((each) => each !== last && each.effectiveDate === effectiveDate)) {
    return {};
  }
  return differences<object>(last, withoutAbsent({ effectiveDate, hours }));
}

function periodsIn(walk: ImportRun, hours: FileWeek, path: Path): { period: PeriodBody; path: Path }[] | 'refused' {
  let refused = false;
  const periods = weekdayNames.flatMap((day, weekday) =>
    (hours[day] ?? []).flatMap((text, index) => {
      const at = [...path, day, index];
      const times = timesIn(text);
      if (times) return [{ period: { weekday, ...times }, path: at }];
      walk.addProblem(at, estateTexts.hours);
      refused = true;
      return [];
    }),
  );
  return refused ? 'refused' : periods;
}

function timesIn(text: string): { openTime: string; closeTime: string } | undefined {
  const [, openTime, closeTime] = /^\s*(\d\d:\d\d)\s*-\s*(\d\d:\d\d)\s*$/.exec(text) ?? [];
  return openTime !== undefined && closeTime !== undefined ? { openTime, closeTime } : undefined;
}

/** Stored values in the notation of a file. */
function inOrder(hours: FileWeek): FileWeek {
  const days = weekdayNames.flatMap((day) => {
    const times = hours[day]?.map((text) => text.replaceAll(/\s/g, '')).toSorted() ?? [];
    return times.length > 0 ? [[day, times] as const] : [];
  });
  return Object.fromEntries(days);
}

function isSame(one: FileWeek, other: FileWeek): boolean {
  return JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other));
}

function flagsOf({ assignToNewLocations, autoAssign }: FileSchedule) {
  return withoutAbsent({ assignToNewLocations, autoAssign });
}

function withoutAbsent<Fields extends object>(fields: Fields): { [K in keyof Fields]?: Exclude<Fields[K], undefined> } {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as { [K in keyof Fields]?: Exclude<Fields[K], undefined> };
}
