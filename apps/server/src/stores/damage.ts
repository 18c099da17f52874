import { FactsDamaged } from '@atrium/facts/errors';
import { hoursForgottenMs } from '@atrium/facts/hours-made';
import type { FactsMaintenance, Part, WatchedTable } from '@atrium/facts/maintenance';
import { setTimeout as sleep } from 'node:timers/promises';
import { markDays } from '../ingestion/mark-store.ts';
import type { Log } from '../log.ts';
import type { Registry } from '../registry/registry.ts';
import type { StoredPart } from '../registry/schema/operations.ts';
import { beginExportLine } from '../ingestion/change-store.ts';
import { monthsWithoutMinutes } from '../ingestion/lost-minutes-store.ts';
import { addDamage, listDamage, type DamagedPart } from './damage-store.ts';
import { unsureSince } from './generation-store.ts';
import { lostFiles } from './lost-files.ts';
import { createHourMaking } from './make-hours.ts';
import { rebuiltTables } from './rebuilt-tables.ts';
import { damagedAside } from './set-aside.ts';

/** Files of one table and month that are missing or cannot be read. */
export interface Damage {
  readonly table: WatchedTable;
  /** `2026-11`, for received bodies `2026-11-15`; null if a table is not partitioned by time. */
  readonly month: string | null;
  readonly parts: number;
  /** How many rows were in them, if known. */
  readonly rows: number | null;
  readonly foundAt: Date;
  /** When everything that can be rebuilt was rebuilt; otherwise null. */
  readonly rebuiltAt: Date | null;
  /** `automatic` needs no action; `from-received` means `npm run doctor -- --rebuild`; `no` means a backup. */
  readonly rebuild: 'automatic' | 'from-received' | 'no';
}

export interface DamageWatch {
  /** Detects new damage, logs it, and reads dependent data from elsewhere. */
  look(options: { readonly atStart?: boolean; readonly thorough?: boolean }): Promise<void>;
  suspect(): void;
  damage(): Promise<Damage[]>;
  monthsWithoutMinutes(): ReadonlySet<string>;
  /** The current files, for comparison after the next start. */
  parts(): Promise<StoredPart[]>;
  stop(): Promise<void>;
}

/** Up to this many bytes, all files are read during startup; beyond that, in the background. */
const readAtStart = 256 * 1024 ** 2;
/**
 * After a check that changed nothing, the next suspicion waits this long, in milliseconds, or this multiple of the
 * duration of the check: files that cannot be set aside fail every query that needs them, and rereading everything
 * would not help.
 */
