import { mayCall } from '@atrium/contract/access';
import type { BodyOf, ReplyOf } from '@atrium/contract/endpoint';
import { type importEstate, maxEstateBytes, type previewEstate } from '@atrium/contract/estate-files';
import { listSpaces } from '@atrium/contract/spaces';
import { createHash } from 'node:crypto';
import { doneBy, recordAudit, recordAudits } from '../../audit/audit.ts';
import { createFairShares, type Load, type WorkAccounts } from '../../fair-shares.ts';
import { invalidField, Refusal } from '../../refusal.ts';
import { estateVersion } from '../../registry/directory/store.ts';
import type { Change, Changes } from '../../estate/changes.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import { createDryRun } from '../../estate/dry-run-store.ts';
import type { Scope } from '../../scope.ts';
import { loadDashboards } from './dashboard-store.ts';
import { importEstate as importFile } from './import-estate.ts';
import { lineOf, type ReadEstate, type ReadFile } from './reading.ts';
import { splitEstate } from './splitting.ts';
import { loadEstate, organizationName } from './store.ts';
import { estateTexts } from './texts.ts';
import { startImportRun } from './import-run.ts';
import type { WritersIn } from './writers.ts';
import { headOf, writeEstate } from './writing.ts';

/** For the comments at the beginning of a file. */
const maxHeadBytes = 2_000;

type Preview = ReplyOf<typeof previewEstate>;

/** An estate as one file that people can read and edit. */
export interface EstateFiles {
  /**
   * In pieces. Refuses to write more than one file that can be imported, unless one of several is asked for. Stops when the
   * caller disconnects.
   */
  write(scope: Scope, options: WriteOptions, signal: AbortSignal): Promise<readonly string[]>;
  /** Previews an import: its changes and its problems. Stops when the caller disconnects. */
  preview(scope: Scope, body: BodyOf<typeof previewEstate>, signal: AbortSignal): Promise<Preview>;
  /** Imports everything or nothing; nothing if the caller disconnects before the end. */
  take(scope: Scope, body: BodyOf<typeof importEstate>, signal: AbortSignal): Promise<ReplyOf<typeof importEstate>>;
  /** Files that are being read or written, and those that wait. */
  load(): Load;
}

interface WriteOptions {
  readonly ids: boolean;
  readonly dashboards: boolean;
  /** Of several, counted from 1. */
  readonly file: number | undefined;
}

interface Dependencies {
  readonly registry: Registry;
  readonly accounts: WorkAccounts;
  readonly changes: Changes;
  readonly clock: () => Date;
  readonly writersIn: WritersIn;
  readonly readEstate: ReadEstate;
}

