import type { EstateKind } from '@atrium/contract/estate-files';
import type { Differences } from '../../audit/differences.ts';
import type { Change } from '../../estate/changes.ts';
import type { Scope } from '../../scope.ts';
import type { Path } from './reading.ts';
import type { Each, ImportRun } from './import-run.ts';
import type { Writers } from './writers.ts';

/** Shared input of every part of an import. */
export interface ImportContext {
  readonly walk: ImportRun;
  readonly change: Change;
  readonly scope: Scope;
  readonly writers: Writers;
}

/** An entry of the file, and what is stored for it. */
export interface Entry<Wanted, Found> {
  readonly path: Path;
  readonly names: readonly string[];
  readonly wanted: Wanted;
  readonly found: Found | undefined;
}

type FoundIn<E extends Entry<unknown, unknown>> = Exclude<E['found'], undefined>;

interface How<E extends Entry<unknown, unknown>, Made> {
  readonly kind: EstateKind;
  /** The differences between the file and what is stored. */
  readonly changed: (entry: E, found: FoundIn<E>) => Differences;
  readonly update: (entry: E, found: FoundIn<E>, changed: Differences) => Promise<unknown>;
  readonly create: (entries: readonly E[]) => Promise<Each<Made>>;
  /** Maps a field in a refusal to its path in the file. */
  readonly pathOf?: (entry: E, field: string) => Path | undefined;
}

/** Updates existing entries that differ, then creates the missing ones in one batch. Returns what was created. */
export async function upsertEntries<E extends Entry<unknown, unknown>, Made>(
  walk: ImportRun,
  entries: readonly E[],
  { kind, changed, update, create, pathOf }: How<E, Made>,
): Promise<Map<E, Made>> {
  const thing = (entry: E) => {
    const { path, names } = entry;
    return { path, kind, names, ...(pathOf && { pathOf: (field: string) => pathOf(entry, field) }) };
  };
  for (const entry of entries) {
    if (entry.found === undefined) continue;
    const found = entry.found as FoundIn<E>;
    const differing = changed(entry, found);
    if (Object.keys(differing).length === 0) walk.keep();
    else await walk.alter(thing(entry), differing, () => update(entry, found, differing));
  }
  const missing = entries.filter((entry) => entry.found === undefined);
  const made = await walk.make(missing.map(thing), () => create(missing));
  return new Map(
    missing.flatMap((entry, index) => {
      const each = made[index];
      return each === undefined ? [] : [[entry, each] as const];
    }),
  );
}
