import type { PeriodBody } from '@atrium/contract/schedules';
import { differences } from '../../audit/differences.ts';
import type { Scope } from '../../scope.ts';
import { type FileHours, type FileSchedule, weekdayNames } from './format.ts';
import type { Path } from './reading.ts';
import type { Estate, StoredLocation } from './store.ts';
import { estateTexts } from './texts.ts';
import { createMatching, type Walk } from './walk.ts';
import type { Writers } from './writers.ts';

interface Importing {
  readonly walk: Walk;
  readonly scope: Scope;
  readonly writers: Writers;
}

/** Schedules by name, and what is to be done once the locations have theirs. */
export interface ImportedSchedules {
  readonly idOf: ReadonlyMap<string, string>;
  /** Schedules assign themselves only now, so that what the file says of a location goes first. */
  readonly finish: () => Promise<void>;
}

export async function importSchedules(
  { walk, scope, writers }: Importing,
  wanted: readonly FileSchedule[],
  stored: Estate['schedules'],
): Promise<ImportedSchedules> {
  const idOf = new Map(stored.map(({ name, id }) => [name, id]));
  const later: (() => Promise<unknown>)[] = [];
  const matching = createMatching(walk, 'schedule', stored);
  for (const [index, entry] of wanted.entries()) {
    const path = ['schedules', index];
    const { id: _id, hours, assignToNewLocations, autoAssign, ...fields } = entry;
    const periods = hours && periodsIn(walk, hours, [...path, 'hours']);
    const found = matching(entry, path);
    if (found === 'refused' || periods === 'refused') continue;
    const flags = {
      ...(assignToNewLocations !== undefined && { assignToNewLocations }),
      ...(autoAssign !== undefined && { autoAssign }),
    };
    const body = { ...fields, ...(periods && { schedule_period: periods.map(({ period }) => period) }) };
    const pathOf = (field: string) => {
      const at = /^schedule_period\.(\d+)/.exec(field)?.[1];
      return at === undefined ? undefined : periods?.[Number(at)]?.path;
    };
    const thing = { path, kind: 'schedule', names: [entry.name], pathOf } as const;
    if (!found) {
      const made = await walk.step(thing, () => writers.createSchedule(scope, body));
      if (!made) continue;
      idOf.set(entry.name.trim(), made.scheduleId);
      if (Object.values(flags).includes(true)) later.push(() => writers.updateSchedule(scope, made.scheduleId, flags));
      continue;
    }
    const changed = differences<object>(found, { ...fields, ...flags, ...(hours && { hours: inOrder(hours) }) });
    if (Object.keys(changed).length === 0) walk.keep();
    else {
      await walk.step({ ...thing, changed }, () => writers.updateSchedule(scope, found.id, body));
      idOf.set(entry.name.trim(), found.id);
      if (Object.keys(flags).some((flag) => flag in changed)) {
        later.push(() => writers.updateSchedule(scope, found.id, flags));
      }
    }
  }
  return {
    idOf,
    async finish() {
      for (const work of later) await work();
    },
  };
}

/** Which schedules a location has, and when. */
export async function importHours(
  { walk, scope, writers }: Importing,
  wanted: readonly FileHours[],
  place: {
    readonly path: Path;
    readonly name: string;
    readonly locationId: string;
    readonly stored: StoredLocation['hours'];
  },
  scheduleIds: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [index, entry] of wanted.entries()) {
    const path = [...place.path, 'hours', index];
    const scheduleId = scheduleIds.get(entry.schedule);
    if (scheduleId === undefined) {
      walk.blame([...path, 'schedule'], estateTexts.noSchedule);
      continue;
    }
    const found = place.stored.find(
      ({ schedule, startDate }) => schedule === entry.schedule && startDate === entry.startDate,
    );
    const thing = { path, kind: 'hours', names: [place.name, entry.schedule] } as const;
    const { startDate, endDate } = entry;
    if (!found) {
      const body = { locationId: place.locationId, scheduleId, startDate, ...(endDate !== undefined && { endDate }) };
      await walk.step(thing, () => writers.assignSchedule(scope, body));
    } else if (endDate === undefined || endDate === found.endDate) walk.keep();
    else {
      const changed = { endDate: [found.endDate ?? null, endDate] as [unknown, unknown] };
      await walk.step({ ...thing, changed }, () => writers.changeAssignment(scope, found.id, { endDate }));
    }
  }
}

type Week = NonNullable<FileSchedule['hours']>;

function periodsIn(walk: Walk, hours: Week, path: Path): { period: PeriodBody; path: Path }[] | 'refused' {
  let refused = false;
  const periods = weekdayNames.flatMap((day, weekday) =>
    (hours[day] ?? []).flatMap((text, index) => {
      const at = [...path, day, index];
      const [, openTime, closeTime] = /^\s*(\d\d:\d\d)\s*-\s*(\d\d:\d\d)\s*$/.exec(text) ?? [];
      if (openTime !== undefined && closeTime !== undefined) {
        return [{ period: { weekday, openTime, closeTime }, path: at }];
      }
      walk.blame(at, estateTexts.hours);
      refused = true;
      return [];
    }),
  );
  return refused ? 'refused' : periods;
}

/** As what is stored would be written. */
function inOrder(hours: Week): Week {
  const days = weekdayNames.flatMap((day) => {
    const times = hours[day]?.map((text) => text.replaceAll(/\s/g, '')).toSorted() ?? [];
    return times.length > 0 ? [[day, times] as const] : [];
  });
  return Object.fromEntries(days);
}
