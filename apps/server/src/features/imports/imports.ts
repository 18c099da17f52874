import type { ImportStatus, listImports } from '@atrium/contract/imports';
import type { QueryOf } from '@atrium/contract/endpoint';
import { cleanFileName } from '@atrium/rules/attachment';
import type { CountColumns } from '@atrium/rules/import-counts';
import {
  importTexts,
  importTypeOf,
  maximumImportBytes,
  maxImportStorage,
  maxWaitingImports,
} from '@atrium/rules/import-file';
import { hash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { recordAudit, doneBy } from '../../audit/audit.ts';
import type { Files, Received } from '../../files/files.ts';
import { notFound, Refusal, Undecided } from '../../refusal.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import { type AnyScope, isStaff, type Scope } from '../../scope.ts';
import {
  addImport,
  announceWaiting,
  findImport,
  importPage,
  loadOf,
  requestUndo,
  sameFile,
  takeTurn,
  toReply,
} from './store.ts';

/** A file that arrived, at whichever door. */
export interface ArrivedFile {
  readonly orgId: string;
  /** As the sender calls it: its beginning says what it holds. */
  readonly fileName: string;
  /** Its content, or where it is on disk; a file at a path stays there. */
  readonly content: { readonly path: string } | { readonly stream: AsyncIterable<Uint8Array> };
  readonly source: 'sftp' | 'upload' | 'api';
  /** Absent where no person sent it. */
  readonly userId?: string | null;
  readonly actingStaffId?: string | null;
  /**
   * Names this delivery of the file. Handed over again under the same name, because a process ended in between, it is the same
   * import and not a second one.
   */
  readonly delivery?: string | undefined;
  /** Of a count history; by default the names of the template. */
  readonly columns?: CountColumns | undefined;
}

export interface Imports {
  /**
   * The one way in for a finished file: the upload uses it, and the SFTP server hands over each file that its client has closed:
   *
   *     await imports.receive({ orgId, fileName: 'pos-2026-11.csv', content: { path }, source: 'sftp' });
   *
   * When it resolves, the file is durably kept and queued, or its status says why not (unknown type, empty, sent before): the
   * sender's copy may be deleted. It rejects with a `Refusal` when the file could not be taken at all (`unavailable`: the disk
   * is nearly full; `too_many`: too many files wait; `conflict`: no storage left; `TooLarge`): keep the copy and try again later.
   */
  receive(file: ArrivedFile): Promise<ImportStatus>;
  /** Stores the content of a file before it is clear whether it may be kept. */
  store(stream: AsyncIterable<Uint8Array>): Promise<Received>;
  /** Queues a stored file, or says in its status why not. */
  keep(received: Received, file: Omit<ArrivedFile, 'content'>): Promise<ImportStatus>;
  /** The same in the caller's transaction; of a file that is not queued the content stays. */
  queue(tx: Transaction, received: Received, file: Omit<ArrivedFile, 'content'>): Promise<ImportStatus>;
  discard(received: Received): Promise<void>;
  /** Records a file that arrived only in part. */
  noteCutOff(file: Omit<ArrivedFile, 'content'>): Promise<void>;
  /** Throws when no file can be taken. */
  refuseIfFull(orgId: string): Promise<void>;
  list(scope: AnyScope, query: QueryOf<typeof listImports>): Promise<{ rows: ImportStatus[]; total: number }>;
  find(scope: Scope, id: string): Promise<ImportStatus>;
  /** The same where no person asks. */
  statusOf(orgId: string, id: string): Promise<ImportStatus>;
  undo(scope: Scope, id: string): Promise<ImportStatus>;
}

interface Dependencies {
  readonly registry: Registry;
  readonly files: Files;
  readonly clock: () => Date;
  /** Whether there is room on the disk. */
  readonly isOpen: () => boolean;
  /** Overrides of the default limits. */
  readonly limits?: Partial<ImportLimits> | undefined;
}

/** What an organization may have before more is refused. */
export interface ImportLimits {
  /** Files that wait. */
  readonly waiting: number;
  /** Bytes of files that are kept for undo. */
  readonly storage: number;
}

export function createImports({ registry, files, clock, isOpen, limits }: Dependencies): Imports {
  const most = { waiting: maxWaitingImports, storage: maxImportStorage, ...limits };
  const refuseIfFull = async (orgId: string) => {
    if (!isOpen()) throw new Refusal('unavailable', 'The server has no disk space for files right now.');
    const { waiting, bytes } = await registry.tenant({ orgId }, (tx) => loadOf(tx, orgId));
    if (waiting >= most.waiting) throw new Refusal('too_many', importTexts.tooMany, { extra: { retryAfter: 60 } });
    if (bytes >= most.storage) throw new Refusal('conflict', importTexts.full);
  };

  const store: Imports['store'] = (stream) => files.receive(stream, maximumImportBytes);

  const record = (tx: Transaction, file: Omit<ArrivedFile, 'content'>, id: string, detail: Record<string, unknown>) =>
    recordAudit(tx, {
      orgId: file.orgId,
      userId: file.userId ?? null,
      actingStaffId: file.actingStaffId ?? null,
      at: clock(),
      action: 'file-imported',
      entityType: 'import',
      entityId: id,
      detail,
    });

  const queue = async (tx: Transaction, received: Received, file: Omit<ArrivedFile, 'content'>) => {
    const name = cleanFileName(file.fileName) || 'unnamed';
    const { orgId, source, userId = null, columns } = file;
    await takeTurn(tx, orgId);
    const { sha256, bytes } = received;
    const importStatusId = file.delivery === undefined ? randomUUID() : importIdOf(orgId, file.delivery, sha256);
    const known = await findImport(tx, orgId, importStatusId);
    if (known) return known;
    const type = importTypeOf(name) ?? null;
    const shared = { importStatusId, orgId, fileName: name, sha256, bytes, type, source, userId, createdAt: clock() };
    const problem = await problemOf(tx, orgId, received, type);
    if (problem !== undefined) {
      const messages = [{ line: 0, column: '', message: problem }];
      return addImport(tx, { ...shared, status: 'failed', messages, finishedAt: clock() });
    }
    const stored = { orgId, originalName: name, contentType: 'text/csv; charset=utf-8', createdBy: userId };
    await files.keep(tx, received, stored);
    const waiting = { status: 'pending', task: 'read', fileId: received.fileId, columns: columns ?? null } as const;
    const row = await addImport(tx, { ...shared, ...waiting });
    await record(tx, file, row.importStatusId, { name, source });
    await announceWaiting(tx);
    return row;
  };

  const keep: Imports['keep'] = async (received, file) => {
    const kept = await registry.tenant({ orgId: file.orgId }, (tx) => queue(tx, received, file));
    if (kept.fileId !== received.fileId) await files.discard(received);
    return toReply(kept);
  };

  return {
    refuseIfFull,
    store,
    keep,
    queue: async (tx, received, file) => toReply(await queue(tx, received, file)),
    discard: (received) => files.discard(received),

    async receive({ content, ...file }) {
      await refuseIfFull(file.orgId);
      const received = await store('path' in content ? createReadStream(content.path) : content.stream);
      try {
        return await keep(received, file);
      } catch (error) {
        if (!(error instanceof Undecided)) await files.discard(received);
        throw error;
      }
    },

    async noteCutOff({ orgId, fileName, source, userId = null }) {
      const name = cleanFileName(fileName) || 'unnamed';
      const messages = [{ line: 0, column: '', message: cutOff }];
      const now = clock();
      const shared = { orgId, fileName: name, sha256: '', bytes: 0, type: importTypeOf(name) ?? null, source, userId };
      await registry.tenant({ orgId }, (tx) =>
        addImport(tx, { ...shared, status: 'failed', messages, createdAt: now, finishedAt: now }),
      );
    },

    async list(scope, query) {
      const { rows, total } = await registry.within(scope, (tx) => importPage(tx, scope, query));
      return {
        rows: rows.map(({ row, organization }) => toReply(row, isStaff(scope) ? organization : undefined)),
        total,
      };
    },

    find: (scope, id) => registry.tenant(scope, async (tx) => toReply(await existing(tx, scope.orgId, id))),

    statusOf: (orgId, id) => registry.tenant({ orgId }, async (tx) => toReply(await existing(tx, orgId, id))),

    undo: (scope, id) =>
      registry.tenant(scope, async (tx) => {
        const { orgId } = scope;
        await takeTurn(tx, orgId);
        const row = await existing(tx, orgId, id);
        if (row.task === 'undo') return toReply(row);
        if (row.status === 'undone') throw new Refusal('conflict', 'This import was already undone.');
        if (row.status === 'failed' && row.rowCount === row.errorCount) {
          throw new Refusal('conflict', 'This import brought nothing, so there is nothing to undo.');
        }
        const undoing = await requestUndo(tx, row.importStatusId);
        await recordAudit(tx, {
          ...doneBy(scope),
          orgId,
          at: clock(),
          action: 'import-undone',
          entityType: 'import',
          entityId: row.importStatusId,
          detail: { name: row.fileName },
        });
        await announceWaiting(tx);
        return toReply(undoing ?? row);
      }),
  };
}

const cutOff = 'The upload was cut off before the file was complete. Send it again.';

function importIdOf(orgId: string, delivery: string, sha256: string): string {
  const digits = hash('sha256', JSON.stringify([orgId, delivery, sha256]));
  // The form of a random id: version 4, variant 8.
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
}

/** Why a file cannot be imported, as far as that shows without reading it. */
async function problemOf(tx: Transaction, orgId: string, received: Received, type: string | null) {
  if (type === null) return importTexts.unknownType;
  if (received.bytes === 0) return importTexts.empty;
  const same = await sameFile(tx, orgId, received.sha256);
  if (!same) return undefined;
  const day = same.createdAt.toISOString().slice(0, 10);
  return `The same file was already imported on ${day} as ${same.fileName}. Undo that import to import it again.`;
}

async function existing(tx: Transaction, orgId: string, id: string) {
  const row = await findImport(tx, orgId, id);
  if (!row) throw notFound('The import');
  return row;
}
