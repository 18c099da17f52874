import type { BodyOf, ReplyOf } from '@atrium/contract/endpoint';
import type { importEstate, previewEstate } from '@atrium/contract/estate-files';
import { createHash } from 'node:crypto';
import { doneBy, recordAudits } from '../../audit/audit.ts';
import { Refusal } from '../../refusal.ts';
import type { Changes } from '../../registry/estate-changes.ts';
import type { Registry } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import { importEstate as importFile, seesSpaces } from './import-estate.ts';
import { lineOf, type ReadEstate } from './reading.ts';
import { loadEstate, organizationName } from './store.ts';
import { estateTexts } from './texts.ts';
import { beginWalk } from './walk.ts';
import type { WritersIn } from './writers.ts';
import { writeEstate } from './writing.ts';

type Preview = ReplyOf<typeof previewEstate>;

/** An estate as one file that people read and edit. */
export interface EstateFiles {
  /** Piece by piece. */
  write(scope: Scope, ids: boolean): Promise<AsyncIterable<string>>;
  /** What an import would do, and what stands against it. Whoever has gone away waits for nothing. */
  preview(scope: Scope, body: BodyOf<typeof previewEstate>, signal: AbortSignal): Promise<Preview>;
  /** All of it, or nothing. */
  take(scope: Scope, body: BodyOf<typeof importEstate>): Promise<ReplyOf<typeof importEstate>>;
}

interface Surroundings {
  readonly registry: Registry;
  readonly changes: Changes;
  readonly clock: () => Date;
  readonly writersIn: WritersIn;
  readonly readEstate: ReadEstate;
}

export function createEstateFiles({ registry, changes, clock, writersIn, readEstate }: Surroundings): EstateFiles {
  /** A preview is an import that is not kept: it meets the same rules in the same order. */
  const run = async (
    scope: Scope,
    text: string,
    isKept: (found: Preview) => boolean,
    signal?: AbortSignal,
  ): Promise<Preview> => {
    const file = await readEstate(text, scope.orgId);
    if (Array.isArray(file)) return { ...nothing, problems: file };
    const goOn = () => {
      if (signal?.aborted) throw new NotKept(nothing);
    };
    try {
      return await changes(scope, async (change) => {
        const { tx, now } = change;
        const stored = await loadEstate(tx, scope.orgId, now);
        const walk = beginWalk(change, (path) => lineOf(file.lines, path), goOn);
        // Thousands of deeds are written at once, and those of a preview not at all.
        const deeds: Parameters<typeof change.record>[0][] = [];
        const quiet = { ...change, record: async (deed: (typeof deeds)[number]) => void deeds.push(deed) };
        const importing = { walk, change: quiet, scope, writers: writersIn(quiet) };
        await importFile(importing, file.estate, stored, await organizationName(tx, scope.orgId));
        const outcome = walk.outcome();
        const found = { ...outcome, seen: digestOf(outcome.changes) };
        if (found.problems.length > 0 || !isKept(found)) throw new NotKept(found);
        const detail = { changes: found.changes.length, unchanged: found.unchanged };
        deeds.push({ action: 'estate-imported', entityType: 'organization', entityId: scope.orgId, detail });
        await recordAudits(
          tx,
          deeds.map((deed) => ({ ...doneBy(scope), ...deed, orgId: scope.orgId, at: now })),
        );
        return found;
      });
    } catch (error) {
      if (error instanceof NotKept) return error.outcome;
      throw error;
    }
  };

  return {
    async write(scope, ids) {
      const at = clock();
      const { estate, organization } = await registry.tenant(scope, async (tx) => ({
        estate: await loadEstate(tx, scope.orgId, at),
        organization: await organizationName(tx, scope.orgId),
      }));
      const shown = seesSpaces(scope) ? estate.locations : estate.locations.map((each) => ({ ...each, spaces: [] }));
      return writeEstate({ ...estate, locations: shown }, { orgId: scope.orgId, organization, at, ids });
    },

    preview: (scope, { text }, signal) => run(scope, text, () => false, signal),

    async take(scope, { text, seen }) {
      const isSeen = (found: Preview) => seen === undefined || seen === found.seen;
      const { problems, ...outcome } = await run(scope, text, isSeen);
      const details = problems.map(({ line, path, message }) => ({
        path: path === '' ? `line ${line}` : `line ${line}: ${path}`,
        message,
      }));
      const [first] = problems;
      if (first) throw new Refusal('invalid', `Line ${first.line}: ${first.message}`, { details });
      if (seen !== undefined && seen !== outcome.seen) throw new Refusal('stale', estateTexts.stale);
      return { changes: outcome.changes, unchanged: outcome.unchanged };
    },
  };
}

const nothing: Preview = { changes: [], unchanged: 0, problems: [], seen: '' };

function digestOf(changes: Preview['changes']): string {
  return createHash('sha256').update(JSON.stringify(changes)).digest('base64url');
}

/** Ends the transaction without keeping anything. */
class NotKept extends Error {
  readonly outcome: Preview;

  constructor(outcome: Preview) {
    super('Nothing is kept.');
    this.outcome = outcome;
  }
}