const rest = { least: 600_000, times: 50 };
export function createDamageWatch(options: {
  readonly registry: Registry;
  readonly care: FactsMaintenance;
  readonly clock: () => Date;
  readonly log: Log;
}): DamageWatch {
  const { registry, care, clock, log } = options;
  const sound = new Set<string>();
  /** Unreadable and could not be set aside: logged once, retried with every check, never reread. */
  const stuck = new Set<string>();
  let incomplete: ReadonlySet<string> = new Set();
  let looking: Promise<void> | undefined;
  /** A suspicion that waits for the end of the pause. */
  let suspected = false;
  let restsUntil = 0;
  const stopping = new AbortController();
  /** Someone may ask for readings. */
  let isServing = false;

  /** Damaged files of what is needed are set aside first; where they cannot be moved, it is left undone. */
  const reading = async <T>(table: WatchedTable, partition: string, work: () => Promise<T>): Promise<T | undefined> => {
    for (const isLast of [false, true]) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof FactsDamaged)) throw error;
        if (isLast) break;
        const isNeeded = (part: Part) => part.table === table && [part.partition, 'all'].includes(partition);
        await readAll((await care.parts()).filter(isNeeded));
      }
    }
    return undefined;
  };

  const daysWith = async (source: 'minute' | 'level', partition: string) => {
    const month = isMonth(partition) ? partition : undefined;
    return (await reading(source, partition, () => care.daysWith(source, month))) ?? [];
  };

  /** Before hours are taken away, and where it was lost which hours there are. */
  const forgetHours = async (found: readonly Pick<DamagedPart, 'table' | 'partition'>[]) => {
    const forAll = found.some(
      ({ table, partition }) => table === 'hours_made' || (table === 'hour' && !isMonth(partition)),
    );
    const months = found.filter(({ table }) => table === 'hour').map(({ partition }) => partition);
    for (const month of forAll ? [undefined] : new Set(months)) {
      await reading('hours_made', 'all', () => care.forgetHours(month));
    }
  };

  /** What was said of hours shortly before a crash may be lost, and so may the hours that it was said of. */
  const forgetUnsureHours = async () => {
    const since = await registry.system(({ client }) => unsureSince(client));
    if (!since) return;
    const stored = await registry.system(({ client }) => listDamage(client));
    await forgetHours(stored.filter(({ foundAt }) => foundAt >= since));
    await reading('hours_made', 'all', () => care.forgetHoursMadeSince(since));
  };

  /** What readers knew a moment ago they may still use; before the start is over nobody reads. False when it is to stop. */
  const readersForget = async () => {
    if (isServing) await sleep(hoursForgottenMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    return !stopping.signal.aborted;
  };

  const note = async (found: readonly DamagedPart[]) => {
    if (found.length === 0) return;
    await forgetHours(found);
    const known = new Set(
      (await registry.system(({ client }) => listDamage(client))).map(
        (each) => `${each.table}/${each.partition}/${each.part}`,
      ),
    );
    const fresh = found.filter((each) => !known.has(`${each.table}/${each.partition}/${each.part}`));
    if (fresh.length === 0) return;
    const days: Awaited<ReturnType<FactsMaintenance['daysWith']>> = [];
    for (const [quarters, source] of sourcesOfQuarters) {
      const months = new Set(fresh.filter(({ table }) => table === quarters).map(({ partition }) => partition));
      for (const month of months) days.push(...(await daysWith(source, month)));
    }
    // Until the quarters are out of the way their days are read from minutes.
    const added = await registry.system(async ({ client }) => {
      await markDays(client, days);
      await beginExportLine(client);
      return addDamage(client, fresh, clock());
    });
    for (const { table, partition, part, reason, rows } of added) {
      log.error({ table, month: monthOf(partition), part, reason, rows }, 'Files of readings are damaged');
    }
    incomplete = await registry.system(({ client }) => monthsWithoutMinutes(client));
  };

  const unreadable = async ({ table, name }: Part): Promise<boolean> => {
    if (sound.has(`${table}/${name}`)) return false;
    try {
      if (!(await care.check(table, name))) return true;
    } catch (error) {
      if (!(error instanceof FactsDamaged)) throw error;
      // Merged in the meantime, or really unreadable.
      return (await care.parts()).some((part) => part.table === table && part.name === name);
    }
    sound.add(`${table}/${name}`);
    return false;
  };

  /** Files that stay where they are fail only the queries that need them. */
  const setAside = async ({ table, name }: Part): Promise<boolean> => {
    const key = `${table}/${name}`;
    try {
      await care.detach(table, name);
    } catch (err) {
      if (!stuck.has(key)) log.error({ err, table, part: name }, 'Damaged files of readings could not be set aside');
      stuck.add(key);
      return false;
    }
    if (stuck.delete(key)) log.info({ table, part: name }, 'Damaged files of readings were set aside');
    return true;
  };

  /** Returns how many parts were set aside. */
  const setStuckAside = async (parts: readonly Part[]): Promise<number> => {
    const present = parts.filter(({ table, name }) => stuck.has(`${table}/${name}`));
    if (present.length < stuck.size) {
      stuck.clear();
      for (const { table, name } of present) stuck.add(`${table}/${name}`);
    }
    let moved = 0;
    for (const part of present) if (await setAside(part)) moved += 1;
    return moved;
  };

  const readAll = async (parts: readonly Part[]): Promise<number> => {
    let moved = await setStuckAside(parts);
    const hours: Part[] = [];
    for (const part of parts.toSorted((a, b) => placeOf(a) - placeOf(b))) {
      if (stopping.signal.aborted) return moved;
      if (stuck.has(`${part.table}/${part.name}`) || !(await unreadable(part))) continue;
      // What cannot be read cannot be written to either.
      if (part.table === 'hours_made' && !(await setAside(part))) continue;
      const { table, partition, name, rows } = part;
      await note([{ table, partition, part: name, reason: 'unreadable', rows }]);
      if (table === 'hour') hours.push(part);
      else if (table === 'hours_made' || (await setAside(part))) moved += 1;
    }
    if (hours.length === 0 || !(await readersForget())) return moved;
    for (const part of hours) if (await setAside(part)) moved += 1;
    return moved;
  };

  const hourMaking = createHourMaking({
    registry,
    care,
    log,
    isStopped: () => stopping.signal.aborted,
    readFromMinutes: async (month) => {
      const days = await daysWith('minute', month);
      await registry.system(({ client }) => markDays(client, days));
    },
  });

  const readAllAndMakeHours = async (parts: readonly Part[]): Promise<number> => {
    const moved = await readAll(parts);
    hourMaking.retry();
    await hourMaking.make();
    return moved;
  };

  const lookClosely = async () => {
    const since = performance.now();
    suspected = false;
    let pause = rest.least;
    try {
      if ((await look({ thorough: true })) > 0) pause = 0;
    } catch (error) {
      suspected = true;
      throw error;
    } finally {
      const until = performance.now();
      restsUntil = pause === 0 ? 0 : until + Math.max(pause, rest.times * (until - since));
    }
  };

  /** Empty hours must not be read. If the list of months with hours is lost, no month has hours. */
  const restoreTables = async (gone: readonly WatchedTable[]) => {
    if (gone.includes('hour')) {
      if (!gone.includes('hours_made')) await forgetHours([{ table: 'hour', partition: 'all' }]);
      if (!(await readersForget())) return;
    }
    await care.restoreTables();
  };

  /** Returns how many parts were set aside. */
  const look = async ({ atStart = false, thorough = false }): Promise<number> => {
    const gone = await care.missingTables();
    if (gone.length > 0) await restoreTables(gone);
    await note(gone.map((table) => ({ table, partition: 'all', part: 'all', reason: 'table_lost', rows: null })));
    const aside = await registry.system(({ client }) => damagedAside(client, care));
    const known = new Set(
      (await registry.system(({ client }) => listDamage(client))).map(({ table, part }) => `${table}/${part}`),
    );
    await note(
      aside
        .filter(({ table, name }) => !known.has(`${table}/${name}`))
        .map(({ table, partition, name }) => ({ table, partition, part: name, reason: 'set_aside', rows: null })),
    );
    const parts = await care.parts();
    if (atStart) {
      await forgetUnsureHours();
      incomplete = await registry.system(({ client }) => monthsWithoutMinutes(client));
      const names = aside.map(({ table, name }) => `${table}/${name}_`);
      const isAside = ({ table, part }: DamagedPart) =>
        names.some((name) => name.startsWith(table) && name.includes(`${part}_`));
      await note((await lostFiles(registry, parts, clock())).filter((each) => !isAside(each)));
    }
    if (!atStart && !thorough) {
      if (suspected && performance.now() >= restsUntil) beside(lookClosely);
      else beside(() => hourMaking.make());
      return setStuckAside(parts);
    }
    if (thorough) sound.clear();
    const isSmall = parts.reduce((sum, { bytes }) => sum + bytes, 0) <= readAtStart;
    if (thorough || isSmall) return readAllAndMakeHours(parts);
    beside(() => readAllAndMakeHours(parts));
    return 0;
  };

  const beside = (work: () => Promise<unknown>) => {
    looking ??= work()
      .then(() => undefined)
      .catch((error: unknown) => log.warn({ err: error }, 'The files of readings could not be checked'))
      .finally(() => {
        looking = undefined;
        if (suspected && !stopping.signal.aborted && performance.now() >= restsUntil) beside(lookClosely);
      });
  };

  return {
    async look(how) {
      await look(how);
      isServing = true;
    },
    suspect: () => {
      if (stopping.signal.aborted) return;
      suspected = true;
      if (performance.now() >= restsUntil) beside(lookClosely);
    },
    monthsWithoutMinutes: () => incomplete,
    async damage() {
      const stored = await registry.system(({ client }) => listDamage(client));
      return [...groupsOf(stored).values()].flatMap((group): Damage[] => {
        const [first] = group;
        if (!first) return [];
        const table = first.table as WatchedTable;
        return [
          {
            table,
            month: monthOf(first.partition),
            parts: group.length,
            rows: group.some(({ rows }) => rows === null)
              ? null
              : group.reduce((sum, { rows }) => sum + (rows ?? 0), 0),
            foundAt: first.foundAt,
            rebuiltAt: group.some(({ rebuiltAt }) => rebuiltAt === null) ? null : (group.at(-1)?.rebuiltAt ?? null),
            rebuild: rebuildOf(table, first.partition, clock()),
          },
        ];
      });
    },
    async parts() {
      return (await care.parts()).map(({ table, partition, minBlock, maxBlock, rows, modified }) => [
        table,
        partition,
        minBlock,
        maxBlock,
        rows,
        modified,
      ]);
    },
    async stop() {
      stopping.abort();
      await looking;
    },
  };
}

