import type { BodyOf, ReplyOf } from '@atrium/contract/endpoint';
import type { importEstate, previewEstate } from '@atrium/contract/estate-files';
import { Refusal } from '../../refusal.ts';
import type { Changes } from '../../registry/estate-changes.ts';
import type { Registry } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import { importEstateFile } from './import-places.ts';
import { readEstate } from './reading.ts';
import { loadEstate, organizationName } from './store.ts';
import { beginWalk } from './walk.ts';
import type { WritersIn } from './writers.ts';
import { writeEstate } from './writing.ts';

type Preview = ReplyOf<typeof previewEstate>;

/** An estate as one file that people read and edit. */
export interface EstateFiles {
  write(scope: Scope, ids: boolean): Promise<string>;
  /** What an import would do, and what stands against it. */
  preview(scope: Scope, body: BodyOf<typeof previewEstate>): Promise<Preview>;
  /** All of it, or nothing. */
  take(scope: Scope, body: BodyOf<typeof importEstate>): Promise<ReplyOf<typeof importEstate>>;
}

interface Surroundings {
  readonly registry: Registry;
  readonly changes: Changes;
  readonly clock: () => Date;
  readonly writersIn: WritersIn;
}

export function createEstateFiles({ registry, changes, clock, writersIn }: Surroundings): EstateFiles {
  /** A preview is an import that is not kept: it meets the same rules in the same order. */
  const run = async (scope: Scope, text: string, isWanted: boolean): Promise<Preview> => {
    const file = readEstate(text);
    if (Array.isArray(file)) return { changes: [], unchanged: 0, problems: file };
    try {
      return await changes(scope, async (change) => {
        const stored = await loadEstate(change.tx, scope.orgId, change.now);
        const walk = beginWalk(change, file.lineOf);
        await importEstateFile({ walk, change, scope, writers: writersIn(change) }, file.estate, stored);
        const outcome = { changes: walk.changes, unchanged: walk.unchanged, problems: walk.problems };
        if (!isWanted || outcome.problems.length > 0) throw new NotKept(outcome);
        const detail = { changes: outcome.changes.length, unchanged: outcome.unchanged };
        await change.record({ action: 'estate-imported', entityType: 'organization', entityId: scope.orgId, detail });
        return outcome;
      });
    } catch (error) {
      if (error instanceof NotKept) return error.outcome;
      throw error;
    }
  };

  return {
    write: (scope, ids) =>
      registry.tenant(scope, async (tx) => {
        const at = clock();
        const estate = await loadEstate(tx, scope.orgId, at);
        const seesSpaces = scope.capabilities.has('canViewOccupancy') || scope.capabilities.has('headroomEnabled');
        const locations = seesSpaces ? estate.locations : estate.locations.map((each) => ({ ...each, spaces: [] }));
        return writeEstate(
          { ...estate, locations },
          { organization: await organizationName(tx, scope.orgId), at, ids },
        );
      }),

    preview: (scope, { text }) => run(scope, text, false),

    async take(scope, { text }) {
      const { problems, ...outcome } = await run(scope, text, true);
      const details = problems.map(({ line, path, message }) => ({
        path: path === '' ? `line ${line}` : `line ${line}: ${path}`,
        message,
      }));
      const [first] = problems;
      if (first) throw new Refusal('invalid', `Line ${first.line}: ${first.message}`, { details });
      return outcome;
    },
  };
}

/** Ends the transaction without keeping anything. */
class NotKept extends Error {
  readonly outcome: Preview;

  constructor(outcome: Preview) {
    super('Nothing is kept.');
    this.outcome = outcome;
  }
}