export function createEstateFiles(dependencies: Dependencies): EstateFiles {
  const { registry, accounts, changes, clock, writersIn, readEstate } = dependencies;
  const dryRun = createDryRun(registry, clock);
  /** One file of an organization at a time, from parsing to the end of its transaction. */
  const inTurn = createFairShares({
    atOnce: 4,
    perKey: 1,
    waitingPerKey: 4,
    waiting: 32,
    message: estateTexts.tooManyFiles,
    work: accounts,
  });

  const read = async (scope: Scope, text: string, signal: AbortSignal) => {
    const file = await readEstate(text, scope.orgId, signal);
    signal.throwIfAborted();
    return file;
  };

  /**
   * Creates and changes what the file says, and returns the result with the audit entries that are still to be written.
   */
  const run = async (change: Change, scope: Scope, file: ReadFile, signal: AbortSignal) => {
    const { tx, now } = change;
    const stored = await unbroken(tx, scope.orgId, () => loadEstate(tx, scope.orgId, now));
    const walk = startImportRun(
      change,
      (path) => lineOf(file.lines, path),
      () => signal.throwIfAborted(),
    );
    // Thousands of audit entries are written in one batch, and those of a preview not at all.
    const entries: Parameters<typeof change.record>[0][] = [];
    const quiet = { ...change, record: async (entry: (typeof entries)[number]) => void entries.push(entry) };
    const importing = { walk, change: quiet, scope, writers: writersIn(quiet) };
    await importFile(importing, file.estate, stored, await organizationName(tx, scope.orgId));
    const outcome = walk.outcome();
    return { entries, found: { ...outcome, seen: digestOf(outcome.changes) } };
  };

  /** Applies everything, or nothing if there is a problem or the estate changed since the preview. */
  const keep = async (scope: Scope, file: ReadFile, seen: string | undefined, signal: AbortSignal) => {
    try {
      return await changes(scope, async (change) => {
        const { tx, now } = change;
        const { entries, found } = await run(change, scope, file, signal);
        const isSeen = seen === undefined || seen === found.seen;
        if (found.problems.length > 0 || !isSeen) throw new NotKept(found);
        signal.throwIfAborted();
        const detail = { changes: found.changes.length, unchanged: found.unchanged };
        entries.push({ action: 'estate-imported', entityType: 'organization', entityId: scope.orgId, detail });
        await recordAudits(
          tx,
          entries.map((entry) => ({ ...doneBy(scope), ...entry, orgId: scope.orgId, at: now })),
        );
        return found;
      });
    } catch (error) {
      if (error instanceof NotKept) return error.outcome;
      throw error;
    }
  };

  const written = async (scope: Scope, options: WriteOptions, signal: AbortSignal) => {
    const at = clock();
    const { estate, organization, dashboards } = await registry.tenant(scope, async (tx) => {
      await recordAudit(tx, {
        ...doneBy(scope),
        orgId: scope.orgId,
        at,
        action: 'estate-exported',
        entityType: 'organization',
        entityId: scope.orgId,
      });
      return {
        estate: await loadEstate(tx, scope.orgId, at),
        organization: await organizationName(tx, scope.orgId),
        dashboards: options.dashboards ? await loadDashboards(tx, scope) : undefined,
      };
    });
    const shown = mayCall(listSpaces, scope)
      ? estate.locations
      : estate.locations.map((each) => ({ ...each, spaces: [] }));
    const writing = { orgId: scope.orgId, organization, at, ids: options.ids, dashboards };
    const { file = 1 } = options;
    const maxBytes = maxEstateBytes - maxHeadBytes;
    const { texts, files } = await splitEstate(writeEstate({ ...estate, locations: shown }, writing), {
      file,
      maxBytes,
      signal,
    });
    if (options.file === undefined && files > 1)
      throw new Refusal('conflict', estateTexts.severalFiles(files), { extra: { files } });
    if (file > files) throw invalidField('file', estateTexts.noFile(files));
    return [headOf(writing, file, files), ...texts];
  };

  return {
    write: (scope, options, signal) => inTurn.run(scope.orgId, () => written(scope, options, signal), signal),

    /** An import that is rolled back: it follows the same rules in the same order. */
    preview: (scope, { text }, signal) =>
      inTurn.run(
        scope.orgId,
        async () => {
          const file = await read(scope, text, signal);
          if (Array.isArray(file)) return { ...nothing, problems: file };
          const { found } = await dryRun(scope, (change) => run(change, scope, file, signal), signal);
          return found;
        },
        signal,
      ),

    take: (scope, { text, seen }, signal) =>
      inTurn.run(
        scope.orgId,
        async () => {
          const file = await read(scope, text, signal);
          const found = Array.isArray(file) ? { ...nothing, problems: file } : await keep(scope, file, seen, signal);
          const { problems, ...outcome } = found;
          const details = problems.map(({ line, path, message }) => ({
            path: path === '' ? `line ${line}` : `line ${line}: ${path}`,
            message,
          }));
          const [first] = problems;
          if (first) throw new Refusal('invalid', `Line ${first.line}: ${first.message}`, { details });
          if (seen !== undefined && seen !== outcome.seen) throw new Refusal('stale', estateTexts.stale);
          return { changes: outcome.changes, unchanged: outcome.unchanged };
        },
        signal,
      ),

    load: () => inTurn.load(),
  };
}

/** A preview blocks nobody, so the estate may change between two statements: then it is reread. */
async function unbroken<T>(tx: Transaction, orgId: string, load: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const version = await estateVersion(tx, orgId);
    const loaded = await load();
    // An import compares its changes with the preview, so a slightly outdated preview does no harm.
    if (attempt === 3 || version === (await estateVersion(tx, orgId))) return loaded;
  }
}

const nothing: Preview = { changes: [], unchanged: 0, problems: [], seen: '' };

function digestOf(changes: Preview['changes']): string {
  return createHash('sha256').update(JSON.stringify(changes)).digest('base64url');
}

/** Ends the transaction of an import without keeping anything. */
class NotKept extends Error {
  readonly outcome: Preview;

  constructor(outcome: Preview) {
    super('Nothing is kept.');
    this.outcome = outcome;
  }
}
