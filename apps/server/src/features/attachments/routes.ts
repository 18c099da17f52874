import { attachmentCalls } from '@atrium/contract/attachments';
import { type AttachableType, attachableTypes } from '@atrium/rules/attachable';
import type { Files } from '../../files/files.ts';
import type { Http } from '../../http/server.ts';
import type { Scope } from '../../scope.ts';
import type { Attachments, Named } from './attachments.ts';

const ok = { ok: true } as const;

export function bindAttachments(http: Http, attachments: Attachments, files: Files): void {
  for (const type of attachableTypes) {
    const { list, upload, download, update, remove } = attachmentCalls[type];
    http.bind(list, ({ scope, params }) => attachments.list(scope, named(type, scope, params)));
    http.upload(upload, ({ scope, params, parts }) => attachments.upload(scope, named(type, scope, params), parts));
    http.stream(download, async ({ scope, params, reply }) => {
      const file = await attachments.find(scope, named(type, scope, params), params.attachmentId);
      const content = await files.open(file.fileId);
      for (const [name, value] of Object.entries(safely(file))) reply.header(name, value);
      return content;
    });
    http.bind(update, ({ scope, params, body }) =>
      attachments.update(scope, named(type, scope, params), params.attachmentId, body),
    );
    http.bind(remove, async ({ scope, params }) => {
      await attachments.remove(scope, named(type, scope, params), params.attachmentId);
      return ok;
    });
  }
}

function named(entityType: AttachableType, scope: Scope, { entityId }: { entityId?: string | undefined }): Named {
  return { entityType, entityId: entityType === 'org' ? scope.orgId : (entityId ?? '') };
}

/**
 * Someone else's file on our own origin: downloaded instead of shown, with a type we determined, and if a browser shows
 * it anyway, as a page without any permissions.
 */
function safely({ originalName, contentType, bytes }: { originalName: string; contentType: string; bytes: number }) {
  const plain = originalName.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const exact = encodeURIComponent(originalName).replaceAll(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`);
  return {
    'Content-Type': contentType,
    'Content-Length': String(bytes),
    'Content-Disposition': `attachment; filename="${plain}"; filename*=UTF-8''${exact}`,
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
  };
}
