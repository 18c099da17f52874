import type { EstateChange, EstateKind, EstateProblem } from '@atrium/contract/estate-files';
import type { Differences } from '../../audit/differences.ts';
import { Refusal } from '../../refusal.ts';
import type { Change } from '../../estate/changes.ts';
import { groupBy } from './group-by.ts';
import type { Path } from './reading.ts';

/** Collects the changes and problems of an import, entry by entry. */
export interface ImportRun {
  /** Creates items with `work` in one batch; undefined for each that is refused. */
  make<T>(things: readonly Thing[], work: () => Promise<Each<T>>): Promise<readonly (T | undefined)[]>;
  /** Changes an existing item with `work`; nothing is done if that is refused. */
  alter(thing: Thing, changed: Differences, work: () => Promise<unknown>): Promise<void>;
  /** An item that already matches the file. */
  keep(): void;
  addProblem(path: Path, message: string): undefined;
  /** In the order of the file. */
  outcome(): { changes: EstateChange[]; unchanged: number; problems: EstateProblem[] };
}

/** The result of each item of a batch. */
export type Each<T> = readonly (T | Refusal)[];

export interface Thing {
  readonly path: Path;
  readonly kind: EstateKind;
  readonly names: readonly string[];
  /** Maps a field in a refusal to its path in the file. */
  readonly pathOf?: (field: string) => Path | undefined;
}

/** `goOn` throws when the caller has disconnected. */
export function startImportRun(
  { tx }: Pick<Change, 'tx'>,
  lineOf: (path: Path) => number,
  goOn: () => void,
): ImportRun {
  const changes: EstateChange[] = [];
  const problems: EstateProblem[] = [];
  let unchanged = 0;

  const addProblem = (path: Path, message: string): undefined => {
    problems.push({ line: lineOf(path), path: path.join('.'), message });
  };
  const refused = ({ path, pathOf }: Thing, { message, details = [{ path: '', message }] }: Refusal): undefined => {
    const reported = new Set<string>();
    for (const { path: field, message: why } of details) {
      const at = pathOf?.(field) ?? [...path, ...partsOf(field)];
      const text = `${at.join('.')} ${why}`;
      // Two fields of an API call can map to one field of the file.
      if (!reported.has(text)) addProblem(at, why);
      reported.add(text);
    }
  };
  const note = ({ path, kind, names }: Thing, action: EstateChange['action'], changed: Differences) => {
    changes.push({ action, kind, name: names.join(' › '), line: lineOf(path), changed });
  };

  return {
    addProblem,
    keep: () => void (unchanged += 1),

    async make(things, work) {
      goOn();
      if (things.length === 0) return [];
      const made = await work();
      return things.map((thing, index) => {
        const each = made[index];
        if (each instanceof Refusal) return refused(thing, each);
        note(thing, 'create', {});
        return each;
      });
    },

    async alter(thing, changed, work) {
      goOn();
      const failure = await inSavepoint(tx, work);
      if (failure instanceof Refusal) refused(thing, failure);
      else note(thing, 'change', changed);
    },

    outcome: () => ({
      changes: changes.toSorted((one, other) => one.line - other.line),
      unchanged,
      problems: problems.toSorted((one, other) => one.line - other.line),
    }),
  };
}

/**
 * The result of `work`, or why it was refused; then everything it has written is rolled back, including after a
 * database error.
 */
export async function inSavepoint<T>({ client }: Change['tx'], work: () => Promise<T>): Promise<T | Refusal> {
  await client.query('SAVEPOINT estate_step');
  try {
    const made = await work();
    await client.query('RELEASE SAVEPOINT estate_step');
    return made;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await client.query('ROLLBACK TO SAVEPOINT estate_step');
    return error;
  }
}

function partsOf(field: string): Path {
  return field === '' ? [] : field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

/**
 * Finds the existing record that an entry of the file refers to: by its id, or by its name. Undefined if there is none
 * yet; `refused` if it is ambiguous.
 */
export function createMatching<Stored extends { readonly id: string; readonly name: string }>(
  walk: Pick<ImportRun, 'addProblem'>,
  what: string,
  stored: readonly Stored[],
) {
  const used = new Set<string>();
  const byId = groupBy(stored, (each) => [each.id, each]);
  const byName = groupBy(stored, (each) => [each.name, each]);
  return (
    entry: { readonly id?: string | undefined; readonly name: string },
    path: Path,
  ): Stored | 'refused' | undefined => {
    const refuse = (field: string, message: string) => {
      walk.addProblem([...path, field], message);
      return 'refused' as const;
    };
    const id = entry.id?.toLowerCase();
    const found = (id === undefined ? byName.get(entry.name.trim()) : byId.get(id)) ?? [];
    if (id !== undefined && found.length === 0) {
      return refuse('id', `There is no ${what} with this id here. Leave out the id to create a new one.`);
    }
    if (found.length > 1) return refuse('name', `Several have this name. Add the id of the ${what}.`);
    const key = found[0]?.id ?? entry.name.trim();
    if (used.has(key)) return refuse('name', `This ${what} is listed twice.`);
    used.add(key);
    return found[0];
  };
}
