import type { Attachment } from '@atrium/contract/attachment';
import type { AttachableType } from '@atrium/rules/attachable';
import {
  attachmentProblems,
  attachmentTexts,
  cleanFileName,
  cleanNotes,
  type FileKind,
  fileKind,
  fileProblem,
  maximumFileBytes,
  maxFiles,
} from '@atrium/rules/attachment';
import { doneBy, recordAudit } from '../../audit/audit.ts';
import { contentProblem } from '../../files/content.ts';
import type { Files, Received } from '../../files/files.ts';
import { createFairShares } from '../../fair-shares.ts';
import type { FormPart } from '../../http/call.ts';
import { invalidField, notFound, Refusal, refuseProblems, Undecided } from '../../refusal.ts';
import { findEntity } from '../../registry/directory/entity-lookup.ts';
import type { Registry, Transaction } from '../../registry/registry.ts';
import type { Scope } from '../../scope.ts';
import {
  type AttachedFile,
  attach,
  describeFile,
  detach,
  filesOf,
  findFile,
  forgetDetached,
  newestSensorImage,
  type Owner,
} from './store.ts';

/** The owner of a file, as named in a call. */
export type Named = { readonly entityId: string } & (
  | { readonly entityType: AttachableType; readonly check?: undefined }
  | {
      /** Takes only images. */
      readonly entityType: 'dashboard';
      /** Finds the owner, and throws for callers who may not do this. */
      readonly check: (tx: Transaction) => Promise<{ readonly name: string }>;
    }
);

export interface Attachments {
  list(scope: Scope, owner: Named): Promise<Attachment[]>;
  /** All of the files, or none. */
  upload(scope: Scope, owner: Named, parts: AsyncIterable<FormPart>): Promise<Attachment[]>;
  find(scope: Scope, owner: Named, id: string): Promise<AttachedFile>;
  update(
    scope: Scope,
    owner: Named,
    id: string,
    changes: { originalName?: string | null | undefined; notes?: string | null | undefined },
  ): Promise<Attachment>;
  remove(scope: Scope, owner: Named, id: string): Promise<void>;
  /** The newest image of a sensor. */
  sensorImage(scope: Scope, sensorId: string): Promise<AttachedFile>;
  /** Deletes files that were removed a month ago, and unknown ones; call it regularly. */
  purge(): Promise<void>;
}

const maxBytes = 5 * 1024 ** 3;
const monthMs = 30 * 24 * 60 * 60 * 1000;

interface Incoming {
  readonly name: string;
  readonly kind: FileKind;
  readonly received: Received;
}

