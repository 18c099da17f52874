import type { Attachment } from '@atrium/contract/attachment';
import { attachmentTexts, cleanFileName, defaultNotes, fileKind, maximumFileBytes } from '@atrium/rules/attachment';
import { contentProblem } from '../../files/content.ts';
import type { Files } from '../../files/files.ts';
import type { UserActor } from '../../http/actor.ts';
import type { FormPart } from '../../http/call.ts';
import { invalidField, notFound, Undecided } from '../../refusal.ts';
import type { Registry } from '../../registry/registry.ts';
import { findImage, imageAddress, saveTemplate, type TemplateImage } from './store.ts';
import { existingTemplate, lockedTemplate, recordTemplate } from './templates.ts';

export interface TemplateImages {
  /** In place of the image before it. */
  upload(actor: UserActor, templateId: string, parts: AsyncIterable<FormPart>): Promise<Attachment[]>;
  find(isForStaff: boolean, templateId: string, fileId: string): Promise<TemplateImage>;
  remove(actor: UserActor, templateId: string, fileId: string): Promise<void>;
}

interface Dependencies {
  readonly registry: Registry;
  readonly files: Files;
  readonly clock: () => Date;
}

export function createTemplateImages({ registry, files, clock }: Dependencies): TemplateImages {
  const receive = async (name: string, content: AsyncIterable<Uint8Array>) => {
    const kind = fileKind(name);
    if (!kind?.isImage) throw invalidField('file', attachmentTexts.image);
    const received = await files.receive(content, maximumFileBytes);
    try {
      if (received.bytes === 0) throw invalidField('file', attachmentTexts.empty);
      const wrong = contentProblem(kind.content, await files.read(received.fileId));
      if (wrong !== undefined) throw invalidField('file', `${name} ${wrong}`);
      return { name, kind, received };
    } catch (error) {
      await files.discard(received);
      throw error;
    }
  };

  /** The first file of a form is the image; a second one is refused. */
  const receiveOne = async (parts: AsyncIterable<FormPart>) => {
    let incoming: Awaited<ReturnType<typeof receive>> | undefined;
    try {
      for await (const part of parts) {
        if (part.kind !== 'file') continue;
        if (incoming) throw invalidField('file', 'A template has one image.');
        incoming = await receive(cleanFileName(part.name), part.content);
      }
    } catch (error) {
      if (incoming) await files.discard(incoming.received);
      throw error;
    }
    if (!incoming) throw invalidField('file', attachmentTexts.none);
    return incoming;
  };

  return {
    async upload(actor, templateId, parts) {
      await registry.system((tx) => existingTemplate(tx, true, templateId));
      const { name, kind, received } = await receiveOne(parts);
      try {
        return await registry.system(async (tx) => {
          const before = await lockedTemplate(tx, templateId);
          const { contentType } = kind;
          await files.keep(tx, received, { orgId: null, originalName: name, contentType, createdBy: actor.userId });
          const after = await saveTemplate(tx, before, { imageFileId: received.fileId }, clock());
          if (before.imageFileId !== null) await files.remove(tx, before.imageFileId);
          await recordTemplate(tx, actor, 'dashboard-template-changed', after, clock(), {
            changed: { image: ['', name] },
          });
          return [
            {
              id: received.fileId,
              originalName: name,
              url: imageAddress(after.dashboardTemplateId, received.fileId),
              notes: defaultNotes,
              bytes: received.bytes,
              contentType,
              isImage: true,
              createdAt: clock().toISOString(),
            },
          ];
        });
      } catch (error) {
        if (!(error instanceof Undecided)) await files.discard(received);
        throw error;
      }
    },

    find: (isForStaff, templateId, fileId) =>
      registry.system(async (tx) => {
        const { imageFileId } = await existingTemplate(tx, isForStaff, templateId);
        const image = isSame(imageFileId, fileId) ? await findImage(tx, fileId) : undefined;
        if (!image) throw notFound('The image');
        return image;
      }),

    remove: (actor, templateId, fileId) =>
      registry.system(async (tx) => {
        const before = await lockedTemplate(tx, templateId);
        if (before.imageFileId === null || !isSame(before.imageFileId, fileId)) throw notFound('The image');
        const after = await saveTemplate(tx, before, { imageFileId: null }, clock());
        await files.remove(tx, before.imageFileId);
        await recordTemplate(tx, actor, 'dashboard-template-changed', after, clock(), { changed: { image: ['', ''] } });
      }),
  };
}

function isSame(fileId: string | null, asked: string): boolean {
  return fileId === asked.toLowerCase();
}
