import { writeFile } from 'node:fs/promises';
import { Refusal, TooLarge } from '../../refusal.ts';
import type { Reach } from '../points.ts';
import { isTooLong, isUnfinishedName, processingName, readProcessingName, stampedAt, stampOf } from './places.ts';
import type { Shelf } from './shelf.ts';

/** What became of a file that was handed over. `messages` say what is wrong with it or with rows of it. */
export interface ImportOutcome {
  readonly importId: string;
  readonly state: 'pending' | 'done' | 'failed';
  readonly messages: readonly string[];
}

/** Imports, as far as files that arrive by SFTP need them. */
export interface FileImports {
  /**
   * Resolves when the file is durably taken; taken again under the same `delivery`, it is the same import. Rejects with a
   * `Refusal` when it cannot be taken now.
   */
  receive(file: { orgId: string; fileName: string; path: string; delivery: string }): Promise<ImportOutcome>;
  outcome(orgId: string, importId: string): Promise<ImportOutcome>;
  /** Records a file that arrived only in part. */
  noteCutOff(orgId: string, fileName: string): Promise<void>;
}

export interface PickupOptions {
  readonly orgId: string;
  readonly shelf: Shelf;
  readonly imports: FileImports;
  readonly clock: () => Date;
  /** Names that a client has finished, though they may be only milliseconds old. */
  readonly finished: Set<string>;
  /** A file that nobody finished here was put there by someone else; it counts as complete when unchanged for so long. */
  readonly settledMs?: number | undefined;
  readonly reach?: Reach | undefined;
}

const defaultSettledMs = 10_000;

const keptMs = 14 * 24 * 60 * 60 * 1000;
/** Of the files that were imported, the newest stay, with their notes. */
const [keptFiles, keptBytes] = [1_000, 1024 ** 3];
const maxListed = 100;

/**
 * Takes the files of an organization one step further: from `incoming` to `processing`, to the imports, and when those
 * have read them to `done` or `failed`. Each step is one rename, so that a process that ends anywhere goes on here.
 */
export async function pickUp(options: PickupOptions): Promise<void> {
  const { shelf, clock, finished, settledMs = defaultSettledMs } = options;
  const now = clock();
  const known = [...finished];
  const listed = await shelf.list('incoming');
  // Finished, and renamed or deleted since.
  for (const name of known) if (!listed.some((entry) => entry.name === name)) finished.delete(name);
  const arrived = listed
    // Someone else may have put a file there, under any name.
    .filter(({ name }) => !isUnfinishedName(name) && !isTooLong(name))
    .filter(({ name, modifiedAt }) => finished.has(name) || Date.now() - modifiedAt.getTime() >= settledMs)
    .toSorted((a, b) => a.modifiedAt.getTime() - b.modifiedAt.getTime());
  let mark = Math.max(now.getTime(), (await newestMark(shelf)) + 1);
  for (const { name } of arrived) {
    finished.delete(name);
    await shelf.move('incoming', name, 'processing', processingName(stampOf(new Date(mark)), name));
    mark += 1;
    await options.reach?.('pickup.after-move');
  }
  for (const { name } of await shelf.list('processing')) {
    try {
      await advance(options, name);
    } catch (error) {
      // Later files wait for earlier ones: a later one replaces what an earlier one says.
      if (error instanceof Refusal && !(error instanceof TooLarge)) return;
      throw error;
    }
  }
  await forget(shelf);
}

async function advance({ orgId, shelf, imports, clock, reach }: PickupOptions, text: string): Promise<void> {
  const known = readProcessingName(text) ?? { mark: '', name: text, isHandedOver: false };
  const { mark, name } = known;
  let current = text;
  const settle = async ({ state, messages }: ImportOutcome) => {
    if (state === 'pending') return;
    const stamped = `${stampOf(clock())}-${name}`;
    if (messages.length > 0) {
      const note = `${stamped}.error.txt`;
      const lines = `${messages.slice(0, maxListed).join('\n')}\n`;
      await writeFile(shelf.path(state, note), lines, { mode: 0o600 }).catch(async (error: unknown) => {
        // The next attempt writes it under another name.
        await shelf.remove(state, note);
        throw error;
      });
    }
    await shelf.move('processing', current, state, stamped);
  };
  if (known.isHandedOver) return settle(await imports.outcome(orgId, mark));
  const outcome = await imports
    .receive({ orgId, fileName: name, path: shelf.path('processing', text), delivery: text })
    .catch((error: unknown): ImportOutcome => {
      if (!(error instanceof TooLarge)) throw error;
      return { importId: '', state: 'failed', messages: [error.message] };
    });
  await reach?.('pickup.after-receive');
  if (outcome.importId !== '') {
    current = processingName(outcome.importId, name);
    await shelf.move('processing', text, 'processing', current);
  }
  return settle(outcome);
}

/** Marks grow in the order of arrival, so that files are handed over in that order. */
async function newestMark(shelf: Shelf): Promise<number> {
  const marks = (await shelf.list('processing')).map(({ name }) => stampedAt(readProcessingName(name)?.mark ?? ''));
  return Math.max(0, ...marks);
}

/** By age, number and size: what was imported must not keep the next file out. */
async function forget(shelf: Shelf): Promise<void> {
  for (const folder of ['done', 'failed'] as const) {
    const newestFirst = (await shelf.list(folder)).toSorted((a, b) => b.changedAt.getTime() - a.changedAt.getTime());
    let sum = 0;
    for (const [i, { name, bytes, changedAt }] of newestFirst.entries()) {
      sum += bytes;
      const isOld = Date.now() - changedAt.getTime() > keptMs;
      if (isOld || i >= keptFiles || sum > keptBytes) await shelf.remove(folder, name);
    }
  }
}
