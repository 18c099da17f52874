import type { EstateChange, EstateKind, EstateProblem } from '@atrium/contract/estate-files';
import type { Differences } from '../../audit/differences.ts';
import { Refusal } from '../../refusal.ts';
import type { Change } from '../../registry/estate-changes.ts';
import type { Path } from './reading.ts';

/** One way through a file, from thing to thing: what it changes, and what is wrong with it. */
export interface Walk {
  readonly changes: EstateChange[];
  readonly problems: EstateProblem[];
  unchanged: number;
  /** Something that would be made or changed by `work`; undefined, and nothing done, where that is refused. */
  step<T>(thing: Thing, work: () => Promise<T>): Promise<T | undefined>;
  /** Something that is already as the file says. */
  keep(): void;
  blame(path: Path, message: string): undefined;
}

export interface Thing {
  readonly path: Path;
  readonly kind: EstateKind;
  readonly names: readonly string[];
  /** Of something that exists. */
  readonly changed?: Differences;
  /** Where the file says what a refusal names otherwise. */
  readonly pathOf?: (field: string) => Path | undefined;
}

export function beginWalk({ tx }: Change, lineOf: (path: Path) => number): Walk {
  const walk: Walk = {
    changes: [],
    problems: [],
    unchanged: 0,
    keep: () => void (walk.unchanged += 1),

    blame(path, message) {
      walk.problems.push({ line: lineOf(path), path: path.join('.'), message });
    },

    async step({ path, kind, names, changed, pathOf }, work) {
      await tx.client.query('SAVEPOINT estate_step');
      try {
        const made = await work();
        await tx.client.query('RELEASE SAVEPOINT estate_step');
        const action = changed ? 'change' : 'create';
        walk.changes.push({ action, kind, name: names.join(' › '), line: lineOf(path), changed: changed ?? {} });
        return made;
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        // Whatever a refused step has written is gone, and so is an error of the database that made it refuse.
        await tx.client.query('ROLLBACK TO SAVEPOINT estate_step');
        const details = error.details ?? [{ path: '', message: error.message }];
        for (const { path: field, message } of details) {
          walk.blame(pathOf?.(field) ?? [...path, ...partsOf(field)], message);
        }
        return undefined;
      }
    },
  };
  return walk;
}

function partsOf(field: string): Path {
  return field === '' ? [] : field.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part));
}

/**
 * Which of the things that exist an entry of the file means: the one with its id, or the one with its name. Undefined
 * where there is none yet; `refused` where the file does not say.
 */
export function createMatching<Stored extends { readonly id: string; readonly name: string }>(
  walk: Walk,
  what: string,
  stored: readonly Stored[],
) {
  const used = new Set<string>();
  return (
    entry: { readonly id?: string | undefined; readonly name: string },
    path: Path,
  ): Stored | 'refused' | undefined => {
    const refuse = (field: string, message: string) => {
      walk.blame([...path, field], message);
      return 'refused' as const;
    };
    const id = entry.id?.toLowerCase();
    const found = stored.filter((each) => (id === undefined ? each.name === entry.name.trim() : each.id === id));
    if (id !== undefined && found.length === 0) {
      return refuse('id', `There is no ${what} with this id here. Leave the id out to make a new one.`);
    }
    if (found.length > 1) return refuse('name', `There are several of this name. Write the id of the ${what}.`);
    const key = found[0]?.id ?? entry.name.trim();
    if (used.has(key)) return refuse('name', `This ${what} is written twice.`);
    used.add(key);
    return found[0];
  };
}