export function createAttachments({
  registry,
  files,
  clock,
}: {
  registry: Registry;
  files: Files;
  clock: () => Date;
}): Attachments {
  /** Images are read completely to check them, so never more than one at a time; organizations take turns. */
  const oneAtATime = createFairShares({
    atOnce: 1,
    perKey: 1,
    waitingPerKey: 16,
    waiting: 200,
    message: 'Too many files are being uploaded. Try again in a moment.',
  });

  const on = <T>(scope: Scope, named: Named, work: (tx: Transaction, owner: Owner, record: Recorder) => Promise<T>) =>
    registry.tenant(scope, async (tx) => {
      const owner = { orgId: scope.orgId, entityType: named.entityType, entityId: named.entityId.toLowerCase() };
      const entityType = named.entityType === 'org' ? 'organization' : named.entityType;
      const entity = named.check
        ? await named.check(tx)
        : await findEntity(tx, scope, clock(), named.entityType, owner.entityId);
      if (!entity) throw notFound(`The ${entityType}`);
      const { orgId, entityId } = owner;
      const record: Recorder = (event, file) =>
        recordAudit(tx, {
          ...doneBy(scope),
          orgId,
          at: clock(),
          action: `attachment-${event}`,
          entityType,
          entityId,
          detail: { name: entity.name, file },
        });
      return work(tx, owner, record);
    });

  async function receive(
    { orgId, onlyImages }: Receiving,
    name: string,
    content: AsyncIterable<Uint8Array>,
  ): Promise<Incoming> {
    const kind = fileKind(name);
    const problem = onlyImages && kind?.isImage === false ? attachmentTexts.image : fileProblem({ name });
    if (problem !== undefined || !kind) throw refused(name, problem ?? attachmentTexts.kind);
    const received = await files.receive(content, maximumFileBytes);
    try {
      if (received.bytes === 0) throw refused(name, attachmentTexts.empty);
      const wrong = await oneAtATime.run(orgId, async () =>
        contentProblem(kind.content, await files.read(received.fileId)),
      );
      if (wrong !== undefined) throw invalidField('file', `${name} ${wrong}`);
      return { name, kind, received };
    } catch (error) {
      await files.discard(received);
      throw error;
    }
  }

  async function receiveAll(
    receiving: Receiving,
    parts: AsyncIterable<FormPart>,
    incoming: Incoming[],
  ): Promise<string[]> {
    const notes: string[] = [];
    for await (const part of parts) {
      if (part.kind === 'file') {
        if (incoming.length === maxFiles) throw invalidField('file', attachmentTexts.tooMany);
        incoming.push(await receive(receiving, cleanFileName(part.name), part.content));
      } else if (part.field === 'notes') notes.push(cleanNotes(part.text));
      else throw invalidField(part.field, 'is not a field of this form');
    }
    if (incoming.length === 0) throw invalidField('file', attachmentTexts.none);
    incoming.forEach(({ name }, index) =>
      refuseProblems(attachmentProblems({ originalName: name }, { originalName: name, notes: notes[index] ?? '' })),
    );
    return notes;
  }

  return {
    list: (scope, named) =>
      on(scope, named, async (tx, owner) => (await filesOf(tx, owner)).map((file) => shown(owner, file))),

    async upload(scope, named, parts) {
      // Refuses before the upload if the owner does not exist or there is no space left.
      await on(scope, named, (tx) => refuseFull(tx, scope.orgId, 0));
      const incoming: Incoming[] = [];
      try {
        const receiving = { orgId: scope.orgId, onlyImages: named.entityType === 'dashboard' };
        const notes = await receiveAll(receiving, parts, incoming);
        return await on(scope, named, async (tx, owner, record) => {
          await refuseFull(
            tx,
            scope.orgId,
            incoming.reduce((sum, { received }) => sum + received.bytes, 0),
          );
          const ids: string[] = [];
          for (const [index, { name, kind, received }] of incoming.entries()) {
            const { contentType, isImage } = kind;
            await files.keep(tx, received, {
              orgId: scope.orgId,
              originalName: name,
              contentType,
              createdBy: scope.userId,
            });
            const attached = { fileId: received.fileId, isImage, createdBy: scope.userId };
            ids.push(await attach(tx, owner, { ...attached, notes: notes[index] ?? cleanNotes('') }, clock()));
            await record('added', name);
          }
          const all = await filesOf(tx, owner);
          return ids.flatMap((id) => all.filter((file) => file.id === id)).map((file) => shown(owner, file));
        });
      } catch (error) {
        if (!(error instanceof Undecided)) await Promise.all(incoming.map(({ received }) => files.discard(received)));
        throw error;
      }
    },

    find: (scope, named, id) => on(scope, named, (tx, owner) => existing(tx, owner, id)),

    update: (scope, named, id, changes) =>
      on(scope, named, async (tx, owner, record) => {
        const before = await existing(tx, owner, id);
        const after = {
          originalName:
            changes.originalName === undefined ? before.originalName : cleanFileName(changes.originalName ?? ''),
          notes: changes.notes === undefined ? before.notes : cleanNotes(changes.notes),
        };
        refuseProblems(attachmentProblems(before, after));
        await describeFile(tx, before, after);
        await record('changed', after.originalName);
        return shown(owner, { ...before, ...after });
      }),

    remove: (scope, named, id) =>
      on(scope, named, async (tx, owner, record) => {
        const file = await existing(tx, owner, id);
        await detach(tx, file, clock());
        await record('deleted', file.originalName);
      }),

    sensorImage: (scope, sensorId) =>
      on(scope, { entityType: 'sensor', entityId: sensorId }, async (tx, { entityId }) => {
        const found = await newestSensorImage(tx, scope.orgId, entityId);
        if (!found) throw notFound('An image of this sensor');
        return found;
      }),

    async purge() {
      const now = clock();
      await registry.system(async (tx) => {
        const unneeded = await forgetDetached(tx, new Date(now.getTime() - monthMs));
        for (const fileId of unneeded) await files.remove(tx, fileId);
      });
      await files.sweep(registry, now);
    },
  };

  async function refuseFull(tx: Transaction, orgId: string, more: number): Promise<void> {
    if ((await files.bytesOf(tx, orgId)) + more > maxBytes) {
      throw new Refusal('conflict', `An organization can store at most ${maxBytes / 1024 ** 3} GB of files.`);
    }
  }
}

interface Receiving {
  readonly orgId: string;
  readonly onlyImages: boolean;
}

type Recorder = (event: 'added' | 'changed' | 'deleted', file: string) => Promise<void>;

async function existing(tx: Transaction, owner: Owner, id: string): Promise<AttachedFile> {
  const found = await findFile(tx, owner, id);
  if (!found) throw notFound('The attachment');
  return found;
}

function refused(name: string, problem: string): Refusal {
  return invalidField('file', name === '' ? problem : `${name}: ${problem}`);
}

/** Staff name the organization in every call, so the address contains it. */
/** As returned by calls. */
export function shown({ orgId, entityType, entityId }: Owner, file: AttachedFile): Attachment {
  const { fileId: _, createdAt, ...rest } = file;
  const path = `/api/${entityType}/${entityId}/attachment/${file.id}`;
  return {
    ...rest,
    createdAt: createdAt.toISOString(),
    url: entityType === 'org' ? path : `${path}?orgId=${orgId}`,
  };
}