function groupsOf<Item extends { table: string; partition: string }>(items: readonly Item[]): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = `${item.table}/${item.partition}`;
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}

/** What others are made from, or consulted for, is read before them; bodies come last. */
const readFirst = ['hours_made', 'minute', 'level', 'quarter', 'level_quarter', 'hour'];
function placeOf({ table }: Part): number {
  const place = readFirst.indexOf(table);
  if (place >= 0) return place;
  return table === 'raw' ? readFirst.length + 1 : readFirst.length;
}

/** Tables of quarters, and what they are made from. */
const sourcesOfQuarters = [
  ['quarter', 'minute'],
  ['level_quarter', 'level'],
] as const;

const madeAgain = new Set(['generation', 'hour', 'hours_made']);

/** How the data of a table can be rebuilt, as far as that depends on the table. */
export function rebuildOfTable(table: string): Damage['rebuild'] {
  if (madeAgain.has(table) || sourcesOfQuarters.some(([quarters]) => quarters === table)) return 'automatic';
  return rebuiltTables.some((each) => each === table) ? 'from-received' : 'no';
}

/** Bodies of the last 30 days still exist; their data may be from earlier days. */
function rebuildOf(table: WatchedTable, partition: string, now: Date): Damage['rebuild'] {
  const way = rebuildOfTable(table);
  if (way !== 'from-received') return way;
  const since = new Date(now.getTime() - 30 * 86_400_000).toISOString().slice(0, 7).replace('-', '');
  return !isMonth(partition) || partition >= since ? 'from-received' : 'no';
}

function isMonth(partition: string): boolean {
  return /^\d{6}$/.test(partition);
}

function monthOf(partition: string): string | null {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})?$/.exec(partition) ?? [];
  if (year === undefined || month === undefined) return null;
  return day === undefined ? `${year}-${month}` : `${year}-${month}-${day}`;
}
